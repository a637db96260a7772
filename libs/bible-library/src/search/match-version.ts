import { acrossWords, stemOf } from './fts.ts'
import { withoutParticle } from './korean-particles.ts'
import type { Marked } from './marks.ts'
import {
  between,
  followedBy,
  indexesIn,
  NOWHERE,
  type Postings,
  type Tally,
  union,
  unpackPostings,
  versesInBoth,
  versesWithout,
} from './postings.ts'
import type { QueryPart } from './query.ts'
import type { Token } from './tokens.ts'

/** A term of the index: which verses have it, and, read on demand, where. */
export type IndexedTerm = {
  readonly term: string
  readonly verses: number
  readonly tally: Uint8Array
  readonly places: () => Uint8Array
}

/** What the index holds of a version. */
export type IndexedVersion = {
  readonly code: string
  readonly language: string
  /** Ascending. */
  readonly verseIds: Uint32Array
  /** For each verse what its length contributes to BM25. */
  readonly lengthNorms: Float32Array
}

type PartMatch = {
  readonly all: Tally
  /** Where it takes part in a phrase with the words around it, and how many places it covers there. */
  readonly adjacent: Postings
  readonly count: number
  readonly marked: readonly Marked[]
}

/** The verses of a version that a query finds, with what ranks them. */
export type VersionMatch = {
  /** Places of verses in the version, ascending. */
  readonly verses: Uint32Array
  readonly scores: Float64Array
  readonly marked: readonly Marked[]
}

/** The classes of the ranking, far enough apart that no bm25 reaches the next. */
const CLASS = { phrase: 30_000, words: 20_000, formsInOrder: 10_000, forms: 0 }

/**
 * In more verses than this (of a version's 31,000) the order of the words is not looked at: they are words such as 'of
 * the', whose order tells nothing, and looking would take the longest of all.
 */
const ORDERED_MAX = 8_000

// The usual constants of Okapi BM25 (Robertson, Zaragoza 2009), which FTS5 uses as well.
const K1 = 1.2
const B = 0.75

/** @param lengths places in each verse of a version */
export const lengthNormsOf = (lengths: Uint16Array): Float32Array => {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1
  return Float32Array.from(lengths, (length) => K1 * (1 - B + (B * length) / mean))
}

type Terms = (stem: string) => readonly IndexedTerm[]

const postingsOf = (term: IndexedTerm, asAsked: boolean): Postings =>
  unpackPostings(term.verses, term.tally, term.places, asAsked)

const all = (lists: readonly Postings[]): Postings => lists.reduce<Postings>(union, NOWHERE)

/** The same occurrences with every one exact. */
const allExact = (postings: Postings): Postings => ({
  ...postings,
  exact: new Uint8Array(postings.verses.length).fill(1),
  placesIn: (verses) => {
    const found = postings.placesIn(verses)
    return { ...found, places: found.places.map((place) => place | 1) }
  },
})

/** A run of syllables, by its neighbouring pairs. From three on, the text may have a space where the query has none. */
const syllablesFound = (units: readonly string[], terms: Terms): Postings => {
  const termOf = (term: string) => all(terms(term).map((indexed) => postingsOf(indexed, true)))
  const [first, second] = units
  if (first === undefined) return NOWHERE
  if (second === undefined) return termOf(first)
  const pair = (i: number): Postings => {
    const [one = '', two = ''] = [units[i], units[i + 1]]
    const within = termOf(one + two)
    if (units.length < 3) return within
    // Only the first pair says whether the run starts a word; the others must not spoil that.
    return union(i === 0 ? within : allExact(within), termOf(acrossWords(one, two)))
  }
  let run = pair(0)
  for (let i = 1; i < units.length - 1 && run.verses.length > 0; i++) run = followedBy(run, pair(i), i)
  return run
}

/** Two syllables are looked for within a word; more may have a space among them. */
const markedAs = (forms: readonly string[]): Marked => ({ forms, withinWord: forms.length === 2 })

/** A token alone: its forms, or, for syllables, also the word without its particle. */
const matchToken = (token: Token, language: string, terms: Terms, quoted: boolean): PartMatch => {
  if (token.kind === 'word') {
    const forms = terms(stemOf(token.form, language)).filter(({ term }) => !quoted || term === token.form)
    const postings = all(forms.map((indexed) => postingsOf(indexed, indexed.term === token.form)))
    return { all: postings, adjacent: postings, count: 1, marked: forms.map(({ term }) => markedAs([term])) }
  }
  const units = token.units.map((unit) => unit.form)
  const whole = syllablesFound(units, terms)
  const base = quoted ? null : withoutParticle(token.form)
  if (base === null) return { all: whole, adjacent: whole, count: units.length, marked: [markedAs(units)] }
  const bare = syllablesFound(units.slice(0, base.length), terms)
  // Wherever the whole is, the bare word is as well: count that, and take from the whole which of it is exact.
  const exact = new Uint8Array(bare.verses.length)
  indexesIn(whole.verses, bare).forEach((at, i) => {
    exact[at] = whole.exact[i] as number
  })
  return {
    all: { ...bare, exact },
    adjacent: whole,
    count: units.length,
    marked: [markedAs(units), markedAs(units.slice(0, base.length))],
  }
}

