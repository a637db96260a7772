import type { Reference } from '@pathlight/scripture/format-reference.ts'
import type { HitPosition } from './cursor.ts'
import { type Mark, marksIn } from './marks.ts'
import { matchPassages, slotsOfPassages } from './match-passages.ts'
import { matchVersion, type VersionMatch } from './match-version.ts'
import { indexOf } from './postings.ts'
import { parseQuery } from './query.ts'
import type { SearchableVersion, SearchIndex, SearchView, Slots } from './searchable.ts'

/** A version's text of a verse that was found; the id is in the version's own numbering. */
export type HitText = {
  readonly version: string
  readonly id: number
  readonly text: string
  readonly marks: Mark[]
}

/** A verse by its standard id, with the first texts in which it was found, and the codes of the versions of the others. */
export type Hit = { readonly id: number; readonly texts: HitText[]; readonly also: string[] }

export type SearchPage = {
  /** How many verses there are, not only on this page; one that several versions have counts once. */
  readonly total: number
  /** Texts in each version, of the testament and book asked for: of every version, asked for or not. */
  readonly versions: { readonly version: string; readonly count: number }[]
  /** How many verses of the versions asked for are in each book (index 1-66), in order, of any testament and book. */
  readonly books: { readonly book: number; readonly count: number }[]
  readonly hits: Hit[]
  /** Where the next page begins; null on the last one. */
  readonly next: HitPosition | null
}

/** What limits a search. */
export type SearchFilter = {
  /** Codes of versions; all that are indexed when absent. Unknown ones find nothing. */
  readonly versions?: readonly string[] | undefined
  readonly testament?: 'old' | 'new' | undefined
  /** Index of a book, 1-66. */
  readonly book?: number | undefined
}

export type PageAsked = {
  /** relevance: best first; book: in the order of the Bible. */
  readonly order?: 'relevance' | 'book' | undefined
  readonly after?: HitPosition | undefined
  /** Hits on a page, 1 or more. */
  readonly limit: number
  /** Codes of versions whose texts come first. */
  readonly prefer?: readonly string[] | undefined
  /** How many texts there are with each hit at most (4), and on the whole page (any number). */
  readonly textsEach?: number | undefined
  readonly textsMax?: number | undefined
}

/** What a person typed (parseQuery, in query.ts, says what it means), or passages whose verses are asked for. */
export type SearchSubject = { readonly words: string } | { readonly passages: readonly Reference[] }

export type VerseSearch = {
  /** One page of what is found. Takes a few milliseconds at most, whatever the query. */
  find(subject: SearchSubject, filter: SearchFilter, page: PageAsked): SearchPage
  /** Whether any Korean text has a term of the index: a syllable, or two that follow each other in a word. */
  hasKoreanTerm(term: string): boolean
  /** The words of the texts in English, each with the number of verses that have it. */
  englishWords(): ReadonlyMap<string, number>
}

type Slot = { readonly score: number; readonly slot: number }
type Matched = { readonly version: SearchableVersion; readonly match: VersionMatch }
/** Slots from `from` up to, not including, `to`. */
type SlotRange = { readonly from: number; readonly to: number }

const BOOK_STEP = 1_000_000
/** Matthew. */
const FIRST_OF_NEW_TESTAMENT = 40
/** Above the index of every book. */
const BOOKS_MAX = 100
/** Of a slot in which nothing was found. */
const NOT_FOUND = -1

