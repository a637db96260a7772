import { createHash } from 'node:crypto'
import type { AtProvider, ProviderLinks } from './identity.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { hasName, openUser, userOf } from './users.ts'

export const providerLinksOver = ({ records, fields, now }: Parts): ProviderLinks => {
  // Subjects are case-sensitive and `hashOf` is not, so `hashOf` gets a hex digest.
  const idOf = ({ issuer, subject }: AtProvider): string =>
    fields.hashOf(
      createHash('sha256')
        .update(JSON.stringify([issuer, subject]))
        .digest('hex'),
    )
  return {
    async findByProvider(at) {
      const link = await get(records, 'provider_links', { id: idOf(at) })
      const user = link && (await openUser(records, link.userId))
      return user && userOf(fields, user)
    },

    async linkProvider(userId, at, account) {
      const user = await openUser(records, userId)
      if (user === null || !hasName(user)) return false
      const id = idOf(at)
      const sealed = fields.seal(account, 'provider', userId, user.wrappedDataKey)
      const ofIssuer = { userId, issuer: at.issuer }
      const others = await records.find('provider_links', { ...ofIssuer, id: { not: id } })
      // `since` must be later than the time of every link that this one replaces, even if the clocks of processes
      // differ.
      const since = new Date(Math.max(now().getTime(), ...others.map((other) => other.since.getTime() + 1)))
      const isNew = await records.add('provider_links', { id, ...ofIssuer, account: sealed, since })
      const values = { account: sealed, since }
      if (!isNew && (await records.change('provider_links', { id, userId }, values)) === null) return false
      // The latest link stays. If two links were made at once, both calls choose the same one.
      const [latest, ...older] = (await records.find('provider_links', ofIssuer)).toSorted(
        (a, b) => b.since.getTime() - a.since.getTime() || (a.id < b.id ? -1 : 1),
      )
      if (latest !== undefined && older.length > 0) {
        const replaced = { id: older.map((one) => one.id), since: { upTo: latest.since } }
        await records.remove('provider_links', replaced)
      }
      // Another call may have closed the account and removed its records, perhaps before this link was stored.
      if ((await openUser(records, userId)) !== null) return true
      await records.remove('provider_links', { id })
      return false
    },

    async providerLinkOf(userId, issuer) {
      const [user, link] = await Promise.all([
        openUser(records, userId),
        get(records, 'provider_links', { userId, issuer }),
      ])
      if (user === null || link === null) return null
      const account = fields.open(link.account, 'provider', userId, user.wrappedDataKey)
      return { account, since: link.since.toISOString() }
    },

    async unlinkProvider(userId, issuer) {
      return (await records.remove('provider_links', { userId, issuer })) > 0
    },
  }
}
