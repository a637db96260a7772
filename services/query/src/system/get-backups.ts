import { createReadStream } from 'node:fs'
import { backupParams, backups as backupsShape } from '@pathlight/contracts/backups.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { QueryDependencies } from '../dependencies.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Two calls: one answers the report about backups, the other sends one archive as a file. The keys in an archive are
 * wrapped, so without the master key nobody can read the personal fields in the archive.
 */
export const getBackups = (
  app: App,
  url: string,
  { sessions, isAdmin, backups, recordDeed }: QueryDependencies,
): void => {
  const onRequest = adminsOnly(sessions, isAdmin)
  app.get(
    url,
    { onRequest, schema: { summary: 'Archives, and what is missing', response: { 200: backupsShape } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return backups.report()
    },
  )
  app.get(
    `${url}/:name`,
    {
      onRequest,
      preHandler: rateLimited(app, {
        name: 'backups',
        max: 20,
        windowMs: HOUR_MS,
        key: (request) => signedIn(request).userId,
      }),
      config: { changesState: true },
      schema: { summary: 'One archive, as a file', params: backupParams },
    },
    async (request, reply) => {
      const { name } = request.params
      const found = await backups.fileOf(name)
      if (found === null) throw new HttpProblem(404, 'backup_not_found', 'This archive is not here.')
      await recordDeed(request, { deed: 'backup-downloaded', subject: name })
      reply.header('content-type', 'application/gzip').header('content-length', String(found.bytes))
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(createReadStream(found.file))
    },
  )
}
