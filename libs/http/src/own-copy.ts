/**
 * The same word in memory of its own. A word that is cut from a header or an address is kept by the engine together with all it was
 * cut from, up to 16 KB: a map with such words as keys would take more memory than its bound says.
 */
export const ownCopy = (word: string): string => Buffer.from(word).toString()
