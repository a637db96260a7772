import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.ts'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { openForWriting } from '@pathlight/bible-library/schema.ts'
import { createLogger } from '@pathlight/http/logger.ts'
import { buildServer } from '@pathlight/http/server.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminBibles } from './admin-bibles.ts'
import { bibleEnvironment } from './config.ts'
import { openBible } from './open-bible.ts'

const TREE = {
  '/api/available_translations.json': { translations: [translationOf('ONE')] },
  '/api/ONE/complete.json': { translation: translationOf('ONE'), books: [titusOf('Paul, a servant.')] },
}

describe('an administrator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-bibles-'))
  const file = join(folder, 'bibles.sqlite')
  let served: Awaited<ReturnType<typeof serveCatalogue>>
  let app: FastifyInstance
  let library: ReturnType<typeof openLibrary>
  beforeAll(async () => {
    openForWriting(file).close()
    served = await serveCatalogue(TREE)
    library = openLibrary(file)
    const environment = bibleEnvironment.parse({ DAILY_VERSE_URL: 'off', BIBLE_CATALOGUE_URL: served.address })
    const { bringing } = openBible(library, environment)
    app = await buildServer({
      log: createLogger('silent'),
      publicUrl: null,
      trustProxy: false,
      operatorToken: null,
      rateLimitStore: null,
      readiness: async () => ({ ready: true, parts: {} }),
      gauges: async () => [],
    })
    const isAdministrator = ({ headers }: { headers: Record<string, unknown> }) => headers['x-test'] === 'administrator'
    await adminBibles(app, '/api/admin/bibles', { bringing, isAdministrator })
  })
  afterAll(async () => {
    await app.close()
    library.close()
    await served.close()
    rmSync(folder, { recursive: true })
  })
  const headers = { 'x-test': 'administrator' }
  const bring = (payload: object, more: Record<string, string> = headers) =>
    app.inject({ method: 'POST', url: '/api/admin/bibles', headers: more, payload })

  it('brings a text while the app runs, and sees how far it is', async () => {
    const answer = await bring({ bible: 'one', version: 'new' })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ wanted: 'one', code: 'NEW', message: null })
    // Asking again is the same errand.
    expect((await bring({ bible: 'ONE', version: 'NEW' })).json().id).toBe(answer.json().id)
    await eventually(async () => {
      const { errands } = (await app.inject({ url: '/api/admin/bibles', headers })).json()
      expect(errands).toMatchObject([
        { id: answer.json().id, state: 'done', message: expect.stringMatching(/^NEW, 46 verses/) },
      ])
    }, 30_000)
    expect(library.version('NEW')?.verses).toBe(46)
  }, 60_000)

  it('is told what could not be brought', async () => {
    const answer = await bring({ bible: 'none' })
    await eventually(async () => {
      const { errands } = (await app.inject({ url: '/api/admin/bibles', headers })).json()
      const errand = errands.find(({ id }: { id: string }) => id === answer.json().id)
      expect(errand).toMatchObject({ state: 'failed', message: expect.stringMatching(/The catalogue has no “none”/) })
    }, 30_000)
  }, 60_000)

  it.each([{}, { bible: '' }, { bible: '../etc' }, { bible: 'x'.repeat(100) }, { bible: 'ONE', version: '1' }])(
    'must say what: %j is refused',
    async (payload) => {
      expect((await bring(payload)).statusCode).toBe(400)
    },
  )

  it('is who may do it, and no other person', async () => {
    expect((await bring({ bible: 'ONE' }, {})).json()).toMatchObject({ status: 404, code: 'no_such_call' })
    expect((await app.inject({ url: '/api/admin/bibles' })).statusCode).toBe(404)
  })
})
