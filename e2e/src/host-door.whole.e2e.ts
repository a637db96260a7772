import { type App, startApp } from '@pathlight/testing/app-process.ts'
import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, PASSWORD, PHONE } from './person.ts'

const fillSignUp = async (page: Page, username: string, email = `${username}@example.org`) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

/** Checks that the page is no wider than its window, and that axe finds no violations. */
const isFine = async (page: Page, path: string) => {
  expect(await page.evaluate<number>(OVERFLOW), path).toBeLessThanOrEqual(0)
  expect(await violations(page, path), path).toEqual([])
}

const onStores = (stores: Readonly<Record<string, string>>) => {
  let host: App
  const app = appInBrowser(
    () => ({}),
    async () => undefined,
    // No mail server listens at the address in SMTP_URL, so that each mail fails.
    async () => {
      host = await startApp({ environment: { ...stores, SIGN_UP: 'invited', SMTP_URL: 'smtp://127.0.0.1:9' } })
      return host
    },
  )
  let invitation = ''

  it('makes an administrator of who signs up by the link that the start prints, who invites people', async () => {
    const admin = await app.newPerson(DESKTOP, looking({ language: 'en' }))
    const { page } = admin
    const [link = ''] = /http\S+\/signup\?invitation=\S+/.exec(host.launch.output()) ?? []
    await page.goto(link.replace(/^http:\/\/[^/]+/, ''))
    await page.getByText('You are invited. Make your account here.').waitFor()
    await fillSignUp(page, 'ruth')
    await page.waitForURL('**/')
    await page.goto('/admin/invitations')
    await page.getByLabel('Whom').selectOption({ label: 'Several people, by a link' })
    await page.getByLabel('How many people').fill('1')
    await page.getByRole('button', { name: 'Make invitation' }).click()
    invitation = await page.getByLabel('Link of the invitation').inputValue()
    expect(invitation).toContain('/signup?invitation=')
    await page.getByText('0 of 1 signed up').waitFor()
    await isFine(page, '/admin/invitations')

    const guest = await app.newPerson(PHONE, looking({ language: 'en' }))
    await guest.page.goto('/signup')
    await guest.page.getByText('Sign-up is by invitation').waitFor()
    expect(await guest.page.getByLabel('Email').count()).toBe(0)
    await isFine(guest.page, '/signup')
    await guest.page.goto(invitation.replace(/^http:\/\/[^/]+/, ''))
    await fillSignUp(guest.page, 'boaz')
    await guest.page.waitForURL('**/')
    expect((await guest.page.request.get('/api/auth/')).status()).toBe(200)
    await guest.leave()

    const late = await app.newPerson(DESKTOP, looking({ language: 'en' }))
    await late.page.goto(invitation.replace(/^http:\/\/[^/]+/, ''))
    await fillSignUp(late.page, 'orpah')
    await late.page.getByRole('alert').getByText('This invitation was used, withdrawn, or is over.').waitFor()
    await late.leave()

    await page.reload()
    await page.getByText('1 of 1 signed up').waitFor()
    await page.getByRole('button', { name: 'Withdraw the invitation for By link (1)' }).click()
    await page.getByText('The invitation is withdrawn.').waitFor()
    await page.getByText('None.', { exact: true }).waitFor()
    await admin.leave()
  }, 300_000)

  it('has a person make an access token, a program use it, and the person revoke it', async () => {
    const person = await app.newPerson(PHONE, looking({ language: 'en' }))
    const { page } = person
    await page.request.post('/api/auth/login', { data: { email: 'boaz@example.org', password: PASSWORD } })
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Make a token…' }).click()
    await page.getByRole('button', { name: 'Make token' }).click()
    await page.getByText('A name has 1 to 60 characters.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Backup every night')
    await page.getByLabel('Take everything along (export)').check()
    await isFine(page, '/settings/account')
    await page.getByRole('button', { name: 'Make token' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    await page.getByText('never used').waitFor()
    const asked = (path: string, method = 'GET') =>
      fetch(app.address + path, { method, headers: { authorization: `Bearer ${token}` } })
    expect((await asked('/api/export?format=json')).status).toBe(200)
    expect((await asked('/api/note/user')).status).toBe(200)
    expect((await asked('/api/account')).status).toBe(403)
    await page.reload()
    await page.getByText(/last used/).waitFor()
    // The token is shown only once.
    expect(await page.getByLabel('Token', { exact: true }).count()).toBe(0)
    await isFine(page, '/settings/account')
    await page.getByRole('button', { name: 'Revoke Backup every night' }).click()
    await page.getByText('Backup every night opens nothing any more.').waitFor()
    expect((await asked('/api/note/user')).status).toBe(401)
    await person.leave()
  }, 300_000)

  it('shows an administrator why mail is not sent, and has archives written and downloaded', async () => {
    const admin = await app.newPerson(DESKTOP, looking({ language: 'en' }))
    const { page } = admin
    await page.request.post('/api/auth/login', { data: { email: 'ruth@example.org', password: PASSWORD } })
    await page.goto('/admin/system')
    await page.getByRole('button', { name: 'Send me a test mail' }).click()
    await page.getByText(/It was not sent/).waitFor()
    await page.getByText(/ECONNREFUSED/).waitFor()
    await isFine(page, '/admin/system')

    await page.goto('/admin/backups')
    await page.getByText('None was written yet.').waitFor()
    await page.getByText('Nothing is missing').waitFor()
    await page.getByLabel('At', { exact: true }).selectOption('03:00')
    await page.getByLabel('Keep', { exact: true }).fill('5')
    await page.getByRole('button', { name: 'Plan', exact: true }).click()
    await page.getByText(/^Every day at 3:00 .*keeping 5\.$/).waitFor()
    await page.getByRole('button', { name: 'Write one now' }).click()
    const link = page.getByRole('link', { name: /^Download pathlight-/ })
    await link.waitFor()
    await isFine(page, '/admin/backups')
    const downloading = page.waitForEvent('download')
    await link.click()
    expect((await downloading).suggestedFilename()).toMatch(/^pathlight-.*\.archive\.gz$/)
    await page.getByRole('button', { name: 'Plan none' }).click()
    await page.getByText('Not planned.').waitFor()
    // Unlike a page's fetch, this request does not say by itself that it comes from the site.
    const headers = { 'sec-fetch-site': 'same-origin' }
    const audit = async () => (await page.request.get('/api/admin/audit?kind=admin&actor=ruth', { headers })).json()
    await eventually(async () => {
      const actions = (await audit()).entries.map(({ action }: { action: string }) => action)
      expect(actions).toEqual(
        expect.arrayContaining([
          'invited',
          'invitation-withdrawn',
          'mail-tested',
          'backup-downloaded',
          'backups-ended',
        ]),
      )
    })
    await admin.leave()
  }, 300_000)
}

const DOOR = 'a host’s door, where sign-up is by invitation'
describe(`${DOOR}, on PostgreSQL`, () => onStores({}))
describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], `${DOOR}, on the cluster stores`, (urls) =>
  onStores(ownCluster(urls).environment),
)
