import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const OIDC_CLIENT = { id: 'pathlight', secret: 'a-secret-of-this-test' } as const

/** The person who logs in at the provider. The provider asks for no password. */
export type AtOidcProvider = { readonly subject: string; readonly email: string; readonly isVerified: boolean }

/**
 * Opens `url` at the provider, and follows redirects as a browser would. Returns the path and query of the redirect
 * that leads to the app's address `callback`.
 */
export const goToProvider = async (url: string, callback: string): Promise<string> => {
  const cookies = new Map<string, string>()
  for (let address = url; ; ) {
    if (address.startsWith(callback)) return address.slice(new URL(callback).origin.length)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value !== '') cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
    address = new URL(location, address).href
  }
}

/**
 * Starts a real OIDC provider (the package oidc-provider) on loopback. `is` chooses the person who logs in there.
 * `callbacks`: the addresses to which the provider may redirect.
 */
export const startOidcProvider = async (callbacks: () => readonly string[]) => {
  // @ts-expect-error: the package brings no types.
  const { default: Provider } = await import('oidc-provider')
  const state: { person: AtOidcProvider } = { person: { subject: 'nobody', email: '', isVerified: false } }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, AtOidcProvider>()
  // The part of the provider's context that `loadExistingGrant` uses.
  type Context = {
    oidc: {
      provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } }
      client: { clientId: string }
      session: { accountId: string }
    }
  }
  // Makes the provider at the first request, because a test knows its own address only after the start of its app.
  const make = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: OIDC_CLIENT.id,
          client_secret: OIDC_CLIENT.secret,
          redirect_uris: callbacks(),
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      cookies: { keys: ['a-key-of-this-test'] },
      // Without this setting, the provider would accept Pathlight's client without PKCE, because the client has a
      // secret.
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => {
          const { email, isVerified } = people.get(accountId) ?? state.person
          return { sub: accountId, email, email_verified: isVerified }
        },
      }),
      loadExistingGrant: async ({ oidc: { provider: grants, client, session } }: Context) => {
        const grant = new grants.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  let made: ReturnType<typeof make> | null = null
  server.on('request', (request, response) => {
    made ??= make()
    if (!request.url?.startsWith('/interaction/')) return made.callback()(request, response)
    const { subject } = state.person
    people.set(subject, state.person)
    void made.interactionFinished(request, response, { login: { accountId: subject } })
  })
  return {
    issuer,
    /** Chooses the person who logs in from now on. */
    is: (person: AtOidcProvider): void => {
      state.person = person
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
