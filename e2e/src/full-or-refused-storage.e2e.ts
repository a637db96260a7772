import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, openNotes, signUp, studyPanel } from './person.ts'

const app = appInBrowser()
const CANNOT_BE_KEPT = /^What you write cannot be kept on this device/
const text = (page: Page) => page.getByLabel('Note', { exact: true })

/** The browser keeps nothing: no database, and no entry in the local storage. */
const REFUSED = `(() => {
  const refuse = () => { throw new DOMException('Refused', 'SecurityError') }
  Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
  Object.defineProperty(Storage.prototype, 'setItem', { value: refuse })
})()`

/** Whether a word is in the local storage, where what IndexedDB refuses goes. */
const inLocalStorage = (page: Page, word: string): Promise<boolean> =>
  page.evaluate(`Object.values(localStorage).some((value) => value.includes(${JSON.stringify(word)}))`)

/** Whether a word is in the database of what is not sent yet. */
const inDatabase = (page: Page, word: string): Promise<boolean> =>
  page.evaluate(`new Promise((resolve) => {
    const asked = indexedDB.open('pathlight')
    asked.onerror = () => resolve(false)
    // It is not there: looking must not make it.
    asked.onupgradeneeded = () => asked.transaction.abort()
    asked.onsuccess = () => {
      const db = asked.result
      const done = (found) => { db.close(); resolve(found) }
      if (!db.objectStoreNames.contains('work')) return done(false)
      const all = db.transaction('work').objectStore('work').getAll()
      all.onerror = () => done(false)
      all.onsuccess = () => done(JSON.stringify(all.result).includes(${JSON.stringify(word)}))
    }
  })`)

describe('somebody whose browser', () => {
  it('refuses to keep anything is told so while they write, is asked before the page closes, and can save', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.addInitScript(REFUSED)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'refused')
    await openNotes(page, 16)
    await text(page).fill('Only in this page.')
    await page.getByText(CANNOT_BE_KEPT).waitFor()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const asked = await question
    expect(asked.type()).toBe('beforeunload')
    await asked.dismiss()
    expect(await text(page).inputValue()).toBe('Only in this page.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await leave()
  })

  it('has no room finds their words again after the page was closed', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'noroom')
    const hand = await page.context().newCDPSession(page)
    await hand.send('Storage.overrideQuotaForOrigin', { origin: app.address, quotaSize: 1 })
    await openNotes(page, 16)
    await text(page).fill('Written where there is no room.')
    await expect.poll(() => inLocalStorage(page, 'no room')).toBe(true)
    expect(await page.getByText(CANNOT_BE_KEPT).count()).toBe(0)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await openNotes(page, 16)
    await page.getByText('Your unsaved words are back.').waitFor()
    expect(await text(page).inputValue()).toBe('Written where there is no room.')
    await leave()
  })

  it('is cleared midway loses nothing of what is open', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'cleared')
    await openNotes(page, 16)
    await text(page).fill('Before it was cleared.')
    await expect.poll(() => inDatabase(page, 'Before')).toBe(true)
    const hand = await page.context().newCDPSession(page)
    await hand.send('Storage.clearDataForOrigin', {
      origin: app.address,
      storageTypes: 'indexeddb,local_storage,cache_storage',
    })
    // Without a further key: the page gives the browser again what it had kept.
    await expect.poll(() => inDatabase(page, 'Before')).toBe(true)
    await text(page).fill('Before it was cleared, and after.')
    await expect.poll(() => inDatabase(page, 'and after')).toBe(true)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await openNotes(page, 16)
    await page.getByText('Your unsaved words are back.').waitFor()
    expect(await text(page).inputValue()).toBe('Before it was cleared, and after.')
    await page.getByRole('button', { name: 'Save' }).click()
    await studyPanel(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await leave()
  })
})
