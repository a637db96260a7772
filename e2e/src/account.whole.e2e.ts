import { openMailbox } from '@pathlight/worker/mailbox.contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { EVERY_LOOK, filled, words } from './every-look.ts'
import { PASSWORD, signUpByCall } from './person.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const app = appInBrowser(() => ({ SMTP_URL: mailbox.url }))

const NEXT = 'Another1!pass'

/** Logs in by a call, without the form. Returns the status of the answer. */
const logInByCall = async (page: Page, email: string, password = PASSWORD): Promise<number> =>
  (await page.request.post('/api/auth/login', { data: { email, password } })).status()
const isSignedIn = async (page: Page) => (await page.request.get('/api/auth/')).status() === 200

describe.each(EVERY_LOOK)('an account in its owner’s hands, in $language on a $device', (look) => {
  const { language, mark, options, kept } = look
  const { account: texts, server } = words(language, 'account')
  const { accounts } = words(language, 'accounts')
  const name = `ruth.${mark}`
  const email = `${name}@example.org`
  const newPerson = () => app.newPerson(options, kept)
  const openAccount = async (page: Page) => {
    await page.goto('/settings/account')
    await page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
  }
  /** Opens the link in mail number `count` to an address, and confirms the action. */
  const followMail = async (page: Page, to: string, count: number, done: string) => {
    const { text } = await mailbox.mailTo(to, count)
    await page.goto(/\/email-link\/[\w-]+/.exec(text)?.[0] ?? 'no link')
    await page.getByRole('button', { name: texts.linkGo, exact: true }).click()
    await page.getByText(texts.linkDone[done]).waitFor()
  }

  it('is on one page: its devices, address, name and password, and its end', async () => {
    const ruth = await newPerson()
    const { page } = ruth
    await page.goto('/settings')
    await signUpByCall(page, name)

    await page.goto('/settings')
    await page.getByRole('link', { name: texts.title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
    await page.getByText(texts.notVerified).waitFor()
    await mailbox.mailTo(email, 1)
    await page.getByRole('button', { name: texts.sendAgain }).click()
    await page.getByText(texts.linkSent).waitFor()
    await followMail(page, email, 2, 'verify-email')
    await openAccount(page)
    await page.getByText(email).waitFor()
    expect(await page.getByText(texts.notVerified).count()).toBe(0)

    const others = await Promise.all([newPerson(), newPerson(), newPerson()])
    for (const other of others) expect(await logInByCall(other.page, email)).toBe(200)
    await openAccount(page)
    const devices = page.getByRole('region', { name: texts.devices }).getByRole('listitem')
    await expect.poll(() => devices.count()).toBe(4)
    const signedIn = async () =>
      (await Promise.all(others.map((other) => isSignedIn(other.page)))).filter(Boolean).length
    await devices.getByRole('button').first().click()
    await expect.poll(() => devices.count()).toBe(3)
    await expect.poll(signedIn).toBe(2)
    await page.getByRole('button', { name: texts.endOthers }).click()
    await expect.poll(() => devices.count()).toBe(1)
    await devices.filter({ hasText: texts.thisDevice }).waitFor()
    await expect.poll(signedIn).toBe(0)
    await others[0].page.goto('/settings/account')
    await others[0].page.getByText(texts.pleaseText).waitFor()
    for (const other of others) await other.leave()

    const named = `boaz.${mark}`
    const nameForm = page.getByRole('form', { name: texts.name })
    await nameForm.getByLabel(accounts.username).fill(named)
    await nameForm.getByRole('button', { name: texts.saveName }).click()
    await page.getByText(texts.nameSaved).waitFor()

    // The mailed link changes the address. The link in the mail to the old address changes it back.
    const next = `new.${email}`
    const emailForm = page.getByRole('form', { name: texts.email })
    await emailForm.getByLabel(texts.newEmail).fill(next)
    await emailForm.getByLabel(texts.presentPassword).fill(PASSWORD)
    await emailForm.getByRole('button', { name: texts.changeEmail }).click()
    await page.getByText(filled(texts.newEmailSent, { email: next })).waitFor()
    await followMail(page, next, 1, 'change-email')
    await openAccount(page)
    await page.getByText(next, { exact: true }).waitFor()
    await followMail(page, email, 3, 'undo-email-change')
    expect(await isSignedIn(page)).toBe(false)
    expect([await logInByCall(page, next), await logInByCall(page, email)]).toEqual([401, 200])

    await openAccount(page)
    const password = page.getByRole('form', { name: texts.password })
    await password.getByLabel(texts.presentPassword).fill('Wrong1!password')
    await password.getByLabel(accounts.newPassword).fill(NEXT)
    await password.getByLabel(accounts.confirmPassword).fill(NEXT)
    await password.getByRole('button', { name: texts.changePassword }).click()
    await password.getByText(server.wrong_password).waitFor()
    await password.getByLabel(texts.presentPassword).fill(PASSWORD)
    await password.getByRole('button', { name: texts.changePassword }).click()
    await page.getByText(texts.passwordChanged).waitFor()

    await page.getByRole('link', { name: texts.closeExport }).waitFor()
    await page.getByRole('button', { name: texts.closeOpen }).click()
    const dialog = page.getByRole('dialog', { name: texts.closeTitle })
    for (const line of ['closeDeletes', 'closeDevices', 'closeFree', 'closeForever'])
      await dialog.getByText(texts[line]).waitFor()
    const confirm = dialog.getByLabel(filled(texts.typeName, { name: named }))
    await dialog.getByLabel(texts.presentPassword).fill(NEXT)
    await confirm.fill('someone')
    await dialog.getByRole('button', { name: texts.closeNow }).click()
    await dialog.getByText(server.username_differs).waitFor()
    await confirm.fill(named)
    await dialog.getByRole('button', { name: texts.closeNow }).click()
    await page.getByText(texts.closed, { exact: true }).waitFor()
    await page.goto('/my-memos')
    await page.getByRole('main').getByRole('button', { name: accounts.logIn }).waitFor()
    expect([401, 403]).toContain(await logInByCall(page, email, NEXT))
    await ruth.leave()
  })
})
