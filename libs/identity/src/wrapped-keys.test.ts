import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { expect, it } from 'vitest'
import { epochOf, wrapByMaster } from './data-key.ts'
import { type KeyStore, type KnownEpoch, wrappedKeys } from './wrapped-keys.ts'

class Killed extends Error {}

/** A store in memory, and a way to end whoever uses it at its nth call from now on, before or after the store did it. */
const storeToKill = () => {
  const known: KnownEpoch[] = []
  const kept = new Map<string, Uint8Array>()
  const kill = { at: Number.POSITIVE_INFINITY, calls: 0 }
  const step = () => {
    kill.calls += 1
    if (kill.calls >= kill.at) throw new Killed()
  }
  const store: KeyStore = {
    epochs: async () => {
      step()
      return known.toSorted((a, b) => a.nth - b.nth)
    },
    addEpoch: async (epoch) => {
      step()
      if (known.some(({ nth }) => nth === epoch.nth)) return false
      known.push(epoch)
      step()
      return true
    },
    dropEpoch: async (nth) => {
      step()
      const at = known.findIndex((one) => one.nth === nth)
      if (at >= 0) known.splice(at, 1)
      step()
    },
    wrapped: async (id) => kept.get(id) ?? null,
    async *all() {
      for (const [id, wrapped] of [...kept]) {
        step()
        yield [{ id, wrapped }]
      }
    },
    replace: async (id, before, after) => {
      step()
      if (Buffer.from(kept.get(id) ?? []).equals(before)) kept.set(id, after)
      step()
    },
    destroy: async (id) => void kept.delete(id),
  }
  return { store, kept, kill, known }
}

it('a renewal that is killed anywhere loses no key, and the next one leaves the key of one epoch', async () => {
  let wasWhole = false
  for (let at = 1; !wasWhole; at++) {
    const { store, kept, kill, known } = storeToKill()
    const [masterKey, folder] = [randomBytes(32), emptyFolder()]
    const open = () => wrappedKeys(store, { masterKey, folder })
    const keys = await open()
    for (const id of ['ann', 'bob', 'eve']) kept.set(id, await keys.newKey(id))
    // One from before there were epochs.
    kept.set('old', wrapByMaster(randomBytes(32), 'old', masterKey))
    const before = await Promise.all([...kept.keys()].map((id) => keys.keyOf(id)))

    kill.calls = 0
    kill.at = at
    wasWhole = await keys.renew({ settleMs: 0 }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
      return false
    })
    kill.at = Number.POSITIVE_INFINITY

    // As after kill -9: a process that remembers nothing.
    const again = await open()
    const after = () => Promise.all([...kept.keys()].map((id) => again.keyOf(id)))
    expect(await after(), `killed at ${at}`).toEqual(before)
    expect(await again.renew({ settleMs: 0 })).toBe(true)
    expect(await (await open()).keyOf('ann')).toEqual(before[0])
    expect(await after()).toEqual(before)
    const [present] = known
    expect(known).toHaveLength(1)
    expect(new Set([...kept.values()].map(epochOf))).toEqual(new Set([present?.id]))
    // A file that was made, and of which the store never learned, wraps nothing.
    const files = readdirSync(folder).filter((name) => name.endsWith('.epoch'))
    expect(files).toContain(`${present?.id}.epoch`)
    expect(files.length).toBeLessThanOrEqual(at <= 2 ? 2 : 1)
    expect(at).toBeLessThan(100)
  }
})

it('a key that is destroyed while keys are wrapped anew stays destroyed, and one that is stored meanwhile is found', async () => {
  const { store, kept } = storeToKill()
  const keys = await wrappedKeys(store, { masterKey: randomBytes(32), folder: emptyFolder() })
  for (const id of ['ann', 'bob']) kept.set(id, await keys.newKey(id))
  const late = await keys.newKey('late')
  const { replace } = store
  let wrapped = 0
  store.replace = async (id, before, after) => {
    if (id === 'bob') kept.delete('bob')
    await replace(id, before, after)
    wrapped += 1
    // Wrapped before the new epoch was known, and stored after the others were wrapped anew.
    if (wrapped === 2) kept.set('late', late)
  }
  await keys.renew({ settleMs: 0 })
  expect(await keys.keyOf('bob')).toBeNull()
  expect(await keys.keyOf('ann')).toHaveLength(32)
  expect(await keys.keyOf('late')).toHaveLength(32)
})
