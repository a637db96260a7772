import type { ItemHistory } from '@pathlight/contracts/history.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import type { TestedKind } from '../kinds/tested-kind.contract.ts'
import { idOf, TESTED } from '../kinds/tested-kinds.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type Item = Record<string, unknown>

type Step = { readonly do: 'edit' | 'remove' | 'restore'; readonly words: unknown; readonly at: number }
const step = (of: TestedKind): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constantFrom('edit' as const, 'remove' as const, 'restore' as const),
    words: of.words,
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })

let written = 0
/**
 * Writes a new colour into the settings, so that reads can wait for the position of this write. The colour differs each
 * time, because an unchanged value writes no event.
 */
const writeElsewhere = (who: Somebody): Promise<Answer> =>
  who.ask('PUT', '/api/users/settings', { body: { highlightColor: `#${String(written++).padStart(6, '0')}` } })

/** The fields that a restore brings back. The revision and the time of a restored item are new. */
const asItWas = ({ revision: _, updated_at: __, ...item }: Item): Item => item

export const anyHistoryContract = (running: () => AppUnderTest): void => {
  describe.each(Object.entries(TESTED))('any history of a %s', (name, of) => {
    it('restored at any of its revisions, equals that revision', async () => {
      let nth = 0
      const historyOf = async (who: Somebody, id: string) =>
        ((await who.ask('GET', `/api/history/${name}/${id}?limit=200`)).body as ItemHistory).revisions
      const history = async (who: Somebody, begin: unknown, steps: readonly Step[], target: number) => {
        const added = await of.add(who, begin, nth++)
        expect(added.status, JSON.stringify(added.body)).toBeLessThan(300)
        const id = idOf(of.item(added))
        /** For each revision, the item in the answer to its write. */
        const was = new Map<number, Item>()
        let [isThere, last] = [true, of.item(added)]
        const note = async () => was.set((await historyOf(who, id))[0]?.revision ?? 0, last)
        await note()
        const restoreAt = (share: number) => {
          const revision = [...was.keys()][Math.floor(share * was.size)] ?? 0
          return { revision, answer: who.ask('POST', `/api/history/${name}/${id}/restore`, { body: { revision } }) }
        }
        for (const { do: what, words: said, at } of steps) {
          if (what !== 'restore' && !isThere) continue
          const answer =
            what === 'restore'
              ? await restoreAt(at).answer
              : await (what === 'edit' ? of.edit?.(who, id, said) : of.remove?.(who, id))
          // Nothing changes if the kind has no such change, or if the change is refused.
          if (answer === undefined || answer.status === 409) continue
          expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
          isThere = what !== 'remove'
          if (isThere) last = of.item(answer)
          await note()
        }
        const { revision, answer } = restoreAt(target)
        const { status, body, headers, problem } = await answer
        const wanted = was.get(revision) ?? {}
        if (status === 409) {
          expect(problem.code).toMatch(name === 'bookmark' ? /already_current|bookmark_exists/ : /already_current/)
          expect(isThere && asItWas(last)).toEqual(asItWas(wanted))
        } else {
          expect(status, JSON.stringify(body)).toBe(200)
          expect(asItWas(of.item({ status, body, headers, problem } as Answer))).toEqual(asItWas(wanted))
        }
        if (isThere || status === 200) await of.remove?.(who, id)
      }
      const ann = await signUpSomebody(running().app)
      await fc.assert(
        fc.asyncProperty(
          of.words,
          fc.array(step(of), { maxLength: 8 }),
          fc.double({ min: 0, max: 0.999, noNaN: true }),
          (begin, steps, target) => history(ann, begin, steps, target),
        ),
        { numRuns: 12 },
      )
    })
  })

  describe.each(Object.entries(TESTED).filter(([, { list }]) => list))('the list of every %s', (name, of) => {
    const LENGTH = 2
    /** The ids in the list, page by page. `meanwhile` runs after the first page. */
    const listed = async (who: Somebody, after: Answer, meanwhile: () => Promise<Answer>) => {
      const ids: string[] = []
      let written = after
      for (let path: string | undefined = `${of.list}?limit=${LENGTH}`; path; ) {
        const asked: string = path
        const page = await reflecting(written, (headers) => who.ask('GET', asked, { headers }))
        expect(page.status).toBe(200)
        ids.push(...(page.body as { id: string }[]).map(({ id }) => id))
        path = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
        if (written === after) written = await meanwhile()
      }
      return ids
    }

    it('has a restored one where it stood before, and no page is shifted when another comes back', async () => {
      const ann = await signUpSomebody(running().app)
      let nth = 0
      const add = async () => {
        const [words] = fc.sample(of.words, { numRuns: 1, seed: nth })
        const answer = await of.add(ann, words, nth++)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        return { id: idOf(of.item(answer)), answer }
      }
      const restore = async (id: string, share: number) => {
        const history = await ann.ask('GET', `/api/history/${name}/${id}?limit=200`)
        expect(history.status, JSON.stringify(history.problem)).toBe(200)
        const { revisions } = history.body as ItemHistory
        const { revision } = revisions[Math.floor(share * revisions.length)] ?? { revision: 0 }
        const answer = await ann.ask('POST', `/api/history/${name}/${id}/restore`, { body: { revision } })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer
      }
      /** The ids of all items ever added, newest first, and the ids of those that exist. */
      const all: string[] = []
      const there = new Set<string>()
      const newestFirst = () => all.filter((id) => there.has(id))
      const more = async () => {
        const { id, answer } = await add()
        all.unshift(id)
        there.add(id)
        return answer
      }
      for (let made = 0; made < 4; made++) await more()
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              do: fc.constantFrom('add', 'edit', 'remove', 'remove', 'restore'),
              which: fc.double({ min: 0, max: 0.999, noNaN: true }),
              at: fc.double({ min: 0, max: 0.999, noNaN: true }),
              words: of.words,
            }),
            { minLength: 1, maxLength: 5 },
          ),
          async (steps) => {
            let last = await more()
            for (const { do: what, which, at, words: said } of steps) {
              const able = what === 'restore' ? all.filter((id) => !there.has(id)) : newestFirst()
              const id = able.at(Math.floor(which * able.length)) ?? ''
              if (what === 'add') last = await more()
              if (id === '' || what === 'add') continue
              if (what === 'restore') last = await restore(id, at)
              else {
                const answer = await (what === 'edit' ? of.edit?.(ann, id, said) : of.remove?.(ann, id))
                if (answer === undefined) continue
                expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
                last = answer
              }
              if (what === 'remove') there.delete(id)
              if (what === 'restore') there.add(id)
            }
            if (there.size === 0) last = await more()
            // The newest item is removed and restored while the list is read. The other pages do not change.
            const before = newestFirst()
            const [first = ''] = before
            const meanwhile = async () => {
              await of.remove?.(ann, first)
              return restore(first, 0)
            }
            expect(await listed(ann, last, meanwhile)).toEqual(before)
            expect(await listed(ann, await writeElsewhere(ann), async () => writeElsewhere(ann))).toEqual(before)
          },
        ),
        { numRuns: 12 },
      )
    })
  })
}
