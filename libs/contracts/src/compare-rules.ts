// Why a compared translation has no text (specification section 8). These stand apart from the calls' shapes, so that a page need not fetch the shapes.

/** It has no such verse. */
export const NO_VERSE = 'No verse available'
/** Its service failed. */
export const VERSE_FAILED = 'Failed to fetch the verse. Please try again.'
