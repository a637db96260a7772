import { CHAPTER_BYTES_MAX, LIST_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'

/**
 * Answers that are too long for one page. These tests are a topic with stores of its own, because some stores of tests
 * scan all data at each read, so that the long data would slow other tests.
 */
export const longListsContract = (running: () => AppUnderTest): void => {
  describe('what is long', () => {
    type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
    const LONG = '길'.repeat(50_000)
    const PLACES = 84
    const LIT = 20

    /** Adds a long note on each of the first verses of Psalm 119, and highlights. Returns the last write's answer. */
    const writeOnPsalm119 = async (who: Somebody, places = PLACES): Promise<Answer> => {
      let last: Answer | null = null
      for (let first = 0; first < places; first += 12) {
        const some = Array.from({ length: Math.min(12, places - first) }, (_, more) => 19_119_001 + first + more)
        const answers = await Promise.all(
          some.map((verse_id) =>
            who.ask('POST', '/api/note/', {
              body: { verse_id, text: LONG, book: 'Psalms', title: null, version: 'KJV' },
            }),
          ),
        )
        for (const answer of answers) {
          expect(answer.status).toBe(201)
          if (last === null || Number(answer.headers['x-position']) > Number(last.headers['x-position'])) last = answer
        }
      }
      for (let verse = 1; verse <= LIT; verse++) {
        const range = { startOffset: 0, endOffset: 3, selectedText: 'God' }
        const body = { version: 'NIV', verseId: 19_119_000 + verse, ...range }
        last = await who.ask('POST', '/api/highlight/add', { body })
      }
      if (last?.status !== 201) throw new Error('nothing was written')
      return last
    }

    type Item = { readonly id: string; readonly verse_id: number; readonly text: string; readonly content: RichText }
    type Pages = { readonly shown: readonly Item[]; readonly lit: readonly number[]; readonly answers: number }
    /** All items of a call, over all its pages, and the number of pages. `lit`: the verses of the highlights. */
    const pagesOf = async (who: Somebody, call: string, last: Answer): Promise<Pages> => {
      const shown: Item[] = []
      const lit: number[] = []
      let answers = 0
      for (let next: string | null = call; next !== null; ) {
        const address: string = next
        const answer: Answer = await reflecting(last, (headers) => who.ask('GET', address, { headers }))
        expect(answer.status).toBe(200)
        expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(
          call.endsWith('/user') ? LIST_BYTES_MAX : CHAPTER_BYTES_MAX,
        )
        shown.push(...(answer.body.notes ?? answer.body.sermons ?? answer.body))
        lit.push(...(answer.body.highlights ?? []).map(({ verse_id }: Item) => verse_id))
        answers += 1
        next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1] ?? null
      }
      return { shown, lit, answers }
    }

    it('is shown whole, so much at most in each answer', async () => {
      const ann = await signUpSomebody(running().app)
      const last = await writeOnPsalm119(ann)
      for (const call of [
        '/api/overlay?book=Psalms&chapter=119&version=KJV',
        '/api/note/user/chapter?book=Psalms&chapter=119',
        '/api/note/user',
      ]) {
        const { shown, lit, answers } = await pagesOf(ann, call, last)
        expect(shown.map(({ verse_id }) => verse_id).sort()).toEqual(
          Array.from({ length: PLACES }, (_, place) => 19_119_001 + place),
        )
        expect(new Set(shown.map(({ id }) => id)).size).toBe(PLACES)
        expect(shown.every(({ text }) => text === LONG)).toBe(true)
        // Each highlight comes once, although the notes fill many pages.
        if (call.startsWith('/api/overlay'))
          expect(lit.toSorted()).toEqual(Array.from({ length: LIT }, (_, verse) => 19_119_001 + verse))
        expect(answers).toBeLessThanOrEqual(PLACES / 2 + 6)
      }
    })

    it('of a chapter is one answer, as long as that has 1 MB at most', async () => {
      const ann = await signUpSomebody(running().app)
      // 900 KB of notes and the short highlights are less than 1 MB.
      const few = Math.floor(CHAPTER_BYTES_MAX / Buffer.byteLength(LONG))
      const last = await writeOnPsalm119(ann, few)
      for (const call of [
        '/api/overlay?book=Psalms&chapter=119&version=KJV',
        '/api/note/user/chapter?book=Psalms&chapter=119',
      ]) {
        const { shown, answers } = await pagesOf(ann, call, last)
        expect(shown, call).toHaveLength(few)
        expect(answers, call).toBe(1)
      }
    })

    it('sermons, on one verse, too', async () => {
      const ann = await signUpSomebody(running().app)
      const psalm23 = { startChapter: 23, startVerseId: 19_023_001, endChapter: 23, endVerseId: 19_023_006 }
      const words = { title: 'Long', speaker: 'Ann', version: 'KJV', content: LONG }
      const ids: string[] = []
      let last: Answer | undefined
      for (let nth = 0; nth < 8; nth++) {
        last = await ann.ask('POST', '/api/sermon/', { body: { ...words, ...psalm23 } })
        ids.push(last.body.newSermon.id)
      }
      if (!last) throw new Error('nothing was written')
      for (const call of [
        '/api/sermon/19023003',
        '/api/sermon/user/chapter?book=Psalms&chapter=23',
        '/api/sermon/user',
      ]) {
        const { shown } = await pagesOf(ann, call, last)
        expect(shown.map(({ id }) => id).sort()).toEqual(ids.toSorted())
        expect(shown.every(({ content }) => plainTextOf(content) === LONG)).toBe(true)
      }
    })
  })
}
