import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { expect, it } from 'vitest'
import { forArchive } from './archived-accounts.ts'
import { epochOf, wrapByMaster } from './data-key.ts'
import type { RecordOf } from './kinds.ts'
import { type KeyRecords, wrappedKeys } from './wrapped-keys.ts'

class Killed extends Error {}

/**
 * Records in memory: epochs, and accounts with keys. A write counts one step before it and one after it, a read at most
 * one. `kill.calls`: the number of steps. `kill.at`: the number of the first step at which the records throw Killed.
 */
const storeToKill = () => {
  const known: RecordOf<'key_epochs'>[] = []
  const kept = new Map<string, Uint8Array>()
  const kill = { at: Number.POSITIVE_INFINITY, calls: 0 }
  const step = () => {
    kill.calls += 1
    if (kill.calls >= kill.at) throw new Killed()
  }
  const store = {
    async add(_: string, epoch: RecordOf<'key_epochs'>) {
      step()
      if (known.some(({ nth }) => nth === epoch.nth)) return false
      known.push(epoch)
      step()
      return true
    },
    async find(kind: string, { id }: { id?: string }) {
      if (kind === 'users') return kept.has(id ?? '') ? [{ id, wrappedDataKey: kept.get(id ?? '') }] : []
      step()
      return known
    },
    async change(kind: string, { id, wrappedDataKey: before }: Wrapped, { wrappedDataKey: after }: Wrapped) {
      if (kind !== 'users') return null
      step()
      if (Buffer.from(kept.get(id) ?? []).equals(before)) kept.set(id, after)
      step()
      return null
    },
    async remove(_: string, { nth }: { nth: number }) {
      step()
      const at = known.findIndex((one) => one.nth === nth)
      if (at >= 0) known.splice(at, 1)
      step()
      return 1
    },
    async *pages(kind: string) {
      for (const [id, wrappedDataKey] of kind === 'users' ? [...kept] : []) {
        step()
        yield [{ id, wrappedDataKey }]
      }
    },
  }
  return { store, records: store as unknown as KeyRecords, kept, kill, known }
}
type Wrapped = { readonly id: string; readonly wrappedDataKey: Uint8Array }

it('a renewal that is killed anywhere loses no key, and the next one leaves the key of one epoch', async () => {
  let wasWhole = false
  for (let at = 1; !wasWhole; at++) {
    const { records, kept, kill, known } = storeToKill()
    const [masterKey, folder] = [randomBytes(32), emptyFolder()]
    const open = () => wrappedKeys(records, { masterKey, folder })
    const keys = await open()
    for (const id of ['ann', 'bob', 'eve']) kept.set(id, await keys.newKey(id))
    // A key that the master key wraps, as before there were epochs.
    kept.set('old', wrapByMaster(randomBytes(32), 'old', masterKey))
    const before = await Promise.all([...kept.keys()].map((id) => keys.keyOf(id)))

    kill.calls = 0
    kill.at = at
    wasWhole = await keys.renew({ settleMs: 0 }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
      return false
    })
    kill.at = Number.POSITIVE_INFINITY

    // A new process, which has nothing in memory, as after kill -9.
    const again = await open()
    const after = () => Promise.all([...kept.keys()].map((id) => again.keyOf(id)))
    expect(await after(), `killed at ${at}`).toEqual(before)
    expect(await again.renew({ settleMs: 0 })).toBe(true)
    expect(await (await open()).keyOf('ann')).toEqual(before[0])
    expect(await after()).toEqual(before)
    const [present] = known
    expect(known).toHaveLength(1)
    expect(new Set([...kept.values()].map(epochOf))).toEqual(new Set([present?.id]))
    // The folder may also have an epoch's file that the store has no record of. The key in this file wraps nothing.
    const files = readdirSync(folder).filter((name) => name.endsWith('.epoch'))
    expect(files).toContain(`${present?.id}.epoch`)
    expect(files.length).toBeLessThanOrEqual(at <= 2 ? 2 : 1)
    expect(at).toBeLessThan(100)
  }
})

