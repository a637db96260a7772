/**
 * Where words that were kept with a verse stand in its text today, by UTF-16 offsets, `end` exclusive. `there`: where they were;
 * `moved`: elsewhere in the verse; `lost`: nowhere, so they are taken for the whole verse.
 */
export type FoundAgain = { readonly start: number; readonly end: number; readonly as: 'there' | 'moved' | 'lost' }

/** Finds kept words again in a verse whose text may have been changed since; where it has them several times, nearest to where they were. */
export const findWordsAgain = (
  text: string,
  { start, end, words }: { readonly start: number; readonly end: number; readonly words: string },
): FoundAgain => {
  if (words !== '' && text.slice(start, end) === words) return { start, end, as: 'there' }
  let nearest = -1
  for (let at = words === '' ? -1 : text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (nearest === -1 || Math.abs(at - start) < Math.abs(nearest - start)) nearest = at
  if (nearest === -1) return { start: 0, end: text.length, as: 'lost' }
  return { start: nearest, end: nearest + words.length, as: 'moved' }
}
