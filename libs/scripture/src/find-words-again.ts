/**
 * The place of quoted words in the verse's present text, in UTF-16 offsets with `end` exclusive. `as`: `there` at the
 * saved offsets, `moved` elsewhere in the verse, `lost` nowhere. If they are lost, the offsets cover the whole verse.
 */
export type FoundAgain = { readonly start: number; readonly end: number; readonly as: 'there' | 'moved' | 'lost' }

/**
 * Finds saved words in a verse whose text may have changed after they were saved. If the words occur several times, the
 * occurrence nearest to the saved `start` counts.
 */
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
