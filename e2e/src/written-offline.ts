import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { CHAPTER } from './kinds/in-chapter.ts'
import { KINDS_IN_BROWSER, type WrittenAway } from './kinds/kind-in-browser.ts'
import { KIND_PAGES } from './pages.ts'
import { openKeptBrowser, PASSWORD, picture, signUpByCall } from './person.ts'
import { post } from './two-devices.ts'

const SETTINGS: WrittenAway = {
  deeds: [
    {
      name: 'settings are saved',
      waits: /^Settings/,
      does: async (page) => {
        await page.goto('/settings')
        await page.locator('input[name=highlightColor]').fill('#336699')
        await page.getByRole('button', { name: 'Save Settings' }).click()
        await page.getByText(/^No answer from the server. Your settings hold on this device/).waitFor()
      },
    },
  ],
  served: ['/api/users/settings', /#336699/],
}
const ALL = [...Object.values(KINDS_IN_BROWSER).map(({ away }) => away), SETTINGS]
const DEEDS = ALL.flatMap(({ deeds }) => deeds)

/** The journeys of a person whose browser is closed while the server is away. `device`: the options of the browser. */
export const writtenOffline = (where: string, device: BrowserContextOptions) =>
  describe(`somebody whose browser is closed, at a ${where}`, () => {
    const app = appInBrowser()

    it('writes, edits, colors and removes of every kind while the server is away; it all waits, and goes out', async () => {
      const profile = mkdtempSync(join(tmpdir(), 'pathlight-profile-'))
      const open = () => openKeptBrowser(profile, { ...device, baseURL: app.address })
      let { context, page } = await open()
      // The cleanups run in reverse order, so the profile is removed after the browser has ended.
      atTheEnd(() => rmSync(profile, { recursive: true, force: true }))
      atTheEnd(() => context.close())
      await page.goto(CHAPTER)
      const name = `away${where}`
      await signUpByCall(page, name)
      // The session must last after the browser has closed, so the log-in is remembered.
      await post(page, '/api/auth/login', { email: `${name}@example.org`, password: PASSWORD, remember: true }, 200)
      for (const { bring } of ALL) await bring?.(page)
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      // The pages are opened, so that the device stores their answers.
      for (const path of [...KIND_PAGES, '/settings', CHAPTER]) await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: '1 note on verse 2', exact: true }).waitFor()
      for (const { see } of ALL) await see?.(page)
      const listText = async (path: string) => JSON.stringify(await (await page.request.get(path)).json())
      await app.kill()
      try {
        for (const { name, does } of DEEDS)
          await does(page).catch((error: unknown) => {
            throw new Error(`Where ${name}: ${error}`, { cause: error })
          })
        await context.close()
        ;({ context, page } = await open())
        await page.goto('/my-memos/waiting')
        const rows = page.getByRole('main').getByRole('list').last().getByRole('listitem')
        await expect.poll(() => rows.count()).toBe(DEEDS.length)
        const rowTexts = () => rows.evaluateAll((found) => found.map((row) => row.textContent?.replaceAll(/\s+/g, ' ')))
        await expect.poll(rowTexts).toEqual(DEEDS.map(({ waits }) => expect.stringMatching(waits)))
        await picture(page, `waiting-${where}`)
      } finally {
        await app.start()
      }
      // The page sends waiting writes by itself within half a minute.
      await page.getByText('Everything is sent').waitFor({ timeout: 180_000 })
      // The read models have the sent writes a moment later.
      for (const { served } of ALL) await expect.poll(() => listText(served[0])).toMatch(served[1])
      await context.close()
    })
  })
