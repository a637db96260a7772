/** What a verse id says (specification section 3). The id is not checked against the number of verses: the counts of all chapters are large. */
export const placeOf = (verseId: number) => ({
  bookIndex: Math.floor(verseId / 1_000_000),
  chapter: Math.floor(verseId / 1000) % 1000,
  verse: verseId % 1000,
})
