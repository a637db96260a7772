import type { Collection } from 'mongodb'
import { type Administration, type Administrator, CLOSED_GENERATION, LONGEST_MS } from './identity.ts'
import {
  type DeviceDocument,
  openUser,
  reach,
  type SessionDocument,
  toUser,
  type UserDocument,
} from './mongodb-documents.ts'
import { nameKey } from './name-key.ts'

const toAdministrator = (user: UserDocument): Administrator => ({ user: toUser(user), by: user.adminBy ?? null })

/** Administration in MongoDB. */
export const mongoAdministration = ({
  users,
  devices,
  sessions,
  now,
  inMs,
}: {
  readonly users: Collection<UserDocument>
  readonly devices: Collection<DeviceDocument>
  readonly sessions: Collection<SessionDocument>
  readonly now: () => Date
  readonly inMs: (ms: number) => Date
}): Administration => ({
  adminOf: (userId) =>
    reach(async () => {
      const user = await openUser(users, userId)
      return user && toAdministrator(user)
    }),

  setAdmin: (userId, by) =>
    reach(async () => {
      const { matchedCount } = await users.updateOne({ _id: userId, closedAt: null }, { $set: { adminBy: by } })
      return matchedCount > 0
    }),

  admins: () =>
    reach(async () => {
      const found = await users.find({ adminBy: { $in: ['operator', 'settings'] } }).toArray()
      return found.toSorted((a, b) => (a.usernameKey < b.usernameKey ? -1 : 1)).map(toAdministrator)
    }),

  findPerson: (name) =>
    reach(async () => {
      const key = nameKey(name)
      const found = await users.findOne({ $or: [{ usernameKey: key }, { emailKey: key }], closedAt: null })
      return found?._id ?? null
    }),

  findPeople: (beginning, limit) =>
    reach(async () => {
      const key = nameKey(beginning)
      if (key === '') return []
      const exact = await users.findOne({ $or: [{ usernameKey: key }, { emailKey: key }], closedAt: null })
      const more = await users
        .find({ usernameKey: { $gte: key, $lt: `${key}\uffff` }, closedAt: null })
        .sort({ usernameKey: 1 })
        .limit(limit)
        .toArray()
      const found = [...(exact ? [exact] : []), ...more.filter(({ _id }) => _id !== exact?._id)]
      return found.slice(0, limit).map(({ _id: id, username }) => ({ id, username }))
    }),

  // An index has the names, not who is closed. What a closed account has for a name begins with a word and a blank, which no name has.
  countPeople: () =>
    reach(async () => {
      const counts = await Promise.all(
        [{ $lt: 'closed ' }, { $gte: 'closed!' }].map((usernameKey) => users.countDocuments({ usernameKey })),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    }),

  setLocked: (userId, locked) =>
    reach(async () => {
      const there = { _id: userId, closedAt: null }
      if (locked) await users.updateOne({ ...there, lockedAt: null }, { $set: { lockedAt: now() } })
      else await users.updateOne(there, { $set: { lockedAt: null } })
      return (await users.countDocuments(there, { limit: 1 })) > 0
    }),

  endSessions: (userId) =>
    reach(async () => {
      const { deletedCount } = await sessions.deleteMany({ userId, generation: { $ne: CLOSED_GENERATION } })
      return deletedCount
    }),

  signedInOn: (userId) =>
    reach(async () => {
      const user = await users.findOne({ _id: userId }, { projection: { generation: 1 } })
      if (!user) return new Set<string>()
      const found = await sessions.find({ userId, generation: user.generation, expiresAt: { $gt: now() } }).toArray()
      const living = found.filter(({ remember, createdAt }) => remember || createdAt > inMs(-LONGEST_MS))
      return new Set(living.flatMap(({ deviceId }) => deviceId ?? []))
    }),

  namesOf: (userIds) =>
    reach(async () => {
      const found = await users.find({ _id: { $in: [...userIds] }, closedAt: null }).toArray()
      return new Map(found.map(({ _id, username }) => [_id, username]))
    }),

  labelsOf: (deviceIds) =>
    reach(async () => {
      const found = await devices.find({ _id: { $in: [...deviceIds] } }).toArray()
      return new Map(found.map(({ _id, label }) => [_id, label]))
    }),
})
