import { deviceStorage } from '../../device/device-storage.ts'

const speakerKey = (userId: string) => `sermon.speaker.${userId}`

/** The speaker of the sermon that the person saved last on this device. '' if there is none. */
export const lastSpeaker = (userId: string): string => deviceStorage.get(speakerKey(userId)) ?? ''
export const keepSpeaker = (userId: string, speaker: string): void =>
  void deviceStorage.set(speakerKey(userId), speaker)
