import { acrossWords, stemOf } from './collect-terms.ts'
import { withoutParticle } from './korean-particles.ts'
import type { Marked } from './marks.ts'
import { forShared, inARow, NOWHERE, type Postings, type Tally, union, withExact } from './postings.ts'
import type { QueryPart } from './query.ts'
import type { Token } from './tokens.ts'

/** A term of the index, and where it is. */
export type IndexedTerm = { readonly term: string; readonly postings: Postings }

/** What the index holds of a version. */
export type IndexedVersion = {
  readonly code: string
  readonly language: string
  /** Ascending. */
  readonly verseIds: Uint32Array
  /** For each verse what its length contributes to BM25. */
  readonly lengthNorms: Float32Array
  readonly room: Room
}

/** Room for working out which verses match, used by one query after another: fresh memory costs more than the work. */
export type Room = {
  /** For each verse of the version its index in the lists below, plus one; 0 for those that do not match. */
  readonly slots: Uint32Array
  readonly verses: Uint32Array
  readonly scores: Float64Array
  /** How many of the query's parts the verse has. */
  readonly parts: Uint8Array
  /** 1 where every part is there as it was asked for. */
  readonly exact: Uint8Array
}

/** @param verses how many the version has */
export const newRoom = (verses: number): Room => ({
  slots: new Uint32Array(verses),
  verses: new Uint32Array(verses),
  scores: new Float64Array(verses),
  parts: new Uint8Array(verses),
  exact: new Uint8Array(verses),
})

type PartMatch = {
  readonly all: Tally
  /** Where it takes part in a phrase with the words around it, and how many places it covers there. */
  readonly adjacent: Postings
  readonly count: number
  readonly marked: readonly Marked[]
}

/** The verses of a version that a query finds, with what ranks them. Both lists are good until the version's next query. */
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
const ORDERED_MAX = 4_000

// The usual constants of Okapi BM25 (Robertson, Zaragoza 2009), which FTS5 uses as well.
const K1 = 1.2
const B = 0.75

/** @param lengths places in each verse of a version */
export const lengthNormsOf = (lengths: Uint16Array): Float32Array => {
  let all = 0
  for (const length of lengths) all += length
  const mean = all / lengths.length || 1
  // Not Float32Array.from: it takes ten times as long, and a dozen versions are opened at once.
  const norms = new Float32Array(lengths.length)
  for (let verse = 0; verse < norms.length; verse++)
    norms[verse] = K1 * (1 - B + (B * (lengths[verse] as number)) / mean)
  return norms
}

type Terms = (stem: string) => readonly IndexedTerm[]

const together = (lists: readonly Postings[]): Postings => lists.reduce<Postings>(union, NOWHERE)

/** A run of syllables, by its neighbouring pairs. From three on, the text may have a space where the query has none. */
const syllablesFound = (units: readonly string[], terms: Terms): Postings => {
  const termOf = (term: string) => together(terms(term).map(({ postings }) => postings))
  const [first, second] = units
  if (first === undefined) return NOWHERE
  if (second === undefined) return termOf(first)
  const pair = (i: number): Postings => {
    const [one = '', two = ''] = [units[i], units[i + 1]]
    const within = termOf(one + two)
    if (units.length < 3) return within
    // Only the first pair says whether the run starts a word; the others must not spoil that.
    return union(i === 0 ? within : withExact(within, 1), termOf(acrossWords(one, two)))
  }
  const pairs = units.slice(1).map((_, i) => pair(i))
  return inARow(pairs, Array(pairs.length).fill(1))
}

/** Two syllables are looked for within a word; more may have a space among them. */
const markedAs = (forms: readonly string[]): Marked => ({ forms, withinWord: forms.length === 2 })

