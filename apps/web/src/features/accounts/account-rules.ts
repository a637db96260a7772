import { isEmail, PASSWORD, USERNAME } from '@pathlight/contracts/account-rules.ts'
import type { Reason } from '@pathlight/contracts/problem.ts'

/** The error of each invalid field. Empty if all fields are valid. */
type FieldErrors<Field extends string> = Partial<Record<Field, Reason>>

const errorsOf = <Field extends string>(broken: Readonly<Record<Field, string | false>>): FieldErrors<Field> => {
  const errors: FieldErrors<Field> = {}
  for (const field in broken) if (broken[field]) errors[field] = { code: broken[field] }
  return errors
}

export type SignUpField = 'email' | 'username' | 'password' | 'confirm_password'

/**
 * Checks a sign-up by the server's rules, with the server's codes. Ignores blanks around the email address and the
 * username.
 */
export const checkSignUp = (values: Readonly<Record<SignUpField, string>>): FieldErrors<SignUpField> =>
  errorsOf({
    email: !isEmail(values.email.trim()) && 'invalid_email',
    username: !USERNAME.test(values.username.trim()) && 'invalid_username',
    ...newPassword(values),
  })

export const checkForgotPassword = ({ email }: { email: string }): FieldErrors<'email'> =>
  errorsOf({ email: !isEmail(email.trim()) && 'invalid_reset_email' })

type NewPassword = { readonly password: string; readonly confirm_password: string }
const newPassword = ({ password, confirm_password }: NewPassword) =>
  ({
    password: !PASSWORD.test(password) && 'invalid_password',
    confirm_password: password !== confirm_password && 'passwords_differ',
  }) as const

/** Checks that a new password is valid and that both fields have the same text. */
export const checkNewPassword = (values: NewPassword): FieldErrors<keyof NewPassword> => errorsOf(newPassword(values))
