import { adminCounts } from '@pathlight/contracts/admin.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { auditChain, CHAIN_ID } from './digest.ts'

/** How much there is in this Pathlight: for admins. */
export const getCounts = (
  app: App,
  url: string,
  {
    readModels,
    sessions,
    isAdmin,
    people,
    countBibles,
  }: {
    readonly readModels: ReadModelStore
    readonly sessions: Pick<Sessions, 'find'>
    readonly isAdmin: (userId: string) => Promise<boolean>
    readonly people: { countPeople(): Promise<number> }
    /** The Bible texts that are here. */
    readonly countBibles: () => number
  },
) => {
  const chain = readModels.collection(auditChain)
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'How much there is', response: { 200: adminCounts } },
    },
    async () => {
      const [made, accounts] = await Promise.all([chain.get(CHAIN_ID), people.countPeople()])
      return {
        changes: made?.events ?? 0,
        people: accounts,
        bibles: countBibles(),
      }
    },
  )
}
