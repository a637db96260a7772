import { acrossWords, stemOf } from './collect-terms.ts'
import { withoutParticle } from './korean-particles.ts'
import type { Marked } from './marks.ts'
import {
  exactOnly,
  forShared,
  inARow,
  NOWHERE,
  nearEachOther,
  type Postings,
  type Tally,
  union,
  unionOfMany,
  withExact,
} from './postings.ts'
import type { Query, QueryPart, Sought } from './query.ts'
import type { Token } from './tokens.ts'

export type IndexedTerm = { readonly term: string; readonly postings: Postings }

export type IndexedVersion = {
  readonly code: string
  readonly language: string
  /** The ids of the verses, ascending. */
  readonly verseIds: Uint32Array
  /** For each verse, the length factor of BM25, the ranking function of the search. */
  readonly lengthNorms: Float32Array
  readonly room: Room
}

/**
 * Buffers for matching, which one query after another uses. Allocating new ones would take longer than the matching.
 */
export type Room = {
  /** For each verse of the version: its index in the following lists plus one, or 0 if the verse does not match. */
  readonly slots: Uint32Array
  readonly verses: Uint32Array
  readonly scores: Float64Array
  /** For each verse in `verses`, how many wanted parts besides the rarest it has; 255 if it has an excluded part. */
  readonly parts: Uint8Array
  /** For each verse in `verses`: 1 if it has every part exactly as in the query, otherwise 0. */
  readonly exact: Uint8Array
}

/** @param verses the version's number of verses */
export const newRoom = (verses: number): Room => ({
  slots: new Uint32Array(verses),
  verses: new Uint32Array(verses),
  scores: new Float64Array(verses),
  parts: new Uint8Array(verses),
  exact: new Uint8Array(verses),
})

type PartMatch = {
  readonly all: Postings
  /** The postings of the part for a phrase with neighbouring parts. */
  readonly adjacent: Postings
  /** The part's length in a phrase, in words or syllables. */
  readonly count: number
  readonly marked: readonly Marked[]
}

/** The matching verses of a version and their scores. Both lists are valid until the next query of the version. */
export type VersionMatch = {
  /** The indexes of the verses in the version, ascending. */
  readonly verses: Uint32Array
  readonly scores: Float64Array
  readonly marked: readonly Marked[]
}

/** The base score of each class of hits. The classes are further apart than any BM25 score. */
const CLASS = { phrase: 30_000, words: 20_000, formsInOrder: 10_000, forms: 0 }

/**
 * If more verses than this match (of a version's 31,000), the order of the words is not checked. The check would be
 * slow, and common words ("of the") stand in every order.
 */
const ORDERED_MAX = 4_000

// The usual constants of Okapi BM25 (Robertson, Zaragoza 2009). SQLite's FTS5 uses the same.
const K1 = 1.2
const B = 0.75

/** @param lengths how many places each verse of a version has */
export const lengthNormsOf = (lengths: Uint16Array): Float32Array => {
  let all = 0
  for (const length of lengths) all += length
  const mean = all / lengths.length || 1
  // A loop takes a tenth of the time of Float32Array.from.
  const norms = new Float32Array(lengths.length)
  for (let verse = 0; verse < norms.length; verse++)
    norms[verse] = K1 * (1 - B + (B * (lengths[verse] as number)) / mean)
  return norms
}

type Terms = (stem: string) => readonly IndexedTerm[]
/**
 * The terms of a version: `of` returns the terms of a stem, and `beginning` those of all words that begin with
 * `letters`.
 */
export type VersionTerms = { readonly of: Terms; readonly beginning: (letters: string) => readonly IndexedTerm[] }

const unionOf = (lists: readonly Postings[]): Postings => lists.reduce<Postings>(union, NOWHERE)

/**
 * The postings of a run of syllables, from its neighbouring pairs. In a run of three or more, the text may have spaces
 * where the query has none.
 */
const syllablePostings = (units: readonly string[], terms: Terms): Postings => {
  const termOf = (term: string) => unionOf(terms(term).map(({ postings }) => postings))
  const [first, second] = units
  if (first === undefined) return NOWHERE
  if (second === undefined) return termOf(first)
  const pair = (i: number): Postings => {
    const [one = '', two = ''] = [units[i], units[i + 1]]
    const within = termOf(one + two)
    if (units.length < 3) return within
    // The first pair alone decides whether the run begins a word, so all other pairs count as exact.
    return union(i === 0 ? within : withExact(within, 1), termOf(acrossWords(one, two)))
  }
  const pairs = units.slice(1).map((_, i) => pair(i))
  return inARow(pairs, Array(pairs.length).fill(1))
}

/** The sequence to mark. Two syllables are marked only within a word, more syllables also across a space. */
const markedAs = (forms: readonly string[]): Marked => ({ forms, withinWord: forms.length === 2 })

/**
 * Matches a single token: a word in all its forms, or syllables with and without a particle. With `quoted`, only the
 * form of the query matches.
 */
