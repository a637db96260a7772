import { oidcAddress, withPassword } from '@pathlight/contracts/log-in.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { nameKey } from '@pathlight/identity/name-key.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../../dependencies.ts'
import { recordAccountChange } from '../../record-account-change.ts'
import { passwordOr403 } from '../identity-answers.ts'
import { providerOr409, sendToProvider } from './log-in-by-provider.ts'

/**
 * How far the clocks of two processes may differ, in milliseconds. One process may serve the return from the provider,
 * and another the log-in.
 */
const CLOCKS_DIFFER_MS = 10_000

/** Begins to link the signed-in person's account with theirs at the provider. */
export const beginProviderLink = (app: App, url: string, parts: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: parts.sessions.requireUser,
      schema: {
        summary: 'Begin to link an account at the provider',
        body: withPassword,
        response: { 200: oidcAddress },
      },
    },
    async (request, reply) => {
      const { identity, sessions } = parts
      const { userId } = signedIn(request)
      passwordOr403(await identity.checkPassword(userId, request.body.password, sessions.originOf(request)))
      return sendToProvider(parts, [request, reply], 'provider-link', { userId, value: {} })
    },
  )

/**
 * Links the provider with the signed-in account. The session must have begun after the return from the provider,
 * because an older session proves nothing. The account's address must be the address that the provider has verified.
 */
export const finishProviderLink = (
  app: App,
  url: string,
  { identity, log, sessions, jobs, provider }: CommandDependencies,
) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Link what I have shown at the provider', response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId, email, createdAt } = session
      providerOr409(provider)
      const token = sessions.begunOf(request)
      const shown = token && (await identity.takeChallenge('provider-proof', token))
      sessions.keepBegun(request, reply, null)
      if (!shown) throw new HttpProblem(409, 'provider_over', 'This took too long. Please begin at the provider again.')
      const { issuer, subject, account, email: verified } = shown.value as Record<string, string>
      if (Date.parse(createdAt) + CLOCKS_DIFFER_MS <= Number(shown.value.shownAt))
        throw new HttpProblem(
          409,
          'provider_logged_in',
          'You were logged in here already. Link your account at the provider on your account page, with your password.',
        )
      if (nameKey(verified ?? '') !== nameKey(email))
        throw new HttpProblem(
          409,
          'provider_other_address',
          'Your address at the provider is another one than here. Link it on your account page.',
        )
      const at = { issuer: issuer ?? '', subject: subject ?? '' }
      if (!(await identity.linkProvider(userId, at, account ?? '')))
        throw new HttpProblem(409, 'provider_taken', 'This account at the provider is linked with another one here.')
      const mail = () => jobs.add('notice-mail', { userId, notice: 'provider-linked' })
      await recordAccountChange(log, request, { userId, session, change: 'provider-linked', mail })
      return reply.code(204).send(null)
    },
  )

/** Unlinks the provider. The person's account at the provider does not log in here any more. */
export const unlinkProvider = (app: App, url: string, { identity, log, sessions, provider }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { whileLocked: true },
      schema: { summary: 'Unlink my account at the provider', response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      if (await identity.unlinkProvider(userId, providerOr409(provider).issuer))
        await recordAccountChange(log, request, { userId, session, change: 'provider-unlinked' })
      return reply.code(204).send(null)
    },
  )
