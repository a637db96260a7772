// The messages for a translation without a text in a comparison (specification section 8). They are apart from
// comparison.ts, so that a page need not load zod.

export const NO_VERSE = 'No verse available'
export const VERSE_FAILED = 'Failed to fetch the verse. Please try again.'
