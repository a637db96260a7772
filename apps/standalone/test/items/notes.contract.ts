import { WRITING_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { overlayNames } from '@pathlight/contracts/kind-shapes.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import type { Answer, AppUnderTest } from '../app-under-test.contract.ts'
import { openBrowser, signUpSomebody } from '../app-under-test.contract.ts'

const JOHN_3_16 = 43_003_016
const someNote = { verse_id: JOHN_3_16, text: 'So loved.', book: 'John', title: null, version: 'KJV' }

export const notesContract = (running: () => AppUnderTest): void => {
  describe('notes over HTTP', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>

    const add = async (who: Somebody, note: object = {}, headers: Record<string, string> = {}) =>
      who.ask('POST', '/api/note/', { body: { ...someNote, ...note }, headers })
    const readAfter = (write: Answer, who: Somebody, url: string): Promise<Answer> =>
      reflecting(write, (headers) => who.ask('GET', url, { headers }))
    const eventsOf = async (who: Somebody, id: string) =>
      (await running().stores.log.readStream(`note-${who.id}.${id}`)).events

    it('a note is answered as it was written, with its place and revision', async () => {
      const ann = await somebody()
      const id = crypto.randomUUID()
      const answer = await add(ann, { id, title: '  Love ', text: '하나님이 세상을 이처럼 사랑하사 🕯️' })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        id,
        user_id: ann.id,
        verse_id: JOHN_3_16,
        title: 'Love',
        text: '하나님이 세상을 이처럼 사랑하사 🕯️',
        book: 'John',
        version: 'KJV',
        revision: 1,
      })
      expect(answer.headers).toMatchObject({ etag: '"1"', location: `/api/note/detail/${id}` })
      expect(answer.headers['x-position']).toMatch(/^\d+$/)
    })

    it('the writer reads it at once, on the chapter, in the list, alone and in the counts', async () => {
      const ann = await somebody()
      const added = await add(ann)
      const note = added.body
      const read = async (url: string) => (await readAfter(added, ann, url)).body
      const noCounts = Object.fromEntries(WRITING_KINDS.map((name) => [`${name}_count`, 0]))
      const none = Object.fromEntries(overlayNames.map((name) => [name, []]))
      const place = { book: 'John', chapter: 3 }
      expect(await read('/api/overlay?book=John&chapter=3')).toEqual({ ...place, ...none, notes: [note] })
      expect(await read('/api/note/user/chapter?book=John&chapter=3')).toEqual([note])
      expect(await read('/api/note/user')).toEqual([note])
      expect(await read(`/api/note/detail/${note.id}`)).toEqual(note)
      expect(await read('/api/resource-counts')).toEqual({ ...noCounts, notes_count: 1 })
    })

    it('a note on several verses is one note, found by each of them, with them in history and exports', async () => {
      const ann = await somebody()
      const range = { verse_id: JOHN_3_16, end_verse_id: JOHN_3_16 + 2 }
      const added = await add(ann, { ...range, text: 'Sent, not to condemn.' })
      expect(added).toMatchObject({ status: 201, body: range })
      const { id } = added.body
      const read = async (url: string) => (await readAfter(added, ann, url)).body
      expect(await read('/api/note/user/chapter?book=John&chapter=3')).toEqual([added.body])
      expect((await read('/api/overlay?book=John&chapter=3&version=KJV')).notes).toEqual([added.body])
      for (const query of ['John 3:16-18', '요한복음 3:17', '요 3:18']) {
        expect(await read(`/api/note/user?query=${encodeURIComponent(query)}`)).toEqual([added.body])
        expect(await read(`/api/writing?query=${encodeURIComponent(query)}`)).toMatchObject([{ id, passage: range }])
      }
      expect(await read(`/api/note/user?query=${encodeURIComponent('John 3:19')}`)).toEqual([])
      const edited = await ann.ask('PUT', `/api/note/detail/${id}`, { body: { text: 'Sent to save.' } })
      expect(edited.body).toMatchObject({ ...range, text: 'Sent to save.', revision: 2 })
      const { revisions } = (await readAfter(edited, ann, `/api/history/note/${id}`)).body
      expect(revisions).toMatchObject([{ item: range }, { item: range }])
      const changes = (await readAfter(edited, ann, '/api/history')).body
      expect(changes.changes).toMatchObject([{ passage: range }, { passage: range }])
      const { events } = await running().stores.log.readStream(`note-${ann.id}.${id}`)
      expect(events.map(({ data }) => data.endVerseId)).toEqual([JOHN_3_16 + 2, JOHN_3_16 + 2])
    })

    it('a note whose last verse is its first is on that verse alone', async () => {
      const ann = await somebody()
      expect((await add(ann, { end_verse_id: JOHN_3_16 })).body.end_verse_id).toBeNull()
      expect((await add(ann)).body.end_verse_id).toBeNull()
    })

    it('a read says the position it reflects, and does not wait for one that the log has not', async () => {
      const ann = await somebody()
      const added = await add(ann)
      await readAfter(added, ann, '/api/note/user')
      // Only a read that does not wait says that the position is beyond the log.
      const never = await ann.ask('GET', '/api/note/user', { headers: { 'x-min-position': '9000000000000000000' } })
      expect(never).toMatchObject({ status: 200, headers: { 'x-min-position': 'beyond' } })
    })

    it('a book may be named in Korean or abbreviated; the answer names it in English', async () => {
      const ann = await somebody()
      expect((await add(ann, { book: '요한복음' })).body.book).toBe('John')
      expect((await add(ann, { book: 'Jn', version: 'kjv' })).body).toMatchObject({ book: 'John', version: 'KJV' })
      const chapter = await ann.ask('GET', `/api/note/user/chapter?book=${encodeURIComponent('요')}&chapter=3`)
      expect(chapter.status).toBe(200)
    })

    it('another book than the verse’s is refused, also of a note that is changed', async () => {
      const ann = await somebody()
      const { body } = await add(ann)
      const edited = await ann.ask('PUT', `/api/note/detail/${body.id}`, { body: { text: 'Other.', book: 'Mark' } })
      for (const refused of [await add(ann, { book: 'Mark' }), edited])
        expect(refused).toMatchObject({ status: 400, problem: { code: 'book_mismatch' } })
    })

    it('the longest note is taken however it is written as JSON', async () => {
      const raw = JSON.stringify({ ...someNote, text: '길'.repeat(50_000) })
      const ann = await somebody()
      for (const written of [raw, raw.replaceAll('길', '\\uae38')])
        expect((await ann.ask('POST', '/api/note/', { raw: written })).body).toMatchObject({
          text: '길'.repeat(50_000),
        })
    })

    it('a note may be on a version whose text is not here', async () => {
      expect((await add(await somebody(), { version: 'niv' })).body).toMatchObject({ version: 'NIV' })
    })

    it('the list shows the newest first', async () => {
      const ann = await somebody()
      await add(ann, { text: 'first' })
      const second = await add(ann, { text: 'second' })
      const list = await readAfter(second, ann, '/api/note/user')
      expect(list.body.map(({ text }: { text: string }) => text)).toEqual(['second', 'first'])
    })

    it('an edit changes title and text, keeps the place and counts a revision', async () => {
      const ann = await somebody()
      const { body: note } = await add(ann)
      const edited = await ann.ask('PUT', `/api/note/detail/${note.id}`, { body: { text: 'Other.', title: 'New' } })
      expect(edited.status).toBe(200)
      expect(edited.body).toMatchObject({ text: 'Other.', title: 'New', revision: 2, created_at: note.created_at })
      expect(edited.headers.etag).toBe('"2"')
      const read = await readAfter(edited, ann, `/api/note/detail/${note.id}`)
      expect(read.body).toEqual(edited.body)
      expect(read.headers.etag).toBe('"2"')
    })

    it('a removed note is gone from everything', async () => {
      const ann = await somebody()
      const { body: note } = await add(ann)
      const removed = await ann.ask('DELETE', `/api/note/detail/${note.id}`)
      expect(removed).toMatchObject({ status: 200, body: { message: expect.any(String) } })
      expect((await readAfter(removed, ann, `/api/note/detail/${note.id}`)).status).toBe(404)
      expect((await readAfter(removed, ann, '/api/note/user')).body).toEqual([])
      expect((await readAfter(removed, ann, '/api/overlay?book=John&chapter=3')).body.notes).toEqual([])
      expect((await readAfter(removed, ann, '/api/resource-counts')).body.notes_count).toBe(0)
      expect(await ann.ask('PUT', `/api/note/detail/${note.id}`, { body: { text: 'Back?' } })).toMatchObject({
        status: 404,
        problem: { message: 'No such note.' },
      })
    })

    describe('somebody else', () => {
      it('does not see, change or remove a note, nor learn that it is there', async () => {
        const [ann, bob] = [await somebody(), await somebody()]
        const added = await add(ann)
        const url = `/api/note/detail/${added.body.id}`
        const answers = [
          await readAfter(added, bob, url),
          await bob.ask('PUT', url, { body: { text: 'Mine now.' } }),
          await bob.ask('DELETE', url),
        ]
        const ofNoPerson = await bob.ask('GET', `/api/note/detail/${crypto.randomUUID()}`)
        for (const { status, problem } of [...answers, ofNoPerson])
          expect({ status, message: problem.message }).toEqual({ status: 404, message: 'No such note.' })
        expect((await readAfter(added, bob, '/api/overlay?book=John&chapter=3')).body.notes).toEqual([])
        expect((await ann.ask('GET', url)).body).toEqual(added.body)
        expect(await eventsOf(ann, added.body.id)).toHaveLength(1)
      })

      it('may have a note of the same id', async () => {
        const [ann, bob] = [await somebody(), await somebody()]
        const id = crypto.randomUUID()
        expect((await add(ann, { id, text: 'Ann’s' })).status).toBe(201)
        const bobs = await add(bob, { id, text: 'Bob’s' })
        expect(bobs.status).toBe(201)
        expect((await readAfter(bobs, ann, `/api/note/detail/${id}`)).body.text).toBe('Ann’s')
      })

      it('cannot be named as the owner', async () => {
        const [ann, bob] = [await somebody(), await somebody()]
        expect((await add(ann, { user_id: bob.id })).body.user_id).toBe(ann.id)
      })
    })

    it('are neither written nor read without being signed in', async () => {
      const stranger = openBrowser(running().app)
      const calls = [
        stranger.ask('POST', '/api/note/', { body: someNote }),
        stranger.ask('PUT', `/api/note/detail/${crypto.randomUUID()}`, { body: { text: 'x' } }),
        stranger.ask('DELETE', `/api/note/detail/${crypto.randomUUID()}`),
        stranger.ask('GET', '/api/note/user'),
        stranger.ask('GET', '/api/overlay?book=John&chapter=3'),
        stranger.ask('GET', '/api/resource-counts'),
      ]
      for (const { status, problem } of await Promise.all(calls))
        expect({ status, message: problem.message }).toEqual({
          status: 401,
          message: 'Please log in or sign up to use this feature.',
        })
    })

    describe('If-Match', () => {
      it('keeps an edit from writing over one the writer did not see, and shows that one', async () => {
        const ann = await somebody()
        const { body: note } = await add(ann)
        const url = `/api/note/detail/${note.id}`
        await ann.ask('PUT', url, { body: { text: 'From the phone.' }, headers: { 'if-match': '"1"' } })
        const stale = await ann.ask('PUT', url, { body: { text: 'From the desk.' }, headers: { 'if-match': '"1"' } })
        expect(stale).toMatchObject({
          status: 412,
          problem: { code: 'revision_mismatch', current: { text: 'From the phone.', revision: 2 } },
        })
        expect(stale.headers.etag).toBe('"2"')
        expect((await ann.ask('DELETE', url, { headers: { 'if-match': '"1"' } })).status).toBe(412)
        const fresh = await ann.ask('PUT', url, { body: { text: 'Both.' }, headers: { 'if-match': '"2"' } })
        expect(fresh.body).toMatchObject({ text: 'Both.', revision: 3 })
      })

      it('that is no ETag of ours is refused', async () => {
        const ann = await somebody()
        const { body: note } = await add(ann)
        const url = `/api/note/detail/${note.id}`
        for (const wrong of ['1', '"abc"', '"1", "2"', '"-1"'])
          expect((await ann.ask('PUT', url, { body: { text: 'x' }, headers: { 'if-match': wrong } })).status).toBe(400)
      })
    })

    describe('a repeated request', () => {
      const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })

      it('writes once and is answered as the first was', async () => {
        const ann = await somebody()
        const headers = keyed()
        const first = await add(ann, { id: crypto.randomUUID() }, headers)
        const again = await add(ann, { id: first.body.id }, headers)
        expect(again.status).toBe(201)
        expect(again.body).toEqual(first.body)
        expect(again.headers['x-position']).toBe(first.headers['x-position'])
        expect(await eventsOf(ann, first.body.id)).toHaveLength(1)
      })

      it('is recognised when the server chose the id', async () => {
        const ann = await somebody()
        const headers = keyed()
        const first = await add(ann, {}, headers)
        expect((await add(ann, {}, headers)).body).toEqual(first.body)
      })

      it('is answered as then even if the note was changed or removed since', async () => {
        const ann = await somebody()
        const headers = keyed()
        const first = await add(ann, {}, headers)
        const url = `/api/note/detail/${first.body.id}`
        const editKey = keyed()
        const edit = { body: { text: 'Second.' }, headers: { ...editKey, 'if-match': '"1"' } }
        const edited = await ann.ask('PUT', url, edit)
        await ann.ask('PUT', url, { body: { text: 'Third.' } })
        expect((await ann.ask('PUT', url, edit)).body).toEqual(edited.body)
        const removal = { headers: keyed() }
        const removed = await ann.ask('DELETE', url, removal)
        expect(await ann.ask('DELETE', url, removal)).toMatchObject({ status: 200, body: removed.body })
        expect((await add(ann, {}, headers)).body).toEqual(first.body)
        expect(await eventsOf(ann, first.body.id)).toHaveLength(4)
      })

      it('writes once when it comes ten times at the same moment', async () => {
        const ann = await somebody()
        const headers = keyed()
        const note = { id: crypto.randomUUID() }
        const answers = await Promise.all(Array.from({ length: 10 }, () => add(ann, note, headers)))
        for (const answer of answers) {
          expect(answer.status).toBe(201)
          expect(answer.body).toEqual(answers[0]?.body)
        }
        expect(await eventsOf(ann, note.id)).toHaveLength(1)
      })

      it('that asks for something else under the same key is refused', async () => {
        const ann = await somebody()
        const headers = keyed()
        const first = await add(ann, {}, headers)
        const other = await add(ann, { text: 'Something else.' }, headers)
        expect(other).toMatchObject({ status: 422, problem: { code: 'idempotency_key_reused' } })
        const edited = await ann.ask('PUT', `/api/note/detail/${first.body.id}`, { body: { text: 'x' }, headers })
        expect(edited.status).toBe(422)
        expect(await eventsOf(ann, first.body.id)).toHaveLength(1)
      })

      it('is one for its note only: the same key means nothing for another', async () => {
        const ann = await somebody()
        const headers = keyed()
        const notes = [crypto.randomUUID(), crypto.randomUUID()]
        for (const id of [...notes, ...notes]) {
          expect(await add(ann, { id }, headers)).toMatchObject({ status: 201, body: { id } })
        }
        for (const id of notes) expect(await eventsOf(ann, id)).toHaveLength(1)
      })

      it('may have any key: none is taken by what the app itself writes', async () => {
        const ann = await somebody()
        for (const key of ['open-account', '0', 'note'])
          expect((await add(ann, {}, { 'idempotency-key': key })).status).toBe(201)
      })

      it('of somebody else with the same key is their own', async () => {
        const [ann, bob] = [await somebody(), await somebody()]
        const headers = keyed()
        const note = { id: crypto.randomUUID() }
        expect((await add(ann, note, headers)).status).toBe(201)
        expect((await add(bob, note, headers)).body.user_id).toBe(bob.id)
      })
    })

    it('twenty edits at once all count, and the last stands', async () => {
      const ann = await somebody()
      const { body: note } = await add(ann)
      const edits = Array.from({ length: 20 }, (_, i) =>
        ann.ask('PUT', `/api/note/detail/${note.id}`, { body: { text: `Edit ${i}` } }),
      )
      const answers = await Promise.all(edits)
      const written = answers.filter(({ status }) => status === 200)
      // If other edits were faster too often, a request gets 409 and writes nothing. Each edit with the answer 200 is in
      // the stream once.
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(new Set(written.map(({ body }) => body.revision)).size).toBe(written.length)
      expect(await eventsOf(ann, note.id)).toHaveLength(1 + written.length)
    })
  })
}
