import { randomUUID } from 'node:crypto'
import { Binary, type Db } from 'mongodb'
import type { DataKeys } from './data-keys.ts'
import { type Device, deviceLabel, deviceOf } from './device.ts'
import { IDLE_MS, type Identity, REMEMBERED_MS, RESET_MS, type Session, type Taken, type User } from './identity.ts'
import { inserts, reach, type UserDocument } from './mongodb-documents.ts'
import { nameKey } from './name-key.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { newToken, tokenHash } from './secret-token.ts'

/** The idle limit is written down at most this often a session. */
const SLIDE_EVERY_MS = 60_000

type SessionDocument = {
  /** Hash of the token, base64url. */
  _id: string
  id: string
  userId: string
  generation: number
  createdAt: Date
  expiresAt: Date
  /** true: expiresAt is fixed. false: it slides with use. */
  remember: boolean
  /** Missing: started before there were devices. */
  deviceId?: string
}

type DeviceDocument = { _id: string; userId: string; label: string; firstSeenAt: Date; lastSeenAt: Date }

/**
 * Identity in MongoDB (collections `identity_*`, made here if missing). The client stays the caller's to close; `now` is
 * the clock; without `keys` nobody can sign up here.
 */
export async function mongoIdentity(options: {
  db: Db
  keys: Pick<DataKeys, 'newKey'> | null
  now?: () => Date
}): Promise<Identity> {
  const { db, keys, now = () => new Date() } = options
  const users = db.collection<UserDocument>('identity_users')
  const sessions = db.collection<SessionDocument>('identity_sessions')
  const devices = db.collection<DeviceDocument>('identity_devices')
  const passwords = createPasswordHashing()
  const inMs = (ms: number) => new Date(now().getTime() + ms)

  await reach(async () => {
    await users.createIndex({ emailKey: 1 }, { unique: true })
    await users.createIndex({ usernameKey: 1 }, { unique: true })
    await users.createIndex({ 'reset.tokenHash': 1 })
    await sessions.createIndex({ userId: 1 })
    await sessions.createIndex({ expiresAt: 1 })
    await devices.createIndex({ userId: 1 })
  })

  const whatIsTaken = async (username: string, email: string): Promise<Taken> => {
    const [byEmail, byName] = await Promise.all([
      users.countDocuments({ emailKey: nameKey(email) }, { limit: 1 }),
      users.countDocuments({ usernameKey: nameKey(username) }, { limit: 1 }),
    ])
    return [...(byEmail > 0 ? (['email'] as const) : []), ...(byName > 0 ? (['username'] as const) : [])]
  }
  const byEmail = (email: string) => users.findOne({ emailKey: nameKey(email) })

  return {
    createUser: ({ id, username, email, password, language }) =>
      reach(async () => {
        if (keys === null) throw new Error('Without the master key no account can be made')
        // Before the costly hash; the unique indexes decide races.
        const before = await whatIsTaken(username, email)
        if (before.length > 0) return { taken: before }
        const user: UserDocument = {
          _id: id,
          username,
          email,
          usernameKey: nameKey(username),
          emailKey: nameKey(email),
          passwordHash: await passwords.hash(password),
          language,
          createdAt: now(),
          wrappedDataKey: new Binary(keys.newKey(id)),
          reset: null,
          generation: 0,
        }
        if (await inserts(() => users.insertOne(user))) return toUser(user)
        const taken = await whatIsTaken(username, email)
        if (taken.length === 0) throw new Error(`The user id ${id} is in use already`)
        return { taken }
      }),

    findUser: (id) =>
      reach(async () => {
        const user = await users.findOne({ _id: id })
        return user && toUser(user)
      }),

    findUserByEmail: (email) =>
      reach(async () => {
        const user = await byEmail(email)
        return user && toUser(user)
      }),

    verifyPassword: (email, password) =>
      reach(async () => {
        const user = await byEmail(email)
        const theirs = await passwords.verify(user?.passwordHash ?? null, password)
        return user && theirs ? toUser(user) : null
      }),

    startSession: ({ id: userId, passwordGeneration: generation }, { remember, userAgent, deviceToken }) =>
      reach(async () => {
        const user = await users.findOne({ _id: userId, generation })
        if (!user) return null
        const token = newToken()
        const device = deviceOf(userId, deviceToken)
        // Of two log-ins at once one makes the device; the other finds it made, this moment.
        await inserts(() =>
          devices.updateOne(
            { _id: device.id },
            {
              $set: { label: deviceLabel(userAgent), lastSeenAt: now() },
              $setOnInsert: { userId, firstSeenAt: now() },
            },
            { upsert: true },
          ),
        )
        const session: SessionDocument = {
          _id: stored(token),
          id: randomUUID(),
          userId,
          generation,
          createdAt: now(),
          expiresAt: inMs(remember ? REMEMBERED_MS : IDLE_MS),
          remember,
          deviceId: device.id,
        }
        await sessions.insertOne(session)
        return { token, deviceToken: device.token, session: toSession(session, user) }
      }),

    // Two reads by primary key: what ends all sessions of a user at once is in the user's document.
    findSession: (token) =>
      reach(async () => {
        const session = await sessions.findOne({ _id: stored(token), expiresAt: { $gt: now() } })
        const user = session && (await users.findOne({ _id: session.userId, generation: session.generation }))
        if (!session || !user) return null
        if (!session.remember && session.expiresAt < inMs(IDLE_MS - SLIDE_EVERY_MS)) {
          session.expiresAt = inMs(IDLE_MS)
          await sessions.updateOne({ _id: session._id }, { $max: { expiresAt: session.expiresAt } })
        }
        return toSession(session, user)
      }),

    endSession: (token) =>
      reach(async () => {
        await sessions.deleteOne({ _id: stored(token) })
      }),

    devicesOf: (userId) =>
      reach(async () => (await devices.find({ userId }).sort({ lastSeenAt: -1, _id: 1 }).toArray()).map(toDevice)),

    startPasswordReset: (email) =>
      reach(async () => {
        const token = newToken()
        const user = await users.findOneAndUpdate(
          { emailKey: nameKey(email) },
          { $set: { reset: { tokenHash: stored(token), expiresAt: inMs(RESET_MS) } } },
        )
        return user && { token, user: toUser(user) }
      }),

    finishPasswordReset: (token, newPassword) =>
      reach(async () => {
        const good = () => ({ 'reset.tokenHash': stored(token), 'reset.expiresAt': { $gt: now() } })
        // A guess costs no hash. Of two that come this far at once, the update below lets one through.
        if ((await users.countDocuments(good(), { limit: 1 })) === 0) return false
        const passwordHash = await passwords.hash(newPassword)
        const user = await users.findOneAndUpdate(good(), {
          $set: { passwordHash, reset: null },
          $inc: { generation: 1 },
        })
        if (!user) return false
        await sessions.deleteMany({ userId: user._id, generation: { $lte: user.generation } })
        return true
      }),

    sweep: () =>
      reach(async () => {
        const { deletedCount } = await sessions.deleteMany({ expiresAt: { $lte: now() } })
        const { modifiedCount } = await users.updateMany(
          { 'reset.expiresAt': { $lte: now() } },
          { $set: { reset: null } },
        )
        return deletedCount + modifiedCount
      }),

    async close() {},
  }
}

const stored = (token: string): string => tokenHash(token).toString('base64url')

const toUser = ({ _id, username, email, language, createdAt, generation }: UserDocument): User => ({
  id: _id,
  username,
  email,
  language,
  createdAt: createdAt.toISOString(),
  passwordGeneration: generation,
})

const toDevice = ({ _id, label, firstSeenAt, lastSeenAt }: DeviceDocument): Device => ({
  id: _id,
  label,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

const toSession = (session: SessionDocument, { username, email }: UserDocument): Session => ({
  id: session.id,
  // A session from before there were devices: events named it itself.
  deviceId: session.deviceId ?? session.id,
  userId: session.userId,
  username,
  email,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
})
