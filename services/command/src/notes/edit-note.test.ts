import { noteStream } from '@pathlight/domain/notes/note-item.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

describe('changing a note', () => {
  const under = commandUnderTest()
  const written = async () => {
    const ann = await signUpSomebody(under)
    const { body } = await ann.ask('POST', '/api/note/', { verse_id: 43_003_016, text: 'First.', version: 'KJV' })
    const edit = (text: string, headers: Record<string, string> = {}) =>
      ann.ask('PUT', `/api/note/detail/${body.id}`, { text, title: 'New' }, headers)
    return { ann, note: body, edit, events: () => eventsIn(under, noteStream(ann.id, body.id)) }
  }

  it('answers the note as it is now, and keeps its place', async () => {
    const { note, edit } = await written()
    const { status, headers, body } = await edit('Second.')
    expect(status).toBe(200)
    expect(body).toEqual({ ...note, text: 'Second.', title: 'New', revision: 2, updated_at: expect.any(String) })
    expect(headers.etag).toBe('"2"')
  })

  it('refuses a book that is not the verse’s, or is none, and takes the verse’s own in any of its names', async () => {
    const { ann, note, events } = await written()
    const edit = (book: string) => ann.ask('PUT', `/api/note/detail/${note.id}`, { text: 'Second.', book })
    expect(await edit('Mark')).toMatchObject({ status: 400, body: { code: 'book_mismatch' } })
    expect(await edit('Laodiceans')).toMatchObject({ status: 400, body: { code: 'unknown_book' } })
    expect(await events()).toHaveLength(1)
    expect((await edit('요한복음')).status).toBe(200)
  })

  it('writes nothing when nothing changes', async () => {
    const { edit, events } = await written()
    const second = await edit('Second.')
    const again = await edit('Second.')
    expect(again).toMatchObject({ status: 200, body: second.body, headers: { etag: '"2"' } })
    expect(again.headers['x-position']).toBe(second.headers['x-position'])
    expect(await events()).toHaveLength(2)
  })

  it('is refused with the note as it is when another revision was seen', async () => {
    const { edit, events } = await written()
    const { body: current } = await edit('From the phone.', { 'if-match': '"1"' })
    expect(await edit('From the desk.', { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      headers: { etag: '"2"' },
      body: { code: 'revision_mismatch', current },
    })
    expect((await edit('From the desk.', { 'if-match': '"2"' })).status).toBe(200)
    expect(await events()).toHaveLength(3)
  })

  it('is known when it is repeated, whatever came since, and answered as then', async () => {
    const { ann, note, edit, events } = await written()
    const key = { ...keyed(), 'if-match': '"1"' }
    const second = await edit('Second.', key)
    for (let n = 0; n < 12; n++) await edit(`Later ${n}.`)
    expect((await edit('Second.', key)).body).toEqual(second.body)
    await ann.ask('DELETE', `/api/note/detail/${note.id}`)
    expect((await edit('Second.', key)).body).toEqual(second.body)
    expect(await edit('Something else.', key)).toMatchObject({ status: 422 })
    expect(await events()).toHaveLength(15)
  })

  it('finds no note that is not there, or not one’s own', async () => {
    const { note } = await written()
    const bob = await signUpSomebody(under)
    for (const id of [note.id, crypto.randomUUID()])
      expect(await bob.ask('PUT', `/api/note/detail/${id}`, { text: 'Mine.' })).toMatchObject({
        status: 404,
        body: { code: 'note_not_found', message: 'No such note.' },
      })
  })
})