it('a key that is destroyed while keys are wrapped anew stays destroyed, and one that is stored meanwhile is found', async () => {
  const { store, records, kept } = storeToKill()
  const keys = await wrappedKeys(records, { masterKey: randomBytes(32), folder: emptyFolder() })
  for (const id of ['ann', 'bob']) kept.set(id, await keys.newKey(id))
  const late = await keys.newKey('late')
  const { change } = store
  let wrapped = 0
  store.change = async (kind, as, to) => {
    if (as.id === 'bob') kept.delete('bob')
    await change(kind, as, to)
    wrapped += 1
    // A key that another process wrapped before it knew of the new epoch, and stored after the others were wrapped
    // again.
    if (wrapped === 2) kept.set('late', late)
    return null
  }
  await keys.renew({ settleMs: 0 })
  expect(await keys.keyOf('bob')).toBeNull()
  expect(await keys.keyOf('ann')).toHaveLength(32)
  expect(await keys.keyOf('late')).toHaveLength(32)
})

it('goes on with the key that is in the folder of before, and destroys it there', async () => {
  const { records, kept } = storeToKill()
  const masterKey = randomBytes(32)
  const [earlierFolder, folder] = [emptyFolder(), emptyFolder()]
  const before = await wrappedKeys(records, { masterKey, folder: earlierFolder })
  kept.set('ann', await before.newKey('ann'))
  const itsKey = await before.keyOf('ann')
  const keys = await wrappedKeys(records, { masterKey, folder, earlierFolder })
  kept.set('bob', await keys.newKey('bob'))
  expect(await keys.keyOf('ann')).toEqual(itsKey)
  await keys.renew({ settleMs: 0 })
  const epochsIn = (place: string) => readdirSync(place).filter((name) => name.endsWith('.epoch'))
  expect(epochsIn(earlierFolder)).toEqual([])
  expect(epochsIn(folder)).toHaveLength(1)
  const alone = await wrappedKeys(records, { masterKey, folder })
  expect(await alone.keyOf('ann')).toEqual(itsKey)
  expect(await alone.keyOf('bob')).toHaveLength(32)
})

it('says of how many people the key is lost with the file of its epoch', async () => {
  const { records, kept, known } = storeToKill()
  const masterKey = randomBytes(32)
  const [here, elsewhere] = [emptyFolder(), emptyFolder()]
  const keys = await wrappedKeys(records, { masterKey, folder: here })
  kept.set('ann', await keys.newKey('ann'))
  kept.set('old', wrapByMaster(randomBytes(32), 'old', masterKey))
  expect(await keys.lost()).toBe(0)
  // An epoch of another folder wraps Bob's key, as after a restore of the stores without their folder.
  const other = await wrappedKeys(storeToKill().records, { masterKey, folder: elsewhere })
  kept.set('bob', await other.newKey('bob'))
  expect(await keys.lost()).toBe(1)

  // While the store lists the epoch, another process may have its file, so the key is not lost for good (`isOver`).
  await expect(keys.keyOf('bob')).rejects.toMatchObject({ code: 'epoch_key_missing', isOver: true })
  const bobsEpoch = { nth: 2, id: epochOf(kept.get('bob') as Uint8Array) ?? '', since: new Date() }
  known.push(bobsEpoch)
  await expect(keys.keyOf('bob')).rejects.toMatchObject({ code: 'epoch_key_missing', isOver: false })
  known.pop()

  // An archive leaves Bob's lost key out, and has the other keys wrapped by the master key.
  const row = (id: string) => ({ id, wrappedDataKey: Buffer.from(kept.get(id) ?? []).toString('base64') })
  expect(forArchive(keys, 'users', row('bob'))).toEqual({ id: 'bob', wrappedDataKey: null })
  expect(forArchive(keys, 'messages', row('bob'))).toBeNull()
  const { wrappedDataKey } = forArchive(keys, 'users', row('ann')) ?? {}
  expect(epochOf(Buffer.from(String(wrappedDataKey), 'base64'))).toBeNull()
})
