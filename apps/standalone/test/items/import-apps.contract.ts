import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import {
  andBibleBackup,
  andBibleDatabase,
  CREATED_AT,
  databaseOf,
  MYSWORD,
  UPDATED_AT,
} from '@pathlight/command/import/apps/app-databases.contract.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { counts, importing } from './importing-person.contract.ts'

/** John 3:16 and Genesis 1:1, as AndBible numbers them. */
const JOHN_3_16 = 33_095
const GENESIS_1_1 = 4
const messages = (language: 'en' | 'ko'): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../../web/src/locales/${language}/data.json`, import.meta.url), 'utf8')).server

/** What a person brings from another app. */
export const importAppsContract = (running: () => AppUnderTest): void => {
  const { preview, bring, isRefused } = importing(running)

  describe('an import of another app’s backup', () => {
    const backup = andBibleBackup(
      andBibleDatabase(
        { id: 'a1', from: JOHN_3_16, to: JOHN_3_16 + 1, words: '<p>So <b>loved</b><script>steal()</script></p>' },
        { id: 'a2', from: GENESIS_1_1, label: '01' },
        { id: 'a3', from: GENESIS_1_1 },
        { id: 'a4', from: 25_000, words: 'on Tobit' },
      ),
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

    it('takes MySword’s notes', async () => {
      const ann = await signUpSomebody(running().app)
      const notes = databaseOf(
        `${MYSWORD} INSERT INTO commentary (book, chapter, fromverse, toverse, data) VALUES (43, 3, 16, 16, '<b>So</b> loved')`,
      )
      expect(await preview(ann, notes)).toMatchObject({ format: 'mysword', kinds: { note: counts({ new: 1 }) } })
      await bring(ann, notes)
      expect((await bring(ann, notes)).kinds).toEqual({ note: counts({ same: 1 }) })
      await eventually(async () =>
        expect((await ann.ask('GET', '/api/note/user')).body).toMatchObject([{ text: 'So loved' }]),
      )
    })

    it('keeps both where a file has one passage twice, and doubles neither', async () => {
      const ann = await signUpSomebody(running().app)
      const row = (words: string) =>
        `INSERT INTO commentary (book, chapter, fromverse, toverse, data) VALUES (43, 3, 16, 16, '${words}');`
      const notes = databaseOf(`${MYSWORD} ${row('So loved')} ${row('Born anew')}`)
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
      ['another app', databaseOf('CREATE TABLE notes (text TEXT)'), 'import_unknown_database'],
      ['a backup that is cut off', backup.subarray(0, -40), 'import_cut_off'],
      ['a packed file of any kind', gzipSync('Hello'), 'import_packed'],
    ] as const)('refuses %s in both languages, and writes nothing', async ([, raw, code]) => {
      await isRefused(await signUpSomebody(running().app), raw, code)
      for (const language of ['en', 'ko'] as const) expect(messages(language)[code]).toMatch(/\S/)
    })
  })
}
