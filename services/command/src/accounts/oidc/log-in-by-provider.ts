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

/**
 * Sends the browser to the provider. The log-in that begins is bound to this browser. Throws 409 without a provider,
 * 502 if it fails.
 */
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
 * The path in the app to return to, percent-encoded as a header needs; `/` for any other value. A path that begins with
 * `//` or `/\` becomes `/`, because browsers take the text after these signs as a host.
 */
const placeOf = (back: unknown): string =>
  typeof back === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(back)
    ? back.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
    : '/'

/** Begins a log-in at the provider. `back` in the body is the path in the app to return to. */
export const beginByProvider = (app: App, url: string, parts: CommandDependencies) =>
  app.post(
    url,
    {
      // Each call stores a record for ten minutes, so calls are limited. The limit is high, because a whole
      // congregation may share one network address.
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

/**
 * Whether the redirect tells of a failure: the person is neither logged in, nor linked, nor asked to prove an account.
 */
const cameToNothing = (reply: FastifyReply): boolean => {
  const to = String(reply.getHeader('location') ?? PAGE)
  return to.startsWith(PAGE) && !/\boutcome=(linked|prove)\b/.test(to)
}

/**
 * Receives a browser that returns from the provider. Logs the person in, links the provider with the account that began
 * the link, or asks the person to prove which account is theirs. The answer is a redirect to a page of the app.
 */
export const comeFromProvider = (app: App, url: string, parts: CommandDependencies) => {
  const { identity, log, sessions, jobs, provider, publicUrl } = parts
  /**
   * Where the redirect leads. `to`: the path. `say`: a code that PAGE explains. `invitation`: the invitation with which
   * a new person came.
   */
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
      const mail = () => jobs.add('notice-mail', { userId, notice: 'provider-linked' })
      await recordAccountChange(log, request, { userId, session, change: 'provider-linked', mail })
      return { say: 'linked' }
    }
    const user = await identity.findByProvider(who.at)
    if (user !== null) {
      await openAccount(log, user.id, request.correlationId)
      const session = await sessions.start(request, reply, { user, remember: begun.value.remember === true })
      // `session` is null when the password was changed after the user was read.
      return session === null ? { say: 'provider_over' } : { to: placeOf(begun.value.back) }
    }
    // A signed-in person links a provider on the account page, which asks for the password. Otherwise whoever gets at
    // the person's browser could add a way to log in.
    if ((await sessions.find(request)) !== null) return { say: 'provider_logged_in' }
    // `email` is null if the provider has not verified the address, because such an address may be anybody's.
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