const matchToken = (token: Token, language: string, terms: Terms, quoted: boolean): PartMatch => {
  if (token.kind === 'word') {
    const forms = terms(stemOf(token.form, language)).filter(({ term }) => !quoted || term === token.form)
    const postings = unionOf(forms.map(({ term, postings: of }) => (term === token.form ? of : withExact(of, 0))))
    return { all: postings, adjacent: postings, count: 1, marked: forms.map(({ term }) => markedAs([term])) }
  }
  const units = token.units.map((unit) => unit.form)
  const whole = syllablePostings(units, terms)
  const base = quoted ? null : withoutParticle(token.form)
  if (base === null) return { all: whole, adjacent: whole, count: units.length, marked: [markedAs(units)] }
  const bare = syllablePostings(units.slice(0, base.length), terms)
  // Each occurrence of the word with its particle is also an occurrence of the bare word. So the occurrences of the
  // bare word are counted, and those with the particle are the exact ones.
  const exact = new Uint8Array(bare.verses.length)
  forShared(whole.verses, bare.verses, (i, at) => {
    exact[at] = whole.exact[i] as number
  })
  return {
    all: { ...bare, exact },
    adjacent: whole,
    count: units.length,
    marked: [markedAs(units), markedAs(units.slice(0, base.length))],
  }
}

/** The postings of the parts in the order of the query, each directly after the one before. */
const inOrder = (parts: readonly PartMatch[]): Postings =>
  inARow(
    parts.map(({ adjacent }) => adjacent),
    parts.map(({ count }) => count),
  )

/** The average number of syllables in a Korean word of the Bible. It converts distances in words to syllables. */
const SYLLABLES_A_WORD = 3

/** Whether a part has syllables. Distances in such a part count syllables instead of words. */
const isSyllabic = (part: QueryPart): boolean =>
  'any' in part
    ? part.any.some(isSyllabic)
    : 'near' in part
      ? part.near.some(isSyllabic)
      : part.tokens.some(({ kind }) => kind === 'syllables')

/** Matches all words that begin with a token. Syllables match at the beginning of a word. */
const matchBeginning = (
  { kind, form, units }: Token,
  { lengthNorms }: IndexedVersion,
  terms: VersionTerms,
): PartMatch => {
  if (kind === 'word') {
    const found = terms.beginning(form)
    const postings = unionOfMany(
      found.map(({ postings: of }) => of),
      lengthNorms.length,
    )
    return { all: postings, adjacent: postings, count: 1, marked: [{ beginning: form }] }
  }
  const syllables = units.map((unit) => unit.form)
  const postings = exactOnly(syllablePostings(syllables, terms.of))
  return { all: postings, adjacent: postings, count: units.length, marked: [markedAs(syllables)] }
}

const matchSought = (part: Sought, version: IndexedVersion, terms: VersionTerms): PartMatch => {
  if (part.originals !== undefined) {
    const postings = unionOf(part.originals.flatMap((term) => terms.of(term).map(({ postings: of }) => of)))
    return { all: postings, adjacent: postings, count: 1, marked: [{ originals: part.originals }] }
  }
  const [only, ...others] = part.tokens
  if (part.isBeginning && only !== undefined) return matchBeginning(only, version, terms)
  const tokens = part.tokens.map((token) => matchToken(token, version.language, terms.of, part.quoted))
  const [match] = tokens
  if (match !== undefined && others.length === 0) return match
  const postings = inOrder(tokens)
  const count = tokens.reduce((sum, token) => sum + token.count, 0)
  const forms = part.tokens.flatMap((token) =>
    token.kind === 'word' ? [token.form] : token.units.map((unit) => unit.form),
  )
  return { all: postings, adjacent: postings, count, marked: [{ forms, withinWord: false }] }
}

const matchPart = (part: QueryPart, version: IndexedVersion, terms: VersionTerms): PartMatch => {
  if ('tokens' in part) return matchSought(part, version, terms)
  const matches = ('any' in part ? part.any : part.near).map((one) => matchPart(one, version, terms))
  const marked = matches.flatMap((match) => match.marked)
  if ('near' in part) {
    const [left = NOWHERE, right = NOWHERE] = matches.map(({ all }) => all)
    const postings = nearEachOther(left, right, part.within * (isSyllabic(part) ? SYLLABLES_A_WORD : 1))
    return { all: postings, adjacent: NOWHERE, count: 1, marked }
  }
  const size = version.lengthNorms.length
  const all = unionOfMany(
    matches.map((match) => match.all),
    size,
  )
  // The union can be a part of a phrase only if each match has a length of one place.
  const isOnePlace = matches.every((match) => match.count === 1 && match.all === match.adjacent)
  return { all, adjacent: isOnePlace ? all : NOWHERE, count: 1, marked }
}

/** BM25's weight of a term that `matching` of `verses` verses have. */
const bm25Weight = (matching: number, verses: number): number =>
  Math.log(1 + (verses - matching + 0.5) / (matching + 0.5)) * (K1 + 1)

