import { noteStream } from '@pathlight/domain/notes/note-item.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const JOHN_3_16 = 43_003_016
const someNote = { verse_id: JOHN_3_16, text: 'So loved.', book: 'John', title: ' Love ', version: 'kjv' }

describe('writing a note', () => {
  const under = commandUnderTest()
  const somebody = () => signUpSomebody(under)
  type Somebody = Awaited<ReturnType<typeof somebody>>
  const add = (who: Somebody, note: object = {}, headers: Record<string, string> = {}) =>
    who.ask('POST', '/api/note/', { ...someNote, ...note }, headers)

  it('answers the note as it is kept, with its revision, place and position', async () => {
    const ann = await somebody()
    const { status, headers, body } = await add(ann)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: ann.id,
      verse_id: JOHN_3_16,
      end_verse_id: null,
      text: 'So loved.',
      book: 'John',
      title: 'Love',
      tags: [],
      version: 'KJV',
      created_at: expect.any(String),
      updated_at: body.created_at,
      revision: 1,
    })
    const [event] = await eventsIn(under, noteStream(ann.id, body.id))
    expect(headers).toMatchObject({
      etag: '"1"',
      location: `/api/note/detail/${body.id}`,
      'x-position': String(event?.metadata.globalPosition),
    })
  })

  it('says by name who wrote what, where, and by which request', async () => {
    const ann = await somebody()
    const { headers, body } = await add(ann)
    const [event] = await eventsIn(under, noteStream(ann.id, body.id))
    const [device] = await under.identity.devicesOf(ann.id)
    expect(event?.metadata).toMatchObject({
      userId: ann.id,
      actorId: ann.id,
      deviceId: device?.id,
      correlationId: headers['x-request-id'],
      causationId: event?.metadata.messageId,
      schemaVersion: 2,
      occurredAt: body.created_at,
    })
    expect(event?.metadata).not.toHaveProperty('commandHash')
  })

  it('says which trace it belongs to, where the client names one', async () => {
    const ann = await somebody()
    const { body } = await add(ann, {}, { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })
    const [event] = await eventsIn(under, noteStream(ann.id, body.id))
    expect(event?.metadata.correlationId).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  })

  it.each([
    ['a verse that is not there', { verse_id: 43_003_999 }, 'unknown_verse', undefined],
    ['a book that is not there', { book: 'Laodiceans' }, 'unknown_book', { book: 'Laodiceans' }],
    ['a book that is not the verse’s', { book: 'Mark' }, 'book_mismatch', undefined],
    ['an unknown version', { version: 'XYZ' }, 'unknown_version', { version: 'XYZ' }],
    ['nothing to see', { text: '\u200b' }, 'note_empty', undefined],
    ['too much', { text: 'x'.repeat(50_001) }, 'note_too_long', { max: 50_000 }],
  ])('refuses %s, by code and parameters', async (_what, note, code, params) => {
    const { status, body } = await add(await somebody(), note)
    expect(status).toBe(400)
    expect(body.code).toBe(code)
    expect(body.params).toEqual(params)
  })

  it('refuses a second note of the same id, and takes somebody else’s of that id', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    const id = crypto.randomUUID()
    expect((await add(ann, { id })).status).toBe(201)
    expect(await add(ann, { id })).toMatchObject({ status: 409, body: { code: 'note_exists' } })
    expect((await add(bob, { id })).status).toBe(201)
  })

  it('knows a repeat, also where the server chose the id, and answers it as the first', async () => {
    const ann = await somebody()
    for (const note of [{}, { id: crypto.randomUUID() }]) {
      const headers = keyed()
      const first = await add(ann, note, headers)
      const again = await add(ann, note, headers)
      expect(again.status).toBe(201)
      expect(again.body).toEqual(first.body)
      expect(again.headers['x-position']).toBe(first.headers['x-position'])
      expect(await eventsIn(under, noteStream(ann.id, first.body.id))).toHaveLength(1)
    }
  })

  it('refuses another note under a key that was used', async () => {
    const ann = await somebody()
    const headers = keyed()
    await add(ann, {}, headers)
    expect(await add(ann, { text: 'Other.' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
  })

  it('is for those who are signed in', async () => {
    const ann = await somebody()
    ann.cookies.clear()
    expect((await add(ann)).status).toBe(401)
  })
})
