import { timingSafeEqual } from 'node:crypto'
import type { DataKeys } from './data-keys.ts'
import type { Invitation, InvitationStore } from './identity.ts'
import type { RecordOf } from './kinds.ts'
import type { Parts } from './parts.ts'
import { get, type Records } from './records.ts'
import { hasNoAccount, type UserRecord } from './users.ts'

/** The id of the only invitation without a record: that of the first account of a new installation. */
const FIRST_ADMIN = 'first-admin'
/**
 * Every sign-up takes less than this, in milliseconds. A place of this age without an account comes from a killed
 * process.
 */
const SIGN_UP_MS = 60_000

type InvitationRecord = RecordOf<'invitations'>

export const sweepInvitations = async (records: Records, now: Date): Promise<number> => {
  const over = (await records.find('invitations', { until: { upTo: now } })).map(({ id }) => id)
  if (over.length === 0) return 0
  await records.remove('invited', { invitationId: over })
  return records.remove('invitations', { id: over })
}

/**
 * Removes the invitations for an address of the account, and the invitation for one address by which the account was
 * made. Invitations for any address keep their places.
 */
export const dropInvitationsOf = async (
  records: Records,
  { id: accountId, emailKey, previousEmailKey }: UserRecord,
): Promise<void> => {
  const places = (await records.find('invited', { accountId })).map(({ invitationId }) => invitationId)
  const addresses = previousEmailKey === null ? emailKey : [emailKey, previousEmailKey]
  const over = [
    ...(await records.find('invitations', { emailKey: addresses })),
    ...(await records.find('invitations', { id: places, emailKey: { not: null } })),
  ].map(({ id }) => id)
  await records.remove('invitations', { id: over })
  await records.remove('invited', { invitationId: over })
}

/**
 * Invitations to sign up. Each place is a record, so that two people cannot take the last one. The record has the
 * account's id, so that a repeated sign-up takes no second place.
 */
export const invitationsOver = (
  { records, fields, now }: Pick<Parts, 'records' | 'fields' | 'now'>,
  keys: Pick<DataKeys, 'newKey'>,
): InvitationStore => {
  // The same HMAC serves to find usernames. A username has no blank, so none has the hash of an invitation.
  const secretOf = (id: string) => fields.hashOf(`invitation ${id}`)
  const codeOf = (id: string) => `${id}.${secretOf(id)}`
  /** The id in a code; null if the code's secret is wrong. */
  const idIn = (code: string): string | null => {
    const [id = '', secret = ''] = code.split('.')
    const [given, right] = [Buffer.from(secret), Buffer.from(secretOf(id))]
    return given.length === right.length && timingSafeEqual(given, right) ? id : null
  }
  const placesOf = (id: string) => records.find('invited', { invitationId: id })
  const shown = async (one: InvitationRecord): Promise<Invitation> => ({
    ...{ id: one.id, code: codeOf(one.id), people: one.people, by: one.by },
    email: one.email === null ? null : fields.open(one.email, 'address', one.id, one.wrappedDataKey),
    used: (await placesOf(one.id)).length,
    madeAt: one.madeAt.toISOString(),
    until: one.until.toISOString(),
  })
  const living = async (id: string): Promise<InvitationRecord | null> => {
    const invitation = await get(records, 'invitations', { id })
    return invitation !== null && invitation.until > now() ? invitation : null
  }
  /** Takes a place for the account. Returns whether the account has one now. */
  const takeOneOf = async (id: string, people: number, accountId: string): Promise<boolean> => {
    const taken = new Set((await placesOf(id)).map(({ place }) => place))
    for (let place = 0; place < people; place += 1) {
      if (taken.has(place)) continue
      if (await records.add('invited', { invitationId: id, place, accountId, takenAt: now() })) return true
      // Another account took the place, or a repeat of this sign-up has taken one.
      if ((await get(records, 'invited', { accountId })) !== null) return true
    }
    return false
  }
  /** Frees the places of interrupted sign-ups. Returns whether there were any. */
  const freeLeft = async (id: string): Promise<boolean> => {
    const before = new Date(now().getTime() - SIGN_UP_MS)
    const places = await records.find('invited', { invitationId: id, takenAt: { upTo: before } })
    const made = new Set(
      (await records.find('users', { id: places.map(({ accountId }) => accountId) })).map((one) => one.id),
    )
    const left = places.map(({ accountId }) => accountId).filter((accountId) => !made.has(accountId))
    return left.length > 0 && (await records.remove('invited', { accountId: left })) > 0
  }

  return {
    async invite({ id, email, people, by, until }) {
      const wrappedDataKey = email === null ? null : await keys.newKey(id)
      const sealed = email && wrappedDataKey && fields.seal(email, 'address', id, wrappedDataKey)
      const emailKey = email && fields.hashOf(email)
      await records.add('invitations', {
        id,
        wrappedDataKey,
        email: sealed,
        emailKey,
        people,
        by,
        madeAt: now(),
        until,
      })
      return shown((await get(records, 'invitations', { id })) as InvitationRecord)
    },

    async findInvitation(id) {
      const invitation = await living(id)
      return invitation && shown(invitation)
    },

    async invitations() {
      const all = await records.find('invitations', { until: { after: now() } })
      return Promise.all(all.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime()).map(shown))
    },

    async withdrawInvitation(id) {
      const withdrawn = await records.remove('invitations', { id })
      await records.remove('invited', { invitationId: id })
      return withdrawn > 0
    },

    firstAdminCode: async () => ((await hasNoAccount(records)) ? codeOf(FIRST_ADMIN) : null),

    async takePlace(code, accountId, email) {
      const id = idIn(code)
      if (id === null) return 'over'
      const place = id === FIRST_ADMIN ? 'first-admin' : 'guest'
      const own = await get(records, 'invited', { accountId })
      if (own !== null) return own.invitationId === id ? place : 'over'
      // This is a repeated sign-up. The first call made the account, and the invitation was withdrawn afterwards.
      if (place === 'guest' && (await get(records, 'users', { id: accountId })) !== null) return place
      const invitation = id === FIRST_ADMIN ? null : await living(id)
      if (invitation === null && (id !== FIRST_ADMIN || !(await hasNoAccount(records)))) return 'over'
      if (invitation !== null && invitation.emailKey !== null && invitation.emailKey !== fields.hashOf(email))
        return 'for-another'
      const people = invitation?.people ?? 1
      const take = () => takeOneOf(id, people, accountId)
      if (!(await take()) && !((await freeLeft(id)) && (await take()))) return 'over'
      if (invitation === null || (await living(id)) !== null) return place
      // Another call withdrew the invitation and removed its places before this place was stored.
      await records.remove('invited', { accountId })
      return 'over'
    },

    async leavePlace(accountId) {
      if ((await get(records, 'users', { id: accountId })) === null) await records.remove('invited', { accountId })
    },
  }
}
