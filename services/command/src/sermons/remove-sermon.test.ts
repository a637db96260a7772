import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const range = { book: 'John', startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
const body = { ...range, title: 'Love', speaker: 'Ann', content: 'So loved.', version: 'NIV' }

describe('removing a sermon', () => {
  const under = commandUnderTest()
  const written = async () => {
    const ann = await signUpSomebody(under)
    const { id } = (await ann.ask('POST', '/api/sermon/', body)).body.newSermon
    const remove = (headers: Record<string, string> = {}) => ann.ask('DELETE', `/api/sermon/${id}`, undefined, headers)
    return { ann, id, remove, events: () => eventsIn(under, sermonStream(ann.id, id)) }
  }

  it('is said, with its position, is known when it is repeated, and is for good', async () => {
    const { ann, id, remove, events } = await written()
    const key = keyed()
    const first = await remove(key)
    expect(first).toMatchObject({ status: 200, body: { message: 'Sermon deleted successfully!' } })
    const [, removed, ...more] = await events()
    expect(removed).toMatchObject({ type: 'SermonRemoved', data: { startVerseId: 43_003_016, version: 'NIV' } })
    expect(removed?.data).not.toHaveProperty('content')
    expect(more).toEqual([])
    expect(first.headers['x-position']).toBe(String(removed?.metadata.globalPosition))
    const again = await remove(key)
    expect([again.status, again.headers['x-position']]).toEqual([200, first.headers['x-position']])
    expect((await remove()).status).toBe(404)
    expect((await ann.ask('PUT', `/api/sermon/${id}`, body)).status).toBe(404)
  })

  it('is refused when another revision was seen, and to everybody else', async () => {
    const { ann, id, remove, events } = await written()
    await ann.ask('PUT', `/api/sermon/${id}`, { ...body, title: 'Second' })
    expect(await remove({ 'if-match': '"1"' })).toMatchObject({ status: 412, body: { current: { title: 'Second' } } })
    const bob = await signUpSomebody(under)
    expect((await bob.ask('DELETE', `/api/sermon/${id}`)).status).toBe(404)
    expect(await events()).toHaveLength(2)
  })
})
