import { toStandard, type Versification } from '@pathlight/scripture/versification.ts'
import type { VerseWord } from '../words/verse-words.ts'
import { termsOfWord } from '../words/word-terms.ts'
import { englishStem } from './english-stem.ts'
import { MAX_PLACES, occurrence, type Packed, packPostings } from './postings.ts'
import { HYPHENATED_MAX, tokenize } from './tokens.ts'

// Builds the search index of a version from its verses. The module does no I/O, because browsers with a downloaded
// version use it, too.

/**
 * The stem of a word in a language (BCP 47). In English the forms of a word share a stem. In other languages each word
 * is its own stem.
 */
export const stemOf = (word: string, language: string): string =>
  language === 'en' || language.startsWith('en-') ? englishStem(word) : word

/**
 * The term for two neighbouring syllables of different words. With it a search finds words that writers separate
 * differently.
 */
export const acrossWords = (first: string, second: string): string => `${first} ${second}`

/**
 * The term number of a syllable, and the term numbers of the pairs that the syllable begins, by their second syllable.
 * `within`: pairs within a word. `across`: pairs of syllables of two words. One map with concatenated syllables as keys
 * would take seconds to build.
 */
type Syllable = { readonly term: number; readonly within: Map<string, number>; readonly across: Map<string, number> }

/** A growing list of uint32 numbers. It takes much less memory than a plain array. */
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

const collectTerms = (verses: Iterable<IndexedVerse>) => {
  const words = new Map<string, number>()
  const syllables = new Map<string, Syllable>()
  const originals = new Map<string, number>()
  let terms = 0
  /** For each occurrence, the number of its term, and its position. */
  const occurrenceTerms = new Numbers()
  const occurrences = new Numbers()
  const ids: number[] = []
  const through: (number | null)[] = []
  const lengths: number[] = []

  /** A cache of the term numbers of each original word, because the same words occur again and again. */
  const ofWords = new Map<string | undefined, readonly number[]>()

  const termIn = (numbers: Map<string, number>, form: string): number => {
    const present = numbers.get(form)
    if (present !== undefined) return present
    numbers.set(form, terms)
    return terms++
  }
  const termsUnder = (word: VerseWord): readonly number[] => {
    const numbers = word.strongs.length === 1 ? word.strongs[0] : word.strongs.join(' ')
    const key = word.lemma === undefined ? numbers : `${numbers} ${word.lemma}`
    const present = ofWords.get(key)
    if (present !== undefined) return present
    const own = termsOfWord(word).map((term) => termIn(originals, term))
    ofWords.set(key, own)
    return own
  }
  const syllableOf = (form: string): Syllable => {
    const present = syllables.get(form)
    if (present !== undefined) return present
    const syllable = { term: terms++, within: new Map<string, number>(), across: new Map<string, number>() }
    syllables.set(form, syllable)
    return syllable
  }

  for (const { id, text, through: last, words: under = [] } of verses) {
    const verse = ids.push(id) - 1
    through.push(last)
    let place = 0
    let before: Syllable | null = null
    /** How many original words the loop has passed. They are in the order of the text. */
    let passed = 0
    /** The parts of a hyphenated word that have been read. */
    let parts: string[] = []
    const add = (term: number, at: number, exact: boolean) => {
      occurrenceTerms.push(term)
      occurrences.push(occurrence(verse, at, exact))
    }
    for (const token of tokenize(text)) {
      if (place + token.units.length >= MAX_PLACES) break
      for (let word = under[passed]; word !== undefined && word.start < token.end; word = under[++passed])
        for (const term of termsUnder(word)) add(term, place, true)
      if (token.kind === 'word') {
        add(termIn(words, token.form), place, true)
        parts = token.hyphenated ? [...parts.slice(1 - HYPHENATED_MAX), token.form] : [token.form]
        // Beth-el is also indexed as Bethel, and El-beth-el as Elbeth, Elbethel and Bethel.
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
        // An occurrence of a pair is exact when it begins a word.
        if (before !== null) add(termIn(i === 0 ? before.across : before.within, form), place - 1, i === 1)
        before = syllable
        place++
      }
    }
    lengths.push(place)
  }

  /** For each term, the offset of its first occurrence in `sorted`; the last entry is the end of `sorted`. */
  const starts = new Uint32Array(terms + 1)
  for (let at = 0; at < occurrenceTerms.length; at++) {
    const next = occurrenceTerms.at(at) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  const sorted = new Uint32Array(occurrenceTerms.length)
  const filled = starts.slice()
  for (let at = 0; at < occurrenceTerms.length; at++) {
    const term = occurrenceTerms.at(at)
    sorted[filled[term] as number] = occurrences.at(at)
    filled[term] = (filled[term] as number) + 1
  }
  const occurrencesOf = (term: number): Uint32Array => sorted.subarray(starts[term], starts[term + 1])
  return { words, syllables, originals, occurrencesOf, ids, through, lengths }
}

/**
 * A verse to index. `through`: the last verse number that its text covers; null if it covers only its own. `words`: the
 * original words of its text.
 */
export type IndexedVerse = {
  readonly id: number
  readonly text: string
  readonly through: number | null
  readonly words?: readonly VerseWord[]
}

/**
 * `ids`: an id for each verse: its standard id, or its own id if a verse elsewhere has that standard id. `joined`:
 * pairs of a verse's index and a further standard id that the verse covers.
 */
const standardPlaces = (
  verses: readonly number[],
  through: readonly (number | null)[],
  versification: Versification,
) => {
  const ids = new Uint32Array(verses.length)
  const joined: number[] = []
  const taken = new Set<number>()
  // The title of a psalm counts as the first verse of the psalm.
  const standardOf = (id: number): number[] =>
    toStandard(versification, id).map((at) => (at % 1000 === 0 ? at + 1 : at))
  verses.forEach((id, place) => {
    const reach = through[place] ?? null
    const last = reach === null ? id : id - (id % 1000) + reach
    const covered = Array.from({ length: last - id + 1 }, (_, next) => standardOf(id + next)).flat()
    const [first = id, ...others] = covered
    // Neighbouring verses may share a standard id, as parts of one standard verse. Any other verse whose standard id is
    // taken keeps its own id.
    const own = taken.has(first) && ids[place - 1] !== first ? id : first
    ids[place] = own
    taken.add(own)
    for (const other of others) if (other !== own) joined.push(place, other)
  })
  return { ids, joined: Uint32Array.from(joined) }
}

const bytesOf = ({ buffer }: Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer)

/** The search index of a version without its terms. Numbers are little endian. */
export type VersionIndex = {
  /** Verse ids: uint32, ascending. */
  readonly verse_ids: Uint8Array<ArrayBuffer>
  /** uint32: the standard id of each verse. */
  readonly standard_ids: Uint8Array<ArrayBuffer>
  /** Pairs of uint32: a verse (its index in verse_ids) and a further standard id that its text covers. */
  readonly joined: Uint8Array<ArrayBuffer>
  /** uint16: how many places (words or syllables) each verse has. */
  readonly lengths: Uint8Array<ArrayBuffer>
  /** One line a word: the word, and the number of verses that have it. */
  readonly words: string
}

/**
 * Indexes the verses of a version. Passes each term with its stem and postings to `write`.
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
  const wordLines: string[] = []
  for (const [word, term] of words) wordLines.push(`${word} ${put(stemOf(word, language), word, term)}`)
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
    words: wordLines.join('\n'),
  }
}
