import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import { byName, firstPeople } from '@pathlight/identity/first-people.ts'
import {
  type Administration,
  type Administrator,
  CLOSED_GENERATION,
  LONGEST_MS,
  type User,
} from '@pathlight/identity/identity.ts'
import { ROWS } from '@pathlight/identity/identity-archive.ts'
import type { Collection } from 'mongodb'
import { type DeviceDocument, namesOf, openUser, reach, type SessionDocument, type UserDocument } from './documents.ts'

const administratorOf = (toUser: (user: UserDocument) => User, user: UserDocument): Administrator => ({
  user: toUser(user),
  by: user.adminBy ?? null,
})

/** Those who have a name: it goes with the key, which is destroyed first where an account is closed. */
const NAMED = { wrappedDataKey: { $ne: null } }

/** Administration in MongoDB. */
export const mongoAdministration = ({
  users,
  devices,
  sessions,
  fields,
  toUser,
  now,
  inMs,
}: {
  readonly users: Collection<UserDocument>
  readonly devices: Collection<DeviceDocument>
  readonly sessions: Collection<SessionDocument>
  readonly fields: AccountFields
  readonly toUser: (user: UserDocument) => User
  readonly now: () => Date
  readonly inMs: (ms: number) => Date
}): Administration => ({
  adminOf: (userId) =>
    reach(async () => {
      const user = await openUser(users, userId)
      return user && administratorOf(toUser, user)
    }),

  setAdmin: (userId, by) =>
    reach(async () => {
      const { matchedCount } = await users.updateOne({ _id: userId, closedAt: null }, { $set: { adminBy: by } })
      return matchedCount > 0
    }),

  admins: () =>
    reach(async () => {
      const found = await users.find({ adminBy: { $in: ['operator', 'settings'] }, ...NAMED }).toArray()
      return found.map((user) => administratorOf(toUser, user)).sort((a, b) => byName(a.user, b.user))
    }),

  findPerson: (name) =>
    reach(async () => {
      const key = fields.hashOf(name)
      const found = await users.findOne({ $or: [{ usernameKey: key }, { emailKey: key }], closedAt: null })
      return found?._id ?? null
    }),

  findPeople: (beginning, limit) =>
    reach(async () => {
      const key = fields.hashOf(beginning)
      const exact = await users.findOne({ $or: [{ usernameKey: key }, { emailKey: key }], closedAt: null })
      const page = async (after: string) => {
        const found = await users
          .find({ _id: { $gt: after }, ...NAMED })
          .sort({ _id: 1 })
          .limit(ROWS)
          .toArray()
        return found.map((user) => ({
          id: user._id,
          username: user.username,
          wrapped: user.wrappedDataKey?.value() ?? null,
        }))
      }
      return firstPeople(fields, page, { beginning, limit, exact: exact?._id ?? null })
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
      const found = await users.find({ _id: { $in: [...userIds] }, ...NAMED }).toArray()
      return new Map(found.map((user) => [user._id, namesOf(fields, user).username]))
    }),

  labelsOf: (deviceIds) =>
    reach(async () => {
      const found = await devices.find({ _id: { $in: [...deviceIds] } }).toArray()
      return new Map(found.map(({ _id, label }) => [_id, label]))
    }),
})
