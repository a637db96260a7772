import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { shownItems } from '../../api/shown-items.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { itemQuery } from '../../study/use-item.ts'
import { pads } from './pad-query.ts'
import { padWrites } from './pad-writes.ts'

const lastKey = (userId: string) => `pads.last.${userId}`
/** The id of the pad to which the person last added entries from the reader on this device, or null. */
export const lastPad = (userId: string): string | null => deviceStorage.get(lastKey(userId))

/** A pad, unsent changes included. Null if it does not exist, or neither the server nor the device has an answer. */
export const padNow = async (userId: string, id: string): Promise<Pad | null> => {
  const served = await queryClient.fetchQuery(itemQuery(pads, userId, id)).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) deviceStorage.remove(lastKey(userId))
    return null
  })
  const own = pendingWrites.of<Pad>(padWrites.name, userId).filter(({ itemId }) => itemId === id)
  const [pad] = shownItems<Pad>(served ? [served.value] : [], served?.at ?? '0', own, () => true)
  return pad ?? null
}

/** Whether the server refused a change of this pad. The person must decide on it before another change replaces it. */
export const needsChoice = (userId: string, { id }: Pad): boolean =>
  pendingWrites.of<Pad>(padWrites.name, userId).some((write) => write.itemId === id && isRefused(write))

export const hasEntries = ({ entries }: Pad, some: readonly PadEntry[]): boolean => {
  const all = new Set(entries.map((entry) => JSON.stringify(entry)))
  return some.every((entry) => all.has(JSON.stringify(entry)))
}

const write = (userId: string, base: Pad, entries: readonly PadEntry[]): string => {
  const wanted = { ...base, entries: [...entries], updated_at: new Date().toISOString() }
  return pendingWrites.add(padWrites, userId, { base, wanted })
}

/**
 * Adds entries to the end of a pad. The write may contain unsent words of the pad's editor, too. If the server refuses
 * the write, the write stays, and app/write-watch.tsx reports it.
 */
export const addToPad = (userId: string, pad: Pad, more: readonly PadEntry[]): void => {
  deviceStorage.set(lastKey(userId), pad.id)
  write(userId, pad, [...pad.entries, ...more])
}

/** Removes entries from a pad. Of several equal entries, the last is removed. Returns the key of the write. */
export const takeOut = (userId: string, pad: Pad, some: readonly PadEntry[]): string => {
  const left = [...pad.entries]
  for (const gone of some.map((entry) => JSON.stringify(entry))) {
    const at = left.findLastIndex((entry) => JSON.stringify(entry) === gone)
    if (at >= 0) left.splice(at, 1)
  }
  return write(userId, pad, left)
}

/** Makes a new pad with these entries, which then counts as the pad used last. */
export const makePad = (userId: string, title: string, entries: readonly PadEntry[]): void => {
  const now = new Date().toISOString()
  const id = newId()
  deviceStorage.set(lastKey(userId), id)
  const wanted = {
    ...{ id, user_id: userId, title, entries: [...entries], revision: 1 },
    created_at: now,
    updated_at: now,
  }
  pendingWrites.add(padWrites, userId, { base: null, wanted })
}
