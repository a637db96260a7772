import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { COUNT_SEEN, KEPT_ADDRESSES, WORK } from './in-page.ts'
import { DESKTOP, logIn, openNotes, PASSWORD, signUp, untilServed } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser()
const allowed = { serviceWorkers: 'allow' } as const

/**
 * Waits until the service worker has stored a chapter of Ruth. With `expected` false: until no chapter of Ruth is
 * stored.
 */
const hasReadRuth = (page: Page, expected: boolean) =>
  expect
    .poll(async () => (await page.evaluate<string[]>(KEPT_ADDRESSES)).some((url) => url.includes('book=Ruth')))
    .toBe(expected)

describe('a device whose person', () => {
  /** A person with two devices, and a note that the first device has shown. */
  const onTwo = async (username: string) => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    const other = await app.newPerson()
    await page.goto('/bible/KJV/John/3')
    await signUp(page, username)
    await post(page, '/api/note/', {
      verse_id: 43_003_016,
      version: 'KJV',
      book: 'John',
      title: '',
      text: 'Of nobody else.',
    })
    await untilServed(page)
    await page.goto('/bible/KJV/Ruth/2')
    await hasReadRuth(page, true)
    await page.goto('/my-memos/memos')
    await page.getByText('Of nobody else.').waitFor()
    await expect.poll(() => page.evaluate(COUNT_SEEN)).toBeGreaterThan(0)
    const login = { data: { email: `${username}@example.org`, password: PASSWORD } }
    expect((await other.page.request.post('/api/auth/login', login)).status()).toBe(200)
    const end = async () => void (await Promise.all([leave(), other.leave()]))
    return { page, elsewhere: other.page.request, end }
  }

  it('is logged out from elsewhere forgets what the server has of them, and keeps what they alone have until they log in again', async () => {
    const { page, elsewhere, end } = await onTwo('hidden')
    const context = page.context()
    await page.goto('/bible/KJV/John/3')
    await openNotes(page, 17)
    await page.getByLabel('Note', { exact: true }).fill('Typed, and never saved.')
    await expect.poll(() => page.evaluate<string>(WORK)).toContain('Typed')
    await page.close()
    expect((await elsewhere.delete('/api/account/devices')).status()).toBeLessThan(300)
    const later = await context.newPage()
    const isHidden = async () => {
      await later.goto('/my-memos/memos')
      await later.getByText('Please log in or sign up to use this feature.').first().waitFor()
      expect(await later.getByText('Of nobody else.').count()).toBe(0)
      await later.goto('/bible/KJV/John/3')
      await later.getByRole('button', { name: 'Verse 16', exact: true }).waitFor()
      expect(await later.getByRole('button', { name: /note on verse/ }).count()).toBe(0)
    }
    await isHidden()
    await hasReadRuth(later, false)
    await app.kill()
    try {
      await isHidden()
      await expect.poll(() => later.evaluate(COUNT_SEEN)).toBe(0)
      expect(await later.evaluate<string>(WORK)).toContain('Typed, and never saved.')
    } finally {
      await app.start()
    }
    await later.goto('/bible/KJV/John/3')
    await logIn(later, 'hidden')
    await later.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await openNotes(later, 17)
    await expect.poll(() => later.getByLabel('Note', { exact: true }).inputValue()).toBe('Typed, and never saved.')
    await end()
  })

  it('closes the account elsewhere drops all that it has of them, in every tab', async () => {
    const { page, elsewhere, end } = await onTwo('closing')
    const tab = await page.context().newPage()
    await tab.goto('/bible/KJV/John/3')
    await openNotes(tab, 17)
    await tab.getByLabel('Note', { exact: true }).fill('Typed, and never saved.')
    await expect.poll(() => tab.evaluate<string>(WORK)).toContain('Typed')
    tab.once('dialog', (dialog) => dialog.accept())
    await tab.goto('/my-memos/memos')
    await tab.getByText('Of nobody else.').waitFor()
    const closing = { data: { password: PASSWORD, confirm: 'closing' } }
    expect((await elsewhere.delete('/api/account', closing)).status()).toBe(204)
    for (const one of [page, tab]) {
      await one.getByText('This account is closed.').first().waitFor()
      await one.getByText('Of nobody else.').waitFor({ state: 'detached' })
    }
    await expect.poll(() => tab.evaluate(COUNT_SEEN)).toBe(0)
    await expect.poll(() => tab.evaluate<string>(WORK)).not.toContain('Typed')
    await hasReadRuth(tab, false)
    const databases = 'indexedDB.databases().then((all) => all.map(({ name }) => name))'
    expect(await tab.evaluate(databases)).toEqual(['pathlight'])
    await tab.reload()
    await tab.getByText('Please log in or sign up to use this feature.').first().waitFor()
    await end()
  })
})
