import { existsSync } from 'node:fs'
import { preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import puppeteer, { type Page } from 'puppeteer-core'
import { describe, expect, it } from 'vitest'

const FIREFOX = '/usr/bin/firefox-esr'
if (!existsSync(FIREFOX)) console.warn(`SKIPPED: every journey in Firefox. There is none at ${FIREFOX}`)

const opened = async (page: Page, address: string, verse: number): Promise<string> => {
  await page.goto(address)
  const element = await page.waitForSelector(`.verse[data-verse='${verse}']`, { timeout: 20_000 })
  return (await element?.evaluate((shown) => shown.textContent ?? '')) ?? ''
}

describe.skipIf(!existsSync(FIREFOX))('in Firefox', () => {
  it('a chapter is read, and again on a new page after the server was killed', async () => {
    const app = await startApp({ dataDir: preparedFolder({}) })
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true })
    atTheEnd(() => browser.close())
    const page = await browser.newPage()
    expect(await opened(page, `${app.address}/bible/KJV/John/3`, 16)).toContain('For God so loved the world')
    await page.waitForFunction('navigator.serviceWorker.controller !== null', { timeout: 20_000 })
    await page.waitForFunction(
      "caches.open('bible').then((cache) => cache.keys()).then((keys) => keys.some(({ url }) => url.includes('chapter')))",
      { timeout: 20_000 },
    )
    // Firefox fails the preload of a page otherwise than the other browsers do.
    await app.kill()
    const later = await browser.newPage()
    await page.close()
    expect(await opened(later, `${app.address}/bible/KJV/John/3`, 16)).toContain('For God so loved the world')
    await browser.close()
  })
})
