import { noteStream } from '@pathlight/domain/notes/note-item.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

describe('removing a note', () => {
  const under = commandUnderTest()
  const written = async () => {
    const ann = await signUpSomebody(under)
    const { body } = await ann.ask('POST', '/api/note/', { verse_id: 43_003_016, text: 'First.', version: 'KJV' })
    const remove = (headers: Record<string, string> = {}) =>
      ann.ask('DELETE', `/api/note/detail/${body.id}`, undefined, headers)
    return { ann, note: body, remove, events: () => eventsIn(under, noteStream(ann.id, body.id)) }
  }

  it('is said, with its position, and is for good', async () => {
    const { ann, note, remove, events } = await written()
    const { status, headers, body } = await remove()
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Note deleted successfully!' })
    const [, removed] = await events()
    expect(removed).toMatchObject({ type: 'NoteRemoved', data: { verseId: 43_003_016, version: 'KJV' } })
    expect(headers['x-position']).toBe(String(removed?.metadata.globalPosition))
    expect((await ann.ask('PUT', `/api/note/detail/${note.id}`, { text: 'Back?' })).status).toBe(404)
    expect((await remove()).status).toBe(404)
  })

  it('is refused when another revision was seen', async () => {
    const { ann, note, remove, events } = await written()
    await ann.ask('PUT', `/api/note/detail/${note.id}`, { text: 'Second.' })
    expect(await remove({ 'if-match': '"1"' })).toMatchObject({ status: 412, body: { current: { text: 'Second.' } } })
    expect((await remove({ 'if-match': '"2"' })).status).toBe(200)
    expect(await events()).toHaveLength(3)
  })

  it('is known when it is repeated', async () => {
    const { remove, events } = await written()
    const key = keyed()
    const first = await remove(key)
    const again = await remove(key)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers['x-position']).toBe(first.headers['x-position'])
    expect(await events()).toHaveLength(2)
  })
})
