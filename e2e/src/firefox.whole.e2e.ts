import { existsSync } from 'node:fs'
import { preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { COMES_WITHIN_MS, eventually } from '@pathlight/testing/eventually.ts'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { describe, expect, it } from 'vitest'
import { SERVED } from './in-page.ts'
import { type EnginePage, journeysIn } from './journeys-in-engine.ts'

const FIREFOX = '/usr/bin/firefox-esr'

const openFirefox = async (): Promise<EnginePage> => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true })
  atTheEnd(() => browser.close())
  const page = await browser.newPage()
  await page.setViewport({ width: 1024, height: 768 })
  // The browser's question before a page is left (beforeunload) is always accepted, because each journey waits for its
  // own writes.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  const puppeteerSelector = (selector: string) => (selector.startsWith('//') ? `xpath/${selector}` : selector)
  const run = <T>(body: string, ...args: unknown[]) =>
    page.evaluate(`(async (...args) => { ${body} })(...${JSON.stringify(args)})`) as Promise<T>
  const onceThere = (selector: string, act: (element: ElementHandle) => Promise<unknown>) =>
    eventually(async () => {
      const element = await page.$(puppeteerSelector(selector))
      if (element === null) throw new Error(`There is no ${selector}`)
      await act(element as ElementHandle)
    })
  return {
    open: async (address) => void (await page.goto(address)),
    run,
    until: (body, ...args) =>
      eventually(async () => {
        if (!(await run<unknown>(body, ...args))) throw new Error(`${body} (${args.join()}) is not true`)
      }),
    see: (selector) =>
      onceThere(selector, async (element) => {
        if (!(await element.isVisible())) throw new Error(`${selector} is not seen`)
      }),
    press: (selector) => onceThere(selector, (element) => element.click()),
    type: (selector, text) => onceThere(selector, (element) => element.type(text)),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

journeysIn({ name: 'Firefox', missing: existsSync(FIREFOX) ? null : FIREFOX, openPage: openFirefox })

const opened = async (page: Page, address: string, verse: number): Promise<string> => {
  await page.goto(address)
  const element = await page.waitForSelector(`.verse[data-verse='${verse}']`, { timeout: COMES_WITHIN_MS })
  return (await element?.evaluate((shown) => shown.textContent ?? '')) ?? ''
}

describe.skipIf(!existsSync(FIREFOX))('a new page in Firefox', () => {
  it('a chapter is read, and again on a new page after the server was killed', async () => {
    const app = await startApp({ dataDir: preparedFolder({}) })
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true })
    atTheEnd(() => browser.close())
    const page = await browser.newPage()
    expect(await opened(page, `${app.address}/bible/KJV/John/3`, 16)).toContain('For God so loved the world')
    await expect.poll(() => page.evaluate(SERVED)).toBe(true)
    // Firefox ends the service worker's navigation preload to a dead server differently from Chromium. So this test
    // opens a new page in Firefox, too.
    await app.kill()
    const later = await browser.newPage()
    await page.close()
    expect(await opened(later, `${app.address}/bible/KJV/John/3`, 16)).toContain('For God so loved the world')
    await browser.close()
  })
})
