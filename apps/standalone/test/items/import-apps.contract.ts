import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { ImportedRow } from '@pathlight/contracts/import.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { counts, importing } from './importing-person.contract.ts'

const JOHN_3_16 = 43_003_016
const GENESIS_1_1 = 1_001_001
const CREATED_AT = Date.UTC(2022, 2, 4, 5, 6, 7)
const UPDATED_AT = Date.UTC(2023, 2, 4, 5, 6, 7)
const passage = (row: number, some: object) => ({
  ...{ row, id: `A${row}`, first: GENESIS_1_1, last: GENESIS_1_1, text: '', color: null, version: null },
  ...{ created_at: CREATED_AT, updated_at: UPDATED_AT, ...some },
})
/** The file that the import page makes from another app's database. */
const passagesOf = (app: string, ...rows: readonly ImportedRow[]) =>
  [{ format: 'pathlight-passages', version: 1, app }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join('')
const messages = (language: 'en' | 'ko'): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../../web/src/locales/${language}/data.json`, import.meta.url), 'utf8')).server

export const importAppsContract = (running: () => AppUnderTest): void => {
  const { preview, bring, isRefused } = importing(running)

  describe('an import of what another app keeps', () => {
    const backup = passagesOf(
      'andbible',
      passage(1, { first: JOHN_3_16, last: JOHN_3_16 + 1, text: 'So loved' }),
      passage(2, { color: '#ffff00' }),
      passage(3, {}),
      { row: 4, refused: 'import_not_on_bible' },
    )

    it('has AndBible’s notes, highlights and bookmarks looked at, brought in, and doubled by no repeat', async () => {
      const [ann, bob] = [await signUpSomebody(running().app), await signUpSomebody(running().app)]
      const fresh = {
        note: counts({ new: 1, refused: 1 }),
        highlight: counts({ new: 1 }),
        bookmark: counts({ new: 1 }),
      }
      const looked = await preview(ann, backup)
      expect(looked).toMatchObject({ format: 'andbible', kinds: fresh })
      expect(looked.problems).toMatchObject([{ line: 4, code: 'import_not_on_bible' }])
      expect(await bring(ann, backup)).toMatchObject({ status: 'done', kinds: fresh, entries: 4, done: 4 })
      await eventually(async () => {
        const { body } = await ann.ask('GET', '/api/note/user')
        expect(body).toMatchObject([
          {
            ...{ verse_id: 43_003_016, end_verse_id: 43_003_017, version: 'KJV', text: 'So loved' },
            created_at: new Date(CREATED_AT).toISOString(),
            updated_at: new Date(UPDATED_AT).toISOString(),
          },
        ])
      })
      await eventually(async () =>
        expect((await ann.ask('GET', '/api/highlight/user')).body).toMatchObject([
          { verse_id: 1_001_001, color: '#ffff00', start_offset: 0 },
        ]),
      )
      const again = {
        note: counts({ same: 1, refused: 1 }),
        highlight: counts({ same: 1 }),
        bookmark: counts({ same: 1 }),
      }
      expect((await preview(ann, backup)).kinds).toEqual(again)
      expect((await bring(ann, backup)).kinds).toEqual(again)
      expect((await preview(bob, backup)).kinds).toEqual(fresh)
    })

    it('takes a study pad with the notes in it, and doubles it by no repeat', async () => {
      const ann = await signUpSomebody(running().app)
      const place = { first: GENESIS_1_1, last: GENESIS_1_1, version: null }
      const entries = [{ text: 'First' }, { ...place, note: 'A1' }, { ...place, note: null }]
      const pads = passagesOf('andbible', passage(1, { text: 'So it began' }), {
        row: 2,
        id: '01',
        title: 'Hope',
        entries,
      })
      const kinds = (outcome: object) => ({ note: counts(outcome), pad: counts(outcome) })
      expect(await bring(ann, pads)).toMatchObject({ status: 'done', kinds: kinds({ new: 1 }), entries: 2 })
      expect((await bring(ann, pads)).kinds).toEqual(kinds({ same: 1 }))
      await eventually(async () => {
        const [note] = (await ann.ask('GET', '/api/note/user')).body
        expect((await ann.ask('GET', '/api/pad/user')).body).toMatchObject([
          {
            title: 'Hope',
            entries: [
              { type: 'text', text: 'First' },
              { type: 'item', kind: 'note', id: note.id },
              { type: 'passage', version: 'KJV', verse_id: GENESIS_1_1, end_verse_id: null },
            ],
          },
        ])
      })
    })

    it('takes MySword’s notes', async () => {
      const ann = await signUpSomebody(running().app)
      const notes = passagesOf('mysword', passage(1, { text: 'So loved', created_at: null, updated_at: null }))
      expect(await preview(ann, notes)).toMatchObject({ format: 'mysword', kinds: { note: counts({ new: 1 }) } })
      await bring(ann, notes)
      expect((await bring(ann, notes)).kinds).toEqual({ note: counts({ same: 1 }) })
      await eventually(async () =>
        expect((await ann.ask('GET', '/api/note/user')).body).toMatchObject([{ text: 'So loved' }]),
      )
    })

    it('keeps both where a file has one passage twice, and doubles neither', async () => {
      const ann = await signUpSomebody(running().app)
      const same = { id: '43.3.16.16', first: JOHN_3_16, last: JOHN_3_16 }
      const rows = [passage(1, { ...same, text: 'So loved' }), passage(2, { ...same, text: 'Born anew' })]
      const notes = passagesOf('mysword', ...rows)
      expect(await bring(ann, notes)).toMatchObject({
        status: 'done',
        kinds: { note: counts({ new: 1, different: 1 }) },
      })
      expect(await bring(ann, notes)).toMatchObject({ status: 'done', kinds: { note: counts({ same: 2 }) } })
      await eventually(async () => {
        const { body } = await ann.ask('GET', '/api/note/user')
        expect(body.map(({ text }: { text: string }) => text).toSorted()).toEqual(['Born anew', 'So loved'])
      })
    })

    it.for([
      ['a database', 'SQLite format 3\u0000...', 'import_on_your_device'],
      ['a backup in a zip', Buffer.from('PK\u0003\u0004...'), 'import_on_your_device'],
      ['a packed file of any kind', gzipSync('Hello'), 'import_packed'],
    ] as const)('refuses %s in both languages, and writes nothing', async ([, raw, code]) => {
      await isRefused(await signUpSomebody(running().app), raw, code)
      for (const language of ['en', 'ko'] as const) expect(messages(language)[code]).toMatch(/\S/)
    })
  })
}