/** Where the parts stand one after the other as they were asked. */
const inOrder = (parts: readonly PartMatch[], within?: Uint32Array): { postings: Postings; count: number } => {
  let postings = parts[0]?.adjacent ?? NOWHERE
  let count = parts[0]?.count ?? 0
  for (const part of parts.slice(1)) {
    if (postings.verses.length > 0) postings = followedBy(postings, part.adjacent, count, within)
    count += part.count
  }
  return { postings, count }
}

const matchPart = (part: QueryPart, language: string, terms: Terms): PartMatch => {
  const tokens = part.tokens.map((token) => matchToken(token, language, terms, part.quoted))
  const [only] = tokens
  if (only !== undefined && tokens.length === 1) return only
  const { postings, count } = inOrder(tokens)
  const forms = part.tokens.flatMap((token) =>
    token.kind === 'word' ? [token.form] : token.units.map((unit) => unit.form),
  )
  return { all: postings, adjacent: postings, count, marked: [{ forms, withinWord: false }] }
}

/** Sets each verse's score to its class. */
const setClasses = (scores: Float64Array, verses: Uint32Array, parts: readonly PartMatch[], at: Uint32Array[]) => {
  const exact = new Uint8Array(verses.length).fill(1)
  parts.forEach((part, p) => {
    const indexes = at[p] as Uint32Array
    const partExact = part.all.exact
    for (let i = 0; i < exact.length; i++) exact[i] = (exact[i] as number) & (partExact[indexes[i] as number] as number)
  })
  for (let i = 0; i < scores.length; i++) scores[i] = exact[i] === 1 ? CLASS.words : CLASS.forms
  if (parts.length < 2 || verses.length > ORDERED_MAX) return
  const { postings } = inOrder(parts, verses)
  const shared = versesInBoth(verses, postings.verses)
  const [here, there] = [indexesIn(shared, { verses }), indexesIn(shared, postings)]
  for (let i = 0; i < shared.length; i++) {
    const verse = here[i] as number
    const isExact = exact[verse] === 1
    const phrase = postings.exact[there[i] as number] === 1
    const bonus = phrase ? CLASS.phrase - CLASS.words : isExact ? 0 : CLASS.formsInOrder
    scores[verse] = (scores[verse] as number) + bonus
  }
}

const addBm25 = (scores: Float64Array, verses: Uint32Array, tally: Tally, at: Uint32Array, version: IndexedVersion) => {
  const holding = tally.verses.length
  const weight = Math.log(1 + (version.verseIds.length - holding + 0.5) / (holding + 0.5)) * (K1 + 1)
  const { lengthNorms } = version
  for (let i = 0; i < verses.length; i++) {
    const times = tally.times[at[i] as number] as number
    scores[i] = (scores[i] as number) + (weight * times) / (times + (lengthNorms[verses[i] as number] as number))
  }
}

/**
 * The verses of a version that have everything asked for and nothing that is to be left out, scored: the words as a
 * phrase, then all words as they stand, then other forms of them; within a class by BM25. Time is bounded by the size
 * of the version's text.
 * @param terms the index rows of a stem in this version
 * @param from the first place in the version to keep; @param to the place after the last
 */
export const matchVersion = (
  version: IndexedVersion,
  query: readonly QueryPart[],
  terms: Terms,
  from: number,
  to: number,
): VersionMatch => {
  const parts: PartMatch[] = []
  for (const part of query) {
    if (part.excluded) continue
    const match = matchPart(part, version.language, terms)
    if (match.all.verses.length === 0) return { verses: NOWHERE.verses, scores: new Float64Array(0), marked: [] }
    parts.push(match)
  }
  const [rarest, ...others] = parts.map((part) => part.all.verses).sort((a, b) => a.length - b.length)
  let verses = rarest === undefined ? NOWHERE.verses : between(rarest, from, to)
  for (const other of others) verses = versesInBoth(verses, other)
  for (const part of query) {
    if (part.excluded) verses = versesWithout(verses, matchPart(part, version.language, terms).all.verses)
  }
  const scores = new Float64Array(verses.length)
  const at = parts.map((part) => indexesIn(verses, part.all))
  setClasses(scores, verses, parts, at)
  parts.forEach((part, p) => {
    addBm25(scores, verses, part.all, at[p] as Uint32Array, version)
  })
  return { verses, scores, marked: parts.flatMap((part) => part.marked) }
}
