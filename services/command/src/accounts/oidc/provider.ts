import type { AtProvider } from '@pathlight/identity/identity.ts'
import type { ClientAuth, Configuration } from 'openid-client'

/** The settings by which the provider knows this installation. */
export type ProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The secrets of a log-in, stored while the person is at the provider. */
export type BegunAtProvider = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** A person at the provider. `email`: the address that the provider has verified; null: there is no such address. */
export type WhoAtProvider = {
  readonly at: AtProvider
  readonly email: string | null
  /** The address or name of the person at the provider, for display. */
  readonly account: string
}

/** Why a log-in at the provider failed. */
export type ProviderProblem = 'provider_away' | 'provider_refused' | 'provider_not_believed'
export class ProviderFailed extends Error {
  readonly code: ProviderProblem

  constructor(code: ProviderProblem, cause: unknown) {
    super(`The OIDC provider: ${code}`, { cause })
    this.code = code
  }
}

export type Provider = {
  /** The provider's name for people: the host of its address. */
  readonly name: string
  readonly issuer: string
  /** Returns the provider's address for the browser, and the log-in's secrets. Throws ProviderFailed. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly begun: BegunAtProvider }>
  /**
   * Finishes the log-in of the person who came back to `url`. Throws ProviderFailed where the provider is away or
   * refuses, or where its answer is not valid, for example of another issuer, for another client, or with a wrong
   * signature.
   */
  finish(url: URL, begun: BegunAtProvider): Promise<WhoAtProvider>
}

/** How long the provider may take to answer, in seconds. */
const ANSWERS_WITHIN_S = 8
/** How far the provider's clock may differ from ours, in seconds. */
const CLOCKS_DIFFER_S = 60
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Whether the provider gave no answer, or a status of 500 or more. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const status = 'status' in error ? error.status : error.cause instanceof Response ? error.cause.status : 0
  const isUnreached = error instanceof TypeError && /fetch/i.test(error.message)
  const isLate = error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT')
  return isUnreached || isLate || Number(status) >= 500 || isAway(error.cause)
}

/**
 * Opens a client of an OIDC provider: the code flow with PKCE, state and nonce. The provider's configuration is fetched
 * at the first log-in.
 */
export const openProvider = ({ issuer, clientId, clientSecret }: ProviderSettings): Provider => {
  const client = () => import('openid-client')
  const address = new URL(issuer)
  const named = issuer.replace(/\/+$/, '')
  let found: Promise<Configuration> | null = null
  const discover = async (): Promise<Configuration> => {
    const openid = await client()
    const { allowInsecureRequests, clockTolerance, discovery, enableNonRepudiationChecks } = openid
    const metadata = { client_secret: clientSecret, [clockTolerance]: CLOCKS_DIFFER_S }
    // client_secret_basic is the default of a provider that names no method (OpenID Connect Discovery, section 3).
    const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)]
    const authenticate: ClientAuth = (server, ...rest) => {
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
    }
    return discovery(address, clientId, metadata, authenticate, {
      timeout: ANSWERS_WITHIN_S,
      // Makes the library check a token's signature. By default the library skips this check for a token that comes
      // straight from the provider.
      execute: [enableNonRepudiationChecks, ...(isLoopback(address.hostname) ? [allowInsecureRequests] : [])],
    })
  }
  const configuration = (): Promise<Configuration> => {
    found ??= discover().catch((error: unknown) => {
      // The next log-in fetches the configuration again.
      found = null
      throw error
    })
    return found
  }
  const told = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      const { AuthorizationResponseError } = await client()
      if (error instanceof AuthorizationResponseError) throw new ProviderFailed('provider_refused', error)
      throw new ProviderFailed(isAway(error) ? 'provider_away' : 'provider_not_believed', error)
    }
  }
  return {
    name: address.host,
    issuer: named,

    begin: (redirectUri) =>
      told(async () => {
        const openid = await client()
        const config = await configuration()
        const begun = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        }
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, begun }
      }),

    finish: (url, { state, nonce, verifier }) =>
      told(async () => {
        const openid = await client()
        const config = await configuration()
        const tokens = await openid.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('There is no ID token')
        // Many providers give the address only at the userinfo endpoint.
        const more =
          typeof claims.email === 'string' || config.serverMetadata().userinfo_endpoint === undefined
            ? claims
            : await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        const email = more.email_verified === true && typeof more.email === 'string' ? more.email : null
        const name = [email, more.preferred_username, more.name].find((one) => typeof one === 'string' && one !== '')
        const at = { issuer: named, subject: claims.sub }
        return { at, email, account: String(name ?? claims.sub).slice(0, 254) }
      }),
  }
}
