import { byName, firstPeople } from './first-people.ts'
import { type AdminBy, type Administration, type Administrator, CLOSED_GENERATION } from './identity.ts'
import type { Parts } from './parts.ts'
import { livingSessionsOf } from './sessions.ts'
import { labelsOfDevices } from './tokens.ts'
import { hasName, nameOf, openUser, type UserRecord, userOf } from './users.ts'

export const administrationOver = ({ records, fields, now }: Parts): Administration => {
  const administratorOf = (user: UserRecord): Administrator => ({
    user: userOf(fields, user),
    by: user.adminBy as AdminBy | null,
  })
  /** The id of the open account with exactly this username or address. */
  const findPerson = async (name: string): Promise<string | null> => {
    const key = fields.hashOf(name)
    const [byUsername, byEmail] = await Promise.all([
      records.find('users', { usernameKey: key }),
      records.find('users', { emailKey: key }),
    ])
    return [...byUsername, ...byEmail].find(({ closedAt }) => closedAt === null)?.id ?? null
  }
  return {
    async adminOf(userId) {
      const user = await openUser(records, userId)
      return user && administratorOf(user)
    },

    async setAdmin(userId, by) {
      return (await records.change('users', { id: userId, closedAt: null }, { adminBy: by })) !== null
    },

    async admins() {
      const admins = await records.find('users', { adminBy: ['operator', 'settings'] satisfies AdminBy[] })
      return admins
        .filter(hasName)
        .map(administratorOf)
        .sort((a, b) => byName(a.user, b.user))
    },

    findPerson,

    async findPeople(beginning, limit) {
      return firstPeople(fields, records.pages('users'), { beginning, limit, exact: await findPerson(beginning) })
    },

    // An index answers both counts without reading accounts.
    async countPeople() {
      const [all, closed] = await Promise.all([
        records.count('users', { id: { after: '' } }),
        records.count('users', { closedAt: { upTo: now() } }),
      ])
      return all - closed
    },

    async *openAccounts() {
      for await (const users of records.pages('users'))
        yield users.filter(({ closedAt }) => closedAt === null).map(({ id }) => id)
    },

    async setLocked(userId, locked) {
      const open = { id: userId, closedAt: null }
      // A second lock keeps the time of the first.
      const filter = locked ? { ...open, lockedAt: null } : open
      await records.change('users', filter, { lockedAt: locked ? now() : null })
      return (await openUser(records, userId)) !== null
    },

    async endSessions(userId) {
      await records.remove('tokens', { userId })
      return records.remove('sessions', { userId, generation: { not: CLOSED_GENERATION } })
    },

    async signedInOn(userId) {
      const living = await livingSessionsOf(records, [userId], now())
      return new Set(living.flatMap(({ deviceId }) => deviceId ?? []))
    },

    async namesOf(userIds) {
      const users = (await records.find('users', { id: userIds })).filter(hasName)
      return new Map(
        users.flatMap((user): [string, string][] => {
          const name = nameOf(fields, user)
          return name === null ? [] : [[user.id, name]]
        }),
      )
    },

    async labelsOf(deviceIds) {
      return labelsOfDevices(records, fields, await records.find('devices', { id: deviceIds }))
    },
  }
}
