import { type AccountFields, isSealed } from './account-fields.ts'
import { MOST_TOKENS, type TokenStore } from './identity.ts'
import type { RecordOf } from './kinds.ts'
import type { Parts } from './parts.ts'
import type { Records } from './records.ts'
import { newToken, tokenHash } from './secret-token.ts'
import { hasName, namesOf, openUser, type UserRecord } from './users.ts'

/**
 * The prefix of every personal token. It distinguishes such tokens from the operator's token. Programs that search
 * published code for secrets can recognise it.
 */
const PREFIX = 'pl_'
/** The shortest time between two writes of a token's last use, in milliseconds. */
const NOTED_EVERY_MS = 60_000

type TokenRecord = RecordOf<'tokens'>

const isLiving = (token: TokenRecord, user: UserRecord, now: Date): boolean =>
  token.generation === user.generation && user.closedAt === null && token.expiresAt > now

export const livingTokensOf = async (
  records: Records,
  userIds: readonly string[],
  now: Date,
): Promise<TokenRecord[]> => {
  const tokens = await records.find('tokens', { userId: userIds, expiresAt: { after: now } })
  if (tokens.length === 0) return []
  const users = await records.find('users', { id: tokens.map(({ userId }) => userId) })
  const owners = new Map(users.map((user) => [user.id, user]))
  return tokens.filter((token) => {
    const owner = owners.get(token.userId)
    return owner !== undefined && isLiving(token, owner, now)
  })
}

/**
 * The labels of devices, by id. Tokens have names that people write, so their labels are sealed. Labels of browsers are
 * not.
 */
export const labelsOfDevices = async (
  records: Records,
  fields: AccountFields,
  devices: readonly RecordOf<'devices'>[],
): Promise<ReadonlyMap<string, string>> => {
  const owners = new Set(devices.filter(({ label }) => isSealed(label)).map(({ userId }) => userId))
  const users = owners.size === 0 ? [] : await records.find('users', { id: [...owners] })
  const keys = new Map(users.map(({ id, wrappedDataKey }) => [id, wrappedDataKey]))
  const labelOf = ({ userId, label }: RecordOf<'devices'>) =>
    isSealed(label) ? fields.open(label, 'token', userId, keys.get(userId) ?? null) : label
  return new Map(devices.map((device) => [device.id, labelOf(device)]))
}

/**
 * Personal access tokens. Events that are written with a token have the token's id as their device id. The person's
 * list of browsers leaves this device out.
 */
export const tokensOver = ({ records, fields, now }: Pick<Parts, 'records' | 'fields' | 'now'>): TokenStore => ({
  async makeToken(userId, { id, name, scopes, until }) {
    const user = await openUser(records, userId)
    if (user === null || !hasName(user)) return null
    const others = (await livingTokensOf(records, [userId], now())).filter((token) => token.id !== id)
    if (others.length >= MOST_TOKENS) return 'full'
    const secret = PREFIX + newToken()
    const label = fields.seal(name, 'token', userId, user.wrappedDataKey)
    const visit = { firstSeenAt: now(), lastSeenAt: now(), endedAt: now() }
    await records.put('devices', [{ id, userId, label, ...visit }])
    const times = { createdAt: now(), expiresAt: until, usedAt: null }
    const token = { tokenHash: tokenHash(secret), id, userId, generation: user.generation, scopes, ...times }
    // A concurrent call with this id may add its own token in between, so the removal is repeated. The secret that is
    // stored last is valid.
    do await records.remove('tokens', { id, userId })
    while (!(await records.add('tokens', token)))
    // Another call may have closed the account and removed its records, perhaps before this token was stored.
    const isGone = (await openUser(records, userId)) === null
    // The tokens are counted again, so that concurrent calls do not exceed MOST_TOKENS.
    if (!isGone && (await livingTokensOf(records, [userId], now())).length <= MOST_TOKENS) return secret
    await records.remove('tokens', { id, userId })
    await records.remove('devices', { id, userId })
    return isGone ? null : 'full'
  },

  async findToken(secret) {
    const tokenAndUser = await records.findOwned('tokens', tokenHash(secret))
    if (tokenAndUser === null) return null
    const [token, user] = tokenAndUser
    if (!isLiving(token, user, now())) return null
    const { tokenHash: key, id, userId, usedAt, scopes } = token
    // If the store refuses this write, the token is still valid, and its next use tries again.
    if (usedAt === null || now().getTime() - usedAt.getTime() >= NOTED_EVERY_MS)
      await records.change('tokens', { tokenHash: key, usedAt }, { usedAt: now() }).catch(() => undefined)
    return {
      ...{ id, deviceId: id, userId, ...namesOf(fields, user), locked: user.lockedAt !== null, scopes },
      ...{ createdAt: token.createdAt.toISOString(), expiresAt: token.expiresAt.toISOString() },
    }
  },

  async tokensOf(userId) {
    const tokens = await livingTokensOf(records, [userId], now())
    const devices = await records.find('devices', { id: tokens.map(({ id }) => id) })
    const names = await labelsOfDevices(records, fields, devices)
    return tokens
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(({ id, scopes, createdAt, expiresAt, usedAt }) => ({
        ...{ id, name: names.get(id) ?? '', scopes, usedAt: usedAt?.toISOString() ?? null },
        ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
      }))
  },

  async revokeToken(userId, id) {
    return (await records.remove('tokens', { userId, id })) > 0
  },

  async deviceNamesOf(userId) {
    const devices = await records.find('devices', { userId })
    return labelsOfDevices(
      records,
      fields,
      devices.filter(({ label, endedAt }) => endedAt === null || isSealed(label)),
    )
  },
})
