import { randomUUID } from 'node:crypto'
import { Binary, type Collection, type Db } from 'mongodb'
import type { Counts } from './counts.ts'
import type { DataKeys } from './data-keys.ts'
import { type Device, deviceLabel, deviceOf } from './device.ts'
import { asGuess, type Familiar, nobodysAccount, repeatName, resetCount } from './guess-limits.ts'
import {
  CLOSED_GENERATION,
  IDLE_MS,
  type Identity,
  IMPORT_KEPT_MS,
  LONGEST_MS,
  type Origin,
  REMEMBERED_MS,
  RESET_MS,
  type Session,
  type Taken,
} from './identity.ts'
import { addressHash, MOST_ADDRESSES, MOST_DEVICES } from './known-origins.ts'
import { mongoAccountCare } from './mongodb-account-care.ts'
import { mongoAdministration } from './mongodb-administration.ts'
import {
  type AddressDocument,
  type CountDocument,
  type DeviceDocument,
  type EmailLinkDocument,
  type ImportDocument,
  type ImportPieceDocument,
  inserts,
  type ResetLinkDocument,
  reach,
  type SessionDocument,
  toUser,
  type UserDocument,
} from './mongodb-documents.ts'
import { mongoImports } from './mongodb-imports.ts'
import { nameKey } from './name-key.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { newToken, tokenHash } from './secret-token.ts'
import { spentCount } from './spent.ts'
import { writtenCount } from './written-kilobytes.ts'

/** The idle limit is written down at most this often a session. */
const SLIDE_EVERY_MS = 60_000

