import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { goToProvider, OIDC_CLIENT, startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { commandUnderTest, eventsIn, openBrowser, PASSWORD, signUpSomebody } from '../../command-under-test.contract.ts'
import { startLyingProvider } from './lying-provider.contract.ts'
import { openProvider } from './provider.ts'

const CALLBACK = 'http://localhost/api/auth/oidc/callback'
const real = await startOidcProvider(() => [CALLBACK])
atTheEnd(real.stop)
const lying = await startLyingProvider(OIDC_CLIENT.id)
atTheEnd(lying.stop)
const known = { clientId: OIDC_CLIENT.id, clientSecret: OIDC_CLIENT.secret }

const visit = (url: string) => goToProvider(url, CALLBACK)
type Browser = ReturnType<typeof openBrowser>
/** The address to which the app redirects a browser that returns from the provider. */
const comeBack = async ({ ask }: Browser, path: string) => {
  const { status, headers } = await ask('GET', path)
  expect(status).toBe(303)
  return String(headers.location)
}
const logIn = async (browser: Browser, body: object = {}) => {
  const begun = await browser.ask('POST', '/api/auth/oidc', body)
  expect(begun.status).toBe(200)
  return comeBack(browser, await visit(begun.body.url))
}

describe('a log-in at an OIDC provider', () => {
  const under = commandUnderTest({ provider: openProvider({ issuer: real.issuer, ...known }) })
  type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
  const changes = async ({ id }: Pick<Somebody, 'id'>) =>
    (await eventsIn(under, accountStream(id))).map(({ type, data }) => data.change ?? type)
  const notices = async ({ id }: Pick<Somebody, 'id'>) =>
    (await under.jobs.waiting()).flatMap(({ data }) => ('notice' in data && data.userId === id ? [data.notice] : []))
  const provider = async ({ ask }: Somebody) => (await ask('GET', '/api/account/log-in')).body.provider
  const link = async (who: Somebody) => {
    const { body } = await who.ask('POST', '/api/account/oidc', { password: PASSWORD })
    return comeBack(who, await visit(body.url))
  }

  it('is begun with PKCE by S256, which the provider requires', async () => {
    const { body } = await openBrowser(under).ask('POST', '/api/auth/oidc', {})
    const url = new URL(body.url)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const without = await visit(url.href)
    expect(new URL(without, CALLBACK).searchParams.get('error')).toBe('invalid_request')
  })

  it('is linked on the account page for the password, and comes back to where the person was', async () => {
    const ann = await signUpSomebody(under)
    real.is({ subject: 'Ann-1', email: 'ann@elsewhere.example', isVerified: true })
    expect((await ann.ask('POST', '/api/account/oidc', { password: 'Wrong1!pass' })).status).toBe(403)
    expect(await link(ann)).toBe('/login/provider?outcome=linked')
    expect(await provider(ann)).toMatchObject({ account: 'ann@elsewhere.example' })
    const browser = openBrowser(under)
    expect(await logIn(browser, { back: '/bible/KJV/John/3?x=1#v16' })).toBe('/bible/KJV/John/3?x=1#v16')
    expect((await browser.ask('GET', '/api/auth/')).body.id).toBe(ann.id)
    expect((await ann.ask('DELETE', '/api/account/oidc')).status).toBe(204)
    expect(await provider(ann)).toMatchObject({ account: null, since: null })
    expect(await logIn(openBrowser(under))).toBe('/login/provider?outcome=prove')
    expect(await changes(ann)).toEqual(['AccountOpened', 'provider-linked', 'provider-unlinked'])
    expect(await notices(ann)).toEqual(['provider-linked'])
  })

  it('is linked with the account of the same verified address once the person has logged in to it', async () => {
    const ann = await signUpSomebody(under)
    real.is({ subject: 'ann-2', email: ann.email.toUpperCase(), isVerified: true })
    const browser = openBrowser(under)
    expect(await logIn(browser)).toBe('/login/provider?outcome=prove')
    expect((await browser.ask('GET', '/api/auth/')).status).toBe(401)
    expect((await browser.ask('PUT', '/api/account/oidc')).status).toBe(401)
    await browser.ask('POST', '/api/auth/login', { email: ann.email, password: PASSWORD })
    expect((await browser.ask('PUT', '/api/account/oidc')).status).toBe(204)
    expect(await browser.ask('PUT', '/api/account/oidc')).toMatchObject({
      status: 409,
      body: { code: 'provider_over' },
    })
    expect(await logIn(openBrowser(under))).toBe('/')
    expect(await changes(ann)).toEqual(['AccountOpened', 'provider-linked'])
    expect(await notices(ann)).toEqual(['provider-linked'])
  })

  it('is in the history also where the mail about it cannot be added', async () => {
    const [ann, bob] = [await signUpSomebody(under), await signUpSomebody(under)]
    const add = vi.spyOn(under.jobs, 'add').mockRejectedValue(new Error('The jobs are away'))
    onTestFinished(() => add.mockRestore())
    real.is({ subject: 'ann-unmailed', email: ann.email, isVerified: true })
    expect(await link(ann)).toBe('/login/provider?outcome=linked')
    expect(await changes(ann)).toEqual(['AccountOpened', 'provider-linked'])
    real.is({ subject: 'bob-unmailed', email: bob.email, isVerified: true })
    const browser = openBrowser(under)
    expect(await logIn(browser)).toBe('/login/provider?outcome=prove')
    await browser.ask('POST', '/api/auth/login', { email: bob.email, password: PASSWORD })
    expect((await browser.ask('PUT', '/api/account/oidc')).status).toBe(204)
    expect(await changes(bob)).toEqual(['AccountOpened', 'provider-linked'])
  })

  it('is not linked with an account of another address, nor by one that the provider has not verified', async () => {
    const [ann, bob] = [await signUpSomebody(under), await signUpSomebody(under)]
    real.is({ subject: 'bob', email: bob.email, isVerified: true })
    const browser = openBrowser(under)
    expect(await logIn(browser)).toBe('/login/provider?outcome=prove')
    await browser.ask('POST', '/api/auth/login', { email: ann.email, password: PASSWORD })
    expect(await browser.ask('PUT', '/api/account/oidc')).toMatchObject({
      status: 409,
      body: { code: 'provider_other_address' },
    })
    real.is({ subject: 'bob-unverified', email: bob.email, isVerified: false })
    expect(await logIn(openBrowser(under))).toBe('/login/provider?outcome=provider_without_address')
    expect(await provider(ann)).toMatchObject({ account: null })
    expect(await changes(bob)).toEqual(['AccountOpened'])
  })

  it('is not linked by a session from before, which needs no password: also where the browser hid it meanwhile', async () => {
    under.aheadMs = -60_000
    const ann = await signUpSomebody(under).finally(() => {
      under.aheadMs = 0
    })
    real.is({ subject: 'ann-before', email: ann.email, isVerified: true })
    expect(await logIn(ann)).toBe('/login/provider?outcome=provider_logged_in')
    expect(await ann.ask('PUT', '/api/account/oidc')).toMatchObject({ status: 409, body: { code: 'provider_over' } })
    const browser = openBrowser(under)
    expect(await logIn(browser)).toBe('/login/provider?outcome=prove')
    for (const [name, value] of ann.cookies) if (name !== 'pathlight_begun') browser.cookies.set(name, value)
    expect(await browser.ask('PUT', '/api/account/oidc')).toMatchObject({
      status: 409,
      body: {
        code: 'provider_logged_in',
        detail:
          'You were logged in here already. Link your account at the provider on your account page, with your password.',
      },
    })
    expect(await provider(ann)).toMatchObject({ account: null })
    expect(await changes(ann)).toEqual(['AccountOpened'])
  })

  it('is linked also where the clock of the process that logs in is some seconds behind', async () => {
    const ann = await signUpSomebody(under)
    real.is({ subject: 'ann-behind', email: ann.email, isVerified: true })
    const browser = openBrowser(under)
    expect(await logIn(browser)).toBe('/login/provider?outcome=prove')
    under.aheadMs = -5_000
    await browser.ask('POST', '/api/auth/login', { email: ann.email, password: PASSWORD }).finally(() => {
      under.aheadMs = 0
    })
    expect((await browser.ask('PUT', '/api/account/oidc')).status).toBe(204)
  })

  it('is one person’s: whoever links it second is told', async () => {
    const [ann, bob] = [await signUpSomebody(under), await signUpSomebody(under)]
    real.is({ subject: 'shared', email: 'shared@elsewhere.example', isVerified: true })
    expect(await link(ann)).toBe('/login/provider?outcome=linked')
    expect(await link(bob)).toBe('/login/provider?outcome=provider_taken')
    // Subjects of a provider are case-sensitive.
    real.is({ subject: 'SHARED', email: 'shared@elsewhere.example', isVerified: true })
    expect(await link(bob)).toBe('/login/provider?outcome=linked')
  })

  it('works once, in the browser that began it', async () => {
    const ann = await signUpSomebody(under)
    real.is({ subject: 'ann-3', email: 'ann3@elsewhere.example', isVerified: true })
    await link(ann)
    const [victim, attacker] = [openBrowser(under), openBrowser(under)]
    const path = await visit((await attacker.ask('POST', '/api/auth/oidc', {})).body.url)
    expect(await comeBack(victim, path)).toBe('/login/provider?outcome=provider_over')
    await victim.ask('POST', '/api/auth/oidc', {})
    expect(await comeBack(victim, path)).toBe('/login/provider?outcome=provider_not_believed')
    expect((await victim.ask('GET', '/api/auth/')).status).toBe(401)
    const begun = await attacker.ask('POST', '/api/auth/oidc', {})
    const again = await visit(begun.body.url)
    expect(await comeBack(attacker, again)).toBe('/')
    expect(await comeBack(attacker, again)).toBe('/login/provider?outcome=provider_over')
  })

  it.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '/a\nb'])(
    'leads nobody to another site (%j)',
    async (back) => {
      const ann = await signUpSomebody(under)
      real.is({ subject: `back-${back}`, email: 'back@elsewhere.example', isVerified: true })
      await link(ann)
      expect(await logIn(openBrowser(under), { back })).toBe('/')
    },
  )

  it('comes back to a place whose address has letters of any language', async () => {
    const ann = await signUpSomebody(under)
    real.is({ subject: 'ann-korean', email: 'korean@elsewhere.example', isVerified: true })
    await link(ann)
    expect(await logIn(openBrowser(under), { back: '/search?query=빛 과#é' })).toBe(
      '/search?query=%EB%B9%9B%20%EA%B3%BC#%C3%A9',
    )
  })

  it('of an account that is closed starts nothing', async () => {
    const ann = await signUpSomebody(under)
    real.is({ subject: 'ann-4', email: 'ann4@elsewhere.example', isVerified: true })
    await link(ann)
    expect((await ann.ask('DELETE', '/api/account', { password: PASSWORD, confirm: ann.username })).status).toBe(204)
    expect(await logIn(openBrowser(under))).toBe('/login/provider?outcome=account_closed')
  })
})

