import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { passageRange } from '../passage-range.ts'
import type { HitPosition } from './cursor.ts'
import { type Mark, marksIn } from './marks.ts'
import { matchVersion, type VersionMatch } from './match-version.ts'
import { indexOf } from './postings.ts'
import { parseQuery } from './query.ts'
import { type SearchableVersion, type SearchIndex, type SearchView, type Slots, termsBeginning } from './searchable.ts'

/** For each slot (a verse of the standard numbering): 1 if it belongs to a requested passage, otherwise 0. */
type AskedSlots = Uint8Array

/** @param passages in the standard numbering */
const slotsOfPassages = (passages: readonly Reference[], { ids }: Slots): AskedSlots => {
  const asked = new Uint8Array(ids.length)
  for (const passage of passages) {
    const range = passageRange(passage, 'eng')
    if (range !== null) asked.fill(1, indexOf(ids, range.from), indexOf(ids, range.through + 1))
  }
  return asked
}

/**
 * The verses of a version in the requested slots. A verse that covers several standard verses matches if one of them is
 * requested. All scores are 0.
 */
const matchPassages = ({ slots, joined, room }: SearchableVersion, asked: AskedSlots): VersionMatch => {
  const reaching = new Set(joined.filter(([, slot]) => asked[slot] === 1).map(([place]) => place))
  let count = 0
  for (let place = 0; place < slots.length; place++)
    if (asked[slots[place] as number] === 1 || (reaching.size > 0 && reaching.has(place))) room.verses[count++] = place
  room.scores.fill(0, 0, count)
  return { verses: room.verses.subarray(0, count), scores: room.scores.subarray(0, count), marked: [] }
}

/** The text of a hit in one version. The id is in the numbering of the version. */
export type HitText = {
  readonly version: string
  readonly id: number
  readonly text: string
  readonly marks: Mark[]
}

/**
 * A hit: a verse by its standard id, with the first matching texts. `also`: the matching versions that have no text in
 * `texts`, each with the verse's id in its own numbering.
 */
export type Hit = {
  readonly id: number
  readonly texts: HitText[]
  readonly also: readonly Pick<HitText, 'version' | 'id'>[]
}

export type SearchPage = {
  /** The number of hits on all pages. */
  readonly total: number
  /**
   * The number of matches of each version in the filter's testament and book. Versions without matches are absent. The
   * filter's versions do not limit this list.
   */
  readonly versions: { readonly version: string; readonly count: number }[]
  /** The number of hits in each book (1-66) with hits. The filter's testament and book do not limit this list. */
  readonly books: { readonly book: number; readonly count: number }[]
  readonly hits: Hit[]
  /** The position of the last hit, for the next page; null on the last page. */
  readonly next: HitPosition | null
}

export type SearchFilter = {
  /** Codes of versions; absent: all indexed versions. Unknown codes match nothing. */
  readonly versions?: readonly string[] | undefined
  readonly testament?: 'old' | 'new' | undefined
  /** The index of a book, 1-66. */
  readonly book?: number | undefined
}

export type PageAsked = {
  /** `relevance`: the best first. `book`: in the order of the Bible. */
  readonly order?: 'relevance' | 'book' | undefined
  readonly after?: HitPosition | undefined
  /** The most hits on a page; at least 1. */
  readonly limit: number
  /** Codes of versions whose texts come first in a hit. */
  readonly prefer?: readonly string[] | undefined
  /** The most texts of a hit (default 4) and of the whole page (default: no limit). */
  readonly textsEach?: number | undefined
  readonly textsMax?: number | undefined
}

/** Either a query, or passages whose verses are the hits. */
export type SearchSubject = { readonly words: string } | { readonly passages: readonly Reference[] }

export type VerseSearch = {
  find(subject: SearchSubject, filter: SearchFilter, page: PageAsked): SearchPage
  /** Whether any Korean text has this term: a syllable, or two neighbouring syllables of a word. */
  hasKoreanTerm(term: string): boolean
  /** Answers all words of the English versions, each with the number of its verses. */
  englishWords(): ReadonlyMap<string, number>
}

type Slot = { readonly score: number; readonly slot: number }
type Matched = { readonly version: SearchableVersion; readonly match: VersionMatch }
/** The slots from `from` up to the one before `to`. */
type SlotRange = { readonly from: number; readonly to: number }

const BOOK_STEP = 1_000_000
/** The book index of Matthew. */
const FIRST_OF_NEW_TESTAMENT = 40
/** Greater than every book index. */
const BOOKS_MAX = 100
/** The score of a slot without a match. */
const NOT_FOUND = -1

