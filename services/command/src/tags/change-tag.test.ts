import { randomUUID } from 'node:crypto'
import { noteStream } from '@pathlight/domain/notes/note-item.ts'
import { settingsStream } from '@pathlight/domain/settings/events.ts'
import { describe, expect, it, vi } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const [YELLOW, GREEN] = ['#ffd966', '#b5e48c']

describe('a tag that is changed everywhere', () => {
  const under = commandUnderTest({ revisions: 3 })
  /** A person with notes that have the yellow tag Grace. */
  const tagger = async (count: number) => {
    const ann = await signUpSomebody(under)
    const write = async () => {
      const note = { verse_id: 43_003_016, version: 'KJV', text: 'So loved.', tags: ['Grace'] }
      return (await ann.ask('POST', '/api/note/', note)).body.id as string
    }
    const ids: string[] = []
    // The server refuses a person's calls when too many run at the same time.
    while (ids.length < count)
      ids.push(...(await Promise.all(Array.from({ length: Math.min(20, count - ids.length) }, write))))
    const has = (some: readonly string[], tag = 'Grace') => {
      under.tagged = some.map((id) => ({ user_id: ann.id, list_key: id, kind: 'note', item_id: id, tags: [tag] }))
    }
    has(ids)
    await ann.ask('PUT', '/api/tags/Grace', { tag: 'Grace', color: YELLOW })
    const edit = (id = '', body: object = {}) =>
      ann.ask('PUT', `/api/note/detail/${id}`, { text: 'So loved.', ...body })
    return {
      ...{ ann, ids, has, edit },
      /** Changes a note until its history is full. */
      fill: async (id = '') => {
        for (const text of ['So', 'So loved']) expect((await edit(id, { text })).status).toBe(200)
      },
      rename: (headers = keyed(), body: object = {}) =>
        ann.ask('PUT', '/api/tags/Grace', { tag: 'Mercy', ...body }, headers),
      colors: async () => (await eventsIn(under, settingsStream(ann.id))).at(-1)?.data.tagColors ?? [],
      changes: async (id = '') => (await eventsIn(under, noteStream(ann.id, id))).length,
    }
  }

  it('keeps its colour while an item has it whose history is full', async () => {
    const { ann, ids, has, fill, rename, colors } = await tagger(2)
    const [full = '', other = ''] = ids
    await fill(full)
    expect((await rename()).body).toEqual({ tag: 'Mercy', changed: 1, left: 1 })
    expect(await colors()).toEqual([{ tag: 'Grace', color: YELLOW }])
    has([full])
    expect((await rename(keyed(), { color: GREEN })).body).toEqual({ tag: 'Mercy', changed: 0, left: 1 })
    expect((await ann.ask('DELETE', '/api/tags/Grace')).body).toEqual({ tag: 'Grace', changed: 0, left: 1 })
    expect(await colors()).toEqual([{ tag: 'Grace', color: YELLOW }])
    // A new spelling in capitals is the same tag, so a note with a full history may keep the old spelling.
    const letters = await ann.ask('PUT', '/api/tags/Grace', { tag: 'GRACE', color: GREEN })
    expect(letters.body).toEqual({ tag: 'GRACE', changed: 0, left: 1 })
    expect(await colors()).toEqual([{ tag: 'GRACE', color: GREEN }])
    await ann.ask('DELETE', `/api/note/detail/${full}`)
    has([other], 'Mercy')
    expect((await ann.ask('DELETE', '/api/tags/Grace')).body).toEqual({ tag: 'Grace', changed: 0, left: 0 })
    expect(await colors()).toEqual([])
  })

  it('is changed on an item behind five hundred whose histories are full', async () => {
    const { ids, has, fill, rename } = await tagger(2)
    const [full = '', other = ''] = ids
    await fill(full)
    has([...Array.from({ length: 500 }, () => full), other])
    // The clock stands still, because a call begins no more items after MOST_MS.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    try {
      expect((await rename()).body).toEqual({ tag: 'Mercy', changed: 1, left: 500 })
    } finally {
      clock.mockRestore()
    }
  })

  it('is changed on five hundred items at most, also behind one that was removed', async () => {
    const { ids, has, rename } = await tagger(504)
    has([randomUUID(), ...ids])
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    try {
      expect((await rename()).body).toEqual({ tag: 'Mercy', changed: 500, left: 4 })
    } finally {
      clock.mockRestore()
    }
  })

  it('is not changed again by a repeat, which says so', async () => {
    const { ids, edit, rename, colors, changes } = await tagger(2)
    const key = keyed()
    expect((await rename(key)).body).toEqual({ tag: 'Mercy', changed: 2, left: 0 })
    const [first, second] = ids
    expect((await edit(first, { tags: ['Grace'] })).status).toBe(200)
    expect((await rename(key)).body).toEqual({ tag: 'Mercy', changed: 0, left: 2 })
    expect([await changes(first), await changes(second)]).toEqual([3, 2])
    expect(await colors()).toEqual([{ tag: 'Mercy', color: YELLOW }])
  })

  it('is gone from an item that was removed meanwhile', async () => {
    const { ann, ids, rename, colors } = await tagger(2)
    await ann.ask('DELETE', `/api/note/detail/${ids[0]}`)
    expect((await rename()).body).toEqual({ tag: 'Mercy', changed: 1, left: 0 })
    expect(await colors()).toEqual([{ tag: 'Mercy', color: YELLOW }])
  })
})