describe('a log-in at a provider, where people come by invitation', () => {
  const under = commandUnderTest({ provider: openProvider({ issuer: real.issuer, ...known }), signUpMode: 'invited' })

  it('brings the invitation back to whoever is new, and links the account that is made with it', async () => {
    const until = new Date(Date.now() + 60_000)
    const { code: invitation } = await under.identity.invite({
      ...{ id: crypto.randomUUID(), email: null, people: 1, by: 'an admin', until },
    })
    const email = 'guest@example.org'
    real.is({ subject: 'guest', email, isVerified: true })
    const browser = openBrowser(under)
    const to = new URL(await logIn(browser, { invitation }), 'http://localhost')
    expect([to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
      '/login/provider',
      { outcome: 'prove', invitation },
    ])
    const form = { username: 'guest', email, password: PASSWORD, confirm_password: PASSWORD, invitation }
    expect((await browser.ask('POST', '/api/auth/signup', form)).status).toBe(201)
    expect((await browser.ask('PUT', '/api/account/oidc')).status).toBe(204)
    expect(await logIn(openBrowser(under), { invitation, back: '/search' })).toBe('/search')
  })
})

describe('a provider that lies', () => {
  const under = commandUnderTest({ provider: openProvider({ issuer: lying.issuer, ...known }) })

  it('lets people in while it tells the truth', async () => {
    lying.tells('none')
    expect(await logIn(openBrowser(under))).toBe('/login/provider?outcome=prove')
  })

  it.each(['issuer', 'audience', 'signature', 'nonce', 'clock', 'state'] as const)(
    'about the %s is not believed',
    async (lie) => {
      lying.tells(lie)
      const browser = openBrowser(under)
      expect(await logIn(browser)).toBe('/login/provider?outcome=provider_not_believed')
      expect(await browser.ask('PUT', '/api/account/oidc')).toMatchObject({ status: 401 })
    },
  )

  it('or refuses, is said to have refused', async () => {
    lying.tells('denies')
    expect(await logIn(openBrowser(under))).toBe('/login/provider?outcome=provider_refused')
  })

  it('and breaks while the person is there, is said to be away', async () => {
    lying.tells('none')
    const browser = openBrowser(under)
    const path = await visit((await browser.ask('POST', '/api/auth/oidc', {})).body.url)
    lying.tells('broken')
    expect(await comeBack(browser, path)).toBe('/login/provider?outcome=provider_away')
  })
})

