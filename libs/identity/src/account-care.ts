import { mailTestNames } from './archive-over.ts'
import { asGuess } from './guess-limits.ts'
import {
  type AccountCare,
  CHANGE_MS,
  type EmailLinkPurpose,
  type Origin,
  REMEMBERED_MS,
  UNDO_MS,
  VERIFY_MS,
} from './identity.ts'
import { dropInvitationsOf } from './invitations.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { newToken, tokenHash } from './secret-token.ts'
import { endAsClosed } from './sessions.ts'
import {
  endingSessions,
  hasName,
  isReserved,
  type NamedRecord,
  NO_NEW,
  NO_PREVIOUS,
  openUser,
  type UserRecord,
  userOf,
} from './users.ts'

/** The time for which a link of each purpose is valid, in milliseconds. */
const LIVES_MS = {
  'verify-email': VERIFY_MS,
  'change-email': CHANGE_MS,
  'undo-email-change': UNDO_MS,
  'undo-second-factor': UNDO_MS,
}

/** The stored purpose of a used link that turned off a second step. A repeated use is recognised by it. */
const UNDONE_SECOND_FACTOR = 'undone-second-factor'

/**
 * The kinds of records that `closeUser` deletes by their `userId`. Sessions stay for a while, so that their browsers
 * can be told that the account is closed.
 */
const BESIDE_ACCOUNT = [
  'devices',
  'addresses',
  'reset_links',
  'email_links',
  'passkeys',
  'totp',
  'recovery_codes',
  'provider_links',
  'challenges',
  'tokens',
  'shares',
  'imports',
  'import_claims',
  'import_pieces',
] as const

/**
 * Changes that people make to their accounts. Values that must change together are in the account's record, so that one
 * write changes them.
 */
