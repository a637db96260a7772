import type { FieldUse } from '@pathlight/identity/account-fields.ts'
import { asGuess } from '@pathlight/identity/guess-limits.ts'
import type { Origin, User } from '@pathlight/identity/identity.ts'
import {
  type AccountCare,
  CHANGE_MS,
  CLOSED_GENERATION,
  type EmailLinkPurpose,
  REMEMBERED_MS,
  UNDO_MS,
  VERIFY_MS,
} from '@pathlight/identity/identity.ts'
import { newToken } from '@pathlight/identity/secret-token.ts'
import { type Filter, MongoServerError } from 'mongodb'
import { type EmailLinkDocument, keyOf, NO_NEW, reach, storedToken, type UserDocument } from './documents.ts'
import type { MongoParts } from './parts.ts'

type Parts = Pick<
  MongoParts,
  | 'users'
  | 'sessions'
  | 'devices'
  | 'addresses'
  | 'resetLinks'
  | 'emailLinks'
  | 'imports'
  | 'importPieces'
  | 'importClaims'
  | 'fields'
  | 'toUser'
  | 'now'
  | 'inMs'
  | 'passwords'
  | 'counts'
  | 'familiarAs'
>

/** As long as a link of each purpose works. */
const LIVES_MS = { 'verify-email': VERIFY_MS, 'change-email': CHANGE_MS, 'undo-email-change': UNDO_MS }
const NO_PREVIOUS = { previousEmail: null, previousEmailKey: null, previousEmailUntil: null }

/**
 * AccountCare in MongoDB. What must change together is in the user's document; what is deleted beside it is worth nothing once that
 * document has changed, and a repeat of the call deletes what a crash has left.
 */
