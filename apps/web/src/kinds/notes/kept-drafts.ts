import type { Verse } from '@pathlight/contracts/bible.ts'
import { keptWork } from '../../device/kept-work.ts'
import { type Draft, isUnsaved, parseDraft } from './note-draft.ts'

/** Where this person's unsaved new note on a verse is kept. */
export const newDraftKey = (userId: string, { version, verse_id }: Pick<Verse, 'version' | 'verse_id'>): string =>
  `draft.${userId}.${version}.${verse_id}`

/** Where this person's unsaved changes of a note are kept. */
export const editDraftKey = (userId: string, noteId: string): string => `draft.${userId}.${noteId}`

/** The words that a crash or a reload left unsaved, or null. */
export const keptDraft = (key: string): Draft | null => parseDraft(keptWork.get(key))

/** Keeps unsaved words on this device, in the next pause of typing; forgets them once there are none. */
export const keepDraft = (key: string, draft: Draft): void => {
  if (isUnsaved(draft)) keptWork.set(key, draft, 'soon')
  else keptWork.remove(key)
}

export const forgetDraft = (key: string): void => keptWork.remove(key)
