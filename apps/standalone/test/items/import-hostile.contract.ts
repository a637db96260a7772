import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { counts, importing } from './importing-person.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const JOHN_3_16 = 43_003_016
const MB = 1_000_000
const AT = '2020-01-02T03:04:05.000Z'
const noteEntry = (item: object) => ({
  kind: 'note',
  item: {
    ...{ id: crypto.randomUUID(), verse_id: JOHN_3_16, version: 'KJV', title: null, text: 'From elsewhere' },
    ...{ created_at: AT, updated_at: AT, ...item },
  },
})
const exportOf = (...items: object[]) =>
  `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n${EXPORT_ENDS}{}}\n`

const TABLE = 'Verse,Note\nJohn 3:16,사랑\n'
/** "사랑" in EUC-KR, the encoding of older Korean programs. */
const LOVE_EUC_KR = Buffer.from([0xbb, 0xe7, 0xb6, 0xfb])
const inEucKr = (text: string) =>
  Buffer.concat(
    text.split('사랑').flatMap((part, n) => (n === 0 ? [Buffer.from(part)] : [LOVE_EUC_KR, Buffer.from(part)])),
  )
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** 200 MB that are made while they are sent: a beginning, then the same megabyte 200 times. */
function* of200Mb(beginning: string | Buffer, megabyte: Buffer) {
  yield Buffer.from(beginning)
  for (let n = 0; n < 200; n++) yield megabyte
}
const PASSAGES_BEGIN = '{"format":"pathlight-passages","version":1,"app":"mysword"}\n'
const LETTERS = Buffer.alloc(MB, 'x')

