// Constants of comparisons for the server and for pages. They are apart from comparison.ts, so that a page need not
// load zod.

// The messages for a translation without a text in a comparison (specification section 8).
export const NO_VERSE = 'No verse available'
export const VERSE_FAILED = 'Failed to fetch the verse. Please try again.'

/** The most verses of a compared passage, in the standard numbering. */
export const COMPARED_VERSES_MAX = 20
