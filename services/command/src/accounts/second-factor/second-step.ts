import { user as userShape } from '@pathlight/contracts/accounts.ts'
import { passkeyOptions, secondStepBody, secondStepPasskeyBody } from '@pathlight/contracts/log-in.ts'
import { originOfApp } from '@pathlight/http/app-origin.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, rateLimited, refusalsLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Identity, User } from '@pathlight/identity/identity.ts'
import type { CommandDependencies } from '../../dependencies.ts'
import { recordAccountChange } from '../../record-account-change.ts'
import { tooManyGuesses } from '../identity-answers.ts'
import { openAccount } from '../open-account.ts'
import { askOptions, whoAnswered } from '../passkeys/webauthn.ts'
import { userAnswer } from '../user-answer.ts'
import { stepOfCode } from './totp.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

const isOver = () => new HttpProblem(401, 'second_step_over', 'This took too long. Please log in again.')

/**
 * The refusal of a log-in with the right password, where the account has a second step. `params` has the ticket for the
 * second step, and the ways to take the step.
 */
export const secondStepNeeded = async (
  identity: Pick<Identity, 'secondFactorOf' | 'credentialsOf' | 'startChallenge'>,
  user: User,
  remember: boolean,
): Promise<HttpProblem> => {
  const [secondFactor, passkeys] = await Promise.all([
    identity.secondFactorOf(user.id),
    identity.credentialsOf(user.id),
  ])
  const value = { generation: user.passwordGeneration, remember }
  const ticket = await identity.startChallenge('second-step', { userId: user.id, value })
  const ways = [...(secondFactor?.totp ? ['totp'] : []), ...(passkeys.length > 0 ? ['passkey'] : []), 'recovery']
  return new HttpProblem(401, 'second_step_needed', 'Your password is right. Now take the second step.', {
    params: { ticket, ways: ways.join(' ') },
  })
}

/**
 * The person of a ticket, and whether to remember them. Throws 401 where the ticket has expired, or the password was
 * changed since the ticket was issued.
 */
const ticketOr401 = async (identity: Identity, ticket: string) => {
  const challenge = await identity.findChallenge('second-step', ticket)
  const user = challenge && challenge.userId !== null ? await identity.findUser(challenge.userId) : null
  if (challenge === null || user === null || user.passwordGeneration !== challenge.value.generation) throw isOver()
  return { user, remember: challenge.value.remember === true }
}

/** Asks for one of the person's passkeys as the second step. */
export const askForSecondPasskey = (app: App, url: string, { identity, publicUrl }: CommandDependencies) =>
  app.post(
    url,
    {
      // Each call stores a record for ten minutes, so calls are limited. The limit is high, because a whole
      // congregation may share one network address.
      preHandler: rateLimited(app, { name: 'second-asked', max: 2_000, windowMs: QUARTER_HOUR_MS, key: byAddress }),
      schema: {
        summary: 'Begin the second step with a passkey',
        body: secondStepPasskeyBody,
        response: { 200: passkeyOptions },
      },
    },
    async (request) => {
      const { user } = await ticketOr401(identity, request.body.ticket)
      const challenge = await identity.startChallenge('second-step-passkey', { userId: user.id, value: {} })
      return askOptions(originOfApp(request, publicUrl), challenge, await identity.credentialsOf(user.id))
    },
  )

/**
 * Takes the second step of a log-in by password: a code of an app, a passkey or a recovery code. Wrong codes are
 * counted like wrong passwords.
 */
export const takeSecondStep = (
  app: App,
  url: string,
  { identity, log, sessions, admins, jobs, publicUrl }: CommandDependencies,
) => {
  /** Uses up a code of the person. Returns the sort of the code; null: the code is not valid. */
  const spendCode = async (userId: string, code: string): Promise<'totp' | 'recovery' | null> => {
    if (!/^[\d\s]{6,9}$/.test(code)) return (await identity.spendRecoveryCode(userId, code)) ? 'recovery' : null
    const secret = await identity.totpSecretOf(userId)
    const step = secret === null ? null : stepOfCode(secret, code, Date.now())
    return step !== null && (await identity.spendTotpStep(userId, step)) ? 'totp' : null
  }
  app.post(
    url,
    {
      config: { problemField: 'errors' },
      ...refusalsLimited(app, { name: 'second-step', max: 100, windowMs: QUARTER_HOUR_MS, key: byAddress }).hooks,
      schema: { summary: 'Take the second step', body: secondStepBody, response: { 200: userShape } },
    },
    async (request, reply) => {
      const { ticket, code, answer } = request.body
      if (code === undefined && answer === undefined)
        throw new HttpProblem(400, 'code_unreadable', 'Please type a code, or use a passkey.')
      const { user, remember } = await ticketOr401(identity, ticket)
      const { id: userId } = user
      // Throws if the account has been closed since the first step. The log is asked before a code is used up, so that
      // a failure of the log costs no code.
      await openAccount(log, userId, request.correlationId)
      let by: 'totp' | 'recovery' | 'passkey' = 'passkey'
      if (answer !== undefined)
        await whoAnswered(identity, originOfApp(request, publicUrl), answer, async (challenge, owner) => {
          const taken = await identity.takeChallenge('second-step-passkey', challenge)
          return taken?.userId === userId && owner.id === userId
        })
      else {
        const outcome = await identity.guessSecondFactor(userId, sessions.originOf(request), () =>
          spendCode(userId, code ?? ''),
        )
        if (outcome === null) throw new HttpProblem(401, 'wrong_code', 'This code is not right, or was used already.')
        if (typeof outcome !== 'string') throw tooManyGuesses(outcome.retryAfterMs)
        by = outcome
      }
      // The mail and the event come before the session, so that nobody logs in by a recovery code without them.
      if (by === 'recovery') {
        await jobs.add('notice-mail', { userId, notice: 'recovery-code-used' })
        await recordAccountChange(log, request, { userId, session: null, change: 'recovery-code-used' })
      }
      // The ticket is used up after the event. If the log refuses the event, the ticket is still valid for another
      // code.
      if ((await identity.takeChallenge('second-step', ticket)) === null) throw isOver()
      if ((await sessions.start(request, reply, { user, remember })) === null) throw isOver()
      return userAnswer(user, await admins.isAdmin(userId))
    },
  )
}
