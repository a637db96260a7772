import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../../api/api-problem.ts'
import { wholeI18n } from '../../locales/whole-i18n.ts'
import { logInErrors, signUpErrors } from './log-in-errors.ts'

const { t } = await wholeI18n('en')
const failed = (status: number, errors?: string[]) => new ApiProblem(status, errors ? { errors } : {})

describe('a failed log-in says', () => {
  it('the first error of the server', () => {
    expect(logInErrors(t, failed(401, ['Invalid email or password.', 'Another.']))).toEqual([
      'Invalid email or password.',
    ])
  })
  it('that the session has expired, wherever in the list the server says so', () => {
    expect(logInErrors(t, failed(400, ['First.', 'The token has expired.']))).toEqual([
      'Your session has expired. Please refresh the page and try again.',
    ])
  })
  it('that it does not know, when the server gives no reason', () => {
    expect(logInErrors(t, failed(400))).toEqual(['An unknown error occurred. Please try again.'])
  })
  it('to try later, when no answer came', () => {
    expect(logInErrors(t, failed(0))).toEqual(['An error occurred. Please try again later.'])
  })
})

describe('a failed sign-up says', () => {
  it('every error of the server', () => {
    const errors = ['Email address is already in use.', 'Username is already in use.']
    expect(signUpErrors(t, failed(409, errors))).toEqual(errors)
  })
  it('nothing of the inside from status 500 on', () => {
    expect(signUpErrors(t, failed(500, ['stack trace']))).toEqual(['An error occurred. Please try again.'])
  })
})
