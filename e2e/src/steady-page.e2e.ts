import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { LAYOUT_SHIFT, OVERFLOW } from './in-page.ts'
import { ANYBODY } from './pages.ts'
import { DESKTOP, LANGUAGES, looking, settled, verse } from './person.ts'

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

  it('does not move what is read when a chapter or its letters come late', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.route('**/api/bible/chapter*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.goto('/bible/KJV/Genesis/1')
    await verse(page, 1).waitFor()
    const shift = await page.evaluate<number>(LAYOUT_SHIFT)
    expect(shift).toBeLessThan(0.05)
    await leave()
  })
})
