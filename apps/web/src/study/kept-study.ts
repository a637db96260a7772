import type { Overlay } from '@pathlight/contracts/overlay.ts'
import type { Item } from '../api/pending-write.ts'
import { hasReached } from '../api/position.ts'
import type { Served } from '../api/request.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { seenAnswer } from '../device/seen-answers.ts'

// What a person keeps of their study on this device, beside what they have seen there: by person, as all that was answered them.

/** Everything kept stands beneath this name. */
export const STUDY = 'study'
export const listAt = (name: string): string => `${STUDY}/list/${name}`
export const aloneAt = (path: string): string => `${STUDY}/alone${path}`
export const chapterAt = (book: string, chapter: number): string => `${STUDY}/on/${book}/${chapter}`
/** A chapter on which there is nothing. */
export const NOTHING_ON = `${STUDY}/nothing`

/**
 * How much is kept. `at`: since when it is as the server had it, ISO 8601. `position`: up to where in the log it has
 * everything; absent where an older program kept it.
 */
export type StudyKept = {
  readonly items: number
  readonly bytes: number
  readonly at: string
  readonly position?: string
}

/** Says whose study this device keeps, before any database is opened. A log-out removes it. */
export const STUDY_MARK = 'kept-study'
export const keepsStudy = (person: string): boolean => deviceStorage.get(STUDY_MARK) === person

const found = async <T>(person: string, name: string): Promise<T | null> =>
  ((await seenAnswer(person, name)) as T) ?? null

/** How much a person keeps here; null where they keep nothing. */
export const studyKept = (person: string): Promise<StudyKept | null> => found(person, STUDY)

/** A list of all that a person has of a kind, or of what of it is asked for. */
export const keptList = async <I extends Item>(
  person: string,
  name: string,
  isAsked: (item: I & { readonly words?: string }) => boolean,
): Promise<Served<readonly I[]> | null> => {
  const all = await found<Served<readonly I[]>>(person, listAt(name))
  return all && { ...all, value: all.value.filter(isAsked) }
}

/** An item by itself, where the server has it at `path`. */
export const keptAlone = <T>(person: string, path: string): Promise<Served<T> | null> => found(person, aloneAt(path))

/** What a person has on a chapter, placed as its own version numbers it. */
export const keptOnChapter = async (
  person: string,
  { book, chapter }: ChapterReference,
): Promise<Served<Overlay> | null> => {
  const there = await found<Served<Overlay>>(person, chapterAt(book, chapter))
  if (there) return there
  const nothing = await found<Served<Overlay>>(person, NOTHING_ON)
  return nothing && { ...nothing, value: { ...nothing.value, book, chapter } }
}

/** The same, if it is newer than the answer of the chapter at `address`, in which the server itself has placed the items. */
export const newerOnChapter = async (
  person: string,
  address: string,
  place: ChapterReference,
): Promise<Served<Overlay> | null> => {
  const [kept, seen] = await Promise.all([keptOnChapter(person, place), found<Served<Overlay>>(person, address)])
  return kept && (seen === null || !hasReached(seen.at, kept.at)) ? kept : null
}
