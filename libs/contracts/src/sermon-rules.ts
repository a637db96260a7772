/** Longest title and speaker of a sermon, in UTF-16 units. */
export const SERMON_TITLE_MAX = 200
export const SERMON_SPEAKER_MAX = 100
