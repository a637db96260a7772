import type { Change, ItemHistory, Revision } from '@pathlight/contracts/history.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, openBrowser, PASSWORD, signUpSomebody } from '../app-under-test.contract.ts'
import { idOf, TESTED, TESTED_NAMES } from '../kinds/tested-kinds.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const JOHN_3_16 = 43_003_016
/** The fields that a restore brings back. The revision and the time of a restored item are new. */
const asItWas = ({ revision: _, updated_at: __, ...item }: Record<string, unknown>) => item

export const historyContract = (running: () => AppUnderTest): void => {
  const somebody = () => signUpSomebody(running().app)
  const historyOf = async (who: Somebody, kind: HistoryKind, id: string, query = ''): Promise<ItemHistory> => {
    const { status, body } = await who.ask('GET', `/api/history/${kind}/${id}${query}`)
    expect(status).toBe(200)
    return body
  }
  const restore = (who: Somebody, kind: HistoryKind, id: string, revision: number, headers = {}) =>
    who.ask('POST', `/api/history/${kind}/${id}/restore`, { body: { revision }, headers })
  const changesOf = async (who: Somebody, after: Answer | null, query = ''): Promise<Change[]> => {
    const ask = (headers: Record<string, string>) => who.ask('GET', `/api/history${query}`, { headers })
    const { status, body } = after ? await reflecting(after, ask) : await ask({})
    expect(status, JSON.stringify(body)).toBe(200)
    return body.changes
  }
  const add = async (who: Somebody, kind: HistoryKind) => {
    const answer = await TESTED[kind].add(who, TESTED[kind].life.begin, 0)
    return { answer, id: idOf(TESTED[kind].item(answer)) }
  }
  const edit = (who: Somebody, kind: HistoryKind, id: string) => TESTED[kind].edit?.(who, id, TESTED[kind].life.edited)
  const remove = (who: Somebody, kind: HistoryKind, id: string) => TESTED[kind].remove?.(who, id)
  /**
   * Adds an item and removes it, or edits it if its kind has no removal. If the kind has both, then adds, edits and
   * removes another item. Answers the id of the last item and the last answer.
   */
  const live = async (who: Somebody, kind: HistoryKind) => {
    const { answer, id } = await add(who, kind)
    const last = (await remove(who, kind, id)) ?? (await edit(who, kind, id)) ?? answer
    if (!TESTED[kind].remove || !TESTED[kind].edit) return { id, last }
    const other = await add(who, kind)
    await edit(who, kind, other.id)
    return { id: other.id, last: (await remove(who, kind, other.id)) ?? last }
  }

  describe.each(TESTED_NAMES)('the history of one %s', (kind) => {
    it('has every revision, newest first, whole, with its device', async () => {
      const began = Date.now()
      const ann = await somebody()
      const { id } = await live(ann, kind)
      const { revisions, next } = await historyOf(ann, kind, id)
      expect(next).toBeNull()
      const does = TESTED[kind]
      const actions = [
        ...(does.remove ? ['removed'] : []),
        ...(does.edit ? ['edited'] : []),
        ...(kind === 'settings' ? [] : ['added']),
      ]
      expect(revisions.map(({ action }) => action).slice(0, actions.length)).toEqual(actions)
      for (const { at, device, item } of revisions) {
        expect(Date.parse(at)).toBeGreaterThanOrEqual(began)
        expect(device).toEqual({ id: expect.any(String), label: expect.stringMatching(/./), current: true })
        expect(item).toEqual(expect.any(Object))
      }
      if (does.remove) expect(revisions[0]?.item).toEqual(revisions[1]?.item)
    })

    it('comes in pages, which nothing written meanwhile shifts', async () => {
      const ann = await somebody()
      const { id } = await live(ann, kind)
      const all = (await historyOf(ann, kind, id)).revisions
      const first = await historyOf(ann, kind, id, '?limit=1')
      expect(first.revisions).toEqual(all.slice(0, 1))
      await restore(ann, kind, id, all.at(-1)?.revision ?? 0)
      const paged: Revision[] = [...first.revisions]
      for (let { next } = first; next !== null; ) {
        const page = await historyOf(ann, kind, id, `?limit=1&before=${next}`)
        paged.push(...page.revisions)
        next = page.next
      }
      expect(paged).toEqual(all)
    })

    it('brings it back to any revision, by a new one, under its id', async () => {
      const ann = await somebody()
      const { id } = await live(ann, kind)
      const { revisions } = await historyOf(ann, kind, id)
      for (const { revision, item } of revisions.toReversed()) {
        const answer = await restore(ann, kind, id, revision)
        if (answer.status === 409) {
          expect(answer.problem.code).toBe(kind === 'bookmark' ? 'bookmark_exists' : 'already_current')
          continue
        }
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        const restored = TESTED[kind].item(answer)
        expect(asItWas(restored)).toEqual(asItWas(item as Record<string, unknown>))
        const [newest] = (await historyOf(ann, kind, id)).revisions
        expect(newest).toMatchObject({ action: 'restored', item: restored })
        expect(answer.headers.etag).toBe(`"${newest?.revision}"`)
        expect(answer.headers['x-position']).toMatch(/^\d+$/)
      }
    })

    it('is restored once by one key, also where the answer was lost', async () => {
      const ann = await somebody()
      const { id } = await live(ann, kind)
      const { revisions } = await historyOf(ann, kind, id)
      const [target] = revisions.slice(-1)
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await restore(ann, kind, id, target?.revision ?? 0, headers)
      const again = await restore(ann, kind, id, target?.revision ?? 0, headers)
      expect([again.status, again.body, again.headers['x-position']]).toEqual([
        first.status,
        first.body,
        first.headers['x-position'],
      ])
      expect((await historyOf(ann, kind, id)).revisions).toHaveLength(revisions.length + 1)
    })

    it('is no other person’s, and what is not there is answered alike', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const { id } = await live(ann, kind)
      const theirs = kind === 'settings' ? 'you' : id
      const answers = await Promise.all([
        bob.ask('GET', `/api/history/${kind}/${theirs}`),
        ann.ask('GET', `/api/history/${kind}/${crypto.randomUUID()}`),
        restore(bob, kind, theirs, 1),
      ])
      for (const { status, problem } of answers)
        expect([status, problem.code, problem.message]).toEqual([404, 'history_not_found', 'There is no such history.'])
      const [missing, zero] = [await restore(ann, kind, id, 999), await restore(ann, kind, id, 0)]
      expect([missing.status, missing.problem.code, zero.status]).toEqual([404, 'revision_not_found', 400])
    })
  })

  describe('restoring', () => {
    it('keeps to what the writer saw, also of an item that is gone', async () => {
      const ann = await somebody()
      const { id } = await live(ann, 'note')
      const stale = await restore(ann, 'note', id, 1, { 'if-match': '"2"' })
      expect([stale.status, stale.problem.code, stale.headers.etag]).toEqual([412, 'revision_mismatch', '"3"'])
      expect((await restore(ann, 'note', id, 1, { 'if-match': '"3"' })).status).toBe(200)
      expect((await restore(ann, 'note', id, 2, { 'if-match': '"3"' })).status).toBe(412)
      expect((await restore(ann, 'note', id, 2, { 'if-match': '"4"' })).status).toBe(200)
    })

    it('says that the place is taken, in the specification’s words', async () => {
      const ann = await somebody()
      const lit = await add(ann, 'highlight')
      await remove(ann, 'highlight', lit.id)
      await add(ann, 'highlight')
      expect((await restore(ann, 'highlight', lit.id, 1)).problem).toMatchObject({
        code: 'highlight_overlaps',
        message: 'Selected text overlaps with existing content',
      })
      const { id } = await add(ann, 'bookmark')
      expect((await restore(ann, 'bookmark', id, 1)).problem).toMatchObject({
        code: 'bookmark_exists',
        message: 'This bookmark already exists.',
      })
    })

    it('puts an item back where lists and chapters show it', async () => {
      const ann = await somebody()
      const { id } = await live(ann, 'note')
      const answer = await restore(ann, 'note', id, 1)
      const read = async (url: string) => (await reflecting(answer, (headers) => ann.ask('GET', url, { headers }))).body
      expect(await read(`/api/note/detail/${id}`)).toEqual(answer.body)
      expect((await read('/api/note/user'))[0]).toEqual(answer.body)
      expect((await read('/api/overlay?book=John&chapter=3')).notes).toEqual([answer.body])
      expect(await read('/api/resource-counts')).toMatchObject({ notes_count: 1 })
    })
  })

  describe('everything somebody changed', () => {
    it('has each change of every kind, newest first, with what it was about', async () => {
      const ann = await somebody()
      let last: Answer | null = null
      for (const kind of TESTED_NAMES) last = (await live(ann, kind)).last
      const all = await changesOf(ann, last)
      const positions = all.map(({ position }) => BigInt(position))
      expect(positions).toEqual(positions.toSorted((a, b) => (a > b ? -1 : 1)))
      expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(TESTED_NAMES))
      for (const { device } of all) expect(device).toMatchObject({ current: true })
      expect(all.find(({ kind, action }) => kind === 'note' && action === 'removed')).toMatchObject({
        revision: 3,
        passage: { book: 'John', chapter: 3, version: 'KJV', verse_id: JOHN_3_16, end_verse_id: JOHN_3_16 },
        excerpt: 'So much.',
      })
      expect(all.find(({ kind, action }) => kind === 'sermon' && action === 'edited')).toMatchObject({
        passage: { end_verse_id: JOHN_3_16 + 1 },
        excerpt: 'Light — On Light.',
      })
      expect(all.find(({ kind }) => kind === 'bookmark')).toMatchObject({ passage: { book: 'Psalms', verse_id: null } })
      const chosen = all.find(({ kind }) => kind === 'settings')
      expect(chosen).toMatchObject({ id: 'me', passage: null, excerpt: 'KJV · #00ff00' })
    })

    it('can be narrowed by kind, book, device and words', async () => {
      const ann = await somebody()
      for (const kind of TESTED_NAMES) await live(ann, kind)
      const phone = openBrowser(running().app)
      const form = { email: ann.email, password: PASSWORD }
      expect((await phone.ask('POST', '/api/auth/login', { body: form })).status).toBe(200)
      const last = await phone.ask('PUT', '/api/users/settings', { body: { defaultVersion: 'NIV' } })
      const all = await changesOf(ann, last)
      const narrowed = async (query: string, holds: (change: Change) => boolean) => {
        const found = await changesOf(ann, null, query)
        expect(found).toEqual(all.filter(holds))
        expect(found.length).toBeGreaterThan(0)
      }
      for (const kind of TESTED_NAMES) await narrowed(`?kind=${kind}`, (change) => change.kind === kind)
      await narrowed('?book=요한복음', ({ passage }) => passage?.book === 'John')
      await narrowed('?kind=highlight&book=John', ({ kind }) => kind === 'highlight')
      await narrowed(`?device=${all[0]?.device.id}`, ({ device }) => !device.current)
      const found = await changesOf(ann, null, '?query=light')
      expect(found.map(({ kind, action }) => `${kind} ${action}`)).toEqual(['sermon removed', 'sermon edited'])
      expect((await ann.ask('GET', '/api/history?kind=of-no-kind')).status).toBe(400)
      expect((await ann.ask('GET', '/api/history?before=x')).status).toBe(400)
      expect((await ann.ask('GET', '/api/history?limit=0')).status).toBe(400)
      expect((await ann.ask('GET', '/api/history?book=Laodiceans')).status).toBe(404)
    })

    it('is found by the words of what was removed, as they were at that time', async () => {
      const ann = await somebody()
      const { id } = await add(ann, 'note')
      await edit(ann, 'note', id)
      const last = await remove(ann, 'note', id)
      if (!last) throw new Error('Notes can be removed')
      const found = async (after: Answer, query: string) =>
        (await changesOf(ann, after, query)).map(({ revision, action }) => [revision, action])
      expect(await found(last, '?query=so+much')).toEqual([
        [3, 'removed'],
        [2, 'edited'],
      ])
      expect(await found(last, '?query=so+much&removed=true')).toEqual([[3, 'removed']])
      expect(await found(last, '?query=love&removed=true')).toEqual([])
      // The note is restored to its first words and removed again. Each removal has its own words.
      await restore(ann, 'note', id, 1)
      const gone = await remove(ann, 'note', id)
      if (!gone) throw new Error('Notes can be removed')
      expect(await found(gone, '?query=so+loved')).toEqual([
        [5, 'removed'],
        [4, 'restored'],
        [1, 'added'],
      ])
      expect(await found(gone, '?query=so+much')).toEqual([
        [3, 'removed'],
        [2, 'edited'],
      ])
      for (const [kind, words] of [
        ['highlight', 'God'],
        ['sermon', 'Light'],
      ] as const) {
        const { last: removal } = await live(ann, kind)
        const [newest] = await changesOf(ann, removal, `?kind=${kind}&query=${words}`)
        expect(newest).toMatchObject({ kind, action: 'removed', excerpt: expect.stringContaining(words) })
      }
    })

    it('comes in pages that stay as they are while more is written', async () => {
      const ann = await somebody()
      let last: Answer | null = null
      for (const kind of TESTED_NAMES) last = (await live(ann, kind)).last
      const all = await changesOf(ann, last)
      const paged: Change[] = []
      for (let next: string | null = ''; next !== null; ) {
        const { body } = await ann.ask('GET', `/api/history?limit=2${next === '' ? '' : `&before=${next}`}`)
        paged.push(...body.changes)
        next = body.next
        await add(ann, 'note')
      }
      expect(paged).toEqual(all)
    })

    it('counts on its first page what is gone now, whatever is asked for, and not what another person removed', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const counted = async (after: Answer, query = '') => {
        const { body } = await reflecting(after, (headers) => ann.ask('GET', `/api/history${query}`, { headers }))
        return body.removed_count
      }
      const none = await ann.ask('GET', '/api/history')
      expect(none.body.removed_count).toBe(0)
      const note = await live(ann, 'note')
      // `live` removes two notes, because notes can be edited.
      expect(await counted(note.last)).toBe(2)
      const { last } = await live(ann, 'bookmark')
      await live(bob, 'note')
      for (const query of ['', '?removed=true', '?kind=sermon', '?query=nothing+like+this'])
        expect(await counted(last, query)).toBe(3)
      const [gone] = await changesOf(ann, last, '?removed=true&kind=note')
      const restored = await restore(ann, 'note', gone?.id ?? '', gone?.revision ?? 0)
      expect(await counted(restored)).toBe(2)
      const first = await ann.ask('GET', '/api/history?limit=1')
      const second = await ann.ask('GET', `/api/history?limit=1&before=${first.body.next}`)
      expect([first.body.removed_count, second.body.removed_count]).toEqual([2, null])
    })

    it('knows what is gone now, with its words, and forgets it when it is there again', async () => {
      const ann = await somebody()
      const note = await live(ann, 'note')
      const sermon = await live(ann, 'sermon')
      const gone = await changesOf(ann, sermon.last, '?removed=true')
      expect(gone.map(({ kind, id, action, excerpt }) => [kind, id, action, excerpt]).slice(0, 1)).toEqual([
        ['sermon', sermon.id, 'removed', 'Light — On Light.'],
      ])
      const before = gone.find(({ id }) => id === note.id)
      expect(before).toMatchObject({ excerpt: 'So much.' })
      const restored = await restore(ann, 'note', note.id, before?.revision ?? 0)
      expect(restored.status).toBe(200)
      const after = await changesOf(ann, restored, '?removed=true')
      expect(after.map(({ id }) => id)).toEqual(gone.map(({ id }) => id).filter((id) => id !== note.id))
      expect((await changesOf(ann, null, '?removed=true&kind=note')).every(({ kind }) => kind === 'note')).toBe(true)
    })
  })
}