export const mongoAccountCare = (parts: Parts): AccountCare => {
  const { users, sessions, devices, addresses, resetLinks, emailLinks, imports, importPieces, importClaims } = parts
  const { fields, toUser, now, inMs, passwords, counts, familiarAs } = parts
  const there = (userId: string) => ({ _id: userId, closedAt: null })
  const endAsClosed = async (userId: string): Promise<void> => {
    await sessions.updateMany(
      { userId, generation: { $ne: CLOSED_GENERATION } },
      { $set: { generation: CLOSED_GENERATION, remember: true, expiresAt: inMs(REMEMBERED_MS) } },
    )
  }

  /**
   * The user after the change; `taken` where the unique index of `field` refuses it; null where none matches. FerretDB refuses with an
   * error of its own, so a refusal is known by the account that has the name.
   */
  const change = async (
    where: Filter<UserDocument> & { _id: string },
    $set: Partial<UserDocument>,
    field: 'email' | 'username',
    more: { $inc?: { generation: number } } = {},
  ): Promise<User | { taken: readonly ['email' | 'username'] } | null> => {
    const taken: { readonly taken: readonly [typeof field] } = { taken: [field] }
    const key = `${field}Key` as const
    const isTaken = async () =>
      $set[key] !== undefined &&
      (await users.countDocuments({ [key]: $set[key], _id: { $ne: where._id } }, { limit: 1 })) > 0
    if (await isTaken()) return taken
    try {
      const after = await users.findOneAndUpdate(where, { $set, ...more }, { returnDocument: 'after' })
      return after && toUser(after)
    } catch (error) {
      if (error instanceof MongoServerError && (await isTaken())) return taken
      throw error
    }
  }
  /** The user, and which of the passwords is theirs: the first that is. Costs one guess. */
  const guess = async (userId: string, tried: readonly string[], from: Origin) => {
    const user = await users.findOne(there(userId))
    return asGuess(counts, userId, await familiarAs(userId, from), async () => {
      for (const password of tried) {
        const theirs = await passwords.verify(user?.passwordHash ?? null, password, from.address)
        if (user && theirs) return { user, password }
      }
      return null
    })
  }
  const isReserved = async (userId: string, email: string) => {
    const key = fields.hashOf(email)
    const others = await users
      .find({ $or: [{ emailKey: key }, { previousEmailKey: key, previousEmailUntil: { $gt: now() } }] })
      .toArray()
    return others.some(({ _id }) => _id !== userId)
  }
  /** As the account keeps it; '' where there is no such account. */
  const sealed = async (userId: string, text: string, use: FieldUse): Promise<string> => {
    const user = await users.findOne(there(userId))
    return user ? fields.seal(text, use, userId, keyOf(user)) : ''
  }
  const opened = (user: UserDocument, address: string) => fields.open(address, 'address', user._id, keyOf(user))
  /** The address, sealed, that a link of this purpose is about; null where there is nothing that it could do. */
  const addressOf = (user: UserDocument, purpose: EmailLinkPurpose): string | null => {
    const until = (address?: string | null, end?: Date | null) => (address && end && end > now() ? address : null)
    if (purpose === 'verify-email') return user.emailVerifiedAt ? null : user.email
    if (purpose === 'change-email') return until(user.newEmail, user.newEmailUntil)
    return until(user.previousEmail, user.previousEmailUntil)
  }
  /** Does what the link is for; null where something else happened since. */
  const use = async (user: UserDocument, { purpose, email }: EmailLinkDocument) => {
    const { _id, generation } = user
    // As it was read: of two changes at once one finds another document, and answers null.
    const asRead = { ...there(_id), email: user.email, generation }
    if (addressOf(user, purpose) !== email) return null
    const becomes = { email, emailKey: fields.hashOf(opened(user, email)), emailVerifiedAt: now(), ...NO_NEW }
    if (purpose === 'verify-email') return change(asRead, { emailVerifiedAt: now() }, 'email')
    if (purpose === 'change-email') {
      // Of several changes in a row the first address is kept: a further change cannot push it out.
      const isKept = addressOf(user, 'undo-email-change') !== null
      const previous = { previousEmail: user.email, previousEmailKey: user.emailKey, previousEmailUntil: inMs(UNDO_MS) }
      return change({ ...asRead, newEmail: email }, { ...becomes, ...(!isKept && previous) }, 'email')
    }
    const undone = await change({ ...asRead, previousEmail: email }, { ...becomes, ...NO_PREVIOUS }, 'email', {
      $inc: { generation: 1 },
    })
    if (undone !== null && !('taken' in undone))
      await sessions.deleteMany({ userId: _id, generation: { $lte: generation } })
    return undone
  }

  return {
    checkPassword: (userId, password, from) =>
      reach(async () => {
        const found = await guess(userId, [password], from)
        return found === null || 'retryAfterMs' in found ? found : toUser(found.user)
      }),

    changePassword: (userId, { present, next }, { from, sessionId }) =>
      reach(async () => {
        const found = await guess(userId, [present, next], from)
        if (found === null || 'retryAfterMs' in found) return found
        if (found.password === next) return toUser(found.user)
        const { generation } = found.user
        const passwordHash = await passwords.hash(next, from.address)
        const after = await users.findOneAndUpdate(
          { ...there(userId), generation },
          { $set: { passwordHash, ...NO_NEW }, $inc: { generation: 1 } },
          { returnDocument: 'after' },
        )
        if (!after) return null
        await sessions.updateOne({ id: sessionId, userId, generation }, { $set: { generation: generation + 1 } })
        await sessions.deleteMany({ userId, generation: { $lte: generation } })
        return toUser(after)
      }),

    changeUsername: (userId, username) =>
      reach(async () => {
        const set = { username: await sealed(userId, username, 'username'), usernameKey: fields.hashOf(username) }
        return change(there(userId), set, 'username')
      }),

    askNewEmail: (userId, email) =>
      reach(async () => {
        if (await isReserved(userId, email)) return { taken: ['email'] }
        const newEmail = await sealed(userId, email, 'address')
        return change(there(userId), { newEmail, newEmailUntil: inMs(CHANGE_MS) }, 'email')
      }),

    startEmailLink: (userId, purpose) =>
      reach(async () => {
        const user = await users.findOne(there(userId))
        const email = user && addressOf(user, purpose)
        if (!user || !email) return null
        const token = newToken()
        await emailLinks.insertOne({
          _id: storedToken(token),
          userId,
          purpose,
          email,
          expiresAt: inMs(LIVES_MS[purpose]),
        })
        return { token, email: opened(user, email), user: toUser(user) }
      }),

    useEmailLink: (token) =>
      reach(async () => {
        const link = await emailLinks.findOne({ _id: storedToken(token), expiresAt: { $gt: now() } })
        const user = link && (await users.findOne(there(link.userId)))
        if (!link || !user) return null
        const { purpose, email } = link
        const isDone = ({ email: has, emailVerifiedAt }: UserDocument) => has === email && emailVerifiedAt != null
        if (isDone(user)) return { purpose, user: toUser(user), repeated: true }
        if (purpose !== 'verify-email' && (await isReserved(user._id, opened(user, email)))) return { taken: ['email'] }
        const used = await use(user, link)
        if (used !== null) return 'taken' in used ? used : { purpose, user: used, repeated: false }
        const after = await users.findOne(there(user._id))
        return after && isDone(after) ? { purpose, user: toUser(after), repeated: true } : null
      }),

    setLooksByMail: (userId, on) =>
      reach(async () => {
        const set = { $set: { looksByMail: on } }
        const after = await users.findOneAndUpdate(there(userId), set, { returnDocument: 'after' })
        return after && toUser(after)
      }),

    wantLooksByMail: () =>
      reach(async () => {
        const found = await users.find({ looksByMail: true }, { projection: { _id: 1 } }).toArray()
        return found.map(({ _id }) => _id).sort()
      }),

    endDevice: (userId, deviceId) =>
      reach(async () => {
        await sessions.deleteMany({ userId, deviceId })
        const ended = await devices.updateOne({ _id: deviceId, userId, endedAt: null }, { $set: { endedAt: now() } })
        return ended.matchedCount > 0
      }),

    endOtherDevices: (userId, deviceId) =>
      reach(async () => {
        await sessions.deleteMany({ userId, deviceId: { $ne: deviceId } })
        const others = { userId, _id: { $ne: deviceId }, endedAt: null }
        const ended = (await devices.find(others).toArray()).map(({ _id }) => _id)
        await devices.updateMany(others, { $set: { endedAt: now() } })
        return ended
      }),

    endSessionsOfClosed: (userId) => reach(() => endAsClosed(userId)),

    closeUser: (userId) =>
      reach(async () => {
        // No address and no name has a blank in it.
        const key = `closed ${userId}`
        await users.updateOne(there(userId), {
          $set: {
            ...{ username: '', email: '', usernameKey: key, emailKey: key, passwordHash: '', emailVerifiedAt: null },
            ...{ ...NO_NEW, ...NO_PREVIOUS, wrappedDataKey: null, adminBy: null, closedAt: now() },
            ...{ lockedAt: null, looksByMail: false },
          },
          $inc: { generation: 1 },
        })
        const closed = await users.countDocuments({ _id: userId, closedAt: { $ne: null } }, { limit: 1 })
        if (closed === 0) return
        await Promise.all([
          endAsClosed(userId),
          devices.deleteMany({ userId }),
          addresses.deleteMany({ userId }),
          resetLinks.deleteMany({ userId }),
          emailLinks.deleteMany({ userId }),
          imports.deleteMany({ userId }),
          importClaims.deleteMany({ _id: userId }),
          importPieces.deleteMany({ userId }),
        ])
      }),
  }
}
