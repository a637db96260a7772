import { describe, expect, it } from 'vitest'
import { adminCommand } from './admin-command.ts'
import { adminJourney, REASON, SECRET } from './admin-journey.ts'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { DESKTOP, PHONE, signUp } from './person.ts'

adminJourney('ko')

describe('an admin', () => {
  const app = appInBrowser()
  const admin = (...args: string[]) => adminCommand(app.dataDir, ...args)

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
      await expect.poll(() => dialog.getByRole('button', { name }).isDisabled()).toBe(true)
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
