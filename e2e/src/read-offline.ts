import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { KEPT_ADDRESSES, LAYOUT_SHIFT, SCRIPTS_BEFORE_THE_TEXT } from './in-page.ts'
import { untilServed, verse } from './person.ts'

/** Opens a page of this browser at an address. */
export const opened = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(address)
  return page
}

/** The journeys of a reader whose server is away. `device`: the options of the browser. */
export const readOffline = (where: string, device: BrowserContextOptions) =>
  describe(`a reader ${where}`, () => {
    const app = appInBrowser()

    it('reads what they have read, by a link typed by hand, after the server was killed', async () => {
      const { page, leave, complaints } = await app.newPerson({ ...device, serviceWorkers: 'allow' })
      await page.goto('/bible/KJV/John/3')
      await untilServed(page)
      await page.goto('/bible/WEB/Psalms/23')
      await verse(page, 1).waitFor()
      await expect.poll(() => page.evaluate(KEPT_ADDRESSES)).toContainEqual(expect.stringContaining('book=Psalms'))
      await app.kill()
      try {
        const context = page.context()
        await page.close()
        const again = await opened(context, '/bible/KJV/John/3#v16')
        await verse(again, 16).waitFor()
        await again.getByText('For God so loved the world').first().waitFor()
        await again.goto('/bible/WEB/Psalms/23')
        await verse(again, 6).waitFor()
        // The words are visible before a script of the app runs, and do not move when React hydrates the reader.
        await again.getByRole('button', { name: 'Verse 6', exact: true }).waitFor()
        expect(await again.evaluate(SCRIPTS_BEFORE_THE_TEXT)).toEqual([])
        expect(await again.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.02)
        // For a chapter that this device does not have, the page asks the person to check the connection.
        await again.goto('/bible/KJV/Obadiah/1')
        await again.getByText('Check your connection.').waitFor()
        expect(complaints).toEqual([])
      } finally {
        await app.start()
      }
      await leave()
    })
  })
