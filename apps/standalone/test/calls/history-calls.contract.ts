import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import type { Calls, Person } from './call.contract.ts'

const historyOf = async (owner: Person, secret: string): Promise<string> => {
  const note = { verse_id: 43_003_016, book: 'John', version: 'KJV', text: secret }
  const { body } = await owner.ask('POST', '/api/note/', { body: note })
  await owner.ask('PUT', `/api/note/detail/${body.id}`, { body: { text: 'Other words.' } })
  return `/api/history/note/${body.id}`
}

const EMPTY_EXPORT = `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${EXPORT_ENDS}{}}\n`

export const historyCalls: Calls = {
  'GET /api/history': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    shows: true,
    send: async (owner, secret) => {
      await historyOf(owner, secret)
      return { path: '/api/history' }
    },
  },
  'GET /api/export': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    shows: true,
    send: async (owner, secret) => {
      await historyOf(owner, secret)
      return { path: '/api/export?history=true' }
    },
  },
  'POST /api/import': {
    anonymous: 401,
    other: 202,
    admin: 202,
    owner: 202,
    hasBody: false,
    send: () => ({ path: '/api/import', raw: EMPTY_EXPORT }),
    refuses: {},
  },
  'GET /api/import': { anonymous: 401, other: 200, admin: 200, owner: 200, send: () => ({ path: '/api/import' }) },
  'GET /api/import/:job': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner) => {
      const { body } = await owner.ask('POST', '/api/import', { raw: EMPTY_EXPORT })
      return { path: `/api/import/${body.job}` }
    },
  },
  // The tests see only the status of this call: `openBrowser` does not read a stream of events.
  'GET /api/sync': { anonymous: 401, other: 200, admin: 200, owner: 200, send: () => ({ path: '/api/sync' }) },
  'GET /api/history/:kind/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    shows: true,
    send: async (owner, secret) => ({ path: await historyOf(owner, secret) }),
  },
  'POST /api/history/:kind/:id/restore': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    shows: true,
    // The item in the address is the owner's, even if another person sends the request.
    send: async (owner, secret) => ({ path: `${await historyOf(owner, secret)}/restore`, body: { revision: 1 } }),
    refuses: {
      cases: [
        ['a revision in words', { revision: 'first' }, 'A revision is a whole number from 1.'],
        ['revision 0', { revision: 0 }, 'A revision is a whole number from 1.'],
        ['half a revision', { revision: 1.5 }, 'A revision is a whole number from 1.'],
        ['a revision that never was', { revision: 99 }, 'There is no such revision.', 404],
        ['the revision that it is', { revision: 2 }, 'It is already like this.', 409],
      ],
    },
  },
}
