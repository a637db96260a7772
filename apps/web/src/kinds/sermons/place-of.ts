/** What a verse id says (specification section 3). It is believed: the counts of all chapters would be much to carry. */
export const placeOf = (verseId: number) => ({
  bookIndex: Math.floor(verseId / 1_000_000),
  chapter: Math.floor(verseId / 1000) % 1000,
  verse: verseId % 1000,
})
