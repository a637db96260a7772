import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { LAYOUT_SHIFT, MOVED, OVERFLOW, SCRIPTS_BEFORE_THE_TEXT } from './in-page.ts'
import { ANYBODY } from './pages.ts'
import { DESKTOP, LANGUAGES, looking, PHONE, settled } from './person.ts'

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

  it('fetches its scripts when its text is seen, and does with them what was pressed before', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    const { promise: come, resolve: letThemCome } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await come
      await route.continue()
    })
    const opened = page.goto('/bible/KJV/John/3')
    const settings = page.getByRole('button', { name: 'Text settings' })
    await settings.click()
    expect(await page.getByRole('dialog', { name: 'Text settings' }).isVisible()).toBe(false)
    letThemCome()
    await opened
    await page.getByRole('dialog', { name: 'Text settings' }).waitFor()
    const early = await page.evaluate<string[]>(SCRIPTS_BEFORE_THE_TEXT)
    expect(early).toEqual([])
    await leave()
  })

  it.each(LANGUAGES)('never scrolls sideways, down to 320 px, in %s', async (language) => {
    const narrow = await app.newPerson({ viewport: { width: 320, height: 640 } }, looking({ language }))
    const wider: string[] = []
    for (const path of ANYBODY) {
      await settled(narrow.page, path)
      const over = await narrow.page.evaluate<number>(OVERFLOW)
      if (over > 0) wider.push(`${path}: ${over} px`)
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
          // Three decimals: what is called a shift at all.
          const shift = (await page.evaluate<number>(LAYOUT_SHIFT)).toFixed(3)
          const moved = shift === '0.000' ? [] : await page.evaluate<string[]>(MOVED)
          expect([language, path, shift, moved]).toEqual([language, path, '0.000', []])
        }
        await leave()
      }
    },
  )
})
