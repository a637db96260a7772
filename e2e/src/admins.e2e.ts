import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { DESKTOP, PHONE, signUp } from './person.ts'

const app = appInBrowser()
const CLI = join(import.meta.dirname, '../../apps/standalone/src/admin-cli.ts')
const SECRET = 'For my brother, who is in hospital.'
const REASON = 'Ann asked me by phone to find it.'

/** `npm run admin -- ...`, beside the running app. */
const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: app.dataDir },
  })

describe('an admin', () => {
  it('sees who changed what, opens words for a reason which the person sees, and is none at the next click', async () => {
    const ann = await app.newPerson(PHONE)
    await ann.page.goto('/')
    await signUp(ann.page, 'ann')
    const note = { verse_id: 43_003_016, version: 'KJV', text: SECRET }
    expect((await ann.page.request.post(`${app.address}/api/note/`, { data: note })).status()).toBe(201)

    const ruth = await app.newPerson(DESKTOP)
    const { page } = ruth
    await page.goto('/')
    await signUp(page, 'ruth')
    await page.goto('/admin/audit')
    await page.getByRole('heading', { level: 1, name: 'This path leads nowhere' }).waitFor()
    await admin('grant', 'ruth@example.org')
    await page.goto('/')
    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('menuitem', { name: 'Admin' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()

    await page.getByLabel('Person').fill('ann')
    await page.getByLabel('Kind').selectOption('note')
    await page.waitForURL(/kind=note/)
    await page.getByLabel('Person').fill('ann')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/person=ann/)
    const row = page.getByRole('button', { name: /^Added: note, ann/ })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Revisions' }).getByText('Added').waitFor()
    expect(await page.content()).not.toContain(SECRET)
    expect(await violations(page, 'the audit')).toEqual([])

    await page.getByRole('button', { name: 'Reveal with a reason' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal the words' })
    expect(await dialog.getByRole('button', { name: 'Reveal' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill(REASON)
    await dialog.getByRole('button', { name: 'Reveal' }).click()
    await dialog.getByText(SECRET).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await ann.page.goto('/settings/account')
    const looks = ann.page.getByRole('region', { name: 'Who looked' })
    await looks.getByText('ruth opened your note on John 3:16.').waitFor()
    await looks.getByText(`Reason: ${REASON}`).waitFor()
    await looks.getByText('ruth opened the list of your changes, without their words.').waitFor()

    await admin('revoke', 'ruth@example.org')
    await page.getByLabel('Action').selectOption('edited')
    await page.getByRole('heading', { level: 1, name: 'This path leads nowhere' }).waitFor()
    expect((await page.goto('/admin/audit'))?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'This path leads nowhere' }).waitFor()
    await ann.leave()
    await ruth.leave()
  })

  it('locks and unlocks an account, and asks for its closing, which its owner sees and stops', async () => {
    const eve = await app.newPerson(PHONE)
    await eve.page.goto('/')
    await signUp(eve.page, 'eve')
    const note = { verse_id: 43_003_016, version: 'KJV', text: SECRET }
    const writes = async () => (await eve.page.request.post(`${app.address}/api/note/`, { data: note })).status()
    const ruth = await app.newPerson(DESKTOP)
    const { page } = ruth
    await page.goto('/')
    await signUp(page, 'naomi')
    await admin('grant', 'naomi@example.org')
    await page.goto('/admin')
    await page.getByLabel('Username or email address').fill('ev')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'eve', exact: true }).click()
    const account = page.getByRole('region', { name: 'eve' })
    await account.getByText('Open', { exact: true }).waitFor()
    expect(await violations(page, 'a person')).toEqual([])
    const act = async (name: string) => {
      await account.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog', { name })
      expect(await dialog.getByRole('button', { name }).isDisabled()).toBe(true)
      await dialog.getByLabel('Reason').fill(REASON)
      await dialog.getByRole('button', { name }).click()
      await dialog.waitFor({ state: 'detached' })
    }

    await act('Lock')
    await account.getByText(/^Locked since/).waitFor()
    expect(await writes()).toBe(403)
    expect((await eve.page.request.get(`${app.address}/api/note/user`)).status()).toBe(200)
    await eve.page.goto('/settings/account')
    await eve.page.getByText('An administrator locked your account').first().waitFor()
    await eve.page.getByRole('region', { name: 'Who looked' }).getByText('naomi locked your account.').waitFor()
    await eve.page.getByText(`Reason: ${REASON}`).first().waitFor()
    await act('Unlock')
    await account.getByText('Open', { exact: true }).waitFor()
    expect(await writes()).toBe(201)

    await act('Close in 14 days')
    await account.getByText(/^Will be closed on/).waitFor()
    await eve.page.reload()
    await eve.page.evaluate(() => localStorage.setItem('language', 'ko'))
    await eve.page.reload()
    await eve.page.getByText(/에 계정이 닫힙니다$/).waitFor()
    expect(await violations(eve.page, 'an account that is to be closed')).toEqual([])
    await eve.page.getByRole('button', { name: '계정 그대로 두기' }).click()
    await eve.page.getByText(/에 계정이 닫힙니다$/).waitFor({ state: 'detached' })
    await page.reload()
    await account.getByText('Open', { exact: true }).waitFor()
    await eve.leave()
    await ruth.leave()
  })
})
