/**
 * Whether every store can hold the text. PostgreSQL cannot hold NUL, and UTF-8 cannot hold half of a surrogate pair.
 */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