export const accountCareOver = (parts: Parts): AccountCare => {
  const { records, fields, now, inMs, passwords, counts, origins } = parts
  /** The account. Null if it is closed or being closed. */
  const named = async (userId: string): Promise<NamedRecord | null> => {
    const user = await openUser(records, userId)
    return user !== null && hasName(user) ? user : null
  }
  /**
   * Changes the account if it still has the values in `as`. `taken`: another account has this value of `field`. Null:
   * the account does not match `as`.
   */
  const change = async (as: Partial<UserRecord>, to: Partial<UserRecord>, field: 'email' | 'username') => {
    const after = await records.change('users', { ...as, closedAt: null }, to)
    return after === 'taken' ? { taken: [field] } : after && userOf(fields, after)
  }
  /** The user and the first right password of `tried`, or null. All passwords in `tried` count as one guess. */
  const guess = async (userId: string, tried: (user: UserRecord | null) => readonly string[], from: Origin) => {
    const user = await openUser(records, userId)
    return asGuess(counts, userId, await origins.familiarAs(userId, from), async () => {
      for (const password of tried(user)) {
        const theirs = await passwords.verify(user?.passwordHash ?? null, password, from.address)
        if (user && theirs) return { user, password }
      }
      return null
    })
  }
  const opened = (user: UserRecord, address: string) => fields.open(address, 'address', user.id, user.wrappedDataKey)
  /** The sealed address for a link of this purpose. Null if such a link would have no effect. */
  const addressOf = (user: UserRecord, purpose: EmailLinkPurpose): string | null => {
    const until = (address: string | null, end: Date | null) => (end !== null && end > now() ? address : null)
    if (purpose === 'verify-email') return user.emailVerifiedAt === null ? user.email : null
    if (purpose === 'change-email') return until(user.newEmail, user.newEmailUntil)
    // This link works even after the second step was turned off again, because whoever turned the step on may have
    // added other ways to log in.
    if (purpose === 'undo-second-factor') {
      const since = user.secondFactorSince ?? now()
      return until(user.email, new Date(since.getTime() + UNDO_MS))
    }
    return until(user.previousEmail, user.previousEmailUntil)
  }
  /**
   * Removes the ways to log in and the shares that were added after `time`, or in the UNDO_MS before it. The owner is
   * undoing somebody else's change, and that person may have added them even before the change.
   */
  const removeMadeSince = async (userId: string, time: Date) => {
    const made = { after: new Date(time.getTime() - UNDO_MS) }
    await records.remove('passkeys', { userId, createdAt: made })
    await records.remove('provider_links', { userId, since: made })
    await records.remove('totp', { userId, since: made })
    await records.remove('shares', { userId, createdAt: made })
    const [totp, passkeys] = await Promise.all([
      records.count('totp', { userId }),
      records.count('passkeys', { userId }),
    ])
    // Turns off a second step that was turned on in that time, or that has neither app nor passkey left.
    const isTurnedOn = totp + passkeys === 0 ? { not: null } : made
    const off = { secondFactorSince: null }
    if ((await records.change('users', { id: userId, secondFactorSince: isTurnedOn }, off)) !== null)
      await records.remove('recovery_codes', { userId })
  }
  /**
   * Carries out a link. Null: the account has changed since the link was made. Of two concurrent uses, one succeeds and
   * the other gets null; only with `verify-email` both succeed.
   */
  const use = async (user: UserRecord, purpose: EmailLinkPurpose, email: string, expiresAt: Date) => {
    const { id, generation, previousEmail } = user
    if (purpose === 'undo-second-factor') {
      if (user.email !== email) return null
      const removeAll = async () => {
        await removeMadeSince(id, new Date(expiresAt.getTime() - UNDO_MS))
        for (const kind of ['totp', 'recovery_codes'] as const) await records.remove(kind, { userId: id })
      }
      await removeAll()
      const off = { secondFactorSince: null, ...endingSessions(generation) }
      const undone = await change({ id, generation }, off, 'email')
      // The second removal is for records that were added between the first one and the end of the sessions.
      if (undone !== null) await removeAll()
      return undone
    }
    if (addressOf(user, purpose) !== email) return null
    if (purpose === 'verify-email') return change({ id, email }, { emailVerifiedAt: now() }, 'email')
    const becomes = { email, emailKey: fields.hashOf(opened(user, email)), emailVerifiedAt: now(), ...NO_NEW }
    if (purpose === 'change-email') {
      // `previousEmail` is the address to which the owner can return by the undo link. While that link is valid,
      // another change does not replace it. So a thief who changes the address twice cannot take away the owner's undo
      // link.
      const isKept = addressOf(user, 'undo-email-change') !== null
      const previous = { previousEmail: user.email, previousEmailKey: user.emailKey, previousEmailUntil: inMs(UNDO_MS) }
      const as = { id, email: user.email, newEmail: email, previousEmail }
      return change(as, { ...becomes, ...(!isKept && previous) }, 'email')
    }
    const changedAt = user.previousEmailUntil && new Date(user.previousEmailUntil.getTime() - UNDO_MS)
    // This removal comes before the change, because after the change a repeated call could not find `changedAt`.
    if (changedAt !== null) await removeMadeSince(id, changedAt)
    const next = { ...becomes, ...NO_PREVIOUS, ...endingSessions(generation) }
    const undone = await change({ id, generation, previousEmail: email }, next, 'email')
    if (undone === null || 'taken' in undone) return undone
    await records.remove('sessions', { userId: id, generation: { upTo: generation } })
    if (changedAt !== null) await removeMadeSince(id, changedAt)
    return undone
  }

  const useEmailLink: AccountCare['useEmailLink'] = async (token) => {
    const linkAndUser = await records.findOwned('email_links', tokenHash(token))
    if (linkAndUser === null || linkAndUser[0].expiresAt <= now() || linkAndUser[1].closedAt !== null) return null
    const [link, user] = linkAndUser
    const { email } = link
    const isUndone = (one: typeof link | null) => one?.purpose === UNDONE_SECOND_FACTOR
    const purpose = isUndone(link) ? 'undo-second-factor' : (link.purpose as EmailLinkPurpose)
    const isDone = (one: UserRecord, by: typeof link | null) =>
      purpose === 'undo-second-factor' ? isUndone(by) : one.email === email && one.emailVerifiedAt !== null
    if (isDone(user, link)) return { purpose, user: userOf(fields, user), repeated: true }
    const isOfAddress = purpose === 'change-email' || purpose === 'undo-email-change'
    const key = !isOfAddress ? null : fields.hashOf(opened(user, email))
    if (key !== null && (await isReserved(records, key, now(), user.id))) return { taken: ['email'] }
    const outcome = await use(user, purpose, email, link.expiresAt)
    const { tokenHash: hash } = link
    if (outcome !== null && purpose === 'undo-second-factor')
      await records.change('email_links', { tokenHash: hash }, { purpose: UNDONE_SECOND_FACTOR })
    if (outcome !== null) return 'taken' in outcome ? outcome : { purpose, user: outcome, repeated: false }
    const after = await openUser(records, user.id)
    const linkAfter = await get(records, 'email_links', { tokenHash: hash })
    if (after !== null && isDone(after, linkAfter)) return { purpose, user: userOf(fields, after), repeated: true }
    // A second step must be turned off even if another use of a link, or a new password, ended the sessions at the same
    // moment.
    const isToBeUndone = purpose === 'undo-second-factor' && after !== null && after.generation !== user.generation
    return isToBeUndone ? useEmailLink(token) : null
  }

  return {
    async checkPassword(userId, password, from) {
      const outcome = await guess(userId, () => [password], from)
      return outcome === null || 'retryAfterMs' in outcome ? outcome : userOf(fields, outcome.user)
    },

    async changePassword(userId, { present, next }, { from, sessionId }) {
      // A repeated call has the old password as `present`, and `next` is the account's password by then. So `next` is
      // tried, too, but only for the session that set it. Any other session would have two guesses in one call.
      const tried = (user: UserRecord | null) => (user?.keptSession === sessionId ? [present, next] : [present])
      const outcome = await guess(userId, tried, from)
      if (outcome === null || 'retryAfterMs' in outcome) return outcome
      // Somebody who types the present password as the new one still wants all other sessions to end.
      if (outcome.password === next && present !== next) return userOf(fields, outcome.user)
      const { generation } = outcome.user
      const passwordHash = await passwords.hash(next, from.address)
      const set = { passwordHash, ...NO_NEW, ...endingSessions(generation, sessionId) }
      const after = await records.change('users', { id: userId, generation, closedAt: null }, set)
      if (after === null || after === 'taken') return null
      await records.remove('sessions', { userId, generation: { upTo: generation }, id: { not: sessionId } })
      return userOf(fields, after)
    },

    async changeUsername(userId, username) {
      const user = await named(userId)
      if (user === null) return null
      const sealed = fields.seal(username, 'username', userId, user.wrappedDataKey)
      return change({ id: userId }, { username: sealed, usernameKey: fields.hashOf(username) }, 'username')
    },

    async askNewEmail(userId, email) {
      if (await isReserved(records, fields.hashOf(email), now(), userId)) return { taken: ['email'] }
      const user = await named(userId)
      if (user === null) return null
      const newEmail = fields.seal(email, 'address', userId, user.wrappedDataKey)
      return change({ id: userId }, { newEmail, newEmailUntil: inMs(CHANGE_MS) }, 'email')
    },

    async startEmailLink(userId, purpose) {
      const user = await named(userId)
      const email = user && addressOf(user, purpose)
      if (user === null || email === null) return null
      const token = newToken()
      const link = { tokenHash: tokenHash(token), userId, purpose, email, expiresAt: inMs(LIVES_MS[purpose]) }
      await records.add('email_links', link)
      return { token, email: opened(user, email), user: userOf(fields, user) }
    },

    useEmailLink,

    async setLooksByMail(userId, on) {
      const after = await records.change('users', { id: userId, closedAt: null }, { looksByMail: on })
      return after === null || after === 'taken' ? null : userOf(fields, after)
    },

    async wantLooksByMail() {
      return (await records.find('users', { looksByMail: true })).map(({ id }) => id).toSorted()
    },

    async endDevice(userId, deviceId) {
      await records.remove('sessions', { userId, deviceId })
      return (await records.change('devices', { id: deviceId, userId, endedAt: null }, { endedAt: now() })) !== null
    },

    async endOtherDevices(userId, deviceId) {
      await records.remove('sessions', { userId, deviceId: { not: deviceId } })
      const others = await records.find('devices', { userId, id: { not: deviceId }, endedAt: null })
      for (const { id } of others) await records.change('devices', { id, userId, endedAt: null }, { endedAt: now() })
      return others.map(({ id }) => id)
    },

    async endSessionsOfClosed(userId) {
      await endAsClosed(records, userId, inMs(REMEMBERED_MS))
      for (const kind of ['tokens', 'shares'] as const) await records.remove(kind, { userId })
    },

    async closeUser(userId) {
      // No hash (`hashOf`) contains a blank, so no other account has this key.
      const key = `closed ${userId}`
      const closed = {
        ...{ username: '', email: '', usernameKey: key, emailKey: key, passwordHash: '', emailVerifiedAt: null },
        ...{ ...NO_NEW, ...NO_PREVIOUS, wrappedDataKey: null, adminBy: null, lockedAt: null, looksByMail: false },
        secondFactorSince: null,
      }
      for (;;) {
        const user = await get(records, 'users', { id: userId })
        if (user === null) return
        if (user.closedAt !== null) break
        // The removal comes before the change, because after the change a repeated call could not find the addresses.
        await dropInvitationsOf(records, user)
        const { generation } = user
        // If another call has changed the generation meanwhile, for example by a new password, the loop tries again.
        const next = { ...closed, ...endingSessions(generation), closedAt: now() }
        await records.change('users', { id: userId, generation, closedAt: null }, next)
      }
      await endAsClosed(records, userId, inMs(REMEMBERED_MS))
      for (const kind of BESIDE_ACCOUNT) await records.remove(kind, { userId })
      for (const name of mailTestNames(userId)) await records.remove('archives', { name })
    },
  }
}
