import { MarkedText } from '../../ui/marked-text.tsx'

/** The offsets at which these words (from wordsToFind) begin and end in a text, ascending and without overlaps. */
export const placesOf = (text: string, words: readonly string[]): (readonly [number, number])[] => {
  const small = text.toLowerCase()
  // If lower case changes the length of the text, the offsets would be wrong, so nothing is marked.
  if (small.length !== text.length) return []
  const all = words.flatMap((word) => {
    const places: [number, number][] = []
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length))
      places.push([at, at + word.length])
    return places
  })
  const apart: [number, number][] = []
  for (const place of all.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = apart.at(-1)
    if (!last || place[0] >= last[1]) apart.push(place)
    else last[1] = Math.max(last[1], place[1])
  }
  return apart
}

const WordsMarked = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) => (
  <MarkedText text={text} marks={placesOf(text, words)} />
)
export default WordsMarked
