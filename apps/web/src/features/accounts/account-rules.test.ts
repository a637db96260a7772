import { forgotPasswordBody, resetPasswordBody, signUpBody } from '@pathlight/contracts/accounts.ts'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import { describe, expect, it } from 'vitest'
import { checkForgotPassword, checkNewPassword, checkSignUp } from './account-rules.ts'

const good = { email: 'ruth@example.org', username: 'ruth.1', password: 'Harvest1!', confirm_password: 'Harvest1!' }
const PASSWORD = { code: 'invalid_password' }
const USERNAME = { code: 'invalid_username' }

describe('sign-up', () => {
  it('lets good values through, whatever surrounds email and username', () => {
    expect(checkSignUp(good)).toEqual({})
    expect(checkSignUp({ ...good, email: ' ruth@example.org ', username: ' ruth.1 ' })).toEqual({})
  })

  it('says under each field what is wrong with it, all at once', () => {
    expect(checkSignUp({ email: 'ruth', username: 'r!', password: 'harvest', confirm_password: 'other' })).toEqual({
      email: { code: 'invalid_email' },
      username: USERNAME,
      password: PASSWORD,
      confirm_password: { code: 'passwords_differ' },
    })
  })

  it.each(['Harvest!', 'harvest1!', 'HARVEST1!', 'Harvest11', 'Hv1!', 'Harvest1!#'])(
    'refuses the password %s',
    (password) => {
      expect(checkSignUp({ ...good, password, confirm_password: password })).toEqual({ password: PASSWORD })
    },
  )

  it.each(['ab', 'a'.repeat(21), 'with space', '룻기룻기'])('refuses the username %s', (username) => {
    expect(checkSignUp({ ...good, username })).toEqual({ username: USERNAME })
  })
})

describe('a forgotten password', () => {
  it('needs a valid email address', () => {
    expect(checkForgotPassword({ email: 'nobody@' })).toEqual({ email: { code: 'invalid_reset_email' } })
    expect(checkForgotPassword({ email: 'ruth@example.org' })).toEqual({})
  })

  it('is replaced by one that follows the same rule, typed twice', () => {
    expect(checkNewPassword({ password: 'short', confirm_password: 'shorter' })).toEqual({
      password: PASSWORD,
      confirm_password: { code: 'passwords_differ' },
    })
    expect(checkNewPassword({ password: 'Harvest1!', confirm_password: 'Harvest1!' })).toEqual({})
  })
})

describe('the server', () => {
  const broken = (
    shape: {
      safeParse: (values: unknown) => { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } }
    },
    values: object,
  ) =>
    Object.fromEntries(
      (shape.safeParse(values).error?.issues ?? [])
        .map(({ path, message }) => [path[0], reasonFor(message)])
        .toReversed(),
    )
  const texts = [
    '',
    ' ',
    'ruth',
    'ruth@example.org',
    ' ruth@example.org ',
    'a@b',
    'a b@c.d',
    'a,b@c.d',
    `${'a'.repeat(250)}@b.cc`,
    '룻기',
    'r.u-t_h',
    'Harvest1!',
    'Harvest1!'.repeat(15),
  ]

  it.each(texts)('refuses of “%s” what the forms refuse, by the same codes', (text) => {
    // If a text is too long, the server reports nothing else, so such a text is not checked as a sign-up.
    for (const confirm_password of text.length > 254 ? [] : [text, 'other']) {
      const values = { email: text, username: text, password: text, confirm_password }
      expect(checkSignUp(values)).toEqual(broken(signUpBody, values))
    }
    expect(checkForgotPassword({ email: text })).toEqual(broken(forgotPasswordBody, { email: text }))
    expect(checkNewPassword({ password: text, confirm_password: text })).toEqual(
      broken(resetPasswordBody, { password: text }),
    )
  })
})
