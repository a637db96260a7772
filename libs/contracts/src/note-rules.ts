/** Longest note text and title, in UTF-16 units. */
export const NOTE_TEXT_MAX = 50_000
export const NOTE_TITLE_MAX = 200
