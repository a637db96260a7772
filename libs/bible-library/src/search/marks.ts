import type { VerseWord } from '../words/verse-words.ts'
import { termsOfWord } from '../words/word-terms.ts'
import { type Token, tokenize, type Unit } from './tokens.ts'

/** UTF-16 offsets into a verse's plain text. The end is exclusive. */
export type Mark = [start: number, end: number]

/** A sequence of words or syllables to mark. `withinWord`: the sequence is marked only inside one word. */
type MarkedForms = { readonly forms: readonly string[]; readonly withinWord: boolean }
/**
 * A target of marking: a sequence, all words that begin with certain letters, or the text of original words with one of
 * these terms.
 */
export type Marked = MarkedForms | { readonly beginning: string } | { readonly originals: readonly string[] }

type Syllable = Unit & { readonly token: Token }
/**
 * A word or a syllable of the text. The place of a word is the word's token itself, because a page has thousands of
 * words and further objects cost time.
 */
type Place = Token | Syllable

const placesIn = (text: string): Place[] =>
  tokenize(text).flatMap<Place>((token) =>
    token.kind === 'word' ? token : token.units.map((unit) => ({ ...unit, token })),
  )

const tokenOf = (place: Place | undefined): Token | undefined =>
  place !== undefined && 'token' in place ? place.token : place

/**
 * The last place of the word `form` that begins at `first`, even across hyphens (Beth-el); -1 when another word begins
 * at `first`.
 */
const wordEnd = (places: readonly Place[], first: number, form: string): number => {
  let last = first
  let spelt = places[first]?.form ?? ''
  // Most words differ, so this test comes first.
  if (!form.startsWith(spelt)) return -1
  while (spelt.length < form.length && tokenOf(places[last + 1])?.hyphenated) {
    last++
    spelt += places[last]?.form ?? ''
  }
  return spelt === form ? last : -1
}

const sequenceEnd = (places: readonly Place[], first: number, { forms, withinWord }: MarkedForms): number => {
  const token = tokenOf(places[first])
  const follows = forms.every((form, i) => {
    const place = places[first + i]
    return place?.form === form && (!withinWord || tokenOf(place) === token)
  })
  return follows ? first + forms.length - 1 : -1
}

/** The offsets to mark in a verse's text: ascending, without overlaps. `words`: the original words of the text. */
export const marksIn = (
  text: string,
  marked: readonly Marked[],
  words: () => readonly VerseWord[] = () => [],
): Mark[] => {
  const places = placesIn(text)
  const marks: Mark[] = []
  for (const sequence of marked) {
    if ('originals' in sequence) {
      for (const word of words())
        if (termsOfWord(word).some((term) => sequence.originals.includes(term))) marks.push([word.start, word.end])
      continue
    }
    if ('beginning' in sequence) {
      for (const { form, start, end } of places) if (form.startsWith(sequence.beginning)) marks.push([start, end])
      continue
    }
    const [only] = sequence.forms
    const endOf = (first: number) =>
      sequence.forms.length === 1 && only !== undefined
        ? wordEnd(places, first, only)
        : sequenceEnd(places, first, sequence)
    for (const [first, { start }] of places.entries()) {
      const last = endOf(first)
      // `places[-1]` is avoided, because V8 is slow at negative indexes of an array.
      const end = last === -1 ? undefined : places[last]?.end
      if (end !== undefined) marks.push([start, end])
    }
  }
  marks.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: Mark[] = []
  for (const [start, end] of marks) {
    const before = merged.at(-1)
    if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], end)
    else merged.push([start, end])
  }
  return merged
}
