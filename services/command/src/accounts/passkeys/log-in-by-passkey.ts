import { user as userShape } from '@pathlight/contracts/accounts.ts'
import { passkeyLogInBody, passkeyOptions } from '@pathlight/contracts/log-in.ts'
import { originOfApp } from '@pathlight/http/app-origin.ts'
import { byAddress, rateLimited, refusalsLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { CommandDependencies } from '../../dependencies.ts'
import { openAccount } from '../open-account.ts'
import { userAnswer } from '../user-answer.ts'
import { askOptions, passkeyRefused, whoAnswered } from './webauthn.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

/**
 * Issues a challenge for any passkey of this site. The log-in form calls this when it opens, so that the browser can
 * offer a passkey in the address field.
 */
export const askForPasskey = (app: App, url: string, { identity, publicUrl }: CommandDependencies) =>
  app.post(
    url,
    {
      // Each call stores a challenge for ten minutes, so calls are limited. The limit is high, because a whole
      // congregation may share one network address.
      preHandler: rateLimited(app, { name: 'passkey-asked', max: 2_000, windowMs: QUARTER_HOUR_MS, key: byAddress }),
      schema: { summary: 'Begin to log in with a passkey', response: { 200: passkeyOptions } },
    },
    async (request) => {
      const challenge = await identity.startChallenge('passkey', { userId: null, value: {} })
      return askOptions(originOfApp(request, publicUrl), challenge)
    },
  )

/** Logs in with a passkey. There is no second step: the device has asked for a finger, a face or a PIN. */
export const logInByPasskey = (
  app: App,
  url: string,
  { identity, log, sessions, admins, publicUrl }: CommandDependencies,
) =>
  app.post(
    url,
    {
      config: { problemField: 'errors' },
      ...refusalsLimited(app, { name: 'passkey', max: 100, windowMs: QUARTER_HOUR_MS, key: byAddress }).hooks,
      schema: { summary: 'Log in with a passkey', body: passkeyLogInBody, response: { 200: userShape } },
    },
    async (request, reply) => {
      const { answer, remember = false } = request.body
      const user = await whoAnswered(
        identity,
        originOfApp(request, publicUrl),
        answer,
        async (challenge) => (await identity.takeChallenge('passkey', challenge)) !== null,
      )
      await openAccount(log, user.id, request.correlationId)
      // `start` returns null if the password was changed after the passkey was checked.
      if ((await sessions.start(request, reply, { user, remember })) === null) throw passkeyRefused()
      return userAnswer(user, await admins.isAdmin(user.id))
    },
  )
