import { describe, expect, it } from 'vitest'
import { forgotPasswordBody, INVALID_EMAIL, signUpBody } from './accounts.ts'

const password = 'Lamp4myfeet!'
const errorsOf = (email: string) =>
  signUpBody
    .safeParse({ email, username: 'reader', password, confirm_password: password })
    .error?.issues.map(({ message }) => message)

describe('an email address', () => {
  it.each([
    'ann@example.org',
    "o'brien+bible@mail.example.co.kr",
    'Ann.B@EXAMPLE.org',
    '길@빛.한국',
    ' ann@example.org ',
  ])('may be %j', (email) => expect(errorsOf(email)).toBeUndefined())

  it.each([
    '',
    'ann',
    'ann@example',
    'a b@example.org',
    'ann@@example.org',
    'ann@example.org,bob@example.org',
    'ann,bob@example.org',
    'ann;bob@example.org',
    '<bob@example.org>',
    'Ann:bob@example.org;',
    '"ann"@example.org',
    'ann\u200b@example.org',
    'ann\u00ad@example.org',
    'ann\u0007@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])('may not be %j', (email) => expect(errorsOf(email)).toEqual([INVALID_EMAIL]))

  it.each(['a@'.padEnd(250_000, '.').concat('@'), 'a@'.padEnd(250_000, 'a.').concat('@'), `${' '.repeat(250_000)}a`])(
    // `isEmail` in tools/src/texts.whole.test.ts checks how much work such a text is.
    'is refused however long it is (case %#)',
    (email) => {
      expect(errorsOf(email)).toEqual([INVALID_EMAIL])
      expect(forgotPasswordBody.safeParse({ email }).success).toBe(false)
    },
  )
})
