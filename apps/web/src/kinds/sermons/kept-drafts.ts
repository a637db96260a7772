import { deviceStorage } from '../../device/device-storage.ts'
import { keptWork } from '../../device/kept-work.ts'
import { type Draft, isUnsaved, parseDraft } from './sermon-draft.ts'

/** Where this person's unsaved new sermon on a verse is kept, and their unsaved changes of one. */
export const newDraftKey = (userId: string, version: string, verseId: number): string =>
  `sermon.${userId}.${version}.${verseId}`
export const editDraftKey = (userId: string, sermonId: string): string => `sermon.${userId}.${sermonId}`

/** The words that a crash or a reload left unsaved, or null. */
export const keptDraft = (key: string): Draft | null => parseDraft(keptWork.get(key))

/** Keeps unsaved words on this device, in the next pause of typing; forgets them once there are none. */
export const keepDraft = (key: string, draft: Draft): void => {
  if (isUnsaved(draft)) keptWork.set(key, draft, 'soon')
  else keptWork.remove(key)
}
export const forgetDraft = (key: string): void => keptWork.remove(key)

const speakerKey = (userId: string) => `sermon.speaker.${userId}`
/** The speaker of the last sermon: it is mostly the same person. */
export const lastSpeaker = (userId: string): string => deviceStorage.get(speakerKey(userId)) ?? ''
export const keepSpeaker = (userId: string, speaker: string): void =>
  void deviceStorage.set(speakerKey(userId), speaker)
