import { deviceStorage } from '../device/device-storage.ts'
import { keptItems } from '../device/kept-items.ts'

// Facts about the items that this device stores for a person's offline use.

/** The number of stored items of a kind, and their size as JSON. */
export type KeptOfKind = { readonly items: number; readonly bytes: number }

/**
 * Facts about the stored items. `at`: the time of the fetch, ISO 8601. `position`: the log position up to which the
 * items are complete; absent if an older build stored them. `latest`: the newest log position in them. `kinds`: the
 * number and size of each kind's items, by the kind's name.
 */
export type StudyKept = KeptOfKind & {
  readonly at: string
  readonly position?: string
  readonly latest: string
  readonly kinds: Readonly<Record<string, KeptOfKind>>
}

/**
 * The storage key for the id of the person whose items this device stores. Local storage can be read before a database
 * is open. A log-out removes the key.
 */
export const STUDY_MARK = 'kept-study'
export const keepsStudy = (person: string): boolean => deviceStorage.get(STUDY_MARK) === person

/** Facts about a person's stored items. Null if none are stored. */
export const studyKept = async (person: string): Promise<StudyKept | null> =>
  ((await keptItems.said(person))?.said as StudyKept | undefined) ?? null
