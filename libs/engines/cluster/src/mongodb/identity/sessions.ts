import { randomUUID } from 'node:crypto'
import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import type { Device } from '@pathlight/identity/device.ts'
import {
  CLOSED_GENERATION,
  IDLE_MS,
  type Identity,
  LONGEST_MS,
  REMEMBERED_MS,
  type Session,
} from '@pathlight/identity/identity.ts'
import { newToken } from '@pathlight/identity/secret-token.ts'
import {
  type DeviceDocument,
  namesOf,
  reach,
  type SessionDocument,
  storedToken,
  type UserDocument,
} from './documents.ts'
import type { MongoParts } from './parts.ts'

/** The idle limit is written down at most this often a session. */
const SLIDE_EVERY_MS = 60_000

type Parts = Pick<MongoParts, 'users' | 'sessions' | 'devices' | 'fields' | 'now' | 'inMs' | 'knowOrigin'>
type Sessions = Pick<
  Identity,
  'startSession' | 'findSession' | 'endSession' | 'wasOfClosed' | 'closedOf' | 'livingSessions' | 'devicesOf'
>

const toDevice = ({ _id, label, firstSeenAt, lastSeenAt }: DeviceDocument): Device => ({
  id: _id,
  label,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

const toSession = (fields: AccountFields, session: SessionDocument, user: UserDocument): Session => ({
  id: session.id,
  // A session from before there were devices: events named it itself.
  deviceId: session.deviceId ?? session.id,
  userId: session.userId,
  ...namesOf(fields, user),
  locked: user.lockedAt != null,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
})

/** Sessions and their devices in MongoDB. */
export const mongoSessions = ({ users, sessions, devices, fields, now, inMs, knowOrigin }: Parts): Sessions => ({
  startSession: ({ id: userId, passwordGeneration: generation }, { remember, from }) =>
    reach(async () => {
      const user = await users.findOne({ _id: userId })
      if (user?.generation !== generation) return null
      const token = newToken()
      const device = await knowOrigin(userId, from)
      const session: SessionDocument = {
        _id: storedToken(token),
        id: randomUUID(),
        userId,
        generation,
        createdAt: now(),
        expiresAt: inMs(remember ? REMEMBERED_MS : IDLE_MS),
        remember,
        deviceId: device.id,
      }
      await sessions.insertOne(session)
      return { token, deviceToken: device.token, session: toSession(fields, session, user) }
    }),

  // Two reads by primary key alone (see openUser): what ends all sessions of a user at once is in the user's document.
  findSession: (token) =>
    reach(async () => {
      const session = await sessions.findOne({ _id: storedToken(token) })
      if (!session || session.expiresAt <= now()) return null
      const user = await users.findOne({ _id: session.userId })
      if (user?.generation !== session.generation) return null
      const last = session.remember ? session.expiresAt : new Date(session.createdAt.getTime() + LONGEST_MS)
      if (last <= now()) return null
      if (!session.remember && session.expiresAt < inMs(IDLE_MS - SLIDE_EVERY_MS) && session.expiresAt < last) {
        session.expiresAt = new Date(Math.min(last.getTime(), inMs(IDLE_MS).getTime()))
        await sessions.updateOne({ _id: session._id }, { $max: { expiresAt: session.expiresAt } })
      }
      return toSession(fields, session, user)
    }),

  endSession: (token) =>
    reach(async () => {
      await sessions.deleteOne({ _id: storedToken(token), generation: { $ne: CLOSED_GENERATION } })
    }),

  wasOfClosed: (token) =>
    reach(async () => {
      const closed = { _id: storedToken(token), generation: CLOSED_GENERATION, expiresAt: { $gt: now() } }
      return (await sessions.countDocuments(closed, { limit: 1 })) > 0
    }),

  closedOf: (userIds) =>
    reach(async () => {
      const closed = { userId: { $in: [...userIds] }, generation: CLOSED_GENERATION, expiresAt: { $gt: now() } }
      return new Set((await sessions.find(closed).toArray()).map(({ userId }) => userId))
    }),

  livingSessions: (userIds) =>
    reach(async () => {
      const [found, owners] = await Promise.all([
        sessions.find({ userId: { $in: [...userIds] }, expiresAt: { $gt: now() } }).toArray(),
        users.find({ _id: { $in: [...userIds] } }, { projection: { generation: 1 } }).toArray(),
      ])
      const generations = new Map(owners.map(({ _id, generation }) => [_id, generation]))
      const living = found.filter(
        ({ userId, generation, remember, createdAt }) =>
          generations.get(userId) === generation && (remember || createdAt > inMs(-LONGEST_MS)),
      )
      return new Set(living.map(({ id }) => id))
    }),

  devicesOf: (userId) =>
    reach(async () =>
      (await devices.find({ userId, endedAt: null }).sort({ lastSeenAt: -1, _id: 1 }).toArray()).map(toDevice),
    ),
})
