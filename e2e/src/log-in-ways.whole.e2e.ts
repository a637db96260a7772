import { codeOf } from '@pathlight/testing/authenticator-app.ts'
import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { OIDC_CLIENT, startOidcProvider } from '@pathlight/testing/oidc-provider.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { EVERY_LOOK, filled, words } from './every-look.ts'
import { OVERFLOW } from './in-page.ts'
import { logOut, PASSWORD, picture, signUpByCall } from './person.ts'

/** Adds a simulated fingerprint reader that confirms each request at once. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}
/** Makes the browser offer no passkey in the email field, so that the person must press the button. */
const WITHOUT_CONDITIONAL_UI = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false'
const signedIn = (page: Page) => expect.poll(async () => (await page.request.get('/api/auth/')).status()).toBe(200)

/** The journeys on an app with these stores and its own log-in provider. */
const onStores = async (stores: Readonly<Record<string, string>>, looks: typeof EVERY_LOOK) => {
  const provider = await startOidcProvider(() => [`${site()}/api/auth/oidc/callback`])
  afterAll(() => provider.stop())
  const app = appInBrowser(() => ({
    ...stores,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
  }))
  /** A passkey needs a host name, so the app is opened at localhost instead of 127.0.0.1. */
  const site = () => app.address.replace('127.0.0.1', 'localhost')
  const providerName = new URL(provider.issuer).host

  describe.each(looks)('logging in beside the password, in $language on a $device', (look) => {
    const { language, mark, options, kept } = look
    const { logIn, server } = words(language, 'log-in')
    const { accounts } = words(language, 'accounts')
    const { account } = words(language, 'account')
    const newPerson = () => app.newPerson({ ...options, baseURL: site() }, kept)
    const openAccount = async (page: Page) => {
      await page.goto('/settings/account')
      await page.getByRole('heading', { level: 2, name: logIn.passkeys, exact: true }).waitFor()
    }
    const addPasskey = async (page: Page) => {
      await openAccount(page)
      await page.getByRole('button', { name: logIn.addPasskey, exact: true }).click()
      await page.getByRole('dialog').getByLabel(logIn.passkeyName).fill('Ring')
      await confirm(page, logIn.addPasskeyNow)
      await page.getByText(logIn.passkeyAdded).waitFor()
    }
    const confirm = async (page: Page, button: string) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(account.presentPassword).fill(PASSWORD)
      await dialog.getByRole('button', { name: button, exact: true }).click()
    }
    /** Takes a screenshot, and checks the page's accessibility and width. `what`: a part of the screenshot's name. */
    const fits = async (page: Page, what: string) => {
      await picture(page, `log-in-${what}-${mark}`)
      expect(await violations(page, page.url())).toEqual([])
      expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    }
    const typePassword = async (page: Page, name: string) => {
      await page.goto('/login')
      const main = page.getByRole('main')
      await main.getByLabel(accounts.email).fill(`${name}@example.org`)
      await main.getByLabel(accounts.password, { exact: true }).fill(PASSWORD)
      await main.getByRole('button', { name: accounts.logIn, exact: true }).click()
    }

    it('with a passkey: it is added, named, logs in with one tap, and is removed', async () => {
      const { page, complaints, leave } = await newPerson()
      const name = `key.${mark}`
      await page.addInitScript(WITHOUT_CONDITIONAL_UI)
      await withAuthenticator(page)
      await page.goto('/login')
      await signUpByCall(page, name)
      await openAccount(page)
      await page.getByRole('button', { name: logIn.addPasskey, exact: true }).click()
      await page.getByRole('dialog').getByLabel(logIn.passkeyName).fill('Ring')
      await fits(page, 'add')
      await confirm(page, logIn.addPasskeyNow)
      await page.getByText(logIn.passkeyAdded).waitFor()
      await page.getByRole('button', { name: filled(logIn.renameNamed, { name: 'Ring' }) }).click()
      await page.getByRole('dialog').getByLabel(logIn.passkeyName).fill('Key')
      await page.getByRole('dialog').getByRole('button', { name: logIn.saveName }).click()
      await page.getByText(logIn.renamed).waitFor()
      await fits(page, 'passkeys')

      await logOut(page)
      await page.goto('/login')
      await page.getByRole('button', { name: logIn.usePasskey }).waitFor()
      await fits(page, 'form')
      await page.getByRole('button', { name: logIn.usePasskey }).click()
      await page.waitForURL(`${site()}/`)
      await signedIn(page)

      await openAccount(page)
      await page.getByRole('button', { name: filled(logIn.removeNamed, { name: 'Key' }) }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: logIn.remove, exact: true }).click()
      await page.getByText(logIn.removed).waitFor()
      await logOut(page)
      await page.goto('/login')
      await page.getByRole('button', { name: logIn.usePasskey }).click()
      await page.getByText(server.passkey_unknown).waitFor()
      expect(complaints.filter((one) => !/status of 401/.test(one))).toEqual([])
      await leave()
    })

    it('with a passkey that the browser offers in the address field', async () => {
      const { page, leave } = await newPerson()
      await withAuthenticator(page)
      await page.goto('/')
      await signUpByCall(page, `field.${mark}`)
      await addPasskey(page)
      await logOut(page)
      await page.goto('/login')
      // The virtual device accepts the offer by itself.
      await page.waitForURL(`${site()}/`)
      await signedIn(page)
      await leave()
    })

    it('with a second step: a code of an app, and a recovery code', async () => {
      const { page, leave } = await newPerson()
      const name = `step.${mark}`
      await page.addInitScript(WITHOUT_CONDITIONAL_UI)
      await page.goto('/')
      await signUpByCall(page, name)
      await openAccount(page)
      await page.getByRole('button', { name: logIn.setUpApp }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('img', { name: logIn.qrOf }).waitFor()
      await fits(page, 'app')
      const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
      await dialog.getByLabel(logIn.codeNow).fill(codeOf(secret))
      await confirm(page, logIn.turnOn)
      await page.getByRole('dialog', { name: logIn.codesTitle }).waitFor()
      const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
      expect(codes).toHaveLength(10)
      await fits(page, 'codes')
      await page.getByRole('dialog').getByRole('button', { name: logIn.codesKept }).click()
      await page.getByText(filled(logIn.codesLeft_other, { count: '10' })).waitFor()

      await logOut(page)
      await typePassword(page, name)
      const step = page.getByRole('form', { name: logIn.secondStep })
      await step.getByLabel(logIn.code).fill('000000')
      await step.getByRole('button', { name: logIn.confirm, exact: true }).click()
      await step.getByText(server.wrong_code).waitFor()
      await fits(page, 'step')
      // This is the code of the next 30 seconds, because the present code may have turned the second step on already.
      await step.getByLabel(logIn.code).fill(codeOf(secret, 30_000))
      await step.getByRole('button', { name: logIn.confirm, exact: true }).click()
      await page.waitForURL(`${site()}/`)
      await signedIn(page)

      await logOut(page)
      await typePassword(page, name)
      await step.getByLabel(logIn.code).fill(codes[0] ?? '')
      await step.getByRole('button', { name: logIn.confirm, exact: true }).click()
      await page.waitForURL(`${site()}/`)
      await openAccount(page)
      await page.getByText(filled(logIn.codesLeft_other, { count: '9' })).waitFor()
      await page.getByRole('button', { name: logIn.turnOff, exact: true }).click()
      await confirm(page, logIn.turnOffNow)
      await page.getByText(logIn.turnedOff).waitFor()
      await leave()
    })

    it('with a passkey as the second step', async () => {
      const { page, leave } = await newPerson()
      const name = `both.${mark}`
      await page.addInitScript(WITHOUT_CONDITIONAL_UI)
      await withAuthenticator(page)
      await page.goto('/')
      await signUpByCall(page, name)
      await addPasskey(page)
      await page.getByRole('button', { name: logIn.byPasskeys, exact: true }).click()
      await confirm(page, logIn.turnOn)
      await page.getByRole('dialog', { name: logIn.codesTitle }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: logIn.codesKept }).click()
      await page.getByText(filled(logIn.codesLeft_other, { count: '10' })).waitFor()

      await logOut(page)
      await typePassword(page, name)
      const step = page.getByRole('form', { name: logIn.secondStep })
      await step.getByRole('button', { name: logIn.usePasskey, exact: true }).waitFor()
      expect((await page.request.get('/api/auth/')).status()).toBe(401)
      await fits(page, 'step-passkey')
      await step.getByRole('button', { name: logIn.usePasskey, exact: true }).click()
      await page.waitForURL(`${site()}/`)
      await signedIn(page)
      await leave()
    })

    it('at a provider: linked once the person has shown which account is theirs', async () => {
      const { page, leave } = await newPerson()
      const name = `oidc.${mark}`
      await page.addInitScript(WITHOUT_CONDITIONAL_UI)
      provider.is({ subject: name, email: `${name}@example.org`, isVerified: true })
      await page.goto('/')
      await signUpByCall(page, name)
      await page.reload()
      await logOut(page)
      await page.goto('/login')
      await page.getByRole('button', { name: filled(logIn.continueAt, { provider: providerName }) }).click()
      await page.getByRole('heading', { name: logIn.proveTitle }).waitFor()
      await fits(page, 'prove')
      const main = page.getByRole('main')
      await main.getByLabel(accounts.email).fill(`${name}@example.org`)
      await main.getByLabel(accounts.password, { exact: true }).fill(PASSWORD)
      await main.getByRole('button', { name: accounts.logIn, exact: true }).click()
      await page.getByRole('heading', { name: logIn.linkedTitle }).waitFor()

      await logOut(page)
      await page.goto('/login')
      await page.getByRole('button', { name: filled(logIn.continueAt, { provider: providerName }) }).click()
      await page.waitForURL(`${site()}/`)
      await signedIn(page)
      await openAccount(page)
      await page
        .getByText(new RegExp(`^${name}@example.org`))
        .last()
        .waitFor()
      await page.getByRole('button', { name: logIn.unlink }).click()
      await page.getByText(logIn.unlinked).waitFor()
      await leave()
    })
  })
}

describe('on PostgreSQL', () => onStores({}, EVERY_LOOK))
describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'on the cluster stores', (urls) =>
  onStores(ownCluster(urls).environment, EVERY_LOOK.slice(0, 1)),
)
