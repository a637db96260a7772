import { logInWays } from '@pathlight/contracts/log-in.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { passkeyAnswerOf } from './passkeys/my-passkeys.ts'

/** Lists the ways by which the signed-in person can log in, beside the password. */
export const getLogInWays = (app: App, url: string, { identity, sessions, provider }: CommandDependencies) =>
  app.get(
    url,
    { onRequest: sessions.requireUser, schema: { summary: 'My ways to log in', response: { 200: logInWays } } },
    async (request) => {
      const { userId } = signedIn(request)
      const [passkeys, secondFactor, link] = await Promise.all([
        identity.passkeysOf(userId),
        identity.secondFactorOf(userId),
        provider && identity.providerLinkOf(userId, provider.issuer),
      ])
      return {
        passkeys: passkeys.map(passkeyAnswerOf),
        second_factor: secondFactor && {
          ...{ since: secondFactor.since, totp: secondFactor.totp, codes_left: secondFactor.codesLeft },
        },
        provider: provider && { name: provider.name, account: link?.account ?? null, since: link?.since ?? null },
      }
    },
  )
