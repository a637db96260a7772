import { deviceStorage } from '../device/device-storage.ts'
import { keptItems } from '../device/kept-items.ts'

// What this device stores of a person for offline use.

/** The number of stored items of a kind, and their size as JSON. */
export type KeptOfKind = { readonly items: number; readonly bytes: number }

/**
 * Facts about the stored items. `at`: when they were fetched, ISO 8601. `position`: the log position up to which they are complete;
 * absent if an older build stored them. `latest`: the newest log position in them. `kinds`: by name.
 */
export type StudyKept = KeptOfKind & {
  readonly at: string
  readonly position?: string
  readonly latest: string
  readonly kinds: Readonly<Record<string, KeptOfKind>>
}

/** The mark of the person whose items this device stores. It can be read before a database is open. A log-out removes it. */
export const STUDY_MARK = 'kept-study'
export const keepsStudy = (person: string): boolean => deviceStorage.get(STUDY_MARK) === person

/** Facts about the stored items of a person. Null if none are stored. */
export const studyKept = async (person: string): Promise<StudyKept | null> =>
  ((await keptItems.said(person))?.said as StudyKept | undefined) ?? null
