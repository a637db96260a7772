import type { Overlay } from '@pathlight/contracts/overlay.ts'
import type { Item } from '../api/pending-write.ts'
import { hasReached } from '../api/position.ts'
import type { Served } from '../api/request.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { keptItems } from '../device/kept-items.ts'
import { seenAnswer } from '../device/seen-answers.ts'

// What a person keeps of their study on this device, beside what they have seen there.

/** How much is kept of a kind; `bytes` as JSON. */
export type KeptOfKind = { readonly items: number; readonly bytes: number }

/**
 * How much is kept. `at`: since when it is as the server had it, ISO 8601. `position`: up to where in the log it has
 * everything; absent where an older program kept it. `latest`: the newest answer that it was made of. `kinds`: by name.
 */
export type StudyKept = KeptOfKind & {
  readonly at: string
  readonly position?: string
  readonly latest: string
  readonly kinds: Readonly<Record<string, KeptOfKind>>
}

/** Says whose study this device keeps, before any database is opened. A log-out removes it. */
export const STUDY_MARK = 'kept-study'
export const keepsStudy = (person: string): boolean => deviceStorage.get(STUDY_MARK) === person

const served = <T>(said: unknown, value: T): Served<T> => ({
  value,
  at: (said as StudyKept).position ?? '0',
  next: null,
})

/** How much a person keeps here; null where they keep nothing. */
export const studyKept = async (person: string): Promise<StudyKept | null> =>
  ((await keptItems.said(person))?.said as StudyKept | undefined) ?? null

/** A list of all that a person has of a kind, or of what of it is asked for. */
export const keptList = async <I extends Item>(
  person: string,
  name: string,
  isAsked: (item: I & { readonly words?: string }) => boolean,
): Promise<Served<readonly I[]> | null> => {
  const kept = await keptItems.ofKind(person, name)
  return kept && served(kept.said, kept.found.map(({ item }) => item as I).filter(isAsked))
}

/** An item by itself: all of it. */
export const keptAlone = async <T>(person: string, name: string, id: string): Promise<Served<T> | null> => {
  const kept = await keptItems.one(person, name, id)
  return kept?.found ? served(kept.said, (kept.found.whole ?? kept.found.item) as T) : null
}

/** What a person has on a chapter, placed as its own version numbers it. */
export const keptOnChapter = async (
  person: string,
  { book, chapter }: Pick<ChapterReference, 'book' | 'chapter'>,
): Promise<Served<Overlay> | null> => {
  const kept = await keptItems.onChapter(person, book, chapter)
  if (kept === null) return null
  const lists: Record<string, unknown[]> = {}
  for (const name of Object.keys((kept.said as StudyKept).kinds)) lists[name] = []
  for (const { kind, kept: item } of kept.found) lists[kind]?.push(item.shown)
  const { latest } = kept.said as StudyKept
  return { value: { book, chapter, ...lists } as unknown as Overlay, at: latest, next: null }
}

/** The same, if it is newer than the answer of the chapter at `address`, in which the server itself has placed the items. */
export const newerOnChapter = async (
  person: string,
  address: string,
  place: ChapterReference,
): Promise<Served<Overlay> | null> => {
  const [kept, seen] = await Promise.all([keptOnChapter(person, place), seenAnswer(person, address)])
  const at = (seen as Served<Overlay> | undefined)?.at
  return kept && (at === undefined || !hasReached(at, kept.at)) ? kept : null
}