describe('coming back from a provider to nothing', () => {
  const under = commandUnderTest({ provider: openProvider({ issuer: lying.issuer, ...known }) })

  it('is counted by address, a hundred times, and whoever is asked which account is theirs is not', async () => {
    lying.tells('none')
    const toNothing = () => openBrowser(under).ask('GET', '/api/auth/oidc/callback?code=x')
    for (let n = 1; n < 100; n++) expect((await toNothing()).status).toBe(303)
    for (const _ of [1, 2]) expect(await logIn(openBrowser(under))).toBe('/login/provider?outcome=prove')
    expect([(await toNothing()).status, (await toNothing()).status]).toEqual([303, 429])
    const inBrowser = { url: '/api/auth/oidc/callback?code=x', headers: { accept: 'text/html' } }
    const { statusCode, headers, body } = await under.app.inject(inBrowser)
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(body).toContain('Too many attempts.')
  })
})

describe('a provider', () => {
  it('that is down is away, and one that calls itself another is not believed', async () => {
    const begin = (issuer: string) => openProvider({ issuer, ...known }).begin(CALLBACK)
    await expect(begin('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'provider_away' })
    lying.tells('discovery')
    await expect(begin(lying.issuer)).rejects.toMatchObject({ code: 'provider_not_believed' })
  })

  it('is asked again after it was away', async () => {
    const provider = openProvider({ issuer: lying.issuer, ...known })
    lying.tells('broken')
    await expect(provider.begin(CALLBACK)).rejects.toMatchObject({ code: 'provider_away' })
    lying.tells('none')
    expect(await provider.begin(CALLBACK)).toHaveProperty('url')
  })
})

describe('without a provider', () => {
  const under = commandUnderTest()

  it('there is no such log-in', async () => {
    const browser = openBrowser(under)
    expect(await browser.ask('POST', '/api/auth/oidc', {})).toMatchObject({
      status: 409,
      body: { code: 'no_provider' },
    })
    expect(await comeBack(browser, '/api/auth/oidc/callback?code=x')).toBe('/login/provider?outcome=no_provider')
  })
})
