import { z } from 'zod'
import { INVITATION_OVER, presentPassword } from './accounts.ts'
import { refusal } from './refusal.ts'
import { VISIBLE } from './tag-rules.ts'

/** All ways to log in. GET /api/about says which of them a server has. */
export const LOG_IN_WAYS = ['password', 'passkey', 'oidc'] as const
export type LogInWay = (typeof LOG_IN_WAYS)[number]

const UNREADABLE = refusal('passkey_unreadable', 'This is no answer of a passkey.')
const PASSKEY_NAME = refusal('passkey_name', 'A name has 1 to 60 characters.')
const WRONG_CODE = refusal(
  'code_unreadable',
  'This is no code: an app shows six digits, a recovery code has 16 letters and digits.',
)
const NO_SECRET = refusal('secret_unreadable', 'This is no key of an authenticator app.')
const NO_TICKET = refusal('second_step_missing', 'Please log in with your password first.')
const NO_PLACE = refusal('no_place', 'This is no place in the app.')

/** A field of a passkey's answer: base64url, at most `longest` characters. */
const bytes = (longest: number) =>
  z
    .string(UNREADABLE)
    .max(longest, UNREADABLE)
    .regex(/^[\w-]+$/, UNREADABLE)
const LONG = 10_000
const answerWith = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(
    {
      id: bytes(2_000),
      rawId: bytes(2_000),
      type: z.literal('public-key', UNREADABLE),
      response: z.object({ clientDataJSON: bytes(LONG), ...shape }, UNREADABLE),
    },
    UNREADABLE,
  )
/** A browser's answer when it was asked for a passkey (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAnswer = answerWith({
  authenticatorData: bytes(LONG),
  signature: bytes(LONG),
  userHandle: bytes(LONG).nullish(),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
/** A browser's answer when it made a passkey (RegistrationResponseJSON). */
const newPasskeyAnswer = answerWith({
  attestationObject: bytes(100_000),
  transports: z.array(z.string(UNREADABLE).max(50, UNREADABLE), UNREADABLE).max(20, UNREADABLE).optional(),
})
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>

/** An example of an answer. Its bytes belong to no passkey. */
const ANSWER = {
  ...{ id: 'AAECAw', rawId: 'AAECAw', type: 'public-key' },
  response: { clientDataJSON: 'e30', authenticatorData: 'AAECAw', signature: 'AAECAw' },
}
const NEW_ANSWER = { ...ANSWER, response: { clientDataJSON: 'e30', attestationObject: 'AAECAw' } }
const TICKET = 'Xk2v9Yt0cQ8m1Lr4sW7uB3nE6pH5jD0aF9gK2iO8zQw'

/** The options for `navigator.credentials`, as WebAuthn has them in JSON. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

const remember = z.boolean('Remember Me is true or false.').optional()
export const passkeyLogInBody = z.object({ answer: passkeyAnswer, remember }).meta({ examples: [{ answer: ANSWER }] })

/**
 * The second step of a log-in by password. `ticket`: from the answer to the first step. `code`: from an authenticator
 * app, or a recovery code.
 */
export const secondStepBody = z
  .object({
    ticket: z.string(NO_TICKET).max(100, NO_TICKET),
    code: z.string(WRONG_CODE).trim().max(100, WRONG_CODE).optional(),
    answer: passkeyAnswer.optional(),
  })
  .meta({ examples: [{ ticket: TICKET, code: '123456' }] })
export const secondStepPasskeyBody = z
  .object({ ticket: z.string(NO_TICKET).max(100, NO_TICKET) })
  .meta({ examples: [{ ticket: TICKET }] })

export const withPassword = z.object({ password: presentPassword }).meta({ examples: [{ password: 'Password1!' }] })

const passkeyName = z.string(PASSKEY_NAME).trim().max(60, PASSKEY_NAME).regex(VISIBLE, PASSKEY_NAME)
export const addPasskeyBody = z
  .object({ name: passkeyName, answer: newPasskeyAnswer })
  .meta({ examples: [{ name: 'Phone', answer: NEW_ANSWER }] })
export const renamePasskeyBody = z.object({ name: passkeyName }).meta({ examples: [{ name: 'Phone' }] })
export const passkeyParams = z.object({ id: z.string() })
/** Times are ISO 8601 in UTC. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** A key for an authenticator app: in base32, and as the address in its QR code. */
export const newTotp = z.object({ secret: z.string(), uri: z.string() })
/** Without `secret` and `code` the account's passkeys are the second step. */
export const secondFactorBody = z
  .object({
    password: presentPassword,
    secret: z
      .string(NO_SECRET)
      .regex(/^[A-Z2-7]{32}$/, NO_SECRET)
      .optional(),
    code: z
      .string(WRONG_CODE)
      .regex(/^\d{3} ?\d{3}$/, WRONG_CODE)
      .optional(),
  })
  .refine(({ secret, code }) => (secret === undefined) === (code === undefined), WRONG_CODE)
  .meta({ examples: [{ password: 'Password1!' }] })
/** The server sends the codes only once, because it stores only their hashes. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) })

/** `invitation`: the code of an invitation, for a person who has no account yet. */
export const oidcLogInBody = z
  .object({
    remember,
    back: z.string(NO_PLACE).max(500, NO_PLACE).optional(),
    invitation: z.string(INVITATION_OVER).max(200, INVITATION_OVER).optional(),
  })
  .meta({ examples: [{ back: '/my-memos' }] })
/** The provider's address at which the person logs in. */
export const oidcAddress = z.object({ url: z.string() })
/** The provider chooses the parameters. openid-client checks them. */
export const oidcCallback = z.looseObject({})

/** GET /api/account/log-in: the person's ways to log in besides the password, and the second step of the password. */
export const logInWays = z.object({
  passkeys: z.array(passkey),
  /** Null if a log-in by password has no second step. */
  second_factor: z.object({ since: z.string(), totp: z.boolean(), codes_left: z.int() }).nullable(),
  /** Null if this server has no provider. `account`: the name of the linked account at the provider, or null. */
  provider: z.object({ name: z.string(), account: z.string().nullable(), since: z.string().nullable() }).nullable(),
})
export type LogInWays = z.infer<typeof logInWays>
