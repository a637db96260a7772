import { exportFile } from '@pathlight/contracts/export.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { TESTED, writeSomeOfAll } from '../kinds/tested-kinds.contract.ts'
import { counts, importing } from './importing-person.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const JOHN_3_16 = 43_003_016
const PSALM_23_1 = 19_023_001

/** Adds further items: on several verses, with odd letters, with edited rich text, removed and restored ones. */
const writeTheRest = async (who: Somebody): Promise<void> => {
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const answer = await who.ask(method, url, { body })
    expect([200, 201, 204], `${method} ${url}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
    return answer.body
  }
  const range = { verse_id: JOHN_3_16, end_verse_id: JOHN_3_16 + 2, version: 'WEB' }
  const tagged = 'ㅅㅏ랑 café 👩‍👩‍👧 <b>&amp;</b> "인용" \\ \u2028 끝\n\n#사랑 #grace_and_hope'
  const note = await ask('POST', '/api/note/', { ...range, title: null, text: tagged, tags: ['은혜', 'Grace'] })
  await ask('PUT', `/api/note/detail/${note.id}`, { title: '요한복음 3:16-18', text: `${tagged} #또` })
  const back = await ask('POST', '/api/note/', {
    ...range,
    end_verse_id: null,
    title: '돌아온 것',
    text: 'Removed once',
    tags: ['Grace'],
  })
  await ask('DELETE', `/api/note/detail/${back.id}`)
  await ask('POST', `/api/history/note/${back.id}/restore`, { revision: 1 })

  const place = { version: 'NIV', verseId: PSALM_23_1, selectedText: '여호와', startOffset: 0, endOffset: 3 }
  const later = { startOffset: 4, endOffset: 7 }
  await ask('POST', '/api/highlight/add', { ...place, ...later, tags: ['Grace'] })
  const gone = await ask('POST', '/api/highlight/add', place)
  await ask('DELETE', `/api/highlight/${gone.id}`)

  const verses = {
    book: 'Psalms',
    startChapter: 23,
    startVerseId: PSALM_23_1,
    endChapter: 23,
    endVerseId: PSALM_23_1 + 5,
  }
  const content = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: '목자 되신 주' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '내게 ', marks: [{ type: 'bold' }, { type: 'italic' }] },
          { type: 'text', text: '부족함이 없으리로다', marks: [{ type: 'underline' }] },
        ],
      },
      { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: '"Even though"' }] }] },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: '셋' }] }] }],
      },
    ],
  }
  const sermon = { ...verses, tags: ['grace', '목자'], title: '시편 23편', speaker: '김 목사', version: 'KJV', content }
  const kept = await ask('POST', '/api/sermon/', sermon)
  await ask('PUT', `/api/sermon/${kept.newSermon.id}`, { ...sermon, title: '선한 목자' })
  const preached = await ask('POST', '/api/sermon/', { ...sermon, title: 'To be removed' })
  await ask('DELETE', `/api/sermon/${preached.newSermon.id}`)

  const psalm = { version: 'WEB', book: 'Psalms', chapter: 23 }
  await ask('POST', '/api/bookmarks', { ...psalm, verse_id: PSALM_23_1, end_verse_id: PSALM_23_1 + 2 })
  const marked = await ask('POST', '/api/bookmarks', { ...psalm, verse_id: PSALM_23_1 + 3, tags: ['Grace'] })
  await ask('PUT', `/api/bookmarks/${marked.id}`, { tags: ['은혜'] })
  const left = await ask('POST', '/api/bookmarks', psalm)
  await ask('DELETE', `/api/bookmarks/${left.id}`)
  await ask('PUT', '/api/users/settings', { defaultLanguage: 'ko', theme: 'sepia' })
  await ask('PUT', '/api/tags/grace', { tag: 'Mercy', color: '#ffd966' })
}

/** How many items of each kind `writeTheRest` adds and does not remove. */
const REST: Readonly<Record<string, number>> = { note: 2, highlight: 1, sermon: 1, bookmark: 2 }

/**
 * Moves a person's export to a fresh installation. With the history, the export of the second installation is the same,
 * byte for byte. Without the history only the revisions differ, because revisions count the changes in the
 * installation.
 */
export const movedExportContract = (open: () => Promise<AppUnderTest>): void => {
  describe('an export that another installation takes in', () => {
    let here: AppUnderTest
    let there: AppUnderTest
    let ann: Somebody
    beforeAll(async () => {
      here = await open()
      there = await open()
      ann = await signUpSomebody(here.app)
      await writeSomeOfAll(ann)
      await writeTheRest(ann)
    })
    afterAll(async () => {
      await here?.stop()
      await there?.stop()
    })
    const exported = async ({ app }: AppUnderTest, who: Somebody, history: boolean): Promise<string> => {
      const { statusCode, payload } = await app.inject({
        ...{ method: 'GET', url: `/api/export?history=${history}`, remoteAddress: '10.9.9.6' },
        headers: { cookie: who.browser.cookie ?? '' },
      })
      expect(statusCode, payload).toBe(200)
      return payload
    }
    const fresh = Object.fromEntries(
      Object.entries(TESTED).map(([kind, { some }]) => [kind, counts({ new: some.items + (REST[kind] ?? 0) })]),
    )

    it('is exported from there the same, byte for byte, with the whole history and without it', async () => {
      const file = await exported(here, ann, true)
      const { history, items } = exportFile.parse(JSON.parse(file))
      expect(
        history
          .filter(({ action }) => action === 'removed')
          .map(({ kind }) => kind)
          .toSorted(),
      ).toEqual([...['bookmark', 'highlight', 'note', 'note', 'sermon']])
      expect(history.some(({ action }) => action === 'restored')).toBe(true)
      expect(items.some(({ kind, item }) => kind === 'note' && Object(item).end_verse_id === JOHN_3_16 + 2)).toBe(true)
      const { preview, bring } = importing(() => there)
      const bob = await signUpSomebody(there.app)
      expect(await there.stores.log.identity()).not.toBe(await here.stores.log.identity())
      expect((await preview(bob, file)).kinds).toEqual(fresh)
      const done = await bring(bob, file)
      expect(done).toMatchObject({ status: 'done', problems: [], kinds: fresh })
      expect(await exported(there, bob, true)).toBe(file)
      expect(await exported(there, bob, false)).toBe(await exported(here, ann, false))
    })

    it('without the history is the same but for how often each item was changed', async () => {
      const file = await exported(here, ann, false)
      const { bring } = importing(() => there)
      const eve = await signUpSomebody(there.app)
      expect(await bring(eve, file)).toMatchObject({ status: 'done', problems: [], kinds: fresh })
      const uncounted = (text: string) => text.replaceAll(/"revision":\d+/g, '"revision":1')
      const again = await exported(there, eve, false)
      expect(again).not.toBe(file)
      expect(uncounted(again)).toBe(uncounted(file))
    })
  })
}
