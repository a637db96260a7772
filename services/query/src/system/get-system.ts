import { systemReport } from '@pathlight/contracts/system.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import type { QueryDependencies } from '../dependencies.ts'

/** Answers admins the report about this Pathlight, which is made anew for each call. */
export const getSystem = (app: App, url: string, { sessions, isAdmin, report }: QueryDependencies) =>
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'How this Pathlight is', response: { 200: systemReport } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return report()
    },
  )
