import { createHash } from 'node:crypto'
import type { AtProvider, ProviderLinks } from './identity.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { hasName, openUser, userOf } from './users.ts'

/** Accounts at an OIDC provider. */
export const providerLinksOver = ({ records, fields, now }: Parts): ProviderLinks => {
  // Subjects are case-sensitive and hashOf is not, so it gets a hex digest.
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
      const link = { id, userId, issuer: at.issuer, account: sealed, since: now() }
      const isNew = await records.add('provider_links', link)
      if (!isNew && (await records.change('provider_links', { id, userId }, { account: sealed })) === null) return false
      await records.remove('provider_links', { userId, issuer: at.issuer, id: { not: id } })
      // Another call may have closed the account and removed its records, perhaps before this one was stored.
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