/** Copies the verses of a list with their scores into the buffers. Returns the number of verses. */
const takeVerses = ({ room, lengthNorms }: IndexedVersion, { verses, times, exact }: Tally): number => {
  const weight = bm25Weight(verses.length, lengthNorms.length)
  for (let i = 0; i < verses.length; i++) {
    const verse = verses[i] as number
    const frequency = times[i] as number
    room.verses[i] = verse
    room.exact[i] = exact[i] as number
    room.scores[i] = (weight * frequency) / (frequency + (lengthNorms[verse] as number))
  }
  return verses.length
}

/**
 * Of the first `count` verses in the buffers, keeps the verses that are in all lists of `wanted` and in none of
 * `excluded`. Reads each list once. Returns the number of verses that remain.
 */
const keepVerses = (
  { room, lengthNorms }: IndexedVersion,
  count: number,
  wanted: readonly Tally[],
  excluded: readonly Tally[],
): number => {
  const { slots, verses: matching, scores, parts, exact: allExact } = room
  slots.fill(0)
  parts.fill(0, 0, count)
  for (let slot = 0; slot < count; slot++) slots[matching[slot] as number] = slot + 1
  for (const { verses, times, exact } of wanted) {
    const weight = bm25Weight(verses.length, lengthNorms.length)
    for (let i = 0; i < verses.length; i++) {
      const verse = verses[i] as number
      const slot = (slots[verse] as number) - 1
      if (slot < 0) continue
      const frequency = times[i] as number
      parts[slot] = (parts[slot] as number) + 1
      allExact[slot] = (allExact[slot] as number) & (exact[i] as number)
      scores[slot] = (scores[slot] as number) + (weight * frequency) / (frequency + (lengthNorms[verse] as number))
    }
  }
  for (const { verses } of excluded) {
    for (const verse of verses) {
      const slot = (slots[verse] as number) - 1
      if (slot >= 0) parts[slot] = NEVER
    }
  }
  let kept = 0
  for (let slot = 0; slot < count; slot++) {
    if (parts[slot] !== wanted.length) continue
    matching[kept] = matching[slot] as number
    scores[kept] = scores[slot] as number
    allExact[kept++] = allExact[slot] as number
  }
  return kept
}

/** Marks an excluded verse. No query has so many parts. */
const NEVER = 255

const addClasses = (verses: Uint32Array, { scores, exact }: Room, parts: readonly PartMatch[]) => {
  for (let i = 0; i < verses.length; i++) {
    scores[i] = (scores[i] as number) + (exact[i] === 1 ? CLASS.words : CLASS.forms)
  }
  if (parts.length < 2 || verses.length > ORDERED_MAX) return
  const postings = inOrder(parts)
  forShared(postings.verses, verses, (at, i) => {
    const phrase = postings.exact[at] === 1
    const bonus = phrase ? CLASS.phrase - CLASS.words : exact[i] === 1 ? 0 : CLASS.formsInOrder
    scores[i] = (scores[i] as number) + bonus
  })
}

/** Like `keepVerses`, keeps the verses in the given books. */
const keepBooks = ({ room, verseIds }: IndexedVersion, count: number, books: ReadonlySet<number>): number => {
  let kept = 0
  for (let slot = 0; slot < count; slot++) {
    const verse = room.verses[slot] as number
    if (!books.has(Math.floor((verseIds[verse] as number) / 1_000_000))) continue
    room.verses[kept] = verse
    room.scores[kept] = room.scores[slot] as number
    room.exact[kept++] = room.exact[slot] as number
  }
  return kept
}

/**
 * The verses of a version that have every wanted part of the query and no excluded part, with scores. The query as a
 * phrase comes first, then all words in the query's forms, then other forms in the query's order, then the rest. BM25
 * decides within each class. With more than ORDERED_MAX verses, the order of the words does not count.
 */
export const matchVersion = (
  version: IndexedVersion,
  { parts: query, range }: Query,
  terms: VersionTerms,
): VersionMatch => {
  const parts: PartMatch[] = []
  for (const part of query) {
    if (part.excluded) continue
    const match = matchPart(part, version, terms)
    if (match.all.verses.length === 0) return { verses: NOWHERE.verses, scores: new Float64Array(0), marked: [] }
    parts.push(match)
  }
  const [rarest, ...others] = parts.map(({ all }) => all).sort((a, b) => a.verses.length - b.verses.length)
  const excluded = query.filter((part) => part.excluded).map((part) => matchPart(part, version, terms).all)
  let count = rarest === undefined ? 0 : takeVerses(version, rarest)
  if (others.length + excluded.length > 0) count = keepVerses(version, count, others, excluded)
  if (range !== null) count = keepBooks(version, count, range.books)
  const { room } = version
  const verses = room.verses.subarray(0, count)
  addClasses(verses, room, parts)
  return { verses, scores: room.scores.subarray(0, count), marked: parts.flatMap((part) => part.marked) }
}
