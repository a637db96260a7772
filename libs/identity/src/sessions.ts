import { randomUUID } from 'node:crypto'
import type { AccountFields } from './account-fields.ts'
import { CLOSED_GENERATION, IDLE_MS, LONGEST_MS, REMEMBERED_MS, type Session, type SessionStore } from './identity.ts'
import type { RecordOf } from './kinds.ts'
import type { KnownOrigins } from './known-origins.ts'
import { get, type Records } from './records.ts'
import { newToken, tokenHash } from './secret-token.ts'
import { livingTokensOf } from './tokens.ts'
import { namesOf, type UserRecord } from './users.ts'

/** The shortest time between two writes of a session's idle limit, in milliseconds. */
const SLIDE_EVERY_MS = 60_000
/** The shortest time between two writes of a session's last use to its device, in milliseconds. */
const SEEN_EVERY_MS = 60 * 60 * 1000

type SessionRecord = RecordOf<'sessions'>

const toSession = (fields: AccountFields, session: SessionRecord, user: UserRecord): Session => ({
  id: session.id,
  // Sessions of older versions have no device. Their own id takes its place in events.
  deviceId: session.deviceId ?? session.id,
  userId: session.userId,
  ...namesOf(fields, user),
  locked: user.lockedAt !== null,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
})

/** The time after which a session is invalid, however much it is used. */
const lastMomentOf = ({ remember, expiresAt, createdAt }: SessionRecord): Date =>
  remember ? expiresAt : new Date(createdAt.getTime() + LONGEST_MS)
/** Whether a session is valid. A new generation of the user ends all sessions except `keptSession`. */
const isLiving = (session: SessionRecord, user: UserRecord, now: Date): boolean =>
  session.generation !== CLOSED_GENERATION &&
  (session.generation === user.generation || session.id === user.keptSession) &&
  session.expiresAt > now &&
  lastMomentOf(session) > now

export const livingSessionsOf = async (
  records: Records,
  userIds: readonly string[],
  now: Date,
): Promise<SessionRecord[]> => {
  const [sessions, users] = await Promise.all([
    records.find('sessions', { userId: userIds, expiresAt: { after: now } }),
    records.find('users', { id: userIds }),
  ])
  const owners = new Map(users.map((user) => [user.id, user]))
  return sessions.filter((session) => {
    const owner = owners.get(session.userId)
    return owner !== undefined && isLiving(session, owner, now)
  })
}

/**
 * Stores on the session's device that it is in use now, at most once an hour. A stored time that is more than an hour
 * in the future comes from a clock that was ahead, and is replaced.
 */
const noteUse = async (records: Records, session: SessionRecord, now: Date): Promise<void> => {
  const { tokenHash: key, userId, deviceId, createdAt, seenAt } = session
  if (Math.abs(now.getTime() - (seenAt ?? createdAt).getTime()) < SEEN_EVERY_MS) return
  // The device comes first, so that the next use tries again if this write fails.
  if (deviceId !== null) await records.change('devices', { id: deviceId, userId }, { lastSeenAt: now })
  await records.change('sessions', { tokenHash: key, seenAt }, { seenAt: now })
}

/**
 * Ends every session of a closed account. The records stay until `until`, so that the browsers can be told that the
 * account is closed.
 */
export const endAsClosed = async (records: Records, userId: string, until: Date): Promise<void> => {
  const asClosed = { generation: CLOSED_GENERATION, remember: true, expiresAt: until }
  const sessions = await records.find('sessions', { userId, generation: { not: CLOSED_GENERATION } })
  for (const { tokenHash, generation } of sessions)
    await records.change('sessions', { tokenHash, generation }, asClosed)
}

export const sessionsOver = ({
  records,
  fields,
  now,
  inMs,
  origins,
}: {
  readonly records: Records
  readonly fields: AccountFields
  readonly now: () => Date
  readonly inMs: (ms: number) => Date
  readonly origins: KnownOrigins
}): SessionStore => ({
  async startSession({ id: userId, passwordGeneration: generation }, { remember, from }) {
    const user = await get(records, 'users', { id: userId })
    if (user?.generation !== generation) return null
    const token = newToken()
    const device = await origins.know(userId, from)
    const session: SessionRecord = {
      ...{ tokenHash: tokenHash(token), id: randomUUID(), userId, generation, createdAt: now() },
      ...{ expiresAt: inMs(remember ? REMEMBERED_MS : IDLE_MS), remember, deviceId: device.id, seenAt: null },
    }
    await records.add('sessions', session)
    return { token, deviceToken: device.token, session: toSession(fields, session, user) }
  },

  async findSession(token) {
    const sessionAndUser = await records.findOwned('sessions', tokenHash(token))
    if (sessionAndUser === null) return null
    const [session, user] = sessionAndUser
    if (!isLiving(session, user, now())) return null
    // If this write fails, the session is still valid, and the next use tries again.
    await noteUse(records, session, now()).catch(() => undefined)
    const last = lastMomentOf(session)
    if (session.remember || session.expiresAt >= inMs(IDLE_MS - SLIDE_EVERY_MS) || session.expiresAt >= last)
      return toSession(fields, session, user)
    const expiresAt = new Date(Math.min(last.getTime(), inMs(IDLE_MS).getTime()))
    const { tokenHash: key, generation } = session
    const extended = await records
      .change('sessions', { tokenHash: key, generation, expiresAt: session.expiresAt }, { expiresAt })
      .then(() => ({ ...session, expiresAt }))
      .catch(() => session)
    return toSession(fields, extended, user)
  },

  async endSession(token) {
    await records.remove('sessions', { tokenHash: tokenHash(token), generation: { not: CLOSED_GENERATION } })
  },

  async wasOfClosed(token) {
    const session = await get(records, 'sessions', { tokenHash: tokenHash(token) })
    return session !== null && session.generation === CLOSED_GENERATION && session.expiresAt > now()
  },

  async closedOf(userIds) {
    const closed = { userId: userIds, generation: CLOSED_GENERATION, expiresAt: { after: now() } }
    return new Set((await records.find('sessions', closed)).map(({ userId }) => userId))
  },

  async livingSessions(userIds) {
    const [sessions, tokens] = await Promise.all([
      livingSessionsOf(records, userIds, now()),
      livingTokensOf(records, userIds, now()),
    ])
    return new Set([...sessions, ...tokens].map(({ id }) => id))
  },

  async devicesOf(userId) {
    const devices = await records.find('devices', { userId, endedAt: null })
    return devices
      .toSorted((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(({ id, label, firstSeenAt, lastSeenAt }) => ({
        ...{ id, label },
        ...{ firstSeenAt: firstSeenAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
      }))
  },
})
