import { deviceOf } from '@pathlight/identity/device.ts'
import type { Familiar } from '@pathlight/identity/guess-limits.ts'
import type { Origin } from '@pathlight/identity/identity.ts'
import { addressHash, MOST_ADDRESSES, MOST_DEVICES } from '@pathlight/identity/known-origins.ts'
import type { PostgresParts } from './parts.ts'

type Query = PostgresParts['query']

/** The device and the address of `who` are known from now on. By names of parameters. */
export const knowOrigin = (deviceId: string, label: string, now: string, address: string): string => `
  device AS (
    INSERT INTO identity.devices (id, user_id, label, first_seen_at, last_seen_at)
    SELECT ${deviceId}, who.id, ${label}, ${now}, ${now} FROM who
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, last_seen_at = excluded.last_seen_at, ended_at = NULL
  ), address AS (
    INSERT INTO identity.addresses (user_id, address_hash, seen_at)
    SELECT who.id, ${address}, ${now} FROM who
    ON CONFLICT (user_id, address_hash) DO UPDATE SET seen_at = excluded.seen_at
  )`

/** Which devices and addresses are known as a person's, in PostgreSQL. */
export const postgresKnownOrigins = (query: Query) => {
  /** Without a user (null) it asks as well, so that it takes as long. */
  const familiarAs = async (userId: string | null, { deviceToken, address }: Origin): Promise<Familiar> => {
    const id = userId ?? ''
    const [known] = await query<{ device_id: string | null; address: boolean }>(
      `SELECT (SELECT id FROM identity.devices WHERE id = $2 AND ended_at IS NULL) AS device_id,
              EXISTS (SELECT 1 FROM identity.addresses WHERE user_id = $1 AND address_hash = $3) AS address`,
      [id, deviceOf(id, deviceToken).id, addressHash(id, address)],
    )
    if (known?.device_id) return { as: 'device', deviceId: known.device_id }
    return known?.address ? { as: 'address' } : null
  }
  /** The device of this cookie where the person signed in on it before; else a new one: a neighbour in the domain may have planted the cookie, and would be known as the device. */
  const deviceFrom = async (userId: string, { deviceToken }: Origin) => {
    const device = deviceOf(userId, deviceToken)
    const known = await query('SELECT 1 FROM identity.devices WHERE id = $1', [device.id])
    return known.length > 0 ? device : deviceOf(userId, null)
  }
  const forgetOldOrigins = async (userId: string) => {
    await query(
      `WITH devices AS (
         DELETE FROM identity.devices WHERE id IN (
           SELECT id FROM identity.devices WHERE user_id = $1 ORDER BY last_seen_at DESC OFFSET $2)
       )
       DELETE FROM identity.addresses WHERE user_id = $1 AND address_hash IN (
         SELECT address_hash FROM identity.addresses WHERE user_id = $1 ORDER BY seen_at DESC OFFSET $3)`,
      [userId, MOST_DEVICES, MOST_ADDRESSES],
    )
  }
  return { familiarAs, deviceFrom, forgetOldOrigins }
}
