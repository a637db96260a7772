import { deviceLabel, deviceOf } from '@pathlight/identity/device.ts'
import type { Familiar } from '@pathlight/identity/guess-limits.ts'
import type { Origin } from '@pathlight/identity/identity.ts'
import { addressHash, MOST_ADDRESSES, MOST_DEVICES } from '@pathlight/identity/known-origins.ts'
import type { Collection } from 'mongodb'
import { type AddressDocument, type DeviceDocument, inserts } from './documents.ts'
import type { MongoParts } from './parts.ts'

type Parts = Pick<MongoParts, 'devices' | 'addresses' | 'now'>

/** Deletes all but the `most` of a person's documents that were seen last. */
async function keepNewest(
  known: Collection<DeviceDocument> | Collection<AddressDocument>,
  userId: string,
  most: number,
): Promise<void> {
  const collection = known as Collection<AddressDocument>
  const older = await collection.find({ userId }).sort({ lastSeenAt: -1 }).skip(most).toArray()
  if (older.length > 0) await collection.deleteMany({ _id: { $in: older.map(({ _id }) => _id) } })
}

/** Which devices and addresses are known as a person's, in MongoDB. */
export const mongoKnownOrigins = ({ devices, addresses, now }: Parts) => {
  const addressKey = (userId: string, address: string) =>
    `${userId}.${addressHash(userId, address).toString('base64url')}`
  /** Without a user (null) it asks as well, so that it takes as long. */
  const familiarAs = async (userId: string | null, { deviceToken, address }: Origin): Promise<Familiar> => {
    const id = userId ?? ''
    const [knownDevice, knownAddress] = await Promise.all([
      devices.findOne({ _id: deviceOf(id, deviceToken).id, endedAt: null }),
      addresses.findOne({ _id: addressKey(id, address) }),
    ])
    if (knownDevice) return { as: 'device', deviceId: knownDevice._id }
    return knownAddress ? { as: 'address' } : null
  }
  /** The device and the address are known from now on. Of two at once one makes them; the other finds them made, this moment. */
  const knowOrigin = async (userId: string, from: Origin) => {
    // A neighbour in the domain may have planted the cookie, and would be known as the device.
    const said = deviceOf(userId, from.deviceToken)
    const device = (await devices.findOne({ _id: said.id })) === null ? deviceOf(userId, null) : said
    const seen = { lastSeenAt: now() }
    await inserts(() =>
      devices.updateOne(
        { _id: device.id },
        {
          $set: { label: deviceLabel(from.userAgent), ...seen, endedAt: null },
          $setOnInsert: { userId, firstSeenAt: now() },
        },
        { upsert: true },
      ),
    )
    await inserts(() =>
      addresses.updateOne(
        { _id: addressKey(userId, from.address) },
        { $set: seen, $setOnInsert: { userId } },
        { upsert: true },
      ),
    )
    await keepNewest(devices, userId, MOST_DEVICES)
    await keepNewest(addresses, userId, MOST_ADDRESSES)
    return device
  }
  return { familiarAs, knowOrigin }
}
