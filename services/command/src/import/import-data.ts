import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  importJob,
  importParams,
  importPreview,
  importProgress,
  importQuery,
  lastImport,
} from '@pathlight/contracts/import.ts'
import { IMPORTS_AN_HOUR, type ImportColumn, PREVIEWS_AN_HOUR } from '@pathlight/contracts/import-rules.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { type RateLimit, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { FastifyRequest } from 'fastify'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { refuseLocked } from '../locked.ts'
import { writerOf } from '../writer.ts'
import { tooLarge } from './file-pieces.ts'
import { FileRefused } from './file-refused.ts'
import type { Columns, FileChoices } from './table-columns.ts'

const HOUR_MS = 60 * 60 * 1000
/** The longest time of an upload, in milliseconds. */
const SENT_WITHIN_MS = 20 * 60 * 1000
/** Tries of the job. The pauses between them double from one second, and together take about half an hour. */
const TRIES = 12

const columnsIn = (named: string | undefined): Columns | null =>
  named === undefined
    ? null
    : Object.fromEntries(
        named.split(',').map((one) => {
          const [column, at] = one.split(':')
          return [column as ImportColumn, Number(at)]
        }),
      )

/** The bytes of a request. `whole` is called after the last byte, and may throw. */
async function* bytesOf(request: FastifyRequest, whole: () => Promise<void>): AsyncGenerator<Uint8Array> {
  const { body } = request
  if (body instanceof Readable) yield* body as AsyncIterable<Buffer>
  await whole()
}

const refusedFile = ({ code, message, line, params }: FileRefused) =>
  new HttpProblem(400, code, message, { params: { ...params, line } })

/**
 * Previews a file, or stores it and starts the job that imports it. The file is a Pathlight export, a table, or
 * passages of another app with one passage a line.
 */
const postImport = (app: App, url: string, { sessions, importer, jobs }: CommandDependencies) => {
  const key = (request: FastifyRequest) => signedIn(request).userId
  const limit = (one: Omit<RateLimit, 'key' | 'windowMs'>) => rateLimited(app, { ...one, windowMs: HOUR_MS, key })
  const looks = limit({ name: 'import-previews', max: PREVIEWS_AN_HOUR })
  const imports = limit({ name: 'imports', max: IMPORTS_AN_HOUR })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { bodyLimit: importer.maxBytes }, (_request, payload, done) => done(null, payload))
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      bodyLimit: importer.maxBytes,
      config: { answerWithinMs: SENT_WITHIN_MS, bodyWithinMs: SENT_WITHIN_MS },
      schema: {
        summary: 'What a file would bring, or bring it: an export, a table as CSV, or lines of passages, as the body',
        querystring: importQuery,
        response: { 200: importPreview, 202: importJob },
      },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const isPreview = request.query.preview === 'true'
      const length = Number(request.headers['content-length'] ?? 0)
      if (length > importer.maxBytes) {
        reply.header('connection', 'close')
        throw tooLarge(importer.maxBytes)
      }
      await (isPreview ? looks : imports)(request)
      const { columns, version = null, dates = null } = request.query
      const choices: FileChoices = { columns: columnsIn(columns), version, dates }
      // The upload may take minutes. Meanwhile the session may end, or the account may be locked or closed.
      const file = bytesOf(request, async () => {
        await sessions.requireUser(request)
        refuseLocked(request, signedIn(request))
      })
      try {
        if (isPreview) return await importer.preview(writer.userId, file, choices)
        const { userId, deviceId, idempotencyKey, correlationId } = writer
        const importId = idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, 'import')
        await importer.begin({ userId, deviceId }, importId, file, choices)
        await jobs.add('import-data', { userId, importId }, { id: importId, correlationId, attempts: TRIES })
        return reply.code(202).send({ job: importId })
      } catch (error) {
        throw error instanceof FileRefused ? refusedFile(error) : error
      }
    },
  )
}

const notFound = () => new HttpProblem(404, 'import_not_found', 'No such import.')

/** Adds two calls for the progress of the last import. The call with an id throws 404 for any other import. */
const getImport = (app: App, url: string, { sessions, importer }: CommandDependencies) => {
  app.get(
    `${url}/:job`,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'How far an import is', params: importParams, response: { 200: importProgress } },
    },
    async (request) => {
      const known = await importer.find(signedIn(request).userId)
      if (known?.job !== request.params.job.toLowerCase()) throw notFound()
      return known
    },
  )
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'My last import', response: { 200: lastImport } },
    },
    async (request) => ({ import: await importer.find(signedIn(request).userId) }),
  )
}

/** Adds the calls of imports. The body of an upload is the file itself. */
export const importCalls = async (app: App, url: string, dependencies: CommandDependencies): Promise<void> => {
  getImport(app, url, dependencies)
  await app.register(async (part) => postImport(part as unknown as App, url, dependencies))
}
