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
