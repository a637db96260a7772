import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { IMPORT_LINE_MAX } from '@pathlight/contracts/import-rules.ts'
import { eventually, reflecting } from '@pathlight/testing/eventually.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, makeAdmin, signUpSomebody } from '../app-under-test.contract.ts'
import { ofEach, SOME_CHANGES, SOME_ITEMS, writeSomeOfAll } from '../kinds/tested-kinds.contract.ts'
import { counts, importing } from './importing-person.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const JOHN_3_16 = 43_003_016
/** The most bytes that one person may write in a day in these tests. */
const MAX_BYTES = Number(WITHOUT_LIMITS.WRITTEN_MB_A_DAY) * 1_000_000
/**
 * The time limit of a test that imports many notes, in milliseconds. The import must run longer than it takes to lock
 * the account. For so many notes a slow store needs minutes.
 */
const MANY_ENTRIES_MS = 1_200_000

const exportOf = (...items: object[]) =>
  `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n${EXPORT_ENDS}{}}\n`
const noteEntry = (item: object = {}) => ({
  kind: 'note',
  item: {
    id: crypto.randomUUID(),
    ...{ verse_id: JOHN_3_16, version: 'KJV', title: null, text: 'From elsewhere' },
    ...{ created_at: '2020-01-02T03:04:05.000Z', updated_at: '2021-01-02T03:04:05.000Z' },
    ...item,
  },
})

