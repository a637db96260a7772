/**
 * Copies a string. V8 keeps a substring of a header or address together with the whole original of up to 16 KB, so a
 * map with substrings as keys would take far more memory than its limit suggests.
 */
export const ownCopy = (word: string): string => Buffer.from(word).toString()
