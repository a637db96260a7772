import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOf, RICH_TEXT_MAX_BYTES, type RichText, richTextBytes } from '@pathlight/contracts/rich-text-rules.ts'
import { areTexts, type Draft, draftsOf, isText, isVisible } from '../../study/editor/drafts.ts'
import { placeOf } from './place-of.ts'
import { EMPTY, richTextIn } from './rich-text-in.ts'
import type { SermonItem } from './sermon-writes.ts'

type Typed = {
  readonly title: string
  readonly speaker: string
  readonly content: RichText
  /** '' until the person has chosen a passage. */
  readonly version: string
  /** The name of the book in English. '' until the person has chosen a passage. */
  readonly book: string
  /** Null until the person has chosen a passage. */
  readonly startVerseId: number | null
  /** The last chapter and verse, as typed. */
  readonly endChapter: string
  readonly endVerse: string
  readonly tags: readonly string[]
}
export type SermonDraft = Draft<SermonItem> & Typed

/** The last verse as the texts of its two inputs. */
const endAt = ({ chapter, verse }: { readonly chapter: number; readonly verse: number }) => ({
  endChapter: String(chapter),
  endVerse: String(verse),
})

/** A new sermon on the chosen verses. If the last of them joins several verses (4-5), the sermon ends with verse 5. */
export const newSermonDraft = (id: string, first: Verse, last: Verse, speaker: string): SermonDraft => ({
  id,
  title: '',
  speaker,
  content: EMPTY,
  version: first.version,
  book: first.book,
  startVerseId: first.verse_id,
  ...endAt({ ...last, verse: last.through ?? last.verse }),
  tags: [],
  base: null,
})

/** A new sermon whose passage is chosen later. */
export const ideaDraft = (id: string, speaker: string): SermonDraft => ({
  ...{ id, title: '', speaker, content: EMPTY, tags: [], base: null },
  ...{ version: '', book: '', startVerseId: null, endChapter: '', endVerse: '' },
})

/** The editor's content without the empty paragraphs at its end. */
export const writtenText = (content: unknown): RichText => {
  const text = richTextIn(content)
  const blocks = text.content ?? []
  const last = blocks.findLastIndex(({ type, content: words }) => type !== 'paragraph' || words !== undefined)
  return last < 0 ? EMPTY : { ...text, content: blocks.slice(0, last + 1) }
}

/** The book, chapter and verse of the first verse. Null until the person has chosen a passage. */
export const startOf = ({ startVerseId }: Pick<Typed, 'startVerseId'>) =>
  startVerseId === null ? null : placeOf(startVerseId)

/**
 * The id of the last verse. Null if the typed numbers are not valid, or if there is no first verse. Only the server
 * knows whether the version has the verse.
 */
export const endVerseId = ({ startVerseId, endChapter, endVerse }: Typed): number | null => {
  const [chapter, verse] = [Number(endChapter), Number(endVerse)]
  const isOne = chapter >= 1 && chapter <= 999 && verse >= 1 && verse <= 999
  const start = startOf({ startVerseId })
  return start && isOne ? start.bookIndex * 1_000_000 + chapter * 1000 + verse : null
}

/** The required fields, in the order of the specification (section 5). */
export type Field = 'title' | 'speaker' | 'startChapter' | 'startVerse' | 'endChapter' | 'endVerse' | 'content'
const FIELDS: readonly Field[] = [
  ...(['title', 'speaker', 'startChapter', 'startVerse', 'endChapter', 'endVerse', 'content'] as const),
]
export const missingFields = (draft: Typed): readonly Field[] => {
  const start = String(draft.startVerseId ?? '')
  const texts = { ...draft, startChapter: start, startVerse: start, content: plainTextOf(draft.content) }
  return FIELDS.filter((field) => !isVisible(texts[field]))
}

