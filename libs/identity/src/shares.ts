import { MOST_SHARES, type ShareStore } from './identity.ts'
import { get, type Records } from './records.ts'
import { openUser } from './users.ts'

export const sharesOver = (records: Records, now: () => Date): ShareStore => ({
  async keepShare(share) {
    const kept = { ...share, createdAt: now(), opened: 0, openedAt: null }
    if (await records.change('shares', { id: share.id, userId: share.userId }, kept)) return true
    if ((await records.count('shares', { userId: share.userId })) >= MOST_SHARES) return false
    if (!(await records.add('shares', kept))) return false
    // Another call may have closed the account, or stored a share at the same time. Therefore both conditions are
    // checked again.
    const isThere = (await openUser(records, share.userId)) !== null
    if (isThere && (await records.count('shares', { userId: share.userId })) <= MOST_SHARES) return true
    await records.remove('shares', { id: share.id })
    return false
  },

  async findShare(id) {
    const share = await get(records, 'shares', { id })
    return share === null || (share.until !== null && share.until <= now()) ? null : share
  },

  async sharesOf(userId) {
    const shares = await records.findWithout('shares', { userId }, ['copy'])
    return shares.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  },

  async countOpening({ id, opened }) {
    await records.change('shares', { id }, { opened: opened + 1, openedAt: now() })
  },

  async endShare(userId, id) {
    return (await records.remove('shares', { id, userId })) > 0
  },
})
