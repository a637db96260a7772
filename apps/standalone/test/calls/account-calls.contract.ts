import { PASSWORD } from '../app-under-test.contract.ts'
import { type Calls, open } from './call.contract.ts'

const WEAK =
  'Password must be at least 8 characters long and include an uppercase letter, a number, and a special character.'
const WRONG_NAME =
  'Username must be 3-20 characters long and contain only letters, numbers, dots, dashes, or underscores.'

let names = 0
const somebodyNew = () => {
  names += 1
  return { username: `new${names}`, email: `new${names}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
}

export const accountCalls: Calls = {
  'GET /api/auth': { ...open('/api/auth/'), anonymous: 401 },
  'GET /api/auth/logout': open('/api/auth/logout'),
  'POST /api/auth/signup': {
    ...open('/api/auth/signup', 201),
    send: () => ({ path: '/api/auth/signup', body: somebodyNew() }),
    refuses: {
      cases: [
        ['an email that is none', { email: 'nobody' }, 'Invalid email address.'],
        ['an email that is too long', { email: `${'x'.repeat(250)}@example.org` }, 'Invalid email address.'],
        ['a name of two letters', { username: 'ab' }, WRONG_NAME],
        ['a name with a space', { username: 'a b c' }, WRONG_NAME],
        ['a password without a capital', { password: 'lamp4myfeet!', confirm_password: 'lamp4myfeet!' }, WEAK],
        ['another password the second time', { confirm_password: 'Lamp4myfeet?' }, 'Passwords do not match.'],
      ],
    },
  },
  'POST /api/auth/login': {
    ...open('/api/auth/login', 401),
    send: ({ email }) => ({ path: '/api/auth/login', body: { email, password: 'Other4myfeet!', remember: false } }),
    refuses: {
      optional: ['remember'],
      cases: [
        ['no email', { email: ' ' }, 'Email is required.'],
        ['no password', { password: '' }, 'Password is required.'],
        ['a password that is too long', { password: 'x'.repeat(1_025) }, WEAK],
      ],
    },
  },
  'POST /api/auth/forgot-password': {
    ...open('/api/auth/forgot-password'),
    send: ({ email }) => ({ path: '/api/auth/forgot-password', body: { email } }),
    refuses: { cases: [['an email that is none', { email: 'nobody' }, 'Please enter a valid email address.']] },
  },
  'POST /api/auth/reset-password/:token': {
    ...open('/api/auth/reset-password/made-up', 400),
    send: () => ({ path: '/api/auth/reset-password/made-up', body: { password: PASSWORD } }),
    refuses: { cases: [['a weak password', { password: 'weak' }, WEAK]] },
  },
}
