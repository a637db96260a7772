// Of a translation that is compared (specification section 8). Apart from the calls' shapes, so that a page needs no more of them.

/** It has no such verse. */
export const NO_VERSE = 'No verse available'
/** Its service failed. */
export const VERSE_FAILED = 'Failed to fetch the verse. Please try again.'
