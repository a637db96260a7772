import { writeLetter } from '@pathlight/worker/letter.ts'
import { LETTERS } from '@pathlight/worker/letters.contract.ts'
import axe, { type AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, openBrowser, PHONE } from './person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const SCHEMES = ['light', 'dark'] as const
const SIZES = { phone: PHONE, desk: DESKTOP }
/** The height in pixels of the smallest link that looks like a button. 999 if there is no such link. */
const BUTTON = `Math.min(999, ...[...document.querySelectorAll('a')]
  .filter((link) => getComputedStyle(link).display !== 'inline')
  .map((link) => link.getBoundingClientRect().height))`

describe.each(Object.entries(SIZES))('a mail that is read on a %s', (size, options) => {
  it.each(SCHEMES)('fits, can be read, and fetches nothing, where the device is %s', async (colorScheme) => {
    const context = await browser.newContext({ ...options, colorScheme, offline: true })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const letter of LETTERS) {
      const { html = '', subject } = writeLetter(letter)
      const which = `${subject} (${letter.language})`
      await page.setContent(html)
      expect(await page.getByRole('heading', { name: letter.heading }).isVisible(), which).toBe(true)
      expect(await page.evaluate<number>(OVERFLOW), which).toBeLessThanOrEqual(0)
      expect(await page.evaluate<number>(BUTTON), which).toBeGreaterThanOrEqual(40)
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<AxeResults>(
        `axe.run(document, { runOnly: ['color-contrast', 'document-title', 'html-has-lang', 'link-name'] })`,
      )
      expect(
        violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
        ),
        which,
      ).toEqual([])
      const folder = process.env.PICTURES_DIR
      if (folder)
        await page.screenshot({ path: `${folder}/mail-${LETTERS.indexOf(letter)}-${size}-${colorScheme}.png` })
    }
    expect(asked).toEqual([])
    await context.close()
  })
})
