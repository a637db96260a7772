import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'
import type { VerseWord } from '../words/verse-words.ts'
import { termsOfWord } from '../words/word-terms.ts'
import { englishStem } from './english-stem.ts'
import { MAX_PLACES, occurrence, type Packed, packPostings } from './postings.ts'
import { HYPHENATED_MAX, tokenize } from './tokens.ts'

// What a version is searched by, made of its verses: on the server, and in browsers that keep the version. Pure.

/** The part of words that their forms share, in a version of this language (BCP 47). */
export const stemOf = (word: string, language: string): string =>
  language === 'en' || language.startsWith('en-') ? englishStem(word) : word

/** The term under which two neighbouring syllables of different words are found: spacing varies among writers. */
export const acrossWords = (first: string, second: string): string => `${first} ${second}`

/** A term's number, and of a syllable those of the pairs that it begins: joining two million pairs of strings takes seconds. */
type Syllable = { readonly term: number; readonly within: Map<string, number>; readonly across: Map<string, number> }

/** A list of numbers that grows; plain arrays of four million take ten times the memory. */
class Numbers {
  #numbers = new Uint32Array(1 << 16)
  length = 0

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length++] = number
  }
  at(index: number): number {
    return this.#numbers[index] as number
  }
}

/** Collects where the terms of one version are. */
const collectTerms = (verses: Iterable<IndexedVerse>) => {
  const words = new Map<string, number>()
  const syllables = new Map<string, Syllable>()
  /** Those of words of the original. */
  const originals = new Map<string, number>()
  let terms = 0
  /** For each occurrence the term's number, and where it is. */
  const termsFound = new Numbers()
  const placesFound = new Numbers()
  const ids: number[] = []
  const through: (number | null)[] = []
  const lengths: number[] = []

  const termIn = (known: Map<string, number>, form: string): number => {
    const term = known.get(form) ?? terms++
    known.set(form, term)
    return term
  }
  const syllableOf = (form: string): Syllable => {
    const known = syllables.get(form)
    if (known !== undefined) return known
    const syllable = { term: terms++, within: new Map<string, number>(), across: new Map<string, number>() }
    syllables.set(form, syllable)
    return syllable
  }

  for (const { id, text, through: last, words: under = [] } of verses) {
    const verse = ids.push(id) - 1
    through.push(last)
    let place = 0
    let before: Syllable | null = null
    /** Of the words of the original, which stand in the order of the text, how many were passed. */
    let passed = 0
    /** The last parts so far of a hyphenated word. */
    let parts: string[] = []
    const add = (term: number, at: number, exact: boolean) => {
      termsFound.push(term)
      placesFound.push(occurrence(verse, at, exact))
    }
    for (const token of tokenize(text)) {
      if (place + token.units.length >= MAX_PLACES) break
      for (let word = under[passed]; word !== undefined && word.start < token.end; word = under[++passed])
        for (const term of termsOfWord(word)) add(termIn(originals, term), place, true)
      if (token.kind === 'word') {
        add(termIn(words, token.form), place, true)
        parts = token.hyphenated ? [...parts.slice(1 - HYPHENATED_MAX), token.form] : [token.form]
        // Beth-el is also found as Bethel, and so it is in El-beth-el.
        for (let first = 0; first < parts.length - 1; first++)
          add(termIn(words, parts.slice(first).join('')), place - (parts.length - 1 - first), true)
        before = null
        place++
        continue
      }
      for (let i = 0; i < token.units.length; i++) {
        const form = token.units[i]?.form ?? ''
        const syllable = syllableOf(form)
        add(syllable.term, place, i === 0)
        // Exact is what starts a word.
        if (before !== null) add(termIn(i === 0 ? before.across : before.within, form), place - 1, i === 1)
        before = syllable
        place++
      }
    }
    lengths.push(place)
  }

  /** Where the occurrences of each term begin among all, sorted by term; and after the last. */
  const starts = new Uint32Array(terms + 1)
  for (let at = 0; at < termsFound.length; at++) {
    const next = termsFound.at(at) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  const sorted = new Uint32Array(termsFound.length)
  const filled = starts.slice()
  for (let at = 0; at < termsFound.length; at++) {
    const term = termsFound.at(at)
    sorted[filled[term] as number] = placesFound.at(at)
    filled[term] = (filled[term] as number) + 1
  }
  const occurrencesOf = (term: number): Uint32Array => sorted.subarray(starts[term], starts[term + 1])
  return { words, syllables, originals, occurrencesOf, ids, through, lengths }
}

/** A verse as it is indexed; `through`: the last number that its text covers; `words`: what the text says of the original. */
export type IndexedVerse = {
  readonly id: number
  readonly text: string
  readonly through: number | null
  readonly words?: readonly VerseWord[]
}

/** Which verse of the standard numbering each is, and what joined verses cover besides. */
const standardPlaces = (
  verses: readonly number[],
  through: readonly (number | null)[],
  versification: Versification,
) => {
  const ids = new Uint32Array(verses.length)
  const joined: number[] = []
  const taken = new Set<number>()
  // A psalm's title belongs to its first verse.
  const standardOf = (id: number): number[] =>
    toStandard(versification, id).map((at) => (at % 1000 === 0 ? at + 1 : at))
  verses.forEach((id, place) => {
    const reach = through[place] ?? null
    const last = reach === null ? id : id - (id % 1000) + reach
    const covered = Array.from({ length: last - id + 1 }, (_, next) => standardOf(id + next)).flat()
    const [first = id, ...others] = covered
    // Neighbours may be one verse of the standard; a verse from elsewhere stands by its own number.
    const own = taken.has(first) && ids[place - 1] !== first ? id : first
    ids[place] = own
    taken.add(own)
    for (const other of others) if (other !== own) joined.push(place, other)
  })
  return { ids, joined: Uint32Array.from(joined) }
}

const bytesOf = ({ buffer }: Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer)

/** What searches need of a version beside its terms. Numbers are little endian. */
export type VersionIndex = {
  /** uint32, ascending. */
  readonly verse_ids: Uint8Array<ArrayBuffer>
  /** uint32: the verse of the standard numbering that each is. */
  readonly standard_ids: Uint8Array<ArrayBuffer>
  /** uint32 in pairs: a verse (its place in verse_ids) and a further standard verse that its text covers. */
  readonly joined: Uint8Array<ArrayBuffer>
  /** uint16: places in each verse. */
  readonly lengths: Uint8Array<ArrayBuffer>
  /** A line a word: the word and how many verses have it. */
  readonly words: string
}

/**
 * Indexes the verses of a version. Gives each term, with what its forms share, to `write`.
 * @param language BCP 47
 */
export const indexVerses = (
  verses: Iterable<IndexedVerse>,
  { language, versification }: { readonly language: string; readonly versification: Versification },
  write: (stem: string, term: string, packed: Packed) => void,
): VersionIndex => {
  const { words, syllables, originals, occurrencesOf, ids, through, lengths } = collectTerms(verses)
  const standard = standardPlaces(ids, through, versification)
  const put = (stem: string, term: string, number: number): number => {
    const packed = packPostings(occurrencesOf(number))
    write(stem, term, packed)
    return packed.verses
  }
  const known: string[] = []
  for (const [word, term] of words) known.push(`${word} ${put(stemOf(word, language), word, term)}`)
  for (const [original, term] of originals) put(original, original, term)
  for (const [first, syllable] of syllables) {
    put(first, first, syllable.term)
    for (const [second, term] of syllable.within) put(first + second, first + second, term)
    for (const [second, term] of syllable.across) {
      const pair = acrossWords(first, second)
      put(pair, pair, term)
    }
  }
  return {
    verse_ids: bytesOf(Uint32Array.from(ids)),
    standard_ids: bytesOf(standard.ids),
    joined: bytesOf(standard.joined),
    lengths: bytesOf(Uint16Array.from(lengths)),
    words: known.join('\n'),
  }
}
