import { Readable } from 'node:stream'
import { exportQuery } from '@pathlight/contracts/export.ts'
import { EXPORTS_AN_HOUR } from '@pathlight/contracts/export-rules.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { FastifyRequest } from 'fastify'
import { changesModel } from '../changes.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { daysIn } from '../paper.ts'
import { exportAsJson, inPieces } from './export-as-json.ts'
import { exportAsMarkdown } from './export-as-markdown.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long an export waits until the read models have all earlier writes, in milliseconds. */
const CATCH_UP_MS = 5_000

const behind = () => {
  const words = 'What you wrote last is still on its way. Please try again in a moment.'
  return new HttpProblem(503, 'export_not_ready', words, { headers: { 'retry-after': '5' } })
}

/**
 * Sends all data of the person as one stream: JSON for programs, or a zip of Markdown for people. Memory holds one
 * slice of the data. `recordExport` puts the export into the log before anything is sent.
 */
export const getExport = (app: App, url: string, dependencies: QueryDependencies) => {
  const { readModels, log, sessions, kinds, recordExport } = dependencies
  const exported = [changesModel, ...kinds.flatMap(({ whole }) => whole?.model ?? [])]
  const key = (request: FastifyRequest) => signedIn(request).userId
  /** Counts the entries, for a client that shows the progress. */
  const countEntries = async (userId: string, history: boolean) => {
    const models = kinds.flatMap(({ whole }) => (whole === null ? [] : [readModels.collection(whole.model)]))
    const asked = [...models, ...(history ? [readModels.collection(changesModel)] : [])]
    const counts = await Promise.all(asked.map((documents) => documents.count({ user_id: userId })))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      preHandler: rateLimited(app, { name: 'exports', max: EXPORTS_AN_HOUR, windowMs: HOUR_MS, key }),
      config: { changesState: true },
      schema: { summary: 'Everything I have, as one file', querystring: exportQuery },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      const { format, language, time_zone: timeZone } = request.query
      const history = request.query.history === 'true'
      if (!(await readModels.waitFor(await log.head(), CATCH_UP_MS, exported))) throw behind()
      const entries = await countEntries(userId, history && format === 'json')
      await recordExport(request)
      const [type, ending] = format === 'json' ? ['application/json', 'json'] : ['application/zip', 'zip']
      const dayOf = daysIn(timeZone)
      const name = `pathlight-${dayOf(new Date().toISOString())}.${ending}`
      reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`)
      reply.header('x-entries', String(entries))
      const sources = { readModels, log }
      return reply.send(
        format === 'json'
          ? Readable.from(inPieces(exportAsJson(kinds, userId, { ...sources, history })), { objectMode: false })
          : exportAsMarkdown(kinds, userId, { ...sources, language, dayOf }),
      )
    },
  )
}