export const importHostileContract = (running: () => AppUnderTest): void => {
  const somebody = () => signUpSomebody(running().app)
  const { bring, preview, isRefused } = importing(running)
  const notesOf = async (who: Somebody) => {
    const written = await running().stores.log.head()
    const { body } = await reflecting(written, (headers) => who.ask('GET', '/api/note/user', { headers }))
    return body as { id: string; text: string; user_id: string }[]
  }

  describe('a hostile file', () => {
    it.for([
      ['UTF-16 with its mark', Buffer.from(`\uFEFF${TABLE}`, 'utf16le'), 'import_not_utf8'],
      ['UTF-16, the other end first', utf16be(`\uFEFF${TABLE}`), 'import_not_utf8'],
      ['UTF-16 without a mark', Buffer.from(TABLE, 'utf16le'), 'import_unknown_format'],
      ['an export in UTF-16', Buffer.from(`\uFEFF${exportOf(noteEntry({}))}`, 'utf16le'), 'import_not_utf8'],
      ['an export in EUC-KR', inEucKr(exportOf(noteEntry({ text: '사랑' }))), 'import_not_utf8'],
      ['a table in Latin-1', Buffer.from('Verse,Note\nJohn 3:16,caf\u00e9 cr\u00e8me', 'latin1'), 'import_not_utf8'],
      [
        'a table in Latin-1 that could be Korean',
        Buffer.from('Verse,Note\nJohn 3:16,\u00c4pfel', 'latin1'),
        'import_not_utf8',
      ],
      ['half a letter at its end', Buffer.from(TABLE).subarray(0, -2), 'import_not_utf8'],
    ] as const)('in another encoding (%s) is refused, and nothing of it is taken', async ([, raw, code]) => {
      await isRefused(await somebody(), raw, code)
    })

    it('in the encoding of the Korean Excel is taken, also behind many good rows', async () => {
      const ann = await somebody()
      const done = await bring(ann, inEucKr(`Verse,Note\n${'John 3:16,good\n'.repeat(300)}John 3:17,사랑\n`))
      expect([done.status, done.problems]).toEqual(['done', []])
      expect((await notesOf(ann)).map(({ text }) => text)).toContain('사랑')
    })

    it('with words in what cannot be taken leaves none of them in what is kept of the import', async () => {
      const ann = await somebody()
      const rows = [
        'SECRET 1:1,a,,,',
        'John 3:16,b,SECRETCOLOR,,',
        'John 3:17,c,,SECRETDATE,',
        'John 3:18,d,,,SECRETVERSION',
      ]
      const table = ['Verse,Note,Color,Date,Version', ...rows].join('\n')
      const { problems } = await preview(ann, table)
      expect(JSON.stringify(problems.map(({ params }) => params)).match(/SECRET/g)).toHaveLength(4)
      const done = await bring(ann, table)
      expect(done.problems.map(({ line, code }) => [line, code])).toEqual(
        problems.map(({ line, code }) => [line, code]),
      )
      expect(JSON.stringify(await running().stores.identity.findImport(ann.id))).not.toContain('SECRET')
    })

    it.for([
      ['packed by gzip, which unpacks to 100 MB', gzipSync(Buffer.alloc(100 * MB)), 'import_packed'],
      [
        'a zip that unpacks to 100 MB',
        Buffer.from(zipSync({ 'db/bookmarks.sqlite3': new Uint8Array(100 * MB) })),
        'import_on_your_device',
      ],
    ] as const)('that is a bomb (%s) is refused', async ([, raw, code]) => {
      await isRefused(await somebody(), raw, code)
    })

    it.for([
      ['a line', `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n`, LETTERS, 'import_line_too_long'],
      ['a cell', 'Verse,Note\nJohn 3:16,"', LETTERS, 'import_line_too_long'],
      ['a database', 'SQLite format 3\u0000', LETTERS, 'import_on_your_device'],
      ['a zip', 'PK\u0003\u0004', LETTERS, 'import_on_your_device'],
      ['lines of passages', PASSAGES_BEGIN, LETTERS, 'import_line_too_long'],
      ['a page', '<!doctype html>', LETTERS, 'import_html'],
      ['zeros', '', Buffer.alloc(MB), 'import_unknown_format'],
    ] as const)('of 200 MB (%s) is refused in words, and nothing is kept of it', async ([, begins, rest, code]) => {
      const ann = await somebody()
      const before = await running().stores.log.head()
      for (const query of ['?preview=true', '']) {
        const answer = await running().app.inject({
          ...{ method: 'POST', url: `/api/import${query}`, remoteAddress: '10.9.9.5' },
          payload: Readable.from(of200Mb(begins, rest)),
          headers: { cookie: ann.browser.cookie ?? '', 'content-type': 'application/octet-stream' },
        })
        expect([answer.statusCode, answer.json().code], answer.payload).toEqual([400, code])
        expect(answer.json().message).toMatch(/\w{3}/)
      }
      expect(await running().stores.log.head()).toBe(before)
      expect((await ann.ask('GET', '/api/import')).body).toEqual({ import: null })
    })

    it('with formulas in its cells has each listed, and words that only look a little like one are taken', async () => {
      const ann = await somebody()
      const formulas = ['=1+1', ' =cmd|x!A1', '+SUM(A1)', '-SUM(A1)', '@SUM(1)']
      const words = ['- a list', '+ more', '@home', '1=1', '-7']
      const rows = [...formulas, ...words].map((cell) => `John 3:16,"${cell}"`)
      const done = await bring(ann, ['Verse,Note', ...rows].join('\n'))
      expect(done.problems.map(({ line, code }) => [line, code])).toEqual(
        formulas.map((_, n) => [n + 2, 'import_formula']),
      )
      expect(done.kinds.note).toEqual(counts({ new: words.length, refused: formulas.length }))
      expect((await notesOf(ann)).map(({ text }) => text).toSorted()).toEqual(words.toSorted())
    })

    it('with another person’s ids changes nothing of theirs, with and without a history', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const body = { verse_id: JOHN_3_16, version: 'KJV', text: 'Hers' }
      const { id } = (await ann.ask('POST', '/api/note/', { body })).body
      const item = noteEntry({ id, user_id: ann.id, text: 'His words under her id' }).item
      const change = { kind: 'note', id, revision: 2, action: 'edited', at: AT, item }
      const removal = { ...change, revision: 3, action: 'removed', item: null }
      const history = [change, removal].map((one) => JSON.stringify(one)).join(',\n')
      const withHistory = exportOf(noteEntry(item)).replace(`${EXPORT_BEGINS}\n`, `${EXPORT_BEGINS}\n${history}\n`)
      for (const file of [exportOf(noteEntry(item)), withHistory]) await bring(bob, file)
      expect(await notesOf(ann)).toMatchObject([{ id, user_id: ann.id, text: 'Hers' }])
      expect((await ann.ask('GET', `/api/note/detail/${id}`)).headers.etag).toBe('"1"')
      expect(await notesOf(bob)).toMatchObject([{ id, user_id: bob.id, text: 'His words under her id' }])
    })

    it('with HTML and scripts brings nothing that could run, and keeps letters as letters', async () => {
      const ann = await somebody()
      const sermon = (content: object) => ({
        kind: 'sermon',
        item: {
          ...{ id: crypto.randomUUID(), title: '<b>x</b>', speaker: 'Ann', version: 'KJV', book: 'John', content },
          ...{ start_chapter: 3, start_verse_id: JOHN_3_16, end_chapter: 3, end_verse_id: JOHN_3_16 },
          ...{ created_at: AT, updated_at: AT },
        },
      })
      const paragraph = (node: object) => ({ type: 'doc', content: [{ type: 'paragraph', content: [node] }] })
      const link = { type: 'link', attrs: { href: 'javascript:steal()' } }
      const file = exportOf(
        sermon({ type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://evil.example' } }] }),
        sermon(paragraph({ type: 'text', text: 'x', marks: [link] })),
        sermon(paragraph({ type: 'text', text: '<img src=x onerror=steal()>' })),
        noteEntry({ text: '<script>steal()</script>' }),
      )
      const done = await bring(ann, file)
      expect(done.kinds.note).toEqual(counts({ new: 1 }))
      const { new: taken = 0, refused = 0 } = done.kinds.sermon ?? {}
      expect([taken + refused, done.problems.length]).toEqual([3, refused])
      const { body: kept } = await ann.ask('GET', '/api/export')
      expect(kept.items).toHaveLength(taken + 1)
      // Nodes and links that could run code are removed, or refused with their entry. Text that looks like HTML stays
      // text.
      for (const harm of ['iframe', 'evil.example', 'javascript:']) expect(JSON.stringify(kept)).not.toContain(harm)
      expect(JSON.stringify(kept)).toContain('<img src=x onerror=steal()>')
      expect((await notesOf(ann)).map(({ text }) => text)).toEqual(['<script>steal()</script>'])
    })
  })
}
