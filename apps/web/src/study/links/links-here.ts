import { deviceStorage } from '../../device/device-storage.ts'

const KEY = 'share.keys'
/** As many as a person shares at most. */
const MOST = 200

const keysHere = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(deviceStorage.get(KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** The link of a share. */
export const linkOf = (id: string, key: string): string => `${location.origin}/shared/${id}#${key}`

/** Keeps the key of a link that was made on this device, where it stays until log-out: the server has it nowhere. */
export const keepKey = (id: string, key: string): void => {
  const latest = [...Object.entries(keysHere()), [id, key]].slice(-MOST)
  deviceStorage.set(KEY, JSON.stringify(Object.fromEntries(latest)))
}

/** The link of a share that was made on this device; null of any other. */
export const linkHere = (id: string): string | null => {
  const key = keysHere()[id]
  return typeof key === 'string' ? linkOf(id, key) : null
}