/** A token alone: its forms, or, for syllables, also the word without its particle. */
const matchToken = (token: Token, language: string, terms: Terms, quoted: boolean): PartMatch => {
  if (token.kind === 'word') {
    const forms = terms(stemOf(token.form, language)).filter(({ term }) => !quoted || term === token.form)
    const postings = together(forms.map(({ term, postings: of }) => (term === token.form ? of : withExact(of, 0))))
    return { all: postings, adjacent: postings, count: 1, marked: forms.map(({ term }) => markedAs([term])) }
  }
  const units = token.units.map((unit) => unit.form)
  const whole = syllablesFound(units, terms)
  const base = quoted ? null : withoutParticle(token.form)
  if (base === null) return { all: whole, adjacent: whole, count: units.length, marked: [markedAs(units)] }
  const bare = syllablesFound(units.slice(0, base.length), terms)
  // Wherever the whole is, the bare word is as well: count that, and take from the whole which of it is exact.
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

/** Where the parts stand one after the other as they were asked. */
const inOrder = (parts: readonly PartMatch[]): Postings =>
  inARow(
    parts.map(({ adjacent }) => adjacent),
    parts.map(({ count }) => count),
  )

const matchPart = (part: QueryPart, language: string, terms: Terms): PartMatch => {
  if (part.originals !== undefined) {
    const postings = together(part.originals.flatMap((term) => terms(term).map(({ postings: of }) => of)))
    return { all: postings, adjacent: postings, count: 1, marked: [{ originals: part.originals }] }
  }
  const tokens = part.tokens.map((token) => matchToken(token, language, terms, part.quoted))
  const [only] = tokens
  if (only !== undefined && tokens.length === 1) return only
  const postings = inOrder(tokens)
  const count = tokens.reduce((sum, token) => sum + token.count, 0)
  const forms = part.tokens.flatMap((token) =>
    token.kind === 'word' ? [token.form] : token.units.map((unit) => unit.form),
  )
  return { all: postings, adjacent: postings, count, marked: [{ forms, withinWord: false }] }
}

const bm25Weight = (holding: number, verses: number): number =>
  Math.log(1 + (verses - holding + 0.5) / (holding + 0.5)) * (K1 + 1)

/** The verses of a list, with their scores. Answers how many. */
const takeVerses = ({ room, lengthNorms }: IndexedVersion, { verses, times, exact }: Tally): number => {
  const weight = bm25Weight(verses.length, lengthNorms.length)
  for (let i = 0; i < verses.length; i++) {
    const verse = verses[i] as number
    const often = times[i] as number
    room.verses[i] = verse
    room.exact[i] = exact[i] as number
    room.scores[i] = (weight * often) / (often + (lengthNorms[verse] as number))
  }
  return verses.length
}

/**
 * Of the first `count` verses in the room keeps those that are in all of the lists `wanted` and in none of `excluded`.
 * Goes once through each list, so that common words need no search in one another's lists. Answers how many are kept.
 */
const keepVerses = (
  { room, lengthNorms }: IndexedVersion,
  count: number,
  wanted: readonly Tally[],
  excluded: readonly Tally[],
): number => {
  const { slots, verses: found, scores, parts, exact: allExact } = room
  slots.fill(0)
  parts.fill(0, 0, count)
  for (let slot = 0; slot < count; slot++) slots[found[slot] as number] = slot + 1
  for (const { verses, times, exact } of wanted) {
    const weight = bm25Weight(verses.length, lengthNorms.length)
    for (let i = 0; i < verses.length; i++) {
      const verse = verses[i] as number
      const slot = (slots[verse] as number) - 1
      if (slot < 0) continue
      const often = times[i] as number
      parts[slot] = (parts[slot] as number) + 1
      allExact[slot] = (allExact[slot] as number) & (exact[i] as number)
      scores[slot] = (scores[slot] as number) + (weight * often) / (often + (lengthNorms[verse] as number))
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
    found[kept] = found[slot] as number
    scores[kept] = scores[slot] as number
    allExact[kept++] = allExact[slot] as number
  }
  return kept
}

/** More parts than a query can have. */
const NEVER = 255

/** Adds each verse's class to its score. */
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

/**
 * The verses of a version that have everything asked for and nothing that is to be left out, scored: the words as a
 * phrase, then all words as they stand, then other forms of them; within a class by BM25. Time is bounded by the size
 * of the version's text.
 * @param terms the index rows of a stem in this version
 */
export const matchVersion = (version: IndexedVersion, query: readonly QueryPart[], terms: Terms): VersionMatch => {
  const parts: PartMatch[] = []
  for (const part of query) {
    if (part.excluded) continue
    const match = matchPart(part, version.language, terms)
    if (match.all.verses.length === 0) return { verses: NOWHERE.verses, scores: new Float64Array(0), marked: [] }
    parts.push(match)
  }
  const [rarest, ...others] = parts.map(({ all }) => all).sort((a, b) => a.verses.length - b.verses.length)
  const excluded = query.filter((part) => part.excluded).map((part) => matchPart(part, version.language, terms).all)
  let count = rarest === undefined ? 0 : takeVerses(version, rarest)
  if (others.length + excluded.length > 0) count = keepVerses(version, count, others, excluded)
  const { room } = version
  const verses = room.verses.subarray(0, count)
  addClasses(verses, room, parts)
  return { verses, scores: room.scores.subarray(0, count), marked: parts.flatMap((part) => part.marked) }
}
