import { PASSWORD } from '../app-under-test.contract.ts'
import { somebodyNew, WEAK, WRONG_NAME } from './account-calls.contract.ts'
import { type Calls, open, type Person } from './call.contract.ts'

const deviceOf = async (person: Person): Promise<string> => {
  const { body } = await person.ask('GET', '/api/account/devices')
  return body.devices.find(({ current }: { current: boolean }) => current).id
}

export const BAD_UNTIL = 'An end is a date such as 2026-11-23, within 366 days from now.'
/** The date three days from now: a valid end of a token or an invitation. */
export const soon = () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const tokenBody = (name: string) => ({ name: name.slice(0, 60), scopes: ['read'], until: soon() })
const makeToken = async (owner: Person, name: string): Promise<string> =>
  (await owner.ask('POST', '/api/account/tokens', { body: tokenBody(name) })).body.id

/** The calls by which people manage their own accounts. */
export const accountCareCalls: Calls = {
  'GET /api/account': { anonymous: 401, other: 200, admin: 200, owner: 200, send: () => ({ path: '/api/account' }) },
  'GET /api/account/devices': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    send: () => ({ path: '/api/account/devices' }),
  },
  'DELETE /api/account/devices/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 204,
    send: async (owner) => ({ path: `/api/account/devices/${await deviceOf(owner)}` }),
    refuses: {},
  },
  'DELETE /api/account/devices': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    send: () => ({ path: '/api/account/devices' }),
    refuses: {},
  },
  'PUT /api/account/email': {
    anonymous: 401,
    other: 202,
    admin: 202,
    owner: 202,
    send: () => ({ path: '/api/account/email', body: { email: somebodyNew().email, password: PASSWORD } }),
    refuses: {
      cases: [
        ['an email that is none', { email: 'nobody' }, 'Invalid email address.'],
        ['no password', { password: '' }, 'Password is required.'],
        ['another password', { password: 'Other4myfeet!' }, 'This is not your password.', 403],
      ],
    },
  },
  'POST /api/account/email/verification': {
    anonymous: 401,
    other: 202,
    admin: 202,
    owner: 202,
    hasBody: false,
    send: () => ({ path: '/api/account/email/verification' }),
    refuses: {},
  },
  'POST /api/account/email-link/:token': {
    ...open('/api/account/email-link/made-up', 400),
    hasBody: false,
    refuses: {},
  },
  'PUT /api/account/username': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    anew: true,
    send: () => ({ path: '/api/account/username', body: { username: somebodyNew().username } }),
    refuses: { cases: [['a name of two letters', { username: 'ab' }, WRONG_NAME]] },
  },
  'PUT /api/account/password': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    send: () => ({ path: '/api/account/password', body: { password: PASSWORD, new_password: PASSWORD } }),
    refuses: {
      cases: [
        ['a weak password', { new_password: 'weak' }, WEAK],
        [
          'another password',
          { password: 'Other4myfeet!', new_password: 'Third4myfeet!' },
          'This is not your password.',
          403,
        ],
      ],
    },
  },
  'DELETE /api/account/closing': {
    anonymous: 401,
    other: 204,
    admin: 204,
    owner: 204,
    send: () => ({ path: '/api/account/closing' }),
    refuses: {},
  },
  'PUT /api/account/looks-mail': {
    anonymous: 401,
    other: 204,
    admin: 204,
    owner: 204,
    send: () => ({ path: '/api/account/looks-mail', body: { on: true } }),
    refuses: { cases: [['something else', { on: 'yes' }, 'This is on (true) or off (false).']] },
  },
  'GET /api/account/tokens': {
    anonymous: 401,
    other: 200,
    admin: 200,
    owner: 200,
    shows: true,
    send: async (owner, secret) => {
      await makeToken(owner, secret)
      return { path: '/api/account/tokens' }
    },
  },
  'POST /api/account/tokens': {
    anonymous: 401,
    other: 201,
    admin: 201,
    owner: 201,
    send: (_owner, secret) => ({ path: '/api/account/tokens', body: tokenBody(secret) }),
    refuses: {
      cases: [
        ['a name that cannot be seen', { name: '\u200B' }, 'A name has 1 to 60 characters.'],
        ['a long name', { name: 'x'.repeat(61) }, 'A name has 1 to 60 characters.'],
        ['no scope', { scopes: [] }, 'A token may do one or more of these: read, write, export.'],
        ['a scope that is none', { scopes: ['admin'] }, 'A token may do one or more of these: read, write, export.'],
        ['an end that is past', { until: '2020-01-01' }, BAD_UNTIL],
        ['an end in ten years', { until: `${new Date().getFullYear() + 10}-01-01` }, BAD_UNTIL],
      ],
    },
  },
  'DELETE /api/account/tokens/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 204,
    send: async (owner, secret) => ({ path: `/api/account/tokens/${await makeToken(owner, secret)}` }),
    refuses: {},
  },
  'DELETE /api/account': {
    anonymous: 401,
    other: 400,
    admin: 400,
    owner: 204,
    hasBody: true,
    send: ({ username }) => ({ path: '/api/account', body: { password: PASSWORD, confirm: username } }),
    refuses: {
      cases: [
        ['another name', { confirm: 'somebody' }, 'Please type your username exactly as it is.'],
        ['another password', { password: 'Other4myfeet!' }, 'This is not your password.', 403],
      ],
    },
  },
}
