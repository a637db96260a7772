import { newTotp, recoveryCodes, secondFactorBody, withPassword } from '@pathlight/contracts/log-in.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../../dependencies.ts'
import { recordAccountChange } from '../../record-account-change.ts'
import { passwordOr403 } from '../identity-answers.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

const busy = () =>
  new HttpProblem(
    409,
    'second_factor_busy',
    'Your second step is being changed in another window at this moment. Please try again.',
  )

/**
 * Unwraps identity's answer to a call for new codes. Throws `none` for null, and 409 while another call makes a change
 * ('busy').
 */
const codesOr409 = (codes: readonly string[] | 'busy' | null, none: HttpProblem): { codes: string[] } => {
  if (codes === null) throw none
  if (codes === 'busy') throw busy()
  return { codes: [...codes] }
}

/**
 * Offers a new key for an authenticator app. The key is not stored before the person sends a code that the app made
 * from it.
 */
export const offerTotp = (app: App, url: string, { sessions }: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'A new key for an authenticator app', response: { 200: newTotp } },
    },
    async (request) => newTotpSecret(signedIn(request).username),
  )

/**
 * Turns on the second step of log-ins by password. A mailed link can undo this for seven days, because otherwise
 * somebody who knows the password could lock the owner out.
 */
export const turnOnSecondFactor = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Turn on the second step', body: secondFactorBody, response: { 200: recoveryCodes } },
    },
    async (request) => {
      const session = signedIn(request)
      const { userId } = session
      const { password, secret, code } = request.body
      passwordOr403(await identity.checkPassword(userId, password, sessions.originOf(request)))
      const step = secret === undefined ? null : stepOfCode(secret, code ?? '', Date.now())
      if (secret !== undefined && step === null)
        throw new HttpProblem(
          403,
          'wrong_first_code',
          'This is not the code that the app shows now. Are the clocks of your devices right?',
        )
      const totp = secret === undefined || step === null ? null : { secret, step }
      const none = new HttpProblem(409, 'no_passkey', 'You have no passkey yet. Add one first.')
      const made = codesOr409(await identity.turnOnSecondFactor(userId, totp), none)
      const mail = () => jobs.add('email-link-mail', { userId, purpose: 'undo-second-factor' })
      await recordAccountChange(log, request, { userId, session, change: 'second-factor-on', mail })
      return made
    },
  )

/** Makes ten new recovery codes. The older ones are no longer valid. The person gets a mail. */
export const renewRecoveryCodes = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'New recovery codes', body: withPassword, response: { 200: recoveryCodes } },
    },
    async (request) => {
      const session = signedIn(request)
      const { userId } = session
      passwordOr403(await identity.checkPassword(userId, request.body.password, sessions.originOf(request)))
      const none = new HttpProblem(409, 'no_second_factor', 'Your log-in has no second step.')
      const made = codesOr409(await identity.newRecoveryCodes(userId), none)
      const mail = () => jobs.add('notice-mail', { userId, notice: 'recovery-codes-made' })
      await recordAccountChange(log, request, { userId, session, change: 'recovery-codes-made', mail })
      return made
    },
  )

/** Turns the second step off, so that the password alone logs in. The person gets a mail. */
export const turnOffSecondFactor = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Turn off the second step', body: withPassword, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      passwordOr403(await identity.checkPassword(userId, request.body.password, sessions.originOf(request)))
      const isOff = await identity.turnOffSecondFactor(userId)
      if (isOff === 'busy') throw busy()
      if (isOff) {
        const mail = () => jobs.add('notice-mail', { userId, notice: 'second-factor-off' })
        await recordAccountChange(log, request, { userId, session, change: 'second-factor-off', mail })
      }
      return reply.code(204).send(null)
    },
  )
