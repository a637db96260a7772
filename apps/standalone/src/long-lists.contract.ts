import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from './app-under-test.contract.ts'

/** Of answers that are too long for one: run last, since a stand-in for a store looks through all that is there. */
export const longListsContract = (running: () => AppUnderTest): void => {
  describe('what is long', () => {
    type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
    const LONG = '길'.repeat(50_000)
    const PLACES = 84
    const LIT = 20

    /** A note on each of the first verses of Psalm 119, and highlights; answers the last that was written. */
    const writeOnPsalm119 = async (who: Somebody): Promise<Answer> => {
      let last: Answer | null = null
      for (let first = 0; first < PLACES; first += 12) {
        const some = Array.from({ length: 12 }, (_, more) => 19_119_001 + first + more)
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
    /** All that is answered, page by page, each a megabyte at most. */
    const pagesOf = async (who: Somebody, call: string, last: Answer): Promise<Item[]> => {
      const shown: Item[] = []
      for (let next: string | null = call; next !== null; ) {
        const address: string = next
        const answer: Answer = await reflecting(last, (headers) => who.ask('GET', address, { headers }))
        expect(answer.status).toBe(200)
        expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(1_000_000)
        shown.push(...(answer.body.notes ?? answer.body.sermons ?? answer.body))
        next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1] ?? null
      }
      return shown
    }

    it('is shown whole, a megabyte at most in each answer', async () => {
      const ann = await signUpSomebody(running().app)
      const last = await writeOnPsalm119(ann)
      for (const call of [
        '/api/overlay?book=Psalms&chapter=119',
        '/api/note/user/chapter?book=Psalms&chapter=119',
        '/api/note/user',
      ]) {
        const shown = await pagesOf(ann, call, last)
        expect(shown.map(({ verse_id }) => verse_id).sort()).toEqual(
          Array.from({ length: PLACES }, (_, place) => 19_119_001 + place),
        )
        expect(new Set(shown.map(({ id }) => id)).size).toBe(PLACES)
        expect(shown.every(({ text }) => text === LONG)).toBe(true)
      }
    }, 120_000)

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
        const shown = await pagesOf(ann, call, last)
        expect(shown.map(({ id }) => id).sort()).toEqual(ids.toSorted())
        expect(shown.every(({ content }) => plainTextOf(content) === LONG)).toBe(true)
      }
    }, 60_000)
  })
}
