import { oidcAddress, oidcCallback, oidcLogInBody } from '@pathlight/contracts/log-in.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { originOfApp } from '@pathlight/http/app-origin.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, rateLimited, refusalsLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Challenge } from '@pathlight/identity/identity.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandDependencies } from '../../dependencies.ts'
import { recordAccountChange } from '../../record-account-change.ts'
import { openAccount } from '../open-account.ts'
import { type BegunAtProvider, type Provider, ProviderFailed, type ProviderProblem } from './provider.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000
/** The path to which the provider sends people back. The operator registers it at the provider. */
export const CALLBACK = '/api/auth/oidc/callback'
/** The page that says why a log-in by the provider failed, or asks for proof of the account. */
const PAGE = '/login/provider'

const WORDS: Readonly<Record<ProviderProblem, string>> = {
  provider_away: 'The provider does not answer. Please try again later, or log in with your password.',
  provider_refused: 'The provider did not let you in.',
  provider_not_believed: 'What the provider answered cannot be believed, so nothing was done.',
}

/** Throws 409 where this installation has no provider. */
export const providerOr409 = (provider: Provider | null): Provider => {
  if (provider === null) throw new HttpProblem(409, 'no_provider', 'There is no log-in by a provider here.')
  return provider
}

/** Sends the browser to the provider. The log-in that begins is bound to this browser. Throws 502 where the provider is away. */
export const sendToProvider = async (
  { identity, sessions, provider, publicUrl }: CommandDependencies,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  purpose: 'provider' | 'provider-link',
  { userId, value }: Challenge,
): Promise<{ url: string }> => {
  try {
    const redirectUri = new URL(CALLBACK, originOfApp(request, publicUrl)).href
    const { url, begun } = await providerOr409(provider).begin(redirectUri)
    const token = await identity.startChallenge(purpose, { userId, value: { ...value, ...begun } })
    sessions.keepBegun(request, reply, token)
    return { url }
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    request.log.warn(error)
    throw new HttpProblem(502, error.code, WORDS[error.code])
  }
}

/**
 * The path in the app that a client sent, in ASCII, as a header needs it; `/` for anything else. To browsers a path that begins with
 * two slashes, or with a slash and a backslash, names another host.
 */
const placeOf = (back: unknown): string =>
  typeof back === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(back)
    ? back.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
    : '/'

/** Begins to log in at the provider. `back` in the body: the path in the app to come back to. */
export const beginByProvider = (app: App, url: string, parts: CommandDependencies) =>
  app.post(
    url,
    {
      // Each log-in keeps a record for ten minutes. A whole congregation may log in behind one address.
      preHandler: rateLimited(app, { name: 'provider', max: 2_000, windowMs: QUARTER_HOUR_MS, key: byAddress }),
      schema: { summary: 'Begin to log in at the provider', body: oidcLogInBody, response: { 200: oidcAddress } },
    },
    async (request, reply) => {
      const { remember = false, back, invitation = null } = request.body
      return sendToProvider(parts, [request, reply], 'provider', {
        userId: null,
        value: { remember, back: placeOf(back), invitation },
      })
    },
  )

/** Whether who came back is neither let in nor linked, nor asked to prove which account is theirs. */
const cameToNothing = (reply: FastifyReply): boolean => {
  const to = String(reply.getHeader('location') ?? PAGE)
  return to.startsWith(PAGE) && !/\boutcome=(linked|prove)\b/.test(to)
}

/**
 * Answers whoever comes back from the provider: logs them in, links the provider with the account from which they went there, or
 * asks them to prove which account is theirs. The answer is a page, which also says what went wrong.
 */
export const comeFromProvider = (app: App, url: string, parts: CommandDependencies) => {
  const { identity, log, sessions, jobs, provider, publicUrl } = parts
  /** The outcome: `to`, the path to go to, or `say`, a code for PAGE. `invitation`: the one with which a new person came. */
  const outcomeOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ to: string } | { say: string; invitation?: unknown }> => {
    if (provider === null) return { say: 'no_provider' }
    const token = sessions.begunOf(request)
    const linking = token && (await identity.takeChallenge('provider-link', token))
    const begun = linking || (token && (await identity.takeChallenge('provider', token)))
    sessions.keepBegun(request, reply, null)
    // The log-in was used already, is too old, or was begun in another browser.
    if (!begun) return { say: 'provider_over' }
    const who = await provider.finish(
      new URL(request.url, originOfApp(request, publicUrl)),
      begun.value as BegunAtProvider,
    )
    if (linking) {
      const session = await sessions.find(request)
      if (session === null || session.userId !== linking.userId) return { say: 'provider_over' }
      const { userId } = session
      if (!(await identity.linkProvider(userId, who.at, who.account))) return { say: 'provider_taken' }
      await jobs.add('notice-mail', { userId, notice: 'provider-linked' })
      await recordAccountChange(log, request, { userId, session, change: 'provider-linked' })
      return { say: 'linked' }
    }
    const user = await identity.findByProvider(who.at)
    if (user !== null) {
      await openAccount(log, user.id, request.correlationId)
      const session = await sessions.start(request, reply, { user, remember: begun.value.remember === true })
      // Null when the password was changed after the user was read.
      return session === null ? { say: 'provider_over' } : { to: placeOf(begun.value.back) }
    }
    // The account page asks for the password: whoever finds a browser open must not be able to add a way to log in.
    if ((await sessions.find(request)) !== null) return { say: 'provider_logged_in' }
    // An address that the provider has not verified may be anybody's.
    if (who.email === null) return { say: 'provider_without_address' }
    const value = { ...who.at, email: who.email, account: who.account, shownAt: Date.now() }
    sessions.keepBegun(request, reply, await identity.startChallenge('provider-proof', { userId: null, value }))
    return { say: 'prove', invitation: begun.value.invitation }
  }
  app.get(
    url,
    {
      ...refusalsLimited(
        app,
        { name: 'provider-back', max: 100, windowMs: QUARTER_HOUR_MS, key: byAddress },
        cameToNothing,
      ).hooks,
      config: { isPage: true },
      schema: { summary: 'Come back from the provider', querystring: oidcCallback, response: { 303: z.null() } },
    },
    async (request, reply) => {
      const outcome = await outcomeOf(request, reply).catch((error: unknown) => {
        if (error instanceof RuleBroken) return { say: error.code }
        if (!(error instanceof ProviderFailed)) throw error
        request.log.warn(error)
        return { say: error.code }
      })
      if ('to' in outcome) return reply.code(303).header('location', outcome.to).send(null)
      const said = new URLSearchParams({ outcome: outcome.say })
      if ('invitation' in outcome && typeof outcome.invitation === 'string') said.set('invitation', outcome.invitation)
      return reply.code(303).header('location', `${PAGE}?${said}`).send(null)
    },
  )
}
