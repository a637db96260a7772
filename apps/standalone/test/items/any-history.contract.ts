import type { ItemHistory } from '@pathlight/contracts/history.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { THEMES } from '@pathlight/contracts/theme-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
/** What of an answer is the item. */
type Item = Record<string, unknown>

const VERSE = 43_003_016
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `A${text}`)
const color = fc.constantFrom('#111111', '#2a9d8f', '#ffd966')

/** How an item of each kind begins, changes and goes, with whatever words. */
type Kind<Words> = {
  readonly words: fc.Arbitrary<Words>
  readonly add: (who: Somebody, words: Words, nth: number) => Promise<Answer>
  readonly edit?: (who: Somebody, id: string, words: Words) => Promise<Answer>
  readonly remove?: (who: Somebody, id: string) => Promise<Answer>
  readonly item?: (answer: Answer) => Item
  /** Where all of them are listed; without it they are not. */
  readonly list?: string
}
const sermonOf = (title: string) => ({
  ...{ title, speaker: 'Ann', version: 'KJV', content: title, verseId: VERSE },
  ...{ startChapter: 3, startVerseId: VERSE, endChapter: 3, endVerseId: VERSE + 1 },
})
/** A kind, without the type of its words, which only it needs. */
const kind = <Words>(one: Kind<Words>): Kind<unknown> => one as unknown as Kind<unknown>

const KINDS: Readonly<Record<HistoryKind, Kind<unknown>>> = {
  note: kind({
    words: fc.record({ title: fc.option(words), text: words }),
    add: (who, body) => who.ask('POST', '/api/note/', { body: { ...body, verse_id: VERSE, version: 'KJV' } }),
    edit: (who, id, body) => who.ask('PUT', `/api/note/detail/${id}`, { body }),
    remove: (who, id) => who.ask('DELETE', `/api/note/detail/${id}`),
    list: '/api/note/user',
  }),
  highlight: kind({
    words: color,
    add: (who, chosen, nth) =>
      who.ask('POST', '/api/highlight/add', {
        body: {
          ...{ version: 'NIV', verseId: VERSE, selectedText: 'of', color: chosen },
          ...{ startOffset: nth * 3, endOffset: nth * 3 + 2 },
        },
      }),
    edit: (who, id, chosen) => who.ask('PUT', `/api/highlight/${id}`, { body: { color: chosen } }),
    remove: (who, id) => who.ask('DELETE', `/api/highlight/${id}`),
    list: '/api/highlight/user',
  }),
  sermon: kind({
    words,
    add: (who, title) => who.ask('POST', '/api/sermon/', { body: sermonOf(title) }),
    edit: (who, id, title) => who.ask('PUT', `/api/sermon/${id}`, { body: sermonOf(title) }),
    remove: (who, id) => who.ask('DELETE', `/api/sermon/${id}`),
    list: '/api/sermon/user',
    item: ({ body: { verseId: _, newSermon, ...edited } }) => newSermon ?? edited,
  }),
  bookmark: kind({
    words: fc.constant(null),
    add: (who, _, nth) =>
      who.ask('POST', '/api/bookmarks', { body: { version: 'KJV', book: 'Psalms', chapter: nth + 1 } }),
    remove: (who, id) => who.ask('DELETE', `/api/bookmarks/${id}`),
    list: '/api/bookmarks',
  }),
  settings: kind({
    words: fc.record(
      {
        highlightColor: color,
        defaultVersion: fc.constantFrom('KJV', 'NIV'),
        defaultLanguage: fc.constantFrom('en', 'ko'),
        theme: fc.constantFrom(...THEMES),
      },
      { requiredKeys: ['highlightColor'] },
    ),
    add: (who, body) => who.ask('PUT', '/api/users/settings', { body }),
    edit: (who, _, body) => who.ask('PUT', '/api/users/settings', { body }),
    item: ({ body }) => body.settings,
  }),
}

type Step = { readonly do: 'edit' | 'remove' | 'restore'; readonly words: unknown; readonly at: number }
const step = (of: Kind<unknown>): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constantFrom('edit' as const, 'remove' as const, 'restore' as const),
    words: of.words,
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  })

let written = 0
/** A write that changes no list, after which reading reflects all that was written before: each time another, for what changes nothing writes no event. */
const writeElsewhere = (who: Somebody): Promise<Answer> =>
  who.ask('PUT', '/api/users/settings', { body: { highlightColor: `#${String(written++).padStart(6, '0')}` } })

/** What never comes back: a restored item is a new revision, of its own time. */
const asItWas = ({ revision: _, updated_at: __, ...item }: Item): Item => item

/** Whatever was done to an item of any kind: each of its revisions can be had back, as it was. */
export const anyHistoryContract = (running: () => AppUnderTest): void => {
  describe.each(Object.entries(KINDS))('any history of a %s', (name, of) => {
    it('restored at any of its revisions, equals that revision', async () => {
      const itemOf = of.item ?? (({ body }: Answer) => body as Item)
      let nth = 0
      const historyOf = async (who: Somebody, id: string) =>
        ((await who.ask('GET', `/api/history/${name}/${id}?limit=200`)).body as ItemHistory).revisions
      const history = async (who: Somebody, begin: unknown, steps: readonly Step[], target: number) => {
        const added = await of.add(who, begin, nth++)
        expect(added.status, JSON.stringify(added.body)).toBeLessThan(300)
        const id = name === 'settings' ? 'me' : String(itemOf(added).id)
        /** What the answers to the writes said of the item, by its revisions. */
        const was = new Map<number, Item>()
        let [isThere, last] = [true, itemOf(added)]
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
          // A kind may have no such change, or is like that already: then nothing changes.
          if (answer === undefined || answer.status === 409) continue
          expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
          isThere = what !== 'remove'
          if (isThere) last = itemOf(answer)
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
          expect(asItWas(itemOf({ status, body, headers, problem } as Answer))).toEqual(asItWas(wanted))
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

  describe.each(Object.entries(KINDS).filter(([, { list }]) => list))('the list of every %s', (name, of) => {
    const LENGTH = 2
    const itemOf = of.item ?? (({ body }: Answer) => body as Item)
    /** The ids in the list, page by page; `meanwhile` is done after the first page. */
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
        return { id: String(itemOf(answer).id), answer }
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
      /** All that were ever added, the newest first, and which of them are there. */
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
            // While the list is read, its newest one goes and comes back: pages that follow are as they were.
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
