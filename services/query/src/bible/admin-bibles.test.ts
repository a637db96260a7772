import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bibleEnvironment } from '@pathlight/bible-library/bible-settings.ts'
import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.contract.ts'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { openBible } from '@pathlight/bible-library/open-bible.ts'
import { openForWriting } from '@pathlight/bible-library/schema.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type AdminBibles, adminBibles } from './admin-bibles.ts'

type Here = { readonly code: string }

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
  let dependencies: AdminBibles
  const deeds: string[] = []
  const shared: object[] = []
  beforeAll(async () => {
    openForWriting(file).close()
    // Folders of uploaded files, from processes that were killed during an import.
    for (const [name, days] of [
      ['import-long-ago', 8],
      ['import-lately', 1],
    ] as const) {
      mkdirSync(join(folder, 'downloads', name), { recursive: true })
      const at = Date.now() / 1_000 - days * 86_400
      utimesSync(join(folder, 'downloads', name), at, at)
    }
    served = await serveCatalogue(TREE)
    library = openLibrary(file)
    const environment = bibleEnvironment.parse({ DAILY_VERSE_URL: 'off', BIBLE_CATALOGUE_URL: served.address })
    const bible = openBible(library, environment)
    app = await serverAlone()
    dependencies = {
      ...bible,
      isAdministrator: async ({ headers }) => {
        const who = headers['x-test']
        return who === 'administrator' ? 'admin' : who === 'operator' ? 'operator' : null
      },
      recordDeed: async (_request, { deed, subject }) => void deeds.push(`${deed} ${subject}`),
      shareText: async (text) => void shared.push(text),
      useOf: async (code) => ({ people: code === 'NEW' ? 12 : 0, items: 30 }),
    }
    await adminBibles(app, '/api/admin/bibles', dependencies)
    await adminBibles(app, '/api/hasty/bibles', { ...dependencies, removedWithinMs: 50 })
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
    // A second request for the same text answers the same errand.
    expect((await bring({ bible: 'ONE', version: 'NEW' })).json().id).toBe(answer.json().id)
    await eventually(async () => {
      const { errands } = (await app.inject({ url: '/api/admin/bibles', headers })).json()
      expect(errands).toMatchObject([
        { id: answer.json().id, state: 'done', message: expect.stringMatching(/^NEW, 46 verses/) },
      ])
    })
    expect(library.version('NEW')?.verses).toBe(46)
    expect(deeds).toContain('bible-added NEW')
    await eventually(() => expect(shared).toContainEqual({ code: 'NEW', wanted: 'ONE', isHere: true }))
    const { here } = (await app.inject({ url: '/api/admin/bibles', headers })).json()
    expect(here).toMatchObject([{ code: 'NEW', from: 'catalogue', wanted: 'ONE', verses: 46, oddTotal: 0 }])

    // With `update`, nothing is downloaded when the catalogue has the same text.
    const { id } = (
      await app.inject({
        method: 'POST',
        url: '/api/admin/bibles',
        headers,
        payload: { bible: 'ONE', version: 'NEW', update: true },
      })
    ).json()
    expect(await over(id)).toMatchObject({ state: 'done', message: 'the same' })
    expect(deeds).toContain('bible-updated NEW')
  })

  const over = (id: string) =>
    eventually(async () => {
      const { errands } = (await app.inject({ url: '/api/admin/bibles', headers })).json()
      const errand = errands.find((one: { id: string }) => one.id === id)
      expect(errand?.state).toBeOneOf(['done', 'failed'])
      return errand
    })
  const send = (query: string, payload: string, more: Record<string, string> = headers) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/bibles/import?${query}`,
      headers: { ...more, 'content-type': 'application/octet-stream' },
      payload,
    })
  const USFM = '\\id TIT\n\\c 1\n\\p\n\\v 1 Paul, a servant of God.\n\\v 2 In hope.\n\\v 2 In hope of eternal life.\n'

  it('imports a file, with the checks of the command, and removes it when it was asked whose notes are in it', async () => {
    const sent = await send('file=../titus.usfm&version=mine&language=en&licence=Ours', USFM)
    expect(sent.statusCode).toBe(202)
    expect(await over(sent.json().id)).toMatchObject({ state: 'done', code: 'MINE' })
    const found = async () =>
      (await app.inject({ url: '/api/admin/bibles', headers })).json().here.find(({ code }: Here) => code === 'MINE')
    expect(await found()).toMatchObject({ from: 'file', wanted: null, licence: 'Ours', oddTotal: expect.any(Number) })
    expect((await found()).oddTotal).toBeGreaterThan(0)
    // The uploaded file is deleted, and `import-long-ago` was deleted at the start.
    await eventually(() =>
      expect(readdirSync(join(folder, 'downloads')).filter((name) => name.startsWith('import-'))).toEqual([
        'import-lately',
      ]),
    )
    expect((await app.inject({ url: '/api/admin/bibles/new/use', headers })).json()).toEqual({ people: 12, items: 30 })
    const remove = (code: string, more: Record<string, string> = headers) =>
      app.inject({ method: 'DELETE', url: `/api/admin/bibles/${code}`, headers: more })
    expect((await remove('mine', {})).statusCode).toBe(404)
    expect(await found()).toBeDefined()
    // Another connection holds the library's write lock. The removal must not wait for the lock in this process,
    // because the wait would block the event loop for up to a minute.
    const writing = openForWriting(file)
    writing.exec('BEGIN IMMEDIATE')
    const removing = remove('mine')
    await eventually(() => expect(deeds).toContain('bible-removed MINE'))
    expect(await found()).toBeDefined()
    writing.exec('ROLLBACK')
    writing.close()
    expect((await removing).statusCode).toBe(204)
    expect(await found()).toBeUndefined()
    expect(deeds).toEqual(expect.arrayContaining(['bible-imported MINE', 'bible-removed MINE']))
    expect(shared.at(-1)).toEqual({ code: 'MINE', wanted: 'MINE', isHere: false })
    const before = deeds.length
    for (const [code, status, reason] of [
      ['MINE', 404, 'version_not_here'],
      ['1', 404, 'not_found'],
    ] as const) {
      const answer = await remove(code)
      expect([answer.statusCode, answer.json().code]).toEqual([status, reason])
    }
    expect(deeds).toHaveLength(before)
  })

  it('imports nothing where the right ends while the file is sent', async () => {
    const before = deeds.length
    let asked = 0
    const ending = await start(new AbortController().signal, {
      isAdministrator: async () => (asked++ === 1 ? null : 'admin'),
    })
    const answer = await ending.inject({
      method: 'POST',
      url: '/api/admin/bibles/import?file=t.usfm&version=TRACE&language=en',
      headers: { 'content-type': 'application/octet-stream' },
      payload: USFM,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'no_such_call'])
    expect(asked).toBe(2)
    expect((await ending.inject('/api/admin/bibles')).json().errands).toEqual([])
    expect(deeds).toHaveLength(before)
  })

  it('is told that a text goes later where others wait before it, and asks for it once however often', async () => {
    expect(await over((await send('file=t.usfm&version=LATE&language=en', USFM)).json().id)).toMatchObject({
      state: 'done',
    })
    const writing = openForWriting(file)
    writing.exec('BEGIN IMMEDIATE')
    for (let time = 0; time < 2; time++) {
      const answer = await app.inject({ method: 'DELETE', url: '/api/hasty/bibles/LATE', headers })
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'removed_later'])
    }
    writing.exec('ROLLBACK')
    writing.close()
    await eventually(() => expect(shared.at(-1)).toEqual({ code: 'LATE', wanted: 'LATE', isHere: false }))
    expect(library.version('LATE')).toBeNull()
    expect(deeds.filter((deed) => deed === 'bible-removed LATE')).toHaveLength(1)
  })

  const left = () => readdirSync(join(folder, 'downloads')).filter((name) => name.startsWith('remove-'))
  /** A second server on the same files, in place of another process. It closes at the end of the test. */
  const start = async (signal: AbortSignal, more: Partial<AdminBibles> = {}) => {
    const environment = bibleEnvironment.parse({ DAILY_VERSE_URL: 'off', BIBLE_CATALOGUE_URL: served.address })
    const process = await serverAlone()
    onTestFinished(() => process.close())
    await adminBibles(process, '/api/admin/bibles', {
      ...{ ...dependencies, ...openBible(library, environment, signal) },
      ...{ removedWithinMs: 50, ...more },
    })
    return process
  }

  it('has a text removed by the next start where a stop came first, but no text that came in its place', async () => {
    for (const code of ['GONE', 'STAYS', 'BROKEN'])
      expect(await over((await send(`file=t.usfm&version=${code}&language=en`, USFM)).json().id)).toMatchObject({
        state: 'done',
      })
    const stopping = new AbortController()
    const before = await start(stopping.signal)
    const writing = openForWriting(file)
    writing.exec('BEGIN IMMEDIATE')
    const answer = await before.inject({ method: 'DELETE', url: '/api/admin/bibles/GONE', headers })
    expect(answer.json().code).toBe('removed_later')
    expect(left()).toEqual(['remove-GONE'])
    stopping.abort()
    await before.close()
    writing.exec('ROLLBACK')
    writing.close()
    expect(library.version('GONE')).not.toBeNull()

    writeFileSync(join(folder, 'downloads', 'remove-STAYS'), 'the fingerprint of another text')
    // A folder in place of the file cannot be read. The other removals must be done nevertheless.
    const unreadable = join(folder, 'downloads', 'remove-BROKEN')
    mkdirSync(unreadable)
    await start(new AbortController().signal)
    await eventually(() => expect(left()).toEqual(['remove-BROKEN']))
    rmSync(unreadable, { recursive: true })
    expect([library.version('GONE'), library.version('STAYS')?.code]).toEqual([null, 'STAYS'])
    expect(shared.at(-1)).toEqual({ code: 'GONE', wanted: 'GONE', isHere: false })
    expect(deeds.filter((deed) => deed === 'bible-removed GONE')).toHaveLength(1)
  })

  it('keeps a text that it adds again after other machines could not be told of its removal', async () => {
    const add = async () =>
      expect(await over((await send('file=t.usfm&version=AGAIN&language=en', USFM)).json().id)).toMatchObject({
        state: 'done',
      })
    await add()
    const shareText = () => Promise.reject(new Error('The store is away'))
    const alone = await start(new AbortController().signal, { shareText, removedWithinMs: 60_000 })
    const remove = () => alone.inject({ method: 'DELETE', url: '/api/admin/bibles/AGAIN', headers })
    expect((await remove()).statusCode).toBe(500)
    expect([library.version('AGAIN'), left()]).toEqual([null, ['remove-AGAIN']])

    // The store answers again, so the next start tells the other machines. The text itself is removed already.
    await start(new AbortController().signal)
    await eventually(() => expect(left()).toEqual([]))
    expect(shared.at(-1)).toEqual({ code: 'AGAIN', wanted: 'AGAIN', isHere: false })

    await add()
    expect((await remove()).statusCode).toBe(500)
    const kept = readFileSync(join(folder, 'downloads', 'remove-AGAIN'))
    await add()
    expect(left()).toEqual([])
    // The operator's command `bible` adds a text without deleting the text's removal file, so the file is here again.
    writeFileSync(join(folder, 'downloads', 'remove-AGAIN'), kept)
    await start(new AbortController().signal)
    await eventually(() => expect(left()).toEqual([]))
    expect(library.version('AGAIN')?.code).toBe('AGAIN')
  })

  it('takes a text also where the file of its earlier removal cannot be deleted', async () => {
    // A folder in place of the file makes the deletion fail.
    const undeletable = ['HELD', 'ONE'].map((code) => join(folder, 'downloads', `remove-${code}`))
    for (const one of undeletable) mkdirSync(one)
    onTestFinished(() => undeletable.forEach((one) => void rmSync(one, { recursive: true })))
    const sent = await send('file=t.usfm&version=HELD&language=en', USFM)
    expect(sent.statusCode).toBe(202)
    expect(await over(sent.json().id)).toMatchObject({ state: 'done', code: 'HELD' })
    const brought = await bring({ bible: 'ONE' })
    expect(brought.statusCode).toBe(202)
    await over(brought.json().id)
    await eventually(() => expect(shared).toContainEqual({ code: 'ONE', wanted: 'ONE', isHere: true }))
  })

  const octets = { 'content-type': 'application/octet-stream' }
  it.each([
    ['a file', { url: '/api/admin/bibles/import?file=t.usfm&version=WANTED&language=en', payload: USFM }, octets],
    ['the catalogue', { url: '/api/admin/bibles', payload: { bible: 'ONE', version: 'WANTED' } }, {}],
  ])('keeps a text whose removal waits if it asks for it again from %s before a stop', async (_, again, type) => {
    expect(await over((await send('file=t.usfm&version=WANTED&language=en', USFM)).json().id)).toMatchObject({
      state: 'done',
    })
    const stopping = new AbortController()
    const before = await start(stopping.signal)
    const writing = openForWriting(file)
    writing.exec('BEGIN IMMEDIATE')
    const answer = await before.inject({ method: 'DELETE', url: '/api/admin/bibles/WANTED', headers })
    expect([answer.json().code, left()]).toEqual(['removed_later', ['remove-WANTED']])
    const asked = await before.inject({ method: 'POST', ...again, headers: { ...headers, ...type } })
    expect([asked.statusCode, left()]).toEqual([202, []])
    stopping.abort()
    await before.close()
    writing.exec('ROLLBACK')
    writing.close()
    await start(new AbortController().signal)
    expect([library.version('WANTED')?.code, left()]).toEqual(['WANTED', []])
  })

  it('may send a file with a long name in letters of several bytes, also as a Mac writes them', async () => {
    const name = `${'성경'.repeat(30)}.usfm`.normalize('NFD')
    const sent = await send(`file=${encodeURIComponent(name)}&version=LONG&language=en`, USFM)
    expect(sent.statusCode).toBe(202)
    expect(sent.json()).toMatchObject({ wanted: `경${'성경'.repeat(27)}.usfm` })
    expect(await over(sent.json().id)).toMatchObject({ state: 'done', code: 'LONG' })
  })

  it('is told why a file was not taken, and nothing is changed', async () => {
    const strict = await send('file=t.usfm&version=MINE&language=en&strict=true', USFM)
    expect(await over(strict.json().id)).toMatchObject({ state: 'failed', message: expect.stringMatching(/TIT|Titus/) })
    const none = await send('file=t.txt&version=MINE&language=en', 'It is no Bible.')
    expect(await over(none.json().id)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/none of OSIS/),
    })
    expect(library.version('MINE')).toBeNull()
  })

  it.each([
    ['version=MINE', 'bad_file_name'],
    ['file=t.usfm', 'bad_version_code'],
    ['file=t.usfm&version=1', 'bad_version_code'],
    ['file=t.usfm&version=MINE&language=__', 'bad_bible_language'],
    ['file=t.usfm&version=MINE&strict=yes', 'bad_strict'],
    ['file=t.usfm&version=KJV', 'version_built_in'],
  ])('must say what a file is: %s is refused', async (query, code) => {
    const before = deeds.length
    expect((await send(query, USFM)).json()).toMatchObject({ code })
    expect(deeds).toHaveLength(before)
  })

  it('looks in the catalogue', async () => {
    const search = async (words: string) =>
      (await app.inject({ url: `/api/admin/bibles/catalogue?words=${words}`, headers })).json()
    expect(await search('english%20one')).toMatchObject({
      total: 1,
      texts: [{ id: 'ONE', code: 'ONE', licence: 'https://example.org/licence', verses: 46 }],
    })
    expect(await search('klingon')).toEqual({ total: 0, texts: [] })
    expect(await search('%20')).toMatchObject({ code: 'bad_catalogue_search' })
  })

  it('may be the operator, who has no account that it could be told of', async () => {
    const before = deeds.length
    const answer = await bring({ bible: 'ONE', version: 'OP' }, { 'x-test': 'operator' })
    expect(await over(answer.json().id)).toMatchObject({ state: 'done' })
    expect(deeds).toHaveLength(before)
  })

  it('is told what could not be brought', async () => {
    const answer = await bring({ bible: 'none' })
    await eventually(async () => {
      const { errands } = (await app.inject({ url: '/api/admin/bibles', headers })).json()
      const errand = errands.find(({ id }: { id: string }) => id === answer.json().id)
      expect(errand).toMatchObject({ state: 'failed', message: expect.stringMatching(/The catalogue has no “none”/) })
    })
  })

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
