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

    it('is shown whole, a megabyte at most in each answer', async () => {
      const ann = await signUpSomebody(running().app)
      const last = await writeOnPsalm119(ann)
      for (const call of [
        '/api/overlay?book=Psalms&chapter=119',
        '/api/overlay?book=Psalms&chapter=119&version=KJV&version=NIV',
        '/api/note/user/chapter?book=Psalms&chapter=119',
        '/api/note/user',
      ]) {
        const shown: { id: string; verse_id: number; text: string }[] = []
        const lit: number[] = []
        let answers = 0
        for (let next: string | null = call; next !== null; ) {
          const address: string = next
          const answer: Answer = await reflecting(last, (headers) => ann.ask('GET', address, { headers }))
          expect(answer.status).toBe(200)
          expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(1_000_000)
          shown.push(...(answer.body.notes ?? answer.body))
          lit.push(...(answer.body.highlights ?? []).map(({ verse_id }: { verse_id: number }) => verse_id))
          answers += 1
          next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1] ?? null
        }
        expect(shown.map(({ verse_id }) => verse_id).sort()).toEqual(
          Array.from({ length: PLACES }, (_, place) => 19_119_001 + place),
        )
        expect(new Set(shown.map(({ id }) => id)).size).toBe(PLACES)
        // What is short beside it neither comes one by one nor twice.
        if (call.startsWith('/api/overlay'))
          expect(lit.sort()).toEqual(Array.from({ length: LIT }, (_, verse) => 19_119_001 + verse))
        expect(answers).toBeLessThanOrEqual(18)
        expect(shown.every(({ text }) => text === LONG)).toBe(true)
      }
    }, 120_000)
  })
}