export const importContract = (running: () => AppUnderTest): void => {
  const somebody = () => signUpSomebody(running().app)
  const exported = async (who: Somebody, query = '?history=true'): Promise<string> => {
    const { statusCode, payload } = await running().app.inject({
      ...{ method: 'GET', url: `/api/export${query}`, remoteAddress: '10.9.9.8' },
      headers: { cookie: who.browser.cookie ?? '' },
    })
    expect(statusCode, payload).toBe(200)
    return payload
  }
  const { send, preview, work, progress, bring, isRefused } = importing(running)
  /** The id under which the file of a person's import is stored. */
  const fileOf = async (who: { readonly id: string }): Promise<string> =>
    String((await running().stores.identity.findImport(who.id))?.state.pieces)

  describe('an import of an export', () => {
    it('makes another installation’s person have the same, byte for byte, with the whole history', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      await writeSomeOfAll(ann)
      const file = await exported(ann)
      expect((await preview(bob, file)).kinds).toEqual(ofEach(({ some }) => counts({ new: some.items })))
      const done = await bring(bob, file)
      const entries = SOME_ITEMS + SOME_CHANGES
      expect(done).toMatchObject({ status: 'done', problems: [], entries, done: entries })
      expect(done.kinds).toEqual((await preview(await somebody(), file)).kinds)
      expect(await exported(bob)).toBe(file)
      const { events } = await running().stores.log.readStream(`account-${bob.id}`)
      expect(events.map(({ data }) => data.change)).toContain('data-imported')
    })

    it('brings items without their history, the same but for how often they were changed', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      await writeSomeOfAll(ann)
      const file = await exported(ann, '')
      await bring(bob, file)
      const uncounted = (text: string) => text.replaceAll(/"revision":\d+/g, '"revision":1')
      expect(uncounted(await exported(bob, ''))).toBe(uncounted(file))
    })

    it('is one a person: of four that come at once one is taken, whole, and three are told so at once', async () => {
      const ann = await somebody()
      const files = [1, 2, 3, 4].map((n) =>
        exportOf(...Array.from({ length: 100 }, () => noteEntry({ text: `File ${n}` }))),
      )
      const answers = await Promise.all(files.map((file) => send(ann, file)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409])
      for (const { status, problem } of answers) if (status === 409) expect(problem.code).toBe('import_running')
      const taken = answers.find(({ status }) => status === 202)
      await work(ann, taken?.body.job)
      expect(await progress(ann, taken?.body.job)).toMatchObject({ status: 'done', done: 100 })
      const written = await running().stores.log.head()
      const { body: notes } = await reflecting(written, (headers) => ann.ask('GET', '/api/note/user', { headers }))
      expect(new Set(notes.map(({ text }: { text: string }) => text)).size).toBe(1)
      expect((await bring(ann, exportOf(noteEntry()))).kinds.note).toEqual(counts({ new: 1 }))
    })

    it('doubles nothing when it is repeated, or goes on after it was cut short', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      await writeSomeOfAll(ann)
      const file = await exported(ann)
      const { body } = await send(bob, file, '', { 'idempotency-key': 'again' })
      expect((await send(bob, file, '', { 'idempotency-key': 'again' })).body).toEqual(body)
      expect((await send(bob, file)).problem).toMatchObject({ status: 409, code: 'import_running' })
      await work(bob, body.job)
      const whole = await exported(bob)
      // Sets the import's record back, as if the worker was killed before it recorded any progress.
      const { identity } = running().stores
      const state = (await identity.findImport(bob.id))?.state ?? {}
      await identity.saveImport(body.job, { ...state, status: 'running', done: 0, kinds: {}, problems: [] })
      await work(bob, body.job)
      expect(await exported(bob)).toBe(whole)
      const again = await bring(bob, file)
      expect(again.kinds).toEqual(ofEach(({ some }) => counts({ same: some.items })))
      expect(await exported(bob)).toBe(whole)
      expect((await bob.ask('GET', '/api/import')).body.import.job).toBe(again.job)
    })

    it('keeps what differs beside what is here, once, and never changes what is here', async () => {
      const ann = await somebody()
      const { kept } = (await writeSomeOfAll(ann)).note
      const before = await exported(ann, '')
      const sermon = JSON.parse(before).items.find(({ kind }: { kind: string }) => kind === 'sermon')
      const highlight = JSON.parse(before).items.find(({ kind }: { kind: string }) => kind === 'highlight')
      const file = exportOf(
        noteEntry({ id: kept, text: 'Other words' }),
        { ...sermon, item: { ...sermon.item, title: 'Another title' } },
        { ...highlight, item: { ...highlight.item, color: '#123456' } },
        { kind: 'settings', item: { defaultVersion: 'WEB', highlightColor: null, defaultLanguage: 'ko' } },
      )
      const done = await bring(ann, file)
      for (const kind of ['note', 'sermon', 'highlight', 'settings'])
        expect(done.kinds[kind], kind).toEqual(counts({ different: 1 }))
      expect(done.problems.map(({ code, line }) => [code, line])).toEqual([
        ['import_differs', 5],
        ['import_differs', 6],
      ])
      const after = JSON.parse(await exported(ann, '')).items as object[]
      for (const item of JSON.parse(before).items) expect(after).toContainEqual(item)
      expect(after).toHaveLength(JSON.parse(before).items.length + 2)
      expect((await bring(ann, file)).kinds.note).toEqual(counts({ same: 1 }))
      expect(JSON.parse(await exported(ann, '')).items).toHaveLength(after.length)
    })

    it('brings back what was removed here, and goes on with no history but its own', async () => {
      const ann = await somebody()
      const { kept } = (await writeSomeOfAll(ann)).note
      const file = await exported(ann)
      await ann.ask('DELETE', `/api/note/detail/${kept}`)
      expect((await bring(ann, file)).kinds.note).toEqual(counts({ new: 1, same: 1 }))
      expect((await ann.ask('GET', `/api/note/detail/${kept}`)).body.text).toBe('So *loved*\nand gave')
      const bob = await somebody()
      await bring(bob, exportOf(noteEntry({ id: kept, text: 'First' })))
      await bring(bob, file)
      expect((await bob.ask('GET', `/api/note/detail/${kept}`)).body.text).toBe('First')
    })

    it('tells what cannot be taken and why, by line, and takes the rest', async () => {
      const ann = await somebody()
      const file = exportOf(
        noteEntry({ text: ' ' }),
        noteEntry({ verse_id: 99_001_001 }),
        noteEntry({ version: 'no version' }),
        noteEntry({ user_id: crypto.randomUUID(), text: '<b onclick=x>HTML</b>' }),
        noteEntry({ id: 'somebody' }),
        noteEntry({ text: 'x'.repeat(50_001) }),
        { kind: 'of no kind', item: {} },
        { kind: 'sermon', item: { id: crypto.randomUUID(), title: 'x', content: '<script>' } },
        { kind: 'highlight', item: { id: '43003016.KJV.mine' } },
        {
          kind: 'bookmark',
          item: { id: 'KJV.1.99', book: 'Genesis', chapter: 99, version: 'KJV', created_at: 'never' },
        },
        noteEntry({ text: 'a\u0000b' }),
        noteEntry({ text: `a${'\u0301'.repeat(49_000)}` }),
      )
      const looked = await preview(ann, file)
      const codes = looked.problems.map(({ line, code }) => [line, code])
      expect(codes).toEqual([
        [3, 'note_empty'],
        [4, 'unknown_verse'],
        [5, 'unknown_version'],
        [7, expect.any(String)],
        [8, 'note_too_long'],
        [9, 'import_bad_entry'],
        [10, 'import_bad_entry'],
        [11, expect.any(String)],
        [12, 'import_bad_entry'],
        [14, 'piled_marks'],
      ])
      for (const { why } of looked.problems) expect(why).not.toMatch(/expected|received|invalid (input|option|uuid)/i)
      const done = await bring(ann, file)
      expect(done.kinds.note).toEqual(counts({ new: 1, refused: 8 }))
      const written = await running().stores.log.head()
      const { body: notes } = await reflecting(written, (headers) => ann.ask('GET', '/api/note/user', { headers }))
      expect(notes.map(({ text, user_id }: { text: string; user_id: string }) => [text, user_id])).toEqual([
        ['<b onclick=x>HTML</b>', ann.id],
      ])
    })
  })

  describe('an import refuses', () => {
    const whole = exportOf(noteEntry())
    it.for([
      ['nothing', '', 'import_empty'],
      ['a zip', 'PK\u0003\u0004...', 'import_on_your_device'],
      ['a database', 'SQLite format 3\u0000...', 'import_on_your_device'],
      ['a page', '<!DOCTYPE html><p>Hello', 'import_html'],
      ['other JSON', '{"notes":[]}', 'import_unknown_format'],
      ['a picture', '\u0089PNG\u0000\u0000', 'import_unknown_format'],
      ['an export of a newer program', whole.replace('"version":1', '"version":2'), 'import_newer'],
      ['an export that was laid out anew', JSON.stringify(JSON.parse(whole), null, 2), 'import_laid_out_anew'],
      ['an export that was cut off', whole.slice(0, -60), 'import_cut_off'],
      ['a line without an end', `${EXPORT_BEGINS}\n${'x'.repeat(IMPORT_LINE_MAX + 1)}`, 'import_line_too_long'],
      ['a table without an end of a cell', `Verse,Note\nJohn 3:16,"${'x'.repeat(2_000)}`, 'import_bad_csv'],
    ] as const)('%s, and writes nothing', async ([, raw, code]) => {
      await isRefused(await somebody(), raw, code)
    })

    it('another encoding, and more than may be', async () => {
      const ann = await somebody()
      const inject = (payload: Buffer, headers = {}) =>
        running().app.inject({
          ...{ method: 'POST', url: '/api/import', payload, remoteAddress: '10.9.9.7' },
          headers: { cookie: ann.browser.cookie ?? '', 'content-type': 'text/csv', ...headers },
        })
      const latin = await inject(Buffer.from('Verse,Note\nJohn 3:16,caf\u00e9', 'latin1'))
      expect([latin.statusCode, latin.json().code, latin.json().params]).toEqual([400, 'import_not_utf8', { line: 2 }])
      expect((await inject(Buffer.from('\uFEFFa', 'utf16le'))).json().code).toBe('import_not_utf8')
      const huge = await inject(Buffer.from('x'), { 'content-length': String(MAX_BYTES + 1) })
      expect([huge.statusCode, huge.json().code]).toEqual([413, 'import_too_large'])
      expect(huge.json().params).toEqual({ max: MAX_BYTES / 1e6 })
    })
  })

  describe('an import of a table', () => {
    it('finds its columns by their names in both languages, and takes rows as notes and highlights', async () => {
      const ann = await somebody()
      const table = [
        'Reference;Note;Title;Colour;Tags;Created',
        'John 3:16;"So loved; and\ngiven";Love;;grace, hope;2020-05-06',
        'Gen 1:1;;;#ff0000;;',
        'Nowhere 3;Lost;;;;',
        'John 3:17;=HYPERLINK("http://evil");;;;',
        'John 3:18;;;mauve;;',
        'John 3:19;;;;;',
      ].join('\r\n')
      const looked = await preview(ann, table)
      expect(looked.columns?.found).toEqual({ reference: 0, text: 1, title: 2, color: 3, tags: 4, date: 5 })
      expect(looked.kinds).toEqual({ note: counts({ new: 1, refused: 4 }), highlight: counts({ new: 1 }) })
      expect(looked.problems.map(({ line, code }) => [line, code])).toEqual([
        [5, 'import_no_reference'],
        [6, 'import_formula'],
        [7, 'import_unknown_color'],
        [8, 'import_empty_row'],
      ])
      await bring(ann, table)
      const again = await bring(ann, table)
      expect(again.kinds.note).toEqual(counts({ same: 1, refused: 4 }))
      const notes = await eventually(async () => {
        const { body } = await ann.ask('GET', '/api/note/user')
        expect(body).toHaveLength(1)
        return body
      })
      expect(notes[0]).toMatchObject({
        ...{ verse_id: JOHN_3_16, version: 'KJV', title: 'Love', created_at: '2020-05-06T00:00:00.000Z' },
        ...{ text: 'So loved; and\ngiven', tags: ['grace', 'hope'] },
      })
      await eventually(async () =>
        expect((await ann.ask('GET', '/api/highlight/user')).body).toMatchObject([
          { verse_id: 1_001_001, color: '#ff0000', start_offset: 0 },
        ]),
      )

      const korean = await preview(ann, '구절,내용\n요한복음 3장 16절,이처럼 사랑하사\n', '&version=WEB')
      expect(korean).toMatchObject({
        columns: { found: { reference: 0, text: 1 } },
        kinds: { note: counts({ new: 1 }) },
      })
    })

    it('takes the columns that the person names by hand', async () => {
      const ann = await somebody()
      const table = 'a,b\nSo loved,John 3:16\n'
      const looked = await preview(ann, table)
      expect(looked).toMatchObject({ kinds: {}, columns: { heads: ['a', 'b'], found: {} } })
      expect(looked.problems).toMatchObject([{ line: 1, code: 'import_no_columns' }])
      expect((await preview(ann, table, '&columns=text:0,reference:1')).kinds).toEqual({ note: counts({ new: 1 }) })
      await bring(ann, table, '?columns=text:0,reference:1')
      await eventually(async () =>
        expect((await ann.ask('GET', '/api/note/user')).body).toMatchObject([{ text: 'So loved' }]),
      )
      expect((await send(ann, table, '?columns=words:0')).status).toBe(400)
    })
  })

  it('an import ends where an admin locks the account, and what is left comes when the file is brought again', {
    timeout: MANY_ENTRIES_MS,
  }, async () => {
    const [admin, ann] = [await somebody(), await somebody()]
    await makeAdmin(running().stores, admin.id)
    const act = async (name: string) => {
      const body = { act: name, reason: 'Ann asked me by phone.' }
      expect((await admin.ask('POST', `/api/admin/people/${ann.id}/acts`, { body })).status).toBe(200)
    }
    const entries = 600
    const file = exportOf(...Array.from({ length: entries }, () => noteEntry()))
    const { job } = (await send(ann, file)).body
    const working = work(ann, job)
    await eventually(async () => expect((await progress(ann, job)).done).toBeGreaterThan(0))
    await act('lock')
    await working
    const ended = await progress(ann, job)
    expect(ended).toMatchObject({ status: 'stopped', problems: [{ code: 'import_locked' }] })
    expect(ended.done).toBeLessThan(entries)
    expect(ended.kinds.note).toEqual(counts({ new: ended.done }))
    expect(await running().stores.identity.importPiece(await fileOf(ann), 0)).toBeNull()
    const head = await running().stores.log.head()
    await work(ann, job)
    expect((await send(ann, file)).problem.code).toBe('account_locked')
    expect(await running().stores.log.head()).toBe(head)
    await act('unlock')
    const { done } = ended
    expect((await bring(ann, file)).kinds.note).toEqual(counts({ same: done, new: entries - done }))
  })

  it('an import that waits when the account is locked writes nothing', async () => {
    const ann = await somebody()
    const { job } = (await send(ann, exportOf(noteEntry()))).body
    await running().stores.identity.setLocked(ann.id, true)
    const head = await running().stores.log.head()
    await work(ann, job)
    expect(await progress(ann, job)).toMatchObject({
      status: 'stopped',
      done: 0,
      problems: [{ code: 'import_locked' }],
    })
    expect(await running().stores.log.head()).toBe(head)
  })

  it('an import goes with the account, and is no other person’s', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    const { body } = await send(ann, exportOf(noteEntry()))
    expect((await bob.ask('GET', `/api/import/${body.job}`)).status).toBe(404)
    await work(bob, body.job)
    expect(await progress(ann, body.job)).toMatchObject({ status: 'running', done: 0 })
    const file = await fileOf(ann)
    expect(await running().stores.identity.importPiece(file, 0)).not.toBeNull()
    await running().stores.identity.closeUser(ann.id)
    const before = await running().stores.log.head()
    await work(ann, body.job)
    expect(await running().stores.log.head()).toBe(before)
    expect(await running().stores.identity.importPiece(file, 0)).toBeNull()
  })
}
