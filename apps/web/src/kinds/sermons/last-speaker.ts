import { deviceStorage } from '../../device/device-storage.ts'

const speakerKey = (userId: string) => `sermon.speaker.${userId}`

/** The speaker of the person's last sermon, which is usually the speaker of the next one. */
export const lastSpeaker = (userId: string): string => deviceStorage.get(speakerKey(userId)) ?? ''
export const keepSpeaker = (userId: string, speaker: string): void =>
  void deviceStorage.set(speakerKey(userId), speaker)
