/** The kinds of which a search over everything that somebody wrote finds items, as their lists are called. */
export const WRITING_KINDS = ['notes', 'highlights', 'sermons', 'bookmarks'] as const
export type WritingKind = (typeof WRITING_KINDS)[number]
