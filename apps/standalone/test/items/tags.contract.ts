import { overlayNames } from '@pathlight/contracts/kind-shapes.ts'
import { tagInPath } from '@pathlight/contracts/tag-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { TESTED } from '../kinds/tested-kinds.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const JOHN_3_16 = 43_003_016
/** For each kind with tags: how to add an item, where to change it, and where all items are listed. */
const KINDS = Object.fromEntries(
  Object.entries(TESTED).flatMap(([name, { tagged, list }]) => (tagged ? [[name, { ...tagged, list }] as const] : [])),
)
const NAMES = Object.keys(KINDS)
const known = (kind: string) => {
  const found = KINDS[kind]
  if (!found) throw new Error(`There are no tags on a ${kind}`)
  return found
}

export const tagsContract = (running: () => AppUnderTest): void => {
  const somebody = () => signUpSomebody(running().app)
  const write = async (who: Somebody, kind: string, tags?: readonly string[], more: object = {}) => {
    const { add, body } = known(kind)
    const answer = await who.ask('POST', add, { body: { ...body, ...(tags && { tags }), ...more } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.newSermon ?? answer.body
  }
  const writeEach = async (who: Somebody, tags: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(NAMES.map(async (kind) => [kind, (await write(who, kind, tags)).id])),
    ) as Record<string, string>
  /** The answer of a call, once all writes are in the read models. */
  const read = async (who: Somebody, path: string): Promise<Answer> => {
    const head = await running().stores.log.head()
    return reflecting(head, (headers) => who.ask('GET', path, { headers }))
  }
  const tagsOf = async (who: Somebody) =>
    (await read(who, '/api/tags')).body.tags.map(({ kinds: _, ...tag }: { kinds: object }) => tag)
  const found = async (who: Somebody, kind: string, tag: string) =>
    (await read(who, `${known(kind).list}?tag=${encodeURIComponent(tag)}`)).body.map(({ id }: { id: string }) => id)
  const put = (who: Somebody, tag: string, body: object) => who.ask('PUT', `/api/tags/${tagInPath(tag)}`, { body })

  describe.each(NAMES)('the tags of a %s', (kind) => {
    const { one, same, list } = known(kind)

    it('are kept as they were typed, once each, and none where none are named', async () => {
      const ann = await somebody()
      const none = await write(ann, kind)
      expect(none.tags).toEqual([])
      const change = (body: object) => ann.ask('PUT', one(none.id), { body: { ...same, ...body } })
      const tags = ['Grace', 'slow to anger', '은혜']
      const tagged = await change({ tags: [' Grace ', 'slow\tto  anger', '은혜', 'grace', '은혜'.normalize('NFD')] })
      expect(tagged).toMatchObject({ status: 200, body: { tags, revision: 2 } })
      // A change without tags leaves the tags unchanged, so the whole change has no effect.
      if (kind !== 'highlight' && kind !== 'bookmark')
        expect((await change({})).body).toMatchObject({ tags, revision: 2 })
      const [listed] = (await read(ann, list ?? '')).body
      expect(listed).toMatchObject({ id: none.id, tags })
      expect((await change({ tags: [] })).body).toMatchObject({ tags: [], revision: 3 })
      const restored = await ann.ask('POST', `/api/history/${kind}/${none.id}/restore`, { body: { revision: 2 } })
      expect(restored).toMatchObject({ status: 200, body: { tags } })
      expect((await read(ann, list ?? '')).body).toMatchObject([{ id: none.id, tags }])
    })

    it('find it in its list, and in the search over everything', async () => {
      const ann = await somebody()
      const { id } = await write(ann, kind, ['Grace', '은혜'])
      for (const tag of ['Grace', 'GRACE', ' grace ', '은혜'.normalize('NFD')])
        expect(await found(ann, kind, tag)).toEqual([id])
      expect(await found(ann, kind, 'Mercy')).toEqual([])
      expect((await read(ann, '/api/writing?tag=grace')).body).toMatchObject([{ id }])
      expect((await read(ann, '/api/writing?query=grace')).body).toMatchObject([{ id }])
      expect((await read(ann, '/api/writing?tag=mercy')).body).toEqual([])
    })
  })

  it('the overlay and outlines of sermons have tags, too', async () => {
    const ann = await somebody()
    await writeEach(ann, ['Grace'])
    const { body } = await read(ann, '/api/overlay?book=John&chapter=3')
    for (const name of overlayNames) expect(body[name], name).toMatchObject([{ tags: ['Grace'] }])
    expect((await read(ann, '/api/sermon/user?content=none&tag=grace')).body).toMatchObject([{ tags: ['Grace'] }])
    expect((await read(ann, '/api/sermon/user?content=none&tag=mercy')).body).toEqual([])
  })

  it('a list refuses a tag that is none', async () => {
    const ann = await somebody()
    for (const tag of ['', 'x'.repeat(41), '%00'])
      expect(await ann.ask('GET', `/api/note/user?tag=${tag}`)).toMatchObject({ status: 400 })
  })

  describe('a tag', () => {
    it('is counted over all kinds, in whichever letters it was typed, and has a colour of its own', async () => {
      const ann = await somebody()
      await writeEach(ann, ['Grace'])
      const { id } = await write(ann, 'note', ['GRACE', '은혜'])
      expect(await tagsOf(ann)).toEqual([
        { tag: 'Grace', count: NAMES.length + 1, color: null },
        { tag: '은혜', count: 1, color: null },
      ])
      const colored = await put(ann, 'grace', { tag: 'grace', color: '#FFD966' })
      expect(colored).toMatchObject({ status: 200, body: { tag: 'grace', changed: 0, left: 0 } })
      expect(await tagsOf(ann)).toMatchObject([{ tag: 'Grace', color: '#ffd966' }, { color: null }])
      await put(ann, '은혜', { tag: '은혜', color: '#b5e48c' })
      await put(ann, 'Grace', { tag: 'Grace', color: null })
      expect(await tagsOf(ann)).toMatchObject([{ color: null }, { color: '#b5e48c' }])
      // A change of another setting keeps the colours of tags.
      await ann.ask('PUT', '/api/users/settings', { body: { theme: 'sepia' } })
      expect(await tagsOf(ann)).toMatchObject([{ color: null }, { color: '#b5e48c' }])
      // A change of a tag's colour keeps the other settings.
      await put(ann, 'Grace', { tag: 'Grace', color: '#a5d8ff' })
      expect(await tagsOf(ann)).toMatchObject([{ color: '#a5d8ff' }, { color: '#b5e48c' }])
      expect((await read(ann, '/api/users/settings')).body).toMatchObject({ settings: { theme: 'sepia' } })
      await put(ann, 'Grace', { tag: 'Grace', color: null })
      await ann.ask('DELETE', `/api/note/detail/${id}`)
      expect(await tagsOf(ann)).toEqual([{ tag: 'Grace', count: NAMES.length, color: null }])
      expect((await (await somebody()).ask('GET', '/api/tags')).body).toEqual({ tags: [] })
    })

    it('is counted by kind', async () => {
      const ann = await somebody()
      await writeEach(ann, ['Grace'])
      await write(ann, 'note', ['GRACE', '은혜'])
      const each = Object.fromEntries(NAMES.map((kind) => [kind, 1]))
      const { tags } = (await read(ann, '/api/tags')).body
      expect(tags).toMatchObject([{ kinds: { ...each, note: 2 } }, { kinds: { note: 1 } }])
      expect(tags[1].kinds).toEqual({ note: 1 })
    })

    it('is renamed everywhere by an event each, which history shows and takes back', async () => {
      const ann = await somebody()
      const ids = await writeEach(ann, ['Grace', '은혜'])
      await write(ann, 'note', ['other'])
      await put(ann, 'Grace', { tag: 'Grace', color: '#ffd966' })
      const before = (await ann.ask('GET', '/api/history?limit=200')).body.changes.length
      const renamed = await put(ann, 'GRACE', { tag: 'Mercy/자비 100%' })
      expect(renamed).toMatchObject({ status: 200, body: { tag: 'Mercy/자비 100%', changed: NAMES.length, left: 0 } })
      expect(await tagsOf(ann)).toEqual([
        { tag: 'Mercy/자비 100%', count: NAMES.length, color: '#ffd966' },
        { tag: 'other', count: 1, color: null },
        { tag: '은혜', count: NAMES.length, color: null },
      ])
      const { changes } = (await read(ann, '/api/history?limit=200')).body
      const edited = changes.filter(
        ({ kind, action }: { kind: string; action: string }) => kind in KINDS && action === 'edited',
      )
      expect(edited.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(NAMES.toSorted())
      // Besides the edited items, one change of the settings moves the colour to the new name.
      expect(changes.length).toBeGreaterThanOrEqual(before + NAMES.length)
      for (const kind of NAMES) {
        expect(await found(ann, kind, 'mercy/자비 100%'), kind).toEqual([ids[kind]])
        const back = await ann.ask('POST', `/api/history/${kind}/${ids[kind]}/restore`, { body: { revision: 1 } })
        expect(back, kind).toMatchObject({ status: 200, body: { tags: ['Grace', '은혜'] } })
      }
      expect(await tagsOf(ann)).toMatchObject([
        { tag: 'Grace', count: NAMES.length },
        { tag: 'other' },
        { tag: '은혜' },
      ])
    })

    it('becomes one with another, whose colour stays', async () => {
      const ann = await somebody()
      const ids = await writeEach(ann, ['Grace', 'Mercy'])
      const only = await write(ann, 'note', ['grace'])
      await put(ann, 'Mercy', { tag: 'Mercy', color: '#b5e48c' })
      await put(ann, 'Grace', { tag: 'Grace', color: '#ffd966' })
      expect((await put(ann, 'grace', { tag: 'Mercy' })).body).toEqual({
        tag: 'Mercy',
        changed: NAMES.length + 1,
        left: 0,
      })
      expect(await tagsOf(ann)).toEqual([{ tag: 'Mercy', count: NAMES.length + 1, color: '#b5e48c' }])
      expect((await found(ann, 'note', 'Mercy')).toSorted()).toEqual([ids.note, only.id].toSorted())
    })

    it('gets other letters where only these change', async () => {
      const ann = await somebody()
      await writeEach(ann, ['GRACE'])
      expect((await put(ann, 'grace', { tag: 'Grace' })).body).toMatchObject({ changed: NAMES.length, left: 0 })
      expect(await tagsOf(ann)).toEqual([{ tag: 'Grace', count: NAMES.length, color: null }])
    })

    it('is taken away everywhere, with its colour', async () => {
      const ann = await somebody()
      const ids = await writeEach(ann, ['Grace', '은혜'])
      await put(ann, 'Grace', { tag: 'Grace', color: '#ffd966' })
      expect(await ann.ask('DELETE', '/api/tags/grace')).toMatchObject({
        ...{ status: 200, body: { tag: 'grace', changed: NAMES.length, left: 0 } },
      })
      expect(await tagsOf(ann)).toEqual([{ tag: '은혜', count: NAMES.length, color: null }])
      expect((await read(ann, `/api/note/detail/${ids.note}`)).body).toMatchObject({
        tags: ['은혜'],
        text: 'So loved.',
      })
      // A tag that is used again after its removal has no colour.
      await write(ann, 'note', ['Grace'])
      expect(await tagsOf(ann)).toMatchObject([{ tag: 'Grace', count: 1, color: null }, { tag: '은혜' }])
    })

    it.each(['.', '..'])('%s is renamed and taken away like any other', async (dots) => {
      const ann = await somebody()
      const { id } = await write(ann, 'note', [dots])
      expect(await found(ann, 'note', dots)).toEqual([id])
      expect((await put(ann, dots, { tag: 'Grace' })).body).toEqual({ tag: 'Grace', changed: 1, left: 0 })
      expect((await put(ann, 'Grace', { tag: dots, color: '#ffd966' })).body).toEqual({
        tag: dots,
        changed: 1,
        left: 0,
      })
      expect(await tagsOf(ann)).toEqual([{ tag: dots, count: 1, color: '#ffd966' }])
      const removed = await ann.ask('DELETE', `/api/tags/${tagInPath(dots)}`)
      expect(removed.body).toEqual({ tag: dots, changed: 1, left: 0 })
      expect(await tagsOf(ann)).toEqual([])
    })

    it('that was renamed in part, when the server died, is so in whole after the same call', async () => {
      const ann = await somebody()
      const ids = await writeEach(ann, ['Grace'])
      await put(ann, 'Grace', { tag: 'Grace', color: '#ffd966' })
      const key = { 'idempotency-key': crypto.randomUUID() }
      // Only one item has the new name, like after an interrupted call.
      await ann.ask('PUT', `/api/bookmarks/${ids.bookmark}`, { body: { tags: ['Mercy'] } })
      const again = () => ann.ask('PUT', '/api/tags/Grace', { body: { tag: 'Mercy' }, headers: key })
      expect((await again()).body).toEqual({ tag: 'Mercy', changed: NAMES.length - 1, left: 0 })
      expect(await tagsOf(ann)).toEqual([{ tag: 'Mercy', count: NAMES.length, color: '#ffd966' }])
      const head = await running().stores.log.head()
      expect((await again()).body).toEqual({ tag: 'Mercy', changed: 0, left: 0 })
      expect(await running().stores.log.head()).toBe(head)
    })

    it('that nobody has is not renamed, and another person’s is not touched', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      await write(ann, 'note', ['Grace'])
      expect(await put(bob, 'Grace', { tag: 'Mercy' })).toMatchObject({
        ...{ status: 404, problem: { code: 'tag_not_found', message: 'You have no such tag.' } },
      })
      expect((await bob.ask('DELETE', '/api/tags/Grace')).body).toEqual({ tag: 'Grace', changed: 0, left: 0 })
      expect(await tagsOf(ann)).toMatchObject([{ tag: 'Grace', count: 1 }])
    })

    it('is one of a thousand at most, in words', async () => {
      const ann = await somebody()
      const note = (n: number) =>
        write(
          ann,
          'note',
          Array.from({ length: 50 }, (_, m) => `tag ${50 * n + m}`),
          { verse_id: JOHN_3_16 + n },
        )
      for (let n = 0; n < 20; n += 1) await note(n)
      const more = (tag: string) =>
        ann.ask('POST', '/api/note/', { body: { ...known('note').body, verse_id: 1_001_001, tags: [tag] } })
      expect(await more('one too many')).toMatchObject({
        status: 413,
        problem: {
          code: 'too_many_tags_of_person',
          message: 'You can have at most 1,000 tags.',
          params: { max: 1_000 },
        },
      })
      expect((await more('TAG 7')).status).toBe(201)
      expect((await put(ann, 'tag 9', { tag: 'the ninth' })).body).toMatchObject({ changed: 1, left: 0 })
      await ann.ask('DELETE', '/api/tags/tag%208')
      expect((await more('one too many')).status).toBe(201)
      expect(await tagsOf(ann)).toHaveLength(1_000)
    })
  })
}
