import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, openKeptBrowser, openNotes, PASSWORD, signUpByCall, studyPanel, untilServed } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser()
const CHAPTER = '/bible/KJV/John/3'
/** Kills the browser of this profile with SIGKILL. The process id is in a link that Chromium puts into the profile. */
const kill = (profile: string): void => {
  const pid = /-(\d+)$/.exec(readlinkSync(join(profile, 'SingletonLock')))?.[1]
  process.kill(Number(pid), 'SIGKILL')
}

/** Opens the profile menu again and again until it has `item`, and leaves it open. */
const openMenuWith = (page: Page, item: string): Promise<void> =>
  eventually(async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('menuitem', { name: item }).waitFor({ timeout: 5_000 })
  })

const logInToStay = async (page: Page, username: string): Promise<void> => {
  await openMenuWith(page, 'Log In')
  await page.getByRole('menuitem', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`${username}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Log In' }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('somebody whose browser was killed right after they logged in has their account, what they saw and what they wrote, without the server', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'pathlight-profile-'))
  const open = () => openKeptBrowser(profile, { ...DESKTOP, baseURL: app.address })
  let { context, page } = await open()
  // The cleanups run in reverse order, so the profile is removed after the browser has ended.
  atTheEnd(() => rmSync(profile, { recursive: true, force: true }))
  atTheEnd(() => context.close())
  await page.goto(CHAPTER)
  await untilServed(page)
  await signUpByCall(page, 'killed')
  const note = { verse_id: 43_003_016, version: 'KJV', book: 'John', title: null, text: 'Seen before.' }
  await post(page, '/api/note/', note)
  await context.clearCookies()
  await page.reload()
  await logInToStay(page, 'killed')
  await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
  await app.kill()
  try {
    await openNotes(page, 17)
    await page.getByLabel('Note', { exact: true }).fill('Written away.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/No answer from the server/).waitFor()
    const ended = new Promise((resolve) => context.once('close', resolve))
    kill(profile)
    await ended

    ;({ context, page } = await open())
    // Chromium writes cookies some seconds late, so a killed browser may have lost the session's cookie. The test
    // clears the cookies, so that it always tests this case.
    await context.clearCookies()
    await page.goto(CHAPTER)
    await page.getByRole('button', { name: '1 note on verse 16' }).click()
    await studyPanel(page).getByText('Seen before.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '1 note on verse 17' }).click()
    await studyPanel(page).getByText('Written away.').waitFor()
    await page.keyboard.press('Escape')
    await openMenuWith(page, 'Log Out')
  } finally {
    await app.start()
  }
  // The session's cookie is lost, so the words wait on the device until the person logs in again.
  await logInToStay(page, 'killed')
  const mine = async () => JSON.stringify(await (await page.request.get('/api/note/user')).json())
  await expect.poll(mine).toContain('Written away.')
  expect((await mine()).match(/Written away/g)).toHaveLength(1)
  await context.close()
})
