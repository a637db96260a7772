import { createHash } from 'node:crypto'
import { isSealed } from './account-fields.ts'
import { deviceLabel, deviceOf } from './device.ts'
import type { Familiar } from './guess-limits.ts'
import type { Origin } from './identity.ts'
import { get, type Records } from './records.ts'
import { openUser } from './users.ts'

/** The limits per person: 200 browsers, 200 devices of tokens, and 20 addresses. The last seen ones stay. */
const MOST_DEVICES = 200
const MOST_ADDRESSES = 20

/**
 * A user's address as it is stored. The hash hides the address from somebody who only reads the database, but not from
 * an attacker who hashes all addresses.
 */
const hashOfAddress = (userId: string, address: string): Buffer =>
  createHash('sha256').update(`${userId} ${address}`).digest().subarray(0, 16)

/** All entries except the `most` that were seen last. */
const older = <T>(all: readonly T[], most: number, seenAt: (one: T) => Date): readonly T[] =>
  all.toSorted((a, b) => seenAt(b).getTime() - seenAt(a).getTime()).slice(most)

/** The known devices and addresses of people. */
export type KnownOrigins = {
  /**
   * How the person is known at this origin: by the device, by the address, or not at all (null). If `userId` is null,
   * the store is read all the same, so that the call takes as long.
   */
  familiarAs(userId: string | null, from: Origin): Promise<Familiar>
  /** Stores the device and the address. Returns the device's id, and the token for its cookie. */
  know(userId: string, from: Origin): Promise<{ readonly id: string; readonly token: string }>
}

export const knownOrigins = (records: Records, now: () => Date): KnownOrigins => {
  const forgetOlder = async (userId: string) => {
    const devices = await records.find('devices', { userId })
    // A token's device is not seen again after the token is made, so browsers would push it out. Therefore browsers and
    // tokens' devices are counted separately.
    const kinds = [true, false].map((isOfToken) => devices.filter(({ label }) => isSealed(label) === isOfToken))
    const gone = kinds.flatMap((some) => older(some, MOST_DEVICES, (one) => one.lastSeenAt))
    if (gone.length > 0) await records.remove('devices', { id: gone.map(({ id }) => id) })
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
      // A device that is not stored gets a new token. Another host of the domain may have planted the cookie, in order
      // to recognise the browser later.
      const named = deviceOf(userId, from.deviceToken)
      const before = await get(records, 'devices', { id: named.id })
      const device = before === null ? deviceOf(userId, null) : named
      const visit = { label: deviceLabel(from.userAgent), lastSeenAt: now(), endedAt: null }
      await records.put('devices', [{ id: device.id, userId, firstSeenAt: now(), ...before, ...visit }])
      const addressHash = hashOfAddress(userId, from.address)
      await records.put('addresses', [{ userId, addressHash, seenAt: now() }])
      await forgetOlder(userId)
      // Another call may have closed the account and removed its records, perhaps before these two were stored.
      if ((await openUser(records, userId)) === null) {
        await records.remove('devices', { id: device.id })
        await records.remove('addresses', { userId, addressHash })
      }
      return device
    },
  }
}
