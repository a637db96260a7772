import { type Calls, open, type Person } from './call.contract.ts'

const noteOf = async (owner: Person, text: string): Promise<string> => {
  const note = { verse_id: 43_003_016, book: 'John', version: 'KJV', text }
  return (await owner.ask('POST', '/api/note/', { body: note })).body.id
}
const NOTHING = 'Nothing is shared under this link. It may have ended, or been cut off.'

/** For each person, by id, the id of the note that the person shares. The note is written once. */
const written = new Map<string, Promise<string>>()
const sameNoteOf = (owner: Person, text: string): Promise<string> => {
  const note = written.get(owner.id) ?? noteOf(owner, text)
  written.set(owner.id, note)
  return note
}
const sharedBy = async (owner: Person, text: string): Promise<{ readonly id: string; readonly key: string }> => {
  const body = { kind: 'note', id: await noteOf(owner, text), until: null }
  return (await owner.ask('POST', '/api/share', { body })).body
}

export const shareCalls: Calls = {
  'POST /api/share': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 201,
    send: async (owner, secret) => ({
      path: '/api/share',
      body: { kind: 'note', id: await sameNoteOf(owner, secret), until: null },
    }),
    refuses: {
      cases: [
        ['a kind that is not shared', { kind: 'highlight' }, 'Only notes, sermons and study pads can be shared.'],
        ['an end that is no time', { until: 'soon' }, 'The end of a share is a time (ISO 8601), or null.'],
        [
          'an end after the year 9999',
          { until: '9999-12-31T23:59:59-12:00' },
          'The end of a share is a time (ISO 8601), or null.',
        ],
        ['an end that is over', { until: '2020-01-01T00:00:00Z' }, 'The end of a share lies in the future.'],
        ['a name that is too long', { name: 'x'.repeat(61) }, 'The name holds at most 60 characters.'],
        ['a note that is not there', { id: '00000000-0000-4000-8000-000000000000' }, 'You have no such item.', 404],
      ],
    },
  },
  'GET /api/share': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    shows: true,
    send: async (owner, secret) => {
      await sharedBy(owner, secret)
      return { path: '/api/share' }
    },
  },
  'DELETE /api/share/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 204,
    send: async (owner, secret) => ({ path: `/api/share/${(await sharedBy(owner, secret)).id}` }),
    refuses: {},
  },
  // The call needs no session: the key of the link is enough.
  'POST /api/shared/:id': {
    ...open('/api/shared/made-up'),
    send: async (owner) => {
      const { id, key } = await sharedBy(owner, 'So loved.')
      return { path: `/api/shared/${id}`, body: { key } }
    },
    refuses: { cases: [['another key', { key: 'x'.repeat(43) }, NOTHING, 404]] },
  },
}
