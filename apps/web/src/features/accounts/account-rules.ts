import './without-eval.ts'
import { forgotPasswordBody, PASSWORDS_DIFFER, resetPasswordBody, signUpBody } from '@pathlight/contracts/accounts.ts'
import type { Reason } from '@pathlight/contracts/problem.ts'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import type { z } from 'zod'

/** The first thing wrong with each field; empty when all is well. */
type FieldErrors<Field extends string> = Partial<Record<Field, Reason>>

const reasonOf = (sentence: string): Reason => reasonFor(sentence) ?? { code: 'invalid' }

const check =
  <Field extends string>(shape: z.ZodType) =>
  (values: Record<Field, string>): FieldErrors<Field> => {
    const errors: FieldErrors<Field> = {}
    for (const issue of shape.safeParse(values).error?.issues ?? []) {
      const field = issue.path[0] as Field
      errors[field] ??= reasonOf(issue.message)
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
  ...(values.password !== values.confirm_password && { confirm_password: reasonOf(PASSWORDS_DIFFER) }),
})
