/** Whether every store can hold the text: PostgreSQL holds no NUL, and UTF-8 no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
