import { BAD_UNTIL, soon } from './account-care-calls.contract.ts'
import { type Calls, open, type Person } from './call.contract.ts'

const noteOf = async (owner: Person, secret: string): Promise<string> => {
  const note = { verse_id: 43_003_016, book: 'John', version: 'KJV', text: secret }
  return (await owner.ask('POST', '/api/note/', { body: note })).body.id
}
const audit = async (path: string, owner: Person, secret: string) => {
  await noteOf(owner, secret)
  return { path: `${path}?person=${owner.id}` }
}

export const adminCalls: Calls = {
  'GET /api/admin/audit': {
    ...open('/api/admin/audit', 404),
    admin: 200,
    adminSees: 'names',
    adminWrites: ['AdminLooked'],
    send: (owner, secret) => audit('/api/admin/audit', owner, secret),
  },
  'GET /api/admin/audit/matches': {
    ...open('/api/admin/audit/matches', 404),
    admin: 200,
    send: (owner, secret) => audit('/api/admin/audit/matches', owner, secret),
  },
  'GET /api/admin/counts': { ...open('/api/admin/counts', 404), admin: 200 },
  'GET /api/admin/audit.csv': {
    ...open('/api/admin/audit.csv', 404),
    admin: 200,
    adminSees: 'names',
    adminWrites: ['AdminLooked'],
    send: (owner, secret) => audit('/api/admin/audit.csv', owner, secret),
  },
  'POST /api/admin/reveal': {
    ...open('/api/admin/reveal', 404),
    admin: 200,
    adminSees: 'words',
    adminWrites: ['AdminLooked'],
    send: async (owner, secret) => ({
      path: '/api/admin/reveal',
      body: {
        person: owner.id,
        kind: 'note',
        id: await noteOf(owner, secret),
        revision: 1,
        reason: 'The person asked for it.',
      },
    }),
    refuses: {
      cases: [
        ['a kind that is none', { kind: 'of-no-kind' }, 'There is no such kind of item.'],
        ['a short reason', { reason: '  because  ' }, 'A reason is in words, of 10 to 500 characters.'],
        [
          'a reason that cannot be seen',
          { reason: '\u200B\u3164'.repeat(6) },
          'A reason is in words, of 10 to 500 characters.',
        ],
        ['a long reason', { reason: 'x'.repeat(501) }, 'A reason is in words, of 10 to 500 characters.'],
        ['revision 0', { revision: 0 }, 'A revision is a whole number from 1.'],
        ['a revision that never was', { revision: 9 }, 'There is no such revision.', 404],
        ['an item that is not there', { id: crypto.randomUUID() }, 'There is no such history.', 404],
        ['an id of another kind', { kind: 'highlight' }, 'There is no such history.', 404],
        ['a person who is not there', { person: crypto.randomUUID() }, 'There is no such history.', 404],
      ],
    },
  },
  'GET /api/admin/people': {
    ...open('/api/admin/people', 404),
    admin: 200,
    adminSees: 'names',
    send: ({ username }) => ({ path: `/api/admin/people?name=${username}` }),
  },
  'GET /api/admin/people/:id': {
    ...open('/api/admin/people', 404),
    admin: 200,
    adminSees: 'account',
    adminWrites: ['AdminLooked'],
    send: async (owner, secret) => {
      await noteOf(owner, secret)
      return { path: `/api/admin/people/${owner.id}` }
    },
  },
  'POST /api/admin/people/:id/acts': {
    ...open('/api/admin/people', 404),
    admin: 200,
    adminWrites: ['AccountHandled'],
    send: ({ id }) => ({
      path: `/api/admin/people/${id}/acts`,
      body: { act: 'lock', reason: 'Somebody asked for it.' },
    }),
    refuses: {
      cases: [
        ['an act that is none', { act: 'edit' }, 'There is no such act.'],
        ['a short reason', { reason: '  because  ' }, 'A reason is in words, of 10 to 500 characters.'],
        [
          'a reason that cannot be seen',
          { reason: '\u200B\u3164'.repeat(6) },
          'A reason is in words, of 10 to 500 characters.',
        ],
        ['a long reason', { reason: 'x'.repeat(501) }, 'A reason is in words, of 10 to 500 characters.'],
      ],
    },
  },
  'GET /api/admin/invitations': { ...open('/api/admin/invitations', 404), admin: 200 },
  'POST /api/admin/invitations': {
    ...open('/api/admin/invitations', 404),
    admin: 201,
    send: () => ({ path: '/api/admin/invitations', body: { people: 3, until: soon() } }),
    refuses: {
      optional: ['people'],
      cases: [
        ['nobody', { people: 0 }, 'An invitation is for 1 to 1000 people, or for one address.'],
        ['too many', { people: 1_001 }, 'An invitation is for 1 to 1000 people, or for one address.'],
        [
          'several at one address',
          { email: 'a@example.org' },
          'An invitation is for 1 to 1000 people, or for one address.',
        ],
        ['an address that is none', { people: 1, email: 'nobody' }, 'Invalid email address.'],
        ['an end that is past', { until: '2020-01-01' }, BAD_UNTIL],
      ],
    },
  },
  'DELETE /api/admin/invitations/:id': {
    ...open(`/api/admin/invitations/${crypto.randomUUID()}`, 404),
    admin: 404,
    refuses: {},
  },
  'GET /api/admin/backups': { ...open('/api/admin/backups', 404), admin: 200 },
  // The archive does not exist. Another test downloads an existing archive.
  'GET /api/admin/backups/:name': {
    ...open('/api/admin/backups/pathlight-2026-11-23T030000Z.archive.gz', 404),
    admin: 404,
  },
  'PUT /api/admin/backups': {
    ...open('/api/admin/backups', 404),
    admin: 204,
    send: () => ({ path: '/api/admin/backups', body: { hour: 3, time_zone: 'Asia/Seoul', keep: 7 } }),
    refuses: {
      cases: [
        ['hour 24', { hour: 24 }, 'An hour is a whole number from 0 to 23.'],
        ['half an hour', { hour: 3.5 }, 'An hour is a whole number from 0 to 23.'],
        ['a zone that is none', { time_zone: 'Asia/Nowhere' }, 'A time zone has a name such as Asia/Seoul.'],
        ['none kept', { keep: 0 }, 'So many archives can be kept: 1 to 1000.'],
        ['too many kept', { keep: 1_001 }, 'So many archives can be kept: 1 to 1000.'],
      ],
    },
  },
  'POST /api/admin/backups': {
    ...open('/api/admin/backups', 404),
    admin: 202,
    hasBody: false,
    send: () => ({ path: '/api/admin/backups' }),
    refuses: {},
  },
  'DELETE /api/admin/backups': {
    ...open('/api/admin/backups', 404),
    admin: 204,
    send: () => ({ path: '/api/admin/backups' }),
    refuses: {},
  },
  'GET /api/admin/mail': { ...open('/api/admin/mail', 404), admin: 200 },
  'POST /api/admin/mail/test': {
    ...open('/api/admin/mail/test', 404),
    admin: 202,
    hasBody: false,
    send: () => ({ path: '/api/admin/mail/test' }),
    refuses: {},
  },
  'DELETE /api/admin/mail/test/:id': {
    ...open(`/api/admin/mail/test/${crypto.randomUUID()}`, 404),
    admin: 204,
    send: () => ({ path: `/api/admin/mail/test/${crypto.randomUUID()}` }),
    refuses: {},
  },
  'GET /api/account/looks': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    send: () => ({ path: '/api/account/looks' }),
  },
  'GET /api/admin/system': { ...open('/api/admin/system', 404), admin: 200 },
  // The job does not exist. Another test repeats a job that has failed.
  'POST /api/admin/jobs/:job/again': {
    ...open('/api/admin/jobs/none/again', 404),
    admin: 404,
    hasBody: false,
    refuses: {},
  },
  'DELETE /api/admin/jobs/:job': { ...open('/api/admin/jobs/none', 404), admin: 404, refuses: {} },
  'GET /api/admin/bibles': { ...open('/api/admin/bibles', 404), admin: 200 },
  'POST /api/admin/bibles': {
    ...open('/api/admin/bibles', 404),
    admin: 202,
    send: () => ({ path: '/api/admin/bibles', body: { bible: 'KRV' } }),
    refuses: {},
  },
  // 502, because the open catalogue cannot be reached in tests.
  'GET /api/admin/bibles/catalogue': { ...open('/api/admin/bibles/catalogue?words=korean', 404), admin: 502 },
  'GET /api/admin/bibles/:code/use': { ...open('/api/admin/bibles/KJV/use', 404), admin: 200 },
  'DELETE /api/admin/bibles/:code': { ...open('/api/admin/bibles/KJV', 404), admin: 409, refuses: {} },
  'POST /api/admin/bibles/import': {
    ...open('/api/admin/bibles/import', 404),
    admin: 202,
    hasBody: false,
    send: () => ({ path: '/api/admin/bibles/import?file=none.txt&version=MINE', raw: 'It is no Bible.' }),
    refuses: {},
  },
}
