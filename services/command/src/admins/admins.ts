import { admin } from '@pathlight/domain/admins/admin.ts'
import { type AdminActed, type AdminLooked, adminStream, type Look } from '@pathlight/domain/admins/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { AdminBy, Administrator, Identity } from '@pathlight/identity/identity.ts'
import { nameKey } from '@pathlight/identity/name-key.ts'
import { handleCommand } from '../handle-command.ts'
import type { Writer } from '../writer.ts'

/** Pages and filters of the same person's audit are one look for so long, and so is the page of their account; in milliseconds. */
const TOLD_ONCE_MS = 10 * 60 * 1000
/** Looks that a page takes again and again. */
const TOLD_ONCE: readonly Look[] = ['audit', 'account']

/** What an admin looks at: see AdminLooked. */
export type Looked = Omit<AdminLooked['data'], 'adminId' | 'lookedAt'>

/** What an admin does: see AdminActed. */
export type Did = Pick<AdminActed['data'], 'deed' | 'subject'>

/** Who administers this Pathlight. */
export type Admins = {
  /** Whether they are an admin now, and their own account is not locked: what the operator or the settings changed a moment ago counts, in whichever process. */
  isAdmin(userId: string): Promise<boolean>
  /** The operator makes a person an admin; again it changes nothing. False: there is no such account. */
  grant(userId: string): Promise<boolean>
  /** The operator takes it back. `'by settings'`: ADMIN_EMAILS names them, so that only the settings can. False: there is no such account. */
  revoke(userId: string): Promise<boolean | 'by settings'>
  /** Puts into the log that an admin looks at something. The same look at a page is told once in TOLD_ONCE_MS. */
  look(admin: Pick<Writer, 'actorId' | 'deviceId' | 'correlationId'>, look: Looked): Promise<void>
  /** Puts into the log that an admin changes something of this Pathlight, before it is changed. */
  act(admin: Pick<Writer, 'actorId' | 'deviceId' | 'correlationId'>, did: Did): Promise<void>
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
  const set = async (userId: string, type: 'GrantAdmin' | 'RevokeAdmin', by: AdminBy) => {
    const writer = { userId, actorId: by, deviceId: null, correlationId: by, idempotencyKey: null, ifMatch: null }
    await handleCommand(
      log as EventLog,
      admin,
      adminStream(userId),
      { ...writer, quota: null },
      {
        type,
        data: { userId, by },
      },
    )
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
    async look({ actorId, deviceId, correlationId }, looked) {
      const { subjectId, what } = looked
      const sameFor = TOLD_ONCE.includes(what) ? `${what} ${subjectId} ${Math.floor(Date.now() / TOLD_ONCE_MS)}` : null
      const writer = {
        userId: subjectId ?? actorId,
        actorId,
        deviceId,
        correlationId,
        idempotencyKey: sameFor,
        ifMatch: null,
        quota: null,
      }
      await handleCommand(log as EventLog, admin, adminStream(actorId), writer, {
        type: 'RecordLook',
        data: { adminId: actorId, ...looked },
      })
    },
    async act({ actorId, deviceId, correlationId }, did) {
      const by = { userId: actorId, actorId, deviceId, correlationId }
      const writer = { ...by, idempotencyKey: null, ifMatch: null, quota: null }
      await handleCommand(log as EventLog, admin, adminStream(actorId), writer, {
        type: 'RecordDeed',
        data: { adminId: actorId, ...did },
      })
    },
    async all() {
      const found = await identity.admins()
      const now = await Promise.all(found.map(async ({ user, by }) => ({ user, by: await settled({ user, by }) })))
      return now.filter(({ by }) => by !== null)
    },
  }
}
