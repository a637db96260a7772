import { deviceStorage } from '../../device/device-storage.ts'

/** The storage key of a person's links. session/kept-person.ts removes it when the person's session ends. */
const keyOf = (userId: string): string => `share.keys.${userId}`
/** The most links that the device stores, which is also the most shares of a person. */
const MOST = 200

const keysHere = (userId: string): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(deviceStorage.get(keyOf(userId)) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** The address at which a share is read. */
export const linkOf = (id: string, key: string): string => `${location.origin}/shared/${id}#${key}`

/** Stores the key of a share's link on this device until log-out. The server does not store the key. */
export const keepKey = (userId: string, id: string, key: string): void => {
  const latest = [...Object.entries(keysHere(userId)), [id, key]].slice(-MOST)
  deviceStorage.set(keyOf(userId), JSON.stringify(Object.fromEntries(latest)))
}

/** The link of a share that the person made on this device. Null for any other share. */
export const linkHere = (userId: string, id: string): string | null => {
  const key = keysHere(userId)[id]
  return typeof key === 'string' ? linkOf(id, key) : null
}
