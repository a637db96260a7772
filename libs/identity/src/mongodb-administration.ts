import type { Collection } from 'mongodb'
import type { Administration, Administrator } from './identity.ts'
import { type DeviceDocument, reach, toUser, type UserDocument } from './mongodb-documents.ts'
import { nameKey } from './name-key.ts'

const toAdministrator = (user: UserDocument): Administrator => ({ user: toUser(user), by: user.adminBy ?? null })

/** Administration in MongoDB. */
export const mongoAdministration = ({
  users,
  devices,
}: {
  readonly users: Collection<UserDocument>
  readonly devices: Collection<DeviceDocument>
}): Administration => ({
  adminOf: (userId) =>
    reach(async () => {
      const user = await users.findOne({ _id: userId, closedAt: null })
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
