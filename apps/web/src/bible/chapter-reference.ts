/** A chapter in the numbering of a version. `book` is the English name, whatever the version's language. */
export type ChapterReference = { readonly version: string; readonly book: string; readonly chapter: number }
