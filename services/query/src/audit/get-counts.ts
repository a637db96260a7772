import { adminCounts } from '@pathlight/contracts/admin.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { audit } from './projection.ts'

/** The count reads all rows, so the rows are counted at most once in this time, in milliseconds. */
const COUNTED_EVERY_MS = 10_000

/** Answers admins the numbers of people, changes and texts in this Pathlight. */
export const getCounts = (
  app: App,
  url: string,
  { readModels, sessions, isAdmin, people, bible }: QueryDependencies,
) => {
  const documents = readModels.collection(audit)
  let counted = { at: Number.NEGATIVE_INFINITY, changes: 0 }
  let counting: Promise<number> | null = null
  const count = async (): Promise<number> => {
    try {
      counted = { changes: await documents.count(), at: performance.now() }
      return counted.changes
    } finally {
      counting = null
    }
  }
  /** Answers the last number if it is recent, and otherwise counts anew. Calls during a count wait for its result. */
  const countChanges = async (): Promise<number> => {
    if (performance.now() - counted.at <= COUNTED_EVERY_MS) return counted.changes
    counting ??= count()
    return counting
  }
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'How much there is', response: { 200: adminCounts } },
    },
    async () => {
      const [changes, accounts] = await Promise.all([countChanges(), people.countPeople()])
      return { changes, people: accounts, bibles: bible.library.installed().length }
    },
  )
}