/**
 * Identity in MongoDB (collections `identity_*`, made here if missing). The client stays the caller's to close; `now` is
 * the clock; without `keys` people cannot sign up here.
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
  const addresses = db.collection<AddressDocument>('identity_addresses')
  const countings = db.collection<CountDocument>('identity_counts')
  const resetLinks = db.collection<ResetLinkDocument>('identity_reset_links')
  const emailLinks = db.collection<EmailLinkDocument>('identity_email_links')
  const imports = db.collection<ImportDocument>('identity_imports')
  const importPieces = db.collection<ImportPieceDocument>('identity_import_pieces')
  const passwords = createPasswordHashing()
  const inMs = (ms: number) => new Date(now().getTime() + ms)

  await reach(async () => {
    await users.createIndex({ emailKey: 1 }, { unique: true })
    await users.createIndex({ usernameKey: 1 }, { unique: true })
    await sessions.createIndex({ userId: 1 })
    await sessions.createIndex({ expiresAt: 1 })
    await sessions.createIndex({ remember: 1, createdAt: 1 })
    await devices.createIndex({ userId: 1, lastSeenAt: -1, _id: 1 })
    await addresses.createIndex({ userId: 1, lastSeenAt: -1 })
    await countings.createIndex({ until: 1 })
    await resetLinks.createIndex({ expiresAt: 1 })
    await resetLinks.createIndex({ userId: 1 })
    await emailLinks.createIndex({ expiresAt: 1 })
    await emailLinks.createIndex({ userId: 1 })
    await imports.createIndex({ userId: 1 })
    await imports.createIndex({ begunAt: 1 })
    await importPieces.createIndex({ userId: 1 })
    await importPieces.createIndex({ importId: 1 })
    await importPieces.createIndex({ keptAt: 1 })
    await users.createIndex({ previousEmailKey: 1, previousEmailUntil: 1 })
    await users.createIndex({ adminBy: 1 })
    await users.createIndex({ looksByMail: 1 })
  })

  const whatIsTaken = async (username: string, email: string): Promise<Taken> => {
    const [byEmail, byName] = await Promise.all([
      users.countDocuments(
        {
          $or: [{ emailKey: nameKey(email) }, { previousEmailKey: nameKey(email), previousEmailUntil: { $gt: now() } }],
        },
        { limit: 1 },
      ),
      users.countDocuments({ usernameKey: nameKey(username) }, { limit: 1 }),
    ])
    return [...(byEmail > 0 ? (['email'] as const) : []), ...(byName > 0 ? (['username'] as const) : [])]
  }
  const byEmail = (email: string) => users.findOne({ emailKey: nameKey(email) })

  const counts: Counts = {
    async take({ name, max, windowMs, amount = 1, by = null }) {
      if (amount > max) return { taken: false, retryAfterMs: windowMs }
      const goesOn = { _id: name, until: { $gt: now() } }
      if (by !== null && (await countings.countDocuments({ ...goesOn, by }, { limit: 1 })) > 0) return { taken: true }
      // Twice: another may begin the window between the two steps.
      for (let tries = 0; tries < 2; tries++) {
        const counted = await countings.updateOne(
          { ...goesOn, count: { $lte: max - amount } },
          { $inc: { count: amount }, ...(by !== null && { $addToSet: { by } }) },
        )
        if (counted.matchedCount === 1) return { taken: true }
        const over = { _id: name, until: { $lte: now() } }
        const window = { count: amount, until: inMs(windowMs), ...(by !== null && { by: [by] }) }
        if (await inserts(() => countings.replaceOne(over, window, { upsert: true }))) return { taken: true }
      }
      const full = await countings.findOne({ _id: name })
      return { taken: false, retryAfterMs: Math.max(1, (full?.until.getTime() ?? 0) - now().getTime()) }
    },
    async giveBack(name) {
      await countings.updateOne({ _id: name, until: { $gt: now() }, count: { $gt: 0 } }, { $inc: { count: -1 } })
    },
  }
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
    const device = deviceOf(userId, from.deviceToken)
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

  return {
    ...mongoImports({ imports, importPieces, now }),
    ...mongoAccountCare({
      ...{ imports, importPieces },
      ...{ users, sessions, devices, addresses, resetLinks, emailLinks },
      ...{ now, inMs, passwords, counts, familiarAs },
    }),
    ...mongoAdministration({ users, devices, sessions, now, inMs }),

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
          passwordHash: await passwords.hash(password, 'sign-up'),
          language,
          createdAt: now(),
          wrappedDataKey: new Binary(keys.newKey(id)),
          generation: 0,
        }
        if (await inserts(() => users.insertOne(user))) return toUser(user)
        const taken = await whatIsTaken(username, email)
        if (taken.length === 0) throw new Error(`The user id ${id} is in use already`)
        return { taken }
      }),

    findUser: (id) =>
      reach(async () => {
        const user = await users.findOne({ _id: id, closedAt: null })
        return user && toUser(user)
      }),

    findUserByEmail: (email) =>
      reach(async () => {
        const user = await byEmail(email)
        return user && toUser(user)
      }),

    verifyPassword: (email, password, from) =>
      reach(async () => {
        const user = await byEmail(email)
        const familiar = await familiarAs(user?._id ?? null, from)
        return asGuess(counts, user?._id ?? nobodysAccount(email), familiar, async () => {
          const theirs = await passwords.verify(user?.passwordHash ?? null, password, from.address)
          return user && theirs ? toUser(user) : null
        })
      }),

    knowsDevice: (email, deviceToken) =>
      reach(async () => {
        const user = await byEmail(email)
        const { id } = deviceOf(user?._id ?? '', deviceToken)
        return (await devices.countDocuments({ _id: id, endedAt: null }, { limit: 1 })) > 0
      }),

    startSession: ({ id: userId, passwordGeneration: generation }, { remember, from }) =>
      reach(async () => {
        const user = await users.findOne({ _id: userId, generation })
        if (!user) return null
        const token = newToken()
        const device = await knowOrigin(userId, from)
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
        const last = session.remember ? session.expiresAt : new Date(session.createdAt.getTime() + LONGEST_MS)
        if (last <= now()) return null
        if (!session.remember && session.expiresAt < inMs(IDLE_MS - SLIDE_EVERY_MS) && session.expiresAt < last) {
          session.expiresAt = new Date(Math.min(last.getTime(), inMs(IDLE_MS).getTime()))
          await sessions.updateOne({ _id: session._id }, { $max: { expiresAt: session.expiresAt } })
        }
        return toSession(session, user)
      }),

    endSession: (token) =>
      reach(async () => {
        await sessions.deleteOne({ _id: stored(token), generation: { $ne: CLOSED_GENERATION } })
      }),

    wasOfClosed: (token) =>
      reach(async () => {
        const closed = { _id: stored(token), generation: CLOSED_GENERATION, expiresAt: { $gt: now() } }
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

    askPasswordReset: (email, from, key = null) =>
      reach(async () => {
        const user = await byEmail(email)
        const familiar = await familiarAs(user?._id ?? null, from)
        const outcome = await counts.take(
          resetCount(user?._id ?? nobodysAccount(email), familiar, RESET_MS, key && repeatName(key)),
        )
        return outcome.taken && user ? user._id : null
      }),

    startPasswordReset: (userId) =>
      reach(async () => {
        const user = await users.findOne({ _id: userId, closedAt: null })
        if (!user) return null
        const token = newToken()
        const link = { _id: stored(token), userId, generation: user.generation, expiresAt: inMs(RESET_MS) }
        await resetLinks.insertOne(link)
        return { token, user: toUser(user) }
      }),

    finishPasswordReset: (token, newPassword, from, key = null) =>
      reach(async () => {
        const link = await resetLinks.findOne({ _id: stored(token), expiresAt: { $gt: now() } })
        if (!link) return null
        const { userId, generation } = link
        const resetBy = key && repeatName(token, key)
        const repeated = resetBy && (await users.findOne({ _id: userId, generation: generation + 1, resetBy }))
        if (repeated) {
          if (!(await passwords.verify(repeated.passwordHash, newPassword, from.address))) return null
        } else {
          // A guess costs no hash. Of two that come this far at once, on one link or two, the generation lets one through.
          if (!(await users.findOne({ _id: userId, generation }))) return null
          const passwordHash = await passwords.hash(newPassword, from.address)
          const set = { $set: { passwordHash, resetBy }, $inc: { generation: 1 } }
          if (!(await users.findOneAndUpdate({ _id: userId, generation }, set))) return null
        }
        const device = await knowOrigin(userId, from)
        await sessions.deleteMany({ userId, generation: { $lte: generation } })
        // The link stays for a repeat, until it would have expired: it is of a generation that is over.
        return { deviceToken: device.token }
      }),

    grantWriting: (userId, kilobytes, most) =>
      reach(async () => (await counts.take(writtenCount(userId, kilobytes, most))).taken),

    spendOnce: (name, windowMs) => reach(async () => (await counts.take(spentCount(name, windowMs))).taken),

    sweep: () =>
      reach(async () => {
        const over = { $lte: now() }
        const gone = await Promise.all([
          sessions.deleteMany({ expiresAt: over }),
          sessions.deleteMany({ remember: false, createdAt: { $lte: inMs(-LONGEST_MS) } }),
          resetLinks.deleteMany({ expiresAt: over }),
          emailLinks.deleteMany({ expiresAt: over }),
          countings.deleteMany({ until: over }),
          imports.deleteMany({ begunAt: { $lte: inMs(-IMPORT_KEPT_MS) } }),
          importPieces.deleteMany({ keptAt: { $lte: inMs(-IMPORT_KEPT_MS) } }),
        ])
        return gone.reduce((sum, { deletedCount }) => sum + deletedCount, 0)
      }),

    async close() {},
  }
}

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

const stored = (token: string): string => tokenHash(token).toString('base64url')

const toDevice = ({ _id, label, firstSeenAt, lastSeenAt }: DeviceDocument): Device => ({
  id: _id,
  label,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

const toSession = (session: SessionDocument, { username, email, lockedAt }: UserDocument): Session => ({
  id: session.id,
  // A session from before there were devices: events named it itself.
  deviceId: session.deviceId ?? session.id,
  userId: session.userId,
  username,
  email,
  locked: lockedAt != null,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
})
