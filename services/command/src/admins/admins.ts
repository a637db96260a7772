import { type AdminCommand, admin } from '@pathlight/domain/admins/admin.ts'
import { type AdminActed, type AdminLooked, adminStream, type Look } from '@pathlight/domain/admins/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { AdminBy, Administrator, Identity } from '@pathlight/identity/identity.ts'
import { nameKey } from '@pathlight/identity/name-key.ts'
import type { FastifyRequest } from 'fastify'
import { type CommandOf, handleCommand } from '../handle-command.ts'
import type { Writer } from '../writer.ts'

/**
 * An admin's repeated views of the same person's audit or account are recorded once in each period of this length, in
 * milliseconds.
 */
const TOLD_ONCE_MS = 10 * 60 * 1000
/**
 * The views that are recorded once in each period of TOLD_ONCE_MS, because one page causes each of them several times.
 */
const TOLD_ONCE: readonly Look[] = ['audit', 'account']

/** The fields of AdminLooked that describe the data an admin views. */
export type Looked = Omit<AdminLooked['data'], 'adminId' | 'lookedAt'>

/** The fields of AdminActed that say what the admin did. */
export type Did = Pick<AdminActed['data'], 'deed' | 'subject'>

type AsAdmin = Pick<Writer, 'actorId' | 'deviceId' | 'correlationId'>
export const asAdmin = (request: FastifyRequest): AsAdmin => {
  const { userId, deviceId } = signedIn(request)
  return { actorId: userId, deviceId, correlationId: request.correlationId }
}

/** Who administers this Pathlight. */
export type Admins = {
  /**
   * Whether the person is an admin now and not locked. Identity is asked each time, so a change by another process
   * counts at once.
   */
  isAdmin(userId: string): Promise<boolean>
  /** The operator makes a person an admin. A repeat changes nothing. False: there is no such account. */
  grant(userId: string): Promise<boolean>
  /**
   * The operator revokes the role. `'by settings'`: ADMIN_EMAILS names the person, so only the settings can revoke it.
   * False: there is no such account.
   */
  revoke(userId: string): Promise<boolean | 'by settings'>
  /**
   * Appends the event that an admin views data. A repeat of a TOLD_ONCE view in the same period of TOLD_ONCE_MS is not
   * recorded.
   */
  look(admin: AsAdmin, look: Looked): Promise<void>
  /** Appends the event that an admin is about to change something of this Pathlight. Call it before the change. */
  act(admin: AsAdmin, did: Did): Promise<void>
  /** All admins, sorted by username. */
  all(): Promise<readonly Administrator[]>
}

/**
 * An admin is somebody whom the operator named, or whose verified address is in ADMIN_EMAILS. An unverified address
 * does not count, because anybody can sign up with another's address. Each change is first an event in the admin's
 * stream, and then a record in identity. If a crash comes between the two, the next call writes the record.
 */
export const openAdmins = ({
  log,
  identity,
  emails,
}: {
  readonly log: Pick<EventLog, 'readEnds' | 'appendToStream'>
  readonly identity: Pick<Identity, 'adminOf' | 'setAdmin' | 'admins' | 'findUserByEmail'>
  /** The addresses in ADMIN_EMAILS. */
  readonly emails: readonly string[]
}): Admins => {
  const named = new Set(emails.map(nameKey))
  /** Decides a command, and appends its events to the admin's stream. */
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
  /**
   * Brings the log and identity in line with the settings. Returns by whom the person is an admin; null: the person is
   * no admin.
   */
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
      // Identity has no record of a person whom ADMIN_EMAILS names before that person's first visit as an admin.
      for (const email of named) {
        const user = await identity.findUserByEmail(email)
        const found = user && (await identity.adminOf(user.id))
        if (found) await settled(found)
      }
      const found = await identity.admins()
      const now = await Promise.all(found.map(async ({ user, by }) => ({ user, by: await settled({ user, by }) })))
      return now.filter(({ by }) => by !== null)
    },
  }
}