/** Selects the best `limit` slots, the highest score first and equal scores by slot. */
class Best {
  readonly slots: Slot[] = []
  /** Later slots with this score or a lower one will not be selected, so `offer` need not be called for them. */
  threshold = Number.NEGATIVE_INFINITY
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Call this with ascending slots. */
  offer(hit: Slot): void {
    let low = 0
    let high = this.slots.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.slots[middle] as Slot).score >= hit.score) low = middle + 1
      else high = middle
    }
    if (low >= this.#limit) return
    this.slots.splice(low, 0, hit)
    if (this.slots.length > this.#limit) this.slots.pop()
    if (this.slots.length === this.#limit) this.threshold = this.slots.at(-1)?.score ?? this.threshold
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

const countWithin = ({ version: { slots }, match: { verses } }: Matched, { from, to }: SlotRange, all: number) => {
  if (to - from === all) return verses.length
  let count = 0
  for (const place of verses) {
    const slot = slots[place] as number
    if (slot >= from && slot < to) count++
  }
  return count
}

/** For each slot its best score in any version. */
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

/** The slots of a page. If there is a next page, one more slot follows. */
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
  return best.slots
}

/** The default of `textsEach`. Reading and marking a text takes as long as finding it. */
const TEXTS_EACH = 4

/** The matching texts of a slot. Texts of preferred versions come first, then the best texts. */
const matchesIn = (slot: number, matched: readonly Matched[], prefer: readonly string[]) => {
  const texts: { matched: Matched; place: number; score: number; preferred: number }[] = []
  for (const one of matched) {
    const { version, match } = one
    const first = (version.firstPlaces[slot] as number) - 1
    for (let place = first; first >= 0 && version.slots[place] === slot; place++) {
      const at = indexOf(match.verses, place)
      if (match.verses[at] !== place) continue
      const preferred = prefer.indexOf(version.code)
      texts.push({
        matched: one,
        place,
        score: match.scores[at] as number,
        preferred: preferred < 0 ? prefer.length : preferred,
      })
    }
  }
  return texts.sort((a, b) => a.preferred - b.preferred || b.score - a.score)
}

const hitsOf = (slots: readonly Slot[], matched: readonly Matched[], view: SearchView, page: PageAsked): Hit[] => {
  const { prefer = [], textsEach = TEXTS_EACH, textsMax = Number.POSITIVE_INFINITY } = page
  let remaining = textsMax
  return slots.map(({ slot }) => {
    const all = matchesIn(slot, matched, prefer)
    const first = all.slice(0, Math.min(textsEach, remaining))
    remaining -= first.length
    const texts = first.map(({ matched: { version, match }, place }) => {
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
    const also = all.slice(first.length).flatMap(({ matched: { version }, place }) => {
      if (codes.has(version.code)) return []
      codes.add(version.code)
      return [{ version: version.code, id: version.verseIds[place] as number }]
    })
    return { id: view.slots.ids[slot] as number, texts, also }
  })
}

const findIn = (view: SearchView, subject: SearchSubject, filter: SearchFilter, page: PageAsked): SearchPage => {
  const { slots, versions } = view
  const { ids, books: bookOf } = slots
  const query = parseQuery('words' in subject ? subject.words : '', view.numbersOfLemma)
  const passageSlots = 'passages' in subject ? slotsOfPassages(subject.passages, slots) : null
  const matches = versions.map((version): Matched => {
    const match =
      passageSlots === null
        ? matchVersion(version, query, {
            of: view.termsIn(version.code),
            beginning: (letters) => termsBeginning(view, version, letters),
          })
        : matchPassages(version, passageSlots)
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
  const pageSlots = pageOf(scores, range, passageSlots === null ? page : { ...page, order: 'book' }, ids)
  const hits = pageSlots.slice(0, page.limit)
  const last = hits.at(-1)
  return {
    total,
    versions: matches
      .map((of) => ({ version: of.version.code, count: countWithin(of, range, ids.length) }))
      .filter(({ count }) => count > 0),
    books: [...counts].flatMap((count, book) => (count === 0 ? [] : [{ book, count }])),
    hits: hitsOf(hits, matched, view, page),
    next:
      pageSlots.length > page.limit && last !== undefined ? { score: last.score, id: ids[last.slot] as number } : null,
  }
}

export const openVerseSearch = (index: SearchIndex): VerseSearch => ({
  find: (subject, filter, page) => index.reading((view) => findIn(view, subject, filter, page)),
  hasKoreanTerm: (term) =>
    index.reading((view) =>
      view.versions.some(({ code, language }) => /^ko\b/.test(language) && view.termsIn(code)(term).length > 0),
    ),
  englishWords: () => index.reading((view) => view.englishWords()),
})
