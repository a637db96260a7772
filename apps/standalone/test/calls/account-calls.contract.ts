import { PASSWORD } from '../app-under-test.contract.ts'
import { type Calls, open } from './call.contract.ts'

export const WEAK =
  'Password must be at least 8 characters long and include an uppercase letter, a number, and a special character.'
export const WRONG_NAME =
  'Username must be 3-20 characters long and contain only letters, numbers, dots, dashes, or underscores.'

let names = 0
/** The sign-up form of a new person. */
export const somebodyNew = () => {
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
  'GET /api/contact/captcha': open('/api/contact/captcha'),
  // The callers in these tests have not solved a CAPTCHA.
  'POST /api/contact': {
    ...open('/api/contact/', 400),
    send: () => ({
      path: '/api/contact/',
      body: { name: 'Ann', email: 'ann@example.org', message: 'Hello', captchaToken: 'made up' },
    }),
    refuses: {
      cases: [
        ['no name', { name: ' \n' }, 'Please enter your name.'],
        ['a long name', { name: 'x'.repeat(101) }, 'A name can be 100 characters long at most.'],
        ['an email that is none', { email: 'ann' }, 'Please enter a valid email address.'],
        ['two emails', { email: 'ann@example.org,eve@example.org' }, 'Please enter a valid email address.'],
        [
          'an email with a header',
          { email: 'ann@example.org\r\nBcc: eve@x.org' },
          'Please enter a valid email address.',
        ],
        ['no message', { message: ' ' }, 'Please write a message.'],
        ['a long message', { message: 'x'.repeat(5_001) }, 'A message can be 5,000 characters long at most.'],
        ['no CAPTCHA', { captchaToken: '' }, 'Please complete the CAPTCHA.'],
        ['a CAPTCHA of another', { captchaToken: 'e30=' }, 'Please complete the CAPTCHA.'],
      ],
    },
  },
}
