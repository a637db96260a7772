import { type AdminCommand, admin } from '@pathlight/domain/admins/admin.ts'
import { type AdminActed, type AdminLooked, adminStream, type Look } from '@pathlight/domain/admins/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { AdminBy, Administrator, Identity } from '@pathlight/identity/identity.ts'
import { nameKey } from '@pathlight/identity/name-key.ts'
import type { FastifyRequest } from 'fastify'
import { type CommandOf, handleCommand } from '../handle-command.ts'
import type { Writer } from '../writer.ts'

/** Looks at the same person's audit, or at their account, are recorded once in this time, in milliseconds (10 minutes). */
const TOLD_ONCE_MS = 10 * 60 * 1000
/** Looks that one page takes several times. */
const TOLD_ONCE: readonly Look[] = ['audit', 'account']

/** What an admin looks at: see AdminLooked. */
export type Looked = Omit<AdminLooked['data'], 'adminId' | 'lookedAt'>

/** What an admin does: see AdminActed. */
export type Did = Pick<AdminActed['data'], 'deed' | 'subject'>

/** The admin of a request. */
type AsAdmin = Pick<Writer, 'actorId' | 'deviceId' | 'correlationId'>
export const asAdmin = (request: FastifyRequest): AsAdmin => {
  const { userId, deviceId } = signedIn(request)
  return { actorId: userId, deviceId, correlationId: request.correlationId }
}

/** Who administers this Pathlight. */
export type Admins = {
  /** Whether they are an admin now, and their own account is not locked. It asks identity, so a change by another process counts at once. */
  isAdmin(userId: string): Promise<boolean>
  /** The operator makes a person an admin; again it changes nothing. False: there is no such account. */
  grant(userId: string): Promise<boolean>
  /** The operator takes it back. `'by settings'`: ADMIN_EMAILS names them, so that only the settings can. False: there is no such account. */
  revoke(userId: string): Promise<boolean | 'by settings'>
  /** Puts into the log that an admin looks at something. The same look of TOLD_ONCE is recorded once in TOLD_ONCE_MS. */
  look(admin: AsAdmin, look: Looked): Promise<void>
  /** Puts into the log that an admin changes something of this Pathlight, before it is changed. */
  act(admin: AsAdmin, did: Did): Promise<void>
  /** All of them, by their usernames. */
  all(): Promise<readonly Administrator[]>
}

/**
 * Admins are people whom the operator named, and those whose address stands in ADMIN_EMAILS and is verified: a person
 * can sign up with an address that is not theirs. Each change is an event in the admin's stream. Identity keeps it too,
 * and is asked who is an admin. The event is first: what is cut off between the two is finished by the next try.
 */
export const openAdmins = ({
  log,
  identity,
  emails,
}: {
  readonly log: Pick<EventLog, 'readEnds' | 'appendToStream'>
  readonly identity: Pick<Identity, 'adminOf' | 'setAdmin' | 'admins'>
  /** ADMIN_EMAILS. */
  readonly emails: readonly string[]
}): Admins => {
  const named = new Set(emails.map(nameKey))
  /** Appends to the admin's stream what a command decides. */
  const record = (
    adminId: string,
    writer: AsAdmin & Pick<Writer, 'userId'> & Partial<Writer>,
    command: CommandOf<AdminCommand>,
  ) =>
    handleCommand(
      log as EventLog,
      admin,
      adminStream(adminId),
      { idempotencyKey: null, ifMatch: null, quota: null, ...writer },
      command,
    )
  const set = async (userId: string, type: 'GrantAdmin' | 'RevokeAdmin', by: AdminBy) => {
    await record(userId, { userId, actorId: by, deviceId: null, correlationId: by }, { type, data: { userId, by } })
    return identity.setAdmin(userId, type === 'GrantAdmin' ? by : null)
  }
  /** Brings what the settings say into the log and into identity. */
  const settled = async ({ user, by }: Administrator): Promise<AdminBy | null> => {
    const isNamed = user.emailVerified && named.has(nameKey(user.email))
    if (by === null && isNamed) return (await set(user.id, 'GrantAdmin', 'settings')) ? 'settings' : null
    if (by !== 'settings' || isNamed) return by
    await set(user.id, 'RevokeAdmin', 'settings')
    return null
  }

  return {
    async isAdmin(userId) {
      const found = await identity.adminOf(userId)
      return found !== null && !found.user.locked && (await settled(found)) !== null
    },
    async grant(userId) {
      if ((await identity.adminOf(userId)) === null) return false
      return set(userId, 'GrantAdmin', 'operator')
    },
    async revoke(userId) {
      const found = await identity.adminOf(userId)
      if (found === null) return false
      if ((await settled(found)) === 'settings') return 'by settings'
      return set(userId, 'RevokeAdmin', 'operator')
    },
    async look(by, looked) {
      const { subjectId, what } = looked
      const isToldOnce = TOLD_ONCE.includes(what)
      const idempotencyKey = isToldOnce ? `${what} ${subjectId} ${Math.floor(Date.now() / TOLD_ONCE_MS)}` : null
      const { actorId: adminId } = by
      const writer = { ...by, userId: subjectId ?? adminId, idempotencyKey }
      await record(adminId, writer, { type: 'RecordLook', data: { adminId, ...looked } })
    },
    async act(by, did) {
      const { actorId: adminId } = by
      await record(adminId, { ...by, userId: adminId }, { type: 'RecordDeed', data: { adminId, ...did } })
    },
    async all() {
      const found = await identity.admins()
      const now = await Promise.all(found.map(async ({ user, by }) => ({ user, by: await settled({ user, by }) })))
      return now.filter(({ by }) => by !== null)
    },
  }
}
