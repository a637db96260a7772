import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { AT_REST, LAYOUT_SHIFT, OVERFLOW } from './in-page.ts'
import { DESKTOP, openNotes, type Person, signUp, verse } from './person.ts'

const ANYBODY = [
  '/',
  '/bible/KJV/2 John/1',
  '/bible/WEB/Psalms/23',
  '/bible/ESV/John/3',
  '/bible/KJV/Psalms/151',
  '/login',
  '/login-redirect',
  '/signup',
  '/forgot-password',
  '/reset-password/0000',
  '/my-memos',
  '/my-memos/memos',
  '/nowhere',
]
const SIGNED_IN = ['/my-memos', '/my-memos/memos']
const THEMES = ['light', 'sepia', 'dark'] as const

const settled = async (page: Page, path: string) => {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
}

/** What axe finds: everything in the light theme, and in the others what depends on the theme. */
const violations = async (page: Page, where: string): Promise<string[]> => {
  const found: string[] = []
  for (const theme of THEMES) {
    await page.evaluate((kept) => localStorage.setItem('appearance', kept), JSON.stringify({ theme }))
    await page.evaluate('applyAppearance()')
    await page.evaluate(AT_REST)
    // One frame, so axe needs no page of its own to gather what it found.
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    const answer = await (theme === 'light' ? axe : axe.withRules('color-contrast')).analyze()
    for (const { id, nodes } of answer.violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${where}, ${theme}: ${id} ${target} ${failureSummary}`)
  }
  return found
}

describe('everybody can use it', () => {
  const app = appInBrowser()
  let ruth: Person
  let guest: Person
  beforeAll(async () => {
    guest = await app.newPerson(DESKTOP)
    ruth = await app.newPerson(DESKTOP)
    await ruth.page.goto('/bible/WEB/Psalms/117')
    await signUp(ruth.page, 'ruth')
    await openNotes(ruth.page, 1)
    await ruth.page.getByLabel('Note', { exact: true }).fill('All nations.')
    await ruth.page.getByRole('button', { name: 'Save' }).click()
    await ruth.page.getByRole('complementary').waitFor({ state: 'detached' })
  })

  it.each(ANYBODY)('has no violation that axe knows, in three themes, at %s', async (path) => {
    await settled(guest.page, path)
    expect(await violations(guest.page, path)).toEqual([])
  })

  it.each(SIGNED_IN)('has no violation that axe knows, in three themes, signed in at %s', async (path) => {
    await settled(ruth.page, path)
    expect(await violations(ruth.page, path)).toEqual([])
  })

  it('has none with everything open either', async () => {
    await settled(guest.page, '/')
    await guest.page.getByRole('button', { name: 'Sign Up' }).click()
    await guest.page.getByRole('dialog').waitFor()
    expect(await violations(guest.page, 'the sign-up dialog')).toEqual([])

    await settled(ruth.page, '/bible/WEB/Psalms/117')
    await ruth.page.getByRole('button', { name: '1 note on verse 1' }).click()
    await ruth.page.getByText('All nations.').waitFor()
    await ruth.page.getByRole('button', { name: 'Verse 2', exact: true }).click()
    await ruth.page.getByRole('button', { name: 'Text settings' }).click()
    expect(await violations(ruth.page, 'the reader')).toEqual([])
  })

  it('made the browser complain about nothing on the way', () => {
    expect([...guest.complaints, ...ruth.complaints]).toEqual([])
  })

  it('asks nothing about a session of somebody who never had one', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await settled(page, '/')
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
    await leave()
  })

  it.each(['en', 'ko'])('never scrolls sideways, down to 320 px, in %s', async (language) => {
    const narrow = await app.newPerson({ viewport: { width: 320, height: 640 } }, { language })
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
