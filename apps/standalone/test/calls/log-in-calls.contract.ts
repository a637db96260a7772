import { newAuthenticator } from '@pathlight/command/accounts/passkeys/authenticator.contract.ts'
import { codeOf } from '@pathlight/testing/authenticator-app.ts'
import { PASSWORD } from '../app-under-test.contract.ts'
import { type Calls, open, type Person } from './call.contract.ts'

const NOT_YOURS = ['another password', { password: 'Other4myfeet!' }, 'This is not your password.', 403] as const
const NO_NAME = 'A name has 1 to 60 characters.'

/** The origin of the app, read from the app's robots.txt. */
const originFor = async ({ ask }: Person): Promise<string> => {
  const { body } = await ask('GET', '/robots.txt')
  return new URL(/https?:\/\/\S+/.exec(String(body))?.[0] ?? 'http://localhost').origin
}
const newPasskey = async (person: Person) => {
  const begun = await person.ask('POST', '/api/account/passkeys/options', { body: { password: PASSWORD } })
  return newAuthenticator(await originFor(person)).make(begun.body.options)
}
const idOfNewPasskey = async (person: Person): Promise<string> => {
  const body = { name: 'Phone', answer: await newPasskey(person) }
  return (await person.ask('POST', '/api/account/passkeys', { body })).body.id
}
const everybody = { anonymous: 401, other: 200, admin: 200, owner: 200 }
const forPassword = (path: string) => ({ send: () => ({ path, body: { password: PASSWORD } }) })

/** The calls for ways to log in other than the password, and for the second factor. */
export const logInCalls: Calls = {
  'POST /api/auth/passkey/options': { ...open('/api/auth/passkey/options'), hasBody: false, refuses: {} },
  'POST /api/auth/passkey': {
    ...open('/api/auth/passkey', 401),
    send: async (owner) => ({
      path: '/api/auth/passkey',
      body: {
        answer: newAuthenticator(await originFor(owner)).answer({ challenge: 'A'.repeat(43) }),
        remember: false,
      },
    }),
    refuses: {
      optional: ['remember'],
      cases: [['an answer without a signature', { answer: { id: 'x' } }, 'This is no answer of a passkey.']],
    },
  },
  'POST /api/auth/second-step/passkey': {
    ...open('/api/auth/second-step/passkey', 401),
    send: () => ({ path: '/api/auth/second-step/passkey', body: { ticket: 'made-up' } }),
    refuses: {},
  },
  'POST /api/auth/second-step': {
    ...open('/api/auth/second-step', 401),
    send: () => ({ path: '/api/auth/second-step', body: { ticket: 'made-up', code: '123456' } }),
    refuses: {
      cases: [['neither a code nor a passkey', { code: undefined }, 'Please type a code, or use a passkey.']],
    },
  },
  // The app of these tests has no OpenID Connect provider.
  'POST /api/auth/oidc': {
    ...open('/api/auth/oidc', 409),
    send: () => ({ path: '/api/auth/oidc', body: { remember: false, back: '/', invitation: 'x' } }),
    refuses: { optional: ['remember', 'back', 'invitation'] },
  },
  'GET /api/auth/oidc/callback': open('/api/auth/oidc/callback?code=x&state=x', 303),

  'GET /api/account/log-in': { ...everybody, send: () => ({ path: '/api/account/log-in' }) },
  'POST /api/account/passkeys/options': {
    ...everybody,
    ...forPassword('/api/account/passkeys/options'),
    refuses: { cases: [NOT_YOURS] },
  },
  'POST /api/account/passkeys': {
    anonymous: 401,
    other: 401,
    admin: 401,
    owner: 201,
    send: async (owner) => ({
      path: '/api/account/passkeys',
      body: { name: 'Phone', answer: await newPasskey(owner) },
    }),
    refuses: {
      cases: [
        ['no name', { name: ' ' }, NO_NAME],
        ['a name that nobody sees', { name: '\u200b\u3164' }, NO_NAME],
      ],
    },
  },
  'PUT /api/account/passkeys/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner) => ({
      path: `/api/account/passkeys/${await idOfNewPasskey(owner)}`,
      body: { name: 'Tablet' },
    }),
    refuses: { cases: [['a name of 61 letters', { name: 'x'.repeat(61) }, NO_NAME]] },
  },
  'DELETE /api/account/passkeys/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 204,
    send: async (owner) => ({ path: `/api/account/passkeys/${await idOfNewPasskey(owner)}` }),
    refuses: {},
  },
  'POST /api/account/second-factor/totp': {
    ...everybody,
    hasBody: false,
    send: () => ({ path: '/api/account/second-factor/totp' }),
    refuses: {},
  },
  'POST /api/account/second-factor': {
    ...everybody,
    send: async ({ ask }) => {
      const { secret } = (await ask('POST', '/api/account/second-factor/totp')).body
      return { path: '/api/account/second-factor', body: { password: PASSWORD, secret, code: codeOf(secret) } }
    },
    refuses: {
      cases: [
        NOT_YOURS,
        [
          'a code of another key',
          { secret: 'A'.repeat(32), code: '000000' },
          'This is not the code that the app shows now. Are the clocks of your devices right?',
          403,
        ],
      ],
    },
  },
  'POST /api/account/second-factor/codes': {
    anonymous: 401,
    other: 409,
    admin: 409,
    owner: 200,
    send: async (owner) => {
      if ((await owner.ask('GET', '/api/account/log-in')).body.second_factor === null) {
        const { secret } = (await owner.ask('POST', '/api/account/second-factor/totp')).body
        const body = { password: PASSWORD, secret, code: codeOf(secret) }
        await owner.ask('POST', '/api/account/second-factor', { body })
      }
      return { path: '/api/account/second-factor/codes', body: { password: PASSWORD } }
    },
    refuses: { cases: [NOT_YOURS] },
  },
  'DELETE /api/account/second-factor': {
    anonymous: 401,
    other: 204,
    admin: 204,
    owner: 204,
    hasBody: true,
    ...forPassword('/api/account/second-factor'),
    refuses: { cases: [NOT_YOURS] },
  },
  'POST /api/account/oidc': {
    anonymous: 401,
    other: 409,
    admin: 409,
    owner: 409,
    ...forPassword('/api/account/oidc'),
    hasBody: false,
    refuses: {},
  },
  'PUT /api/account/oidc': {
    anonymous: 401,
    other: 409,
    admin: 409,
    owner: 409,
    hasBody: false,
    send: () => ({ path: '/api/account/oidc' }),
    refuses: {},
  },
  'DELETE /api/account/oidc': {
    anonymous: 401,
    other: 409,
    admin: 409,
    owner: 409,
    send: () => ({ path: '/api/account/oidc' }),
    refuses: {},
  },
}
