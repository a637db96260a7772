import type { Verse } from '@pathlight/contracts/bible.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { type Draft, isUnsaved, parseDraft } from './note-draft.ts'

/** Where this person's unsaved new note on a verse is kept. */
export const newDraftKey = (userId: string, { version, verse_id }: Pick<Verse, 'version' | 'verse_id'>): string =>
  `draft.${userId}.${version}.${verse_id}`

/** Where this person's unsaved changes of a note are kept. */
export const editDraftKey = (userId: string, noteId: string): string => `draft.${userId}.${noteId}`

/** The words that a crash or a reload left unsaved, or null. */
export const keptDraft = (key: string): Draft | null => parseDraft(deviceStorage.get(key))

/** Keeps unsaved words on this device; forgets them once there are none. */
export const keepDraft = (key: string, draft: Draft): void => {
  if (isUnsaved(draft)) deviceStorage.set(key, JSON.stringify(draft))
  else deviceStorage.remove(key)
}

export const forgetDraft = (key: string): void => deviceStorage.remove(key)
