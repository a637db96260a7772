import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { LAYOUT_SHIFT, MOVED, OVERFLOW, SCRIPTS_BEFORE_THE_TEXT } from './in-page.ts'
import { ANYBODY } from './pages.ts'
import { DESKTOP, LANGUAGES, looking, PHONE, passageChip, settled, signUpByCall, verse } from './person.ts'

describe('a page', () => {
  const app = appInBrowser()

  it('asks nothing about a session of somebody who never had one', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await settled(page, '/')
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
    await leave()
  })

  const done: [what: string, early: (page: Page) => Promise<unknown>, then: (page: Page) => Promise<unknown>][] = [
    [
      'pressed',
      (page) => page.getByRole('button', { name: 'Text settings' }).click(),
      (page) => page.getByRole('dialog', { name: 'Text settings' }).waitFor(),
    ],
    [
      'selected',
      (page) => verse(page, 2).evaluate((words) => getSelection()?.selectAllChildren(words)),
      (page) => page.getByRole('toolbar', { name: 'Selected words of verse 2' }).waitFor(),
    ],
    [
      'asked for',
      (page) => passageChip(page).click(),
      (page) => page.getByRole('dialog', { name: 'Go to a passage' }).waitFor(),
    ],
  ]
  it.each(done)(
    'fetches its scripts when its text is seen, and finds what was %s before',
    async (_what, early, then) => {
      const { page, leave } = await app.newPerson(DESKTOP)
      const { promise: come, resolve: letThemCome } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await come
        await route.continue()
      })
      const opened = page.goto('/bible/KJV/John/3')
      await early(page)
      expect(new URL(page.url()).pathname).toBe('/bible/KJV/John/3')
      expect(await page.getByRole('dialog').or(page.getByRole('toolbar')).count()).toBe(0)
      letThemCome()
      await opened
      await then(page)
      expect(await page.evaluate<string[]>(SCRIPTS_BEFORE_THE_TEXT)).toEqual([])
      await leave()
    },
  )

  it('finds what a person pressed before, also where their session renders the button anew', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await signUpByCall(page, 'early')
    const bookmarks = page.getByRole('button', { name: 'Bookmarks', exact: true })
    for (let time = 0; time < 4; time += 1) {
      const { promise: come, resolve: letThemCome } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await come
        await route.continue()
      })
      const opened = page.reload()
      await bookmarks.click()
      letThemCome()
      await opened
      await page.getByRole('dialog', { name: 'Bookmarks' }).waitFor()
      await page.unroute('**/assets/*.js')
    }
    await leave()
  })

  // At any time one of these time zones has another date than the server.
  it.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'])(
    'shows the verse of the reader’s day before its scripts are there, and nothing moves when they come: in %s',
    async (timezoneId) => {
      const { page, leave } = await app.newPerson({ ...PHONE, timezoneId })
      const { promise: come, resolve: letThemCome } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await come
        await route.continue()
      })
      const opened = page.goto('/')
      const seen = () =>
        page.evaluate<[string, string][]>(`[...document.querySelectorAll('[data-day]')]
          .filter((one) => getComputedStyle(one).visibility === 'visible')
          .map(({ dataset, textContent }) => [dataset.day, textContent])`)
      await page.locator('[data-day]').first().waitFor({ state: 'attached' })
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
      const before = await seen()
      expect(before.map(([date]) => date)).toEqual([day])
      letThemCome()
      await opened
      expect(await seen()).toEqual(before)
      expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.01)
      await leave()
    },
  )

  it.each(LANGUAGES)('never scrolls sideways, down to 320 px, in %s', async (language) => {
    const narrow = await app.newPerson({ viewport: { width: 320, height: 640 } }, looking({ language }))
    const wider: string[] = []
    for (const path of ANYBODY) {
      await settled(narrow.page, path)
      for (const width of [1024, 768, 320]) {
        await narrow.page.setViewportSize({ width, height: 640 })
        const over = await narrow.page.evaluate<number>(OVERFLOW)
        if (over > 0) wider.push(`${path} at ${width}: ${over} px`)
      }
    }
    expect(wider).toEqual([])
    await narrow.leave()
  })

  it.each([
    ['a desk', DESKTOP],
    ['a phone', PHONE],
  ])(
    'moves nothing that is read when the browser takes it over and when its letters come, on %s',
    async (_on, device) => {
      for (const language of LANGUAGES) {
        const { page, leave } = await app.newPerson(device, looking({ language }))
        await page.context().addCookies([{ name: 'language', value: language, url: app.address }])
        for (const path of ['/', '/bible/KJV/Psalms/119', '/bible/KJV/Psalms/151', '/search?query=shepherd']) {
          await page.goto(path, { waitUntil: 'networkidle' })
          // A shift below 0.0005 does not count.
          const shift = (await page.evaluate<number>(LAYOUT_SHIFT)).toFixed(3)
          const moved = shift === '0.000' ? [] : await page.evaluate<string[]>(MOVED)
          expect([language, path, shift, moved]).toEqual([language, path, '0.000', []])
        }
        await leave()
      }
    },
  )
})
