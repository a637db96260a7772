import { deviceStorage } from '../device/device-storage.ts'
import { keptItems } from '../device/kept-items.ts'

// What is said of the study that a person keeps on this device.

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

/** How much a person keeps here; null where they keep nothing. */
export const studyKept = async (person: string): Promise<StudyKept | null> =>
  ((await keptItems.said(person))?.said as StudyKept | undefined) ?? null
