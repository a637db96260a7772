/**
 * The parts of a verse id (specification section 3). Whether the verse exists is not checked, because the table of
 * verse counts would add too much code.
 */
export const placeOf = (verseId: number) => ({
  bookIndex: Math.floor(verseId / 1_000_000),
  chapter: Math.floor(verseId / 1000) % 1000,
  verse: verseId % 1000,
})
