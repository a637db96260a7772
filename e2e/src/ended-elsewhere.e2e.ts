import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, logIn, openNotes, PASSWORD, signUp } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser()
const allowed = { serviceWorkers: 'allow' } as const

/** Until the service worker serves the page, and has kept the chapter that was open before it came. */
const served = (page: Page) => expect.poll(() => page.evaluate(KEPT), { timeout: 40_000 }).toBe(true)
const KEPT = `navigator.serviceWorker.controller !== null && caches.open('bible').then((cache) => cache.keys())
  .then((keys) => keys.some(({ url }) => url.includes('chapter')))`

/** How much of a person this device has in the database of what they have seen and keep. */
const COUNT = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('pathlight-seen')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    const db = asked.result
    const done = (count) => { db.close(); resolve(count) }
    if (!db.objectStoreNames.contains('answers')) return done(0)
    const count = db.transaction('answers').objectStore('answers').count()
    count.onsuccess = () => done(count.result)
  }
})`

/** All that a person wrote and no server has, as this device keeps it. */
const WORK = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('pathlight')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    const db = asked.result
    const done = (all) => { db.close(); resolve(JSON.stringify(all)) }
    if (!db.objectStoreNames.contains('work')) return done([])
    const all = db.transaction('work').objectStore('work').getAll()
    all.onsuccess = () => done(all.result)
  }
})`

describe('a device whose person', () => {
  /** Somebody with a note that this device has seen, and another device of theirs. */
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
    await served(page)
    await page.goto('/my-memos/memos')
    await page.getByText('Of nobody else.').waitFor()
    await expect.poll(() => page.evaluate(COUNT)).toBeGreaterThan(0)
    const login = { data: { email: `${username}@example.org`, password: PASSWORD } }
    expect((await other.page.request.post('/api/auth/login', login)).status()).toBe(200)
    const end = async () => void (await Promise.all([leave(), other.leave()]))
    return { page, elsewhere: other.page.request, end }
  }

  it('is logged out from elsewhere hides what it has of them, also without the server, until they log in again', async () => {
    const { page, elsewhere, end } = await onTwo('hidden')
    const context = page.context()
    await page.close()
    expect((await elsewhere.delete('/api/account/devices')).status()).toBeLessThan(300)
    const later = await context.newPage()
    later.setDefaultTimeout(10_000)
    const isHidden = async () => {
      await later.goto('/my-memos/memos')
      await later.getByText('Please log in or sign up to use this feature.').first().waitFor()
      expect(await later.getByText('Of nobody else.').count()).toBe(0)
      await later.goto('/bible/KJV/John/3')
      await later.getByRole('button', { name: 'Verse 16', exact: true }).waitFor()
      expect(await later.getByRole('button', { name: /note on verse/ }).count()).toBe(0)
    }
    await isHidden()
    await app.kill()
    try {
      await isHidden()
      expect(await later.evaluate(COUNT)).toBeGreaterThan(0)
    } finally {
      await app.start()
    }
    await later.goto('/bible/KJV/John/3')
    await logIn(later, 'hidden')
    await later.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await end()
  })

  it('closes the account elsewhere drops all that it has of them, in every tab', async () => {
    const { page, elsewhere, end } = await onTwo('closing')
    const tab = await page.context().newPage()
    tab.setDefaultTimeout(10_000)
    // A draft of theirs is kept here, too.
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
    await expect.poll(() => tab.evaluate(COUNT)).toBe(0)
    await expect.poll(() => tab.evaluate<string>(WORK)).not.toContain('Typed')
    await tab.reload()
    await tab.getByText('Please log in or sign up to use this feature.').first().waitFor()
    await end()
  })
})
