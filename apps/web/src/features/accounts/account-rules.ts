import './without-eval.ts'
import { forgotPasswordBody, PASSWORDS_DIFFER, resetPasswordBody, signUpBody } from '@pathlight/contracts/accounts.ts'
import type { z } from 'zod'

/** The first sentence about each field that breaks a rule; empty when all is well. */
type FieldErrors<Field extends string> = Partial<Record<Field, string>>

const check =
  <Field extends string>(shape: z.ZodType) =>
  (values: Record<Field, string>): FieldErrors<Field> => {
    const errors: FieldErrors<Field> = {}
    for (const issue of shape.safeParse(values).error?.issues ?? []) {
      const field = issue.path[0] as Field
      errors[field] ??= issue.message
    }
    return errors
  }

export type SignUpField = 'email' | 'username' | 'password' | 'confirm_password'
export const checkSignUp = check<SignUpField>(signUpBody)
export const checkForgotPassword = check<'email'>(forgotPasswordBody)

/** The rules of a new password, and that it was typed the same way twice. */
export const checkNewPassword = (values: {
  password: string
  confirm_password: string
}): FieldErrors<'password' | 'confirm_password'> => ({
  ...check<'password' | 'confirm_password'>(resetPasswordBody)(values),
  ...(values.password !== values.confirm_password && { confirm_password: PASSWORDS_DIFFER }),
})
