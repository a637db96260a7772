import { createHash } from 'node:crypto'
import { deviceLabel, deviceOf } from './device.ts'
import type { Familiar } from './guess-limits.ts'
import type { Origin } from './identity.ts'
import { get, type Records } from './records.ts'
import { openUser } from './users.ts'

/** So many of a person's devices and addresses are known, those that were seen last. */
const MOST_DEVICES = 200
const MOST_ADDRESSES = 20

/**
 * An address as it is kept, for this user: enough to know it again. It hides the address from a look, not from an
 * attacker who has the database and tries all addresses there are.
 */
const hashOfAddress = (userId: string, address: string): Buffer =>
  createHash('sha256').update(`${userId} ${address}`).digest().subarray(0, 16)

/** All but the first `most` in the order in which they were seen last. */
const older = <T>(all: readonly T[], most: number, seenAt: (one: T) => Date): readonly T[] =>
  all.toSorted((a, b) => seenAt(b).getTime() - seenAt(a).getTime()).slice(most)

/** Which devices and addresses are known as a person's. */
export type KnownOrigins = {
  /** How the person is known there. Without a person (null) it asks as well, so that it takes as long. */
  familiarAs(userId: string | null, from: Origin): Promise<Familiar>
  /** The device and the address are known from now on. Answers the device, and the token for its cookie. */
  know(userId: string, from: Origin): Promise<{ readonly id: string; readonly token: string }>
}

export const knownOrigins = (records: Records, now: () => Date): KnownOrigins => {
  const forgetOlder = async (userId: string) => {
    const devices = older(await records.find('devices', { userId }), MOST_DEVICES, (one) => one.lastSeenAt)
    if (devices.length > 0) await records.remove('devices', { id: devices.map(({ id }) => id) })
    const addresses = older(await records.find('addresses', { userId }), MOST_ADDRESSES, (one) => one.seenAt)
    for (const { addressHash } of addresses) await records.remove('addresses', { userId, addressHash })
  }
  return {
    async familiarAs(userId, { deviceToken, address }) {
      const id = userId ?? ''
      const [device, known] = await Promise.all([
        get(records, 'devices', { id: deviceOf(id, deviceToken).id }),
        get(records, 'addresses', { userId: id, addressHash: hashOfAddress(id, address) }),
      ])
      if (device !== null && device.endedAt === null) return { as: 'device', deviceId: device.id }
      return known ? { as: 'address' } : null
    },

    async know(userId, from) {
      // A neighbour in the domain may have planted the cookie, and would be known as the device.
      const named = deviceOf(userId, from.deviceToken)
      const before = await get(records, 'devices', { id: named.id })
      const device = before === null ? deviceOf(userId, null) : named
      const visit = { label: deviceLabel(from.userAgent), lastSeenAt: now(), endedAt: null }
      await records.put('devices', [{ id: device.id, userId, firstSeenAt: now(), ...before, ...visit }])
      const addressHash = hashOfAddress(userId, from.address)
      await records.put('addresses', [{ userId, addressHash, seenAt: now() }])
      await forgetOlder(userId)
      // Its account was closed meanwhile, and all that stood beside it was removed, perhaps before this was there.
      if ((await openUser(records, userId)) === null) {
        await records.remove('devices', { id: device.id })
        await records.remove('addresses', { userId, addressHash })
      }
      return device
    },
  }
}