/** Why the range of verses is invalid. Null if it is valid. */
export const rangeProblem = (draft: Typed): 'bad_range' | 'unknown_verse' | null => {
  const end = endVerseId(draft)
  if (end === null || draft.startVerseId === null) return 'unknown_verse'
  return end < draft.startVerseId ? 'bad_range' : null
}

export const isTooLong = ({ content }: Typed): boolean => richTextBytes(content) > RICH_TEXT_MAX_BYTES

/** The editable fields of a draft. Null if the first or the last verse is missing or not valid. */
const editable = (draft: Typed): Editable['sermon'] | null => {
  const end = endVerseId(draft)
  const start = startOf(draft)
  if (end === null || start === null || draft.startVerseId === null) return null
  return {
    title: draft.title.trim(),
    speaker: draft.speaker.trim(),
    content: draft.content,
    version: draft.version,
    book: draft.book,
    startChapter: start.chapter,
    startVerseId: draft.startVerseId,
    endChapter: placeOf(end).chapter,
    endVerseId: end,
    tags: draft.tags,
  }
}

const passageOf = ({ version, book, start_verse_id, end_verse_id }: SermonItem) => ({
  ...{ version, book, startVerseId: start_verse_id },
  ...endAt(placeOf(end_verse_id)),
})

export const sermonDrafts = draftsOf<'sermon', SermonItem, Typed>({
  kind: 'sermon',
  olderId: 'sermonId',
  fields: {
    title: isText,
    speaker: isText,
    content: () => true,
    version: isText,
    book: isText,
    startVerseId: (value) => value === null || Number.isInteger(value),
    endChapter: isText,
    endVerse: isText,
    tags: areTexts,
  },
  mend: (kept) => ({ ...kept, content: richTextIn(kept.content), tags: kept.tags ?? [] }),
  typed: (sermon) => ({
    ...{ title: sermon.title, speaker: sermon.speaker, tags: sermon.tags ?? [] },
    content: richTextIn(sermon.content),
    ...passageOf(sermon),
  }),
  // The first verse of a saved sermon is fixed. A draft without a passage takes the passage of the saved sermon.
  fromSaved: ({ startVerseId }, sermon) => (startVerseId === null ? passageOf(sermon) : {}),
  editable,
  texts: ({ title, content, tags }) => [title, plainTextOf(content), ...tags],
})

/**
 * The sermon that results from a draft. If the last verse is not valid, the first verse is also the last. Throws if the
 * draft has no first verse. `now`: ISO 8601, UTC.
 */
export const asSermon = (draft: SermonDraft, owner: Pick<User, 'id'>, now: string): SermonItem => {
  const start = startOf(draft)
  const words = editable(draft) ?? (start && editable({ ...draft, ...endAt(start) }))
  if (!words) throw new Error('A sermon begins at a verse')
  const { startChapter, startVerseId, endChapter, endVerseId: endsAt, tags = [], ...others } = words
  return {
    ...(draft.base ?? { created_at: now, revision: 1 }),
    id: draft.id,
    user_id: owner.id,
    ...others,
    tags: [...tags],
    start_chapter: startChapter,
    start_verse_id: startVerseId,
    end_chapter: endChapter,
    end_verse_id: endsAt,
    shown_from: startVerseId,
    shown_to: endsAt,
    updated_at: now,
  }
}

/** The number of words. Spaces separate the words, in Korean too. */
export const wordCount = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** The speed of preaching, slower than a newsreader's: words of English and syllables of Korean per minute. */
const ENGLISH_WORDS = 130
const KOREAN_SYLLABLES = 270

/** The approximate time to preach a text, in minutes. 0 for an empty text. */
export const speakingMinutes = (text: string): number => {
  const syllables = text.match(/\p{Script=Hangul}/gu)?.length ?? 0
  const others = wordCount(text.replace(/\p{Script=Hangul}+/gu, ' '))
  return Math.ceil(syllables / KOREAN_SYLLABLES + others / ENGLISH_WORDS)
}