/** Keeps the best `limit` of what is offered, in order: by score, then by slot. */
class Best {
  readonly kept: Slot[] = []
  /** What scores less than this is not kept: most need not be offered. */
  threshold = Number.NEGATIVE_INFINITY
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Slots are offered in ascending order. */
  offer(hit: Slot): void {
    let low = 0
    let high = this.kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.kept[middle] as Slot).score >= hit.score) low = middle + 1
      else high = middle
    }
    if (low >= this.#limit) return
    this.kept.splice(low, 0, hit)
    if (this.kept.length > this.#limit) this.kept.pop()
    if (this.kept.length === this.#limit) this.threshold = this.kept.at(-1)?.score ?? this.threshold
  }
}

const rangeOf = ({ testament, book }: SearchFilter, { ids }: Slots): SlotRange => {
  const isOld = testament === 'old'
  const first = book ?? (testament === 'new' ? FIRST_OF_NEW_TESTAMENT : 0)
  const end = book !== undefined ? book + 1 : isOld ? FIRST_OF_NEW_TESTAMENT : BOOKS_MAX
  if (book !== undefined && testament !== undefined && isOld !== book < FIRST_OF_NEW_TESTAMENT)
    return { from: 0, to: 0 }
  return { from: indexOf(ids, first * BOOK_STEP), to: indexOf(ids, end * BOOK_STEP) }
}

/** How many of a version's texts that match are in the range. */
const countWithin = ({ version: { slots }, match: { verses } }: Matched, { from, to }: SlotRange, all: number) => {
  if (to - from === all) return verses.length
  let count = 0
  for (const place of verses) {
    const slot = slots[place] as number
    if (slot >= from && slot < to) count++
  }
  return count
}

/** The best score of each slot over versions. */
const scoresOf = (matched: readonly Matched[], slots: number): Float64Array => {
  const scores = new Float64Array(slots).fill(NOT_FOUND)
  for (const { version, match } of matched) {
    const { verses, scores: of } = match
    for (let i = 0; i < verses.length; i++) {
      const slot = version.slots[verses[i] as number] as number
      if ((scores[slot] as number) < (of[i] as number)) scores[slot] = of[i] as number
    }
  }
  return scores
}

/** The slots of a page, and one more where there is one. */
const pageOf = (
  scores: Float64Array,
  { from, to }: SlotRange,
  { order, after, limit }: PageAsked,
  ids: Uint32Array,
) => {
  if (order === 'book') {
    const slots: Slot[] = []
    for (let slot = after === undefined ? from : Math.max(from, indexOf(ids, after.id + 1)); slot < to; slot++)
      if ((scores[slot] as number) !== NOT_FOUND && slots.push({ score: 0, slot }) > limit) break
    return slots
  }
  const best = new Best(limit + 1)
  const ceiling = after?.score ?? Number.POSITIVE_INFINITY
  for (let slot = from; slot < to; slot++) {
    const score = scores[slot] as number
    if (score === NOT_FOUND || score <= best.threshold || score > ceiling) continue
    if (score < ceiling || after === undefined || (ids[slot] as number) > after.id) best.offer({ score, slot })
  }
  return best.kept
}

/** What a page shows with each hit, unless more is asked for: reading and marking a text takes as long as finding it. */
const TEXTS_EACH = 4

/** The texts that were found in a slot: those of preferred versions, then the best. */
const foundIn = (slot: number, matched: readonly Matched[], prefer: readonly string[]) => {
  const found: { matched: Matched; place: number; score: number; preferred: number }[] = []
  for (const one of matched) {
    const { version, match } = one
    const first = (version.firstPlaces[slot] as number) - 1
    for (let place = first; first >= 0 && version.slots[place] === slot; place++) {
      const at = indexOf(match.verses, place)
      if (match.verses[at] !== place) continue
      const preferred = prefer.indexOf(version.code)
      found.push({
        matched: one,
        place,
        score: match.scores[at] as number,
        preferred: preferred < 0 ? prefer.length : preferred,
      })
    }
  }
  return found.sort((a, b) => a.preferred - b.preferred || b.score - a.score)
}

/** The hits of a page with their texts. */
const hitsOf = (slots: readonly Slot[], matched: readonly Matched[], view: SearchView, page: PageAsked): Hit[] => {
  const { prefer = [], textsEach = TEXTS_EACH, textsMax = Number.POSITIVE_INFINITY } = page
  let room = textsMax
  return slots.map(({ slot }) => {
    const found = foundIn(slot, matched, prefer)
    const shown = found.slice(0, Math.min(textsEach, room))
    room -= shown.length
    const texts = shown.map(({ matched: { version, match }, place }) => {
      const id = version.verseIds[place] as number
      const text = view.textOf(version.number, id)
      return {
        version: version.code,
        id,
        text,
        marks: marksIn(text, match.marked, () => view.wordsOf(version.number, id)),
      }
    })
    const codes = new Set(texts.map(({ version }) => version))
    const others = found.slice(shown.length).map(({ matched: { version } }) => version.code)
    return { id: view.slots.ids[slot] as number, texts, also: [...new Set(others)].filter((code) => !codes.has(code)) }
  })
}

const findIn = (view: SearchView, subject: SearchSubject, filter: SearchFilter, page: PageAsked): SearchPage => {
  const { slots, versions } = view
  const { ids, books: bookOf } = slots
  const parts = 'words' in subject ? parseQuery(subject.words, view.numbersOfLemma) : []
  const asked = 'passages' in subject ? slotsOfPassages(subject.passages, slots) : null
  const matches = versions.map((version): Matched => {
    const match =
      asked === null ? matchVersion(version, parts, view.termsIn(version.code)) : matchPassages(version, asked)
    return { version, match }
  })
  const range = rangeOf(filter, slots)
  const matched = matches.filter(({ version: { code } }) => filter.versions?.includes(code) ?? true)
  const scores = scoresOf(matched, ids.length)
  const counts = new Uint32Array(BOOKS_MAX + 1)
  let total = 0
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot] === NOT_FOUND) continue
    const book = bookOf[slot] as number
    counts[book] = (counts[book] as number) + 1
    if (slot >= range.from && slot < range.to) total++
  }
  const found = pageOf(scores, range, asked === null ? page : { ...page, order: 'book' }, ids)
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    total,
    versions: matches
      .map((of) => ({ version: of.version.code, count: countWithin(of, range, ids.length) }))
      .filter(({ count }) => count > 0),
    books: [...counts].flatMap((count, book) => (count === 0 ? [] : [{ book, count }])),
    hits: hitsOf(shown, matched, view, page),
    next: found.length > page.limit && last !== undefined ? { score: last.score, id: ids[last.slot] as number } : null,
  }
}

/** Search over the library's index. */
export const openVerseSearch = (index: SearchIndex): VerseSearch => ({
  find: (subject, filter, page) => index.reading((view) => findIn(view, subject, filter, page)),
  hasKoreanTerm: (term) =>
    index.reading((view) =>
      view.versions.some(({ code, language }) => /^ko\b/.test(language) && view.termsIn(code)(term).length > 0),
    ),
  englishWords: () => index.reading((view) => view.englishWords()),
})
