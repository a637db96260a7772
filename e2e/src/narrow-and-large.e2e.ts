import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { ANYBODY, SIGNED_IN } from './pages.ts'
import { LANGUAGES, looking, openNotes, PASSWORD, type Person, settled } from './person.ts'

/** How wide the window is, and how large the browser's own text. */
const SIZES = [
  [320, 100],
  [390, 200],
  [320, 200],
] as const

/** What stands out of the window to the right, and by how much, as a list of words; what scrolls or is cut for itself does not count. */
const BEYOND = `(() => {
  const wide = document.documentElement.clientWidth
  const within = (one) => {
    for (let around = one.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible') return around !== document.documentElement && around !== document.body
    return false
  }
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > wide + 1 && one.checkVisibility() && !within(one))
    .slice(0, 4)
    .map((one) => one.outerHTML.slice(0, 130) + ' ' + one.getBoundingClientRect().right)
})()`

const app = appInBrowser()

describe.each(SIZES)('a window of %d px with text at %d %%', (width, text) => {
  const large = async (page: Page) => {
    await page.addStyleTag({ content: `html { font-size: ${text}% !important }` })
  }
  const fits = async (page: Page, what: string) => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const beyond = await page.evaluate<string[]>(BEYOND)
    const scrolls = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([what, Math.max(0, scrolls), beyond]).toEqual([what, 0, []])
  }

  describe.each(LANGUAGES)('in %s', (language) => {
    let person: Person
    beforeAll(async () => {
      person = await app.newPerson(
        { viewport: { width, height: 780 }, hasTouch: true, isMobile: true },
        looking({ language }),
      )
    })

    it.each(ANYBODY)('scrolls nowhere sideways at %s', async (path) => {
      await settled(person.page, path)
      await large(person.page)
      await fits(person.page, path)
      const menu = await person.page.getByRole('banner').locator('[aria-controls=stacked-menu]').boundingBox()
      expect(menu && menu.x >= 0 && menu.x + menu.width <= width).toBe(true)
    })

    it('scrolls nowhere sideways for somebody who is signed in', async () => {
      const { page } = person
      const username = `large${width}${text}${language}`
      const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
      expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
      for (const path of SIGNED_IN) {
        await settled(page, path)
        await large(page)
        await fits(page, path)
      }
      if (language !== 'en') return
      await settled(page, '/bible/WEB/John/3')
      await large(page)
      await openNotes(page, 2)
      await page.getByLabel('Note', { exact: true }).waitFor()
      await fits(page, 'a note that is written')
    })
  })
})
