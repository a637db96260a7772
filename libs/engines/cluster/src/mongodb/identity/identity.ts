import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import { deviceOf } from '@pathlight/identity/device.ts'
import { accountOfUnknown, asGuess } from '@pathlight/identity/guess-limits.ts'
import { type Identity, IMPORT_KEPT_MS, LONGEST_MS, type Taken } from '@pathlight/identity/identity.ts'
import { createPasswordHashing } from '@pathlight/identity/password-hashing.ts'
import { spentCount } from '@pathlight/identity/spent.ts'
import { writtenCount } from '@pathlight/identity/written-kilobytes.ts'
import { Binary, type Db } from 'mongodb'
import { mongoAccountCare } from './account-care.ts'
import { mongoAdministration } from './administration.ts'
import { mongoCounts } from './counts.ts'
import {
  type AddressDocument,
  type CountDocument,
  type DeviceDocument,
  type EmailLinkDocument,
  type ImportClaimDocument,
  type ImportDocument,
  type ImportPieceDocument,
  inserts,
  type MessageDocument,
  openUser,
  type ResetLinkDocument,
  reach,
  type SessionDocument,
  type UserDocument,
  userOf,
} from './documents.ts'
import { mongoImports } from './imports.ts'
import { mongoKnownOrigins } from './known-origins.ts'
import { mongoMessages } from './messages.ts'
import { mongoPasswordReset } from './password-reset.ts'
import { mongoSessions } from './sessions.ts'

/**
 * Identity in MongoDB (collections `identity_*`, made here if missing). The client stays the caller's to close; `now` is
 * the clock.
 */
export async function mongoIdentity(options: {
  db: Db
  keys: Pick<DataKeys, 'newKey' | 'fields'>
  now?: () => Date
}): Promise<Identity> {
  const { db, keys, now = () => new Date() } = options
  const { fields } = keys
  const toUser = userOf(fields)
  const users = db.collection<UserDocument>('identity_users')
  const sessions = db.collection<SessionDocument>('identity_sessions')
  const devices = db.collection<DeviceDocument>('identity_devices')
  const addresses = db.collection<AddressDocument>('identity_addresses')
  const countings = db.collection<CountDocument>('identity_counts')
  const resetLinks = db.collection<ResetLinkDocument>('identity_reset_links')
  const emailLinks = db.collection<EmailLinkDocument>('identity_email_links')
  const imports = db.collection<ImportDocument>('identity_imports')
  const importPieces = db.collection<ImportPieceDocument>('identity_import_pieces')
  const importClaims = db.collection<ImportClaimDocument>('identity_import_claims')
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
    await importClaims.createIndex({ until: 1 })
    await users.createIndex({ previousEmailKey: 1, previousEmailUntil: 1 })
    await users.createIndex({ adminBy: 1 })
    await users.createIndex({ looksByMail: 1 })
  })

  const whatIsTaken = async (username: string, email: string): Promise<Taken> => {
    const [emailKey, usernameKey] = [fields.hashOf(email), fields.hashOf(username)]
    const [byEmail, byName] = await Promise.all([
      users.countDocuments(
        { $or: [{ emailKey }, { previousEmailKey: emailKey, previousEmailUntil: { $gt: now() } }] },
        { limit: 1 },
      ),
      users.countDocuments({ usernameKey }, { limit: 1 }),
    ])
    return [...(byEmail > 0 ? (['email'] as const) : []), ...(byName > 0 ? (['username'] as const) : [])]
  }
  const byEmail = (email: string) => users.findOne({ emailKey: fields.hashOf(email) })

  const counts = mongoCounts({ countings, now, inMs })
  const { familiarAs, knowOrigin } = mongoKnownOrigins({ devices, addresses, now })

  const { dropLapsedClaims, ...importing } = mongoImports({ imports, importPieces, importClaims, now, inMs })

  return {
    ...mongoSessions({ users, sessions, devices, fields, now, inMs, knowOrigin }),
    ...mongoPasswordReset({
      ...{ users, sessions, resetLinks },
      ...{ toUser, now, inMs, passwords, counts, byEmail, familiarAs, knowOrigin },
    }),
    ...importing,
    ...mongoMessages({ messages: db.collection<MessageDocument>('identity_messages'), now, keys }),
    ...mongoAccountCare({
      ...{ imports, importPieces, importClaims },
      ...{ users, sessions, devices, addresses, resetLinks, emailLinks },
      ...{ fields, toUser, now, inMs, passwords, counts, familiarAs },
    }),
    ...mongoAdministration({ users, devices, sessions, fields, toUser, now, inMs }),

    createUser: ({ id, username, email, password, language }) =>
      reach(async () => {
        // Before the costly hash; the unique indexes decide races.
        const before = await whatIsTaken(username, email)
        if (before.length > 0) return { taken: before }
        const passwordHash = await passwords.hash(password, 'sign-up')
        const wrapped = await keys.newKey(id)
        const user: UserDocument = {
          _id: id,
          username: fields.seal(username, 'username', id, wrapped),
          email: fields.seal(email, 'address', id, wrapped),
          usernameKey: fields.hashOf(username),
          emailKey: fields.hashOf(email),
          passwordHash,
          language,
          createdAt: now(),
          wrappedDataKey: new Binary(wrapped),
          generation: 0,
        }
        if (await inserts(() => users.insertOne(user))) return toUser(user)
        return { taken: await whatIsTaken(username, email) }
      }),

    findUser: (id) =>
      reach(async () => {
        const user = await openUser(users, id)
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
        return asGuess(counts, user?._id ?? accountOfUnknown(email), familiar, async () => {
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

    grantWriting: (userId, kilobytes, most) =>
      reach(async () => (await counts.take(writtenCount(userId, kilobytes, most))).taken),

    spendOnce: (name, windowMs) => reach(async () => (await counts.take(spentCount(name, windowMs))).taken),

    sweep: () =>
      reach(async () => {
        const over = { $lte: now() }
        await dropLapsedClaims()
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
