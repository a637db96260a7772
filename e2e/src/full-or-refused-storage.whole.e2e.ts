import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { isInDatabase, NO_ROOM } from './in-page.ts'
import { DESKTOP, openNotes, signUp, studyPanel } from './person.ts'

const app = appInBrowser()
const CANNOT_BE_KEPT = /^What you write cannot be kept on this device/
const text = (page: Page) => page.getByLabel('Note', { exact: true })

/** Makes the browser refuse to open IndexedDB and to write to local storage. */
const REFUSED = `(() => {
  const refuse = () => { throw new DOMException('Refused', 'SecurityError') }
  Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
  Object.defineProperty(Storage.prototype, 'setItem', { value: refuse })
})()`

/** Whether a word is in local storage, where the app stores words that IndexedDB refuses. */
const inLocalStorage = (page: Page, word: string): Promise<boolean> =>
  page.evaluate(`Object.values(localStorage).some((value) => value.includes(${JSON.stringify(word)}))`)

const inDatabase = (page: Page, word: string): Promise<boolean> => page.evaluate(isInDatabase(word))

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^No answer from the server/).waitFor()
}
/** Waits until the running server has a note with these words. */
const sent = (page: Page, words: string) =>
  expect.poll(async () => JSON.stringify(await (await page.request.get('/api/note/user')).json())).toContain(words)

describe('somebody whose server is away, and whose browser', () => {
  it('refuses to keep anything is told so while they write, and is asked before the page closes until it is sent', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.addInitScript(REFUSED)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'refused')
    const asksBeforeItCloses = async () => {
      const question = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const asked = await question
      expect(asked.type()).toBe('beforeunload')
      await asked.dismiss()
    }
    await openNotes(page, 16)
    await text(page).waitFor()
    await app.kill()
    try {
      await text(page).fill('Only in this page.')
      await page.getByText(CANNOT_BE_KEPT).waitFor()
      await asksBeforeItCloses()
      await expect.poll(() => text(page).inputValue()).toBe('Only in this page.')
      await save(page)
      await asksBeforeItCloses()
    } finally {
      await app.start()
    }
    await sent(page, 'Only in this page.')
    await page.reload()
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await leave()
  })

  it('is cleared midway loses nothing of what is open', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'cleared')
    await openNotes(page, 16)
    await text(page).waitFor()
    await app.kill()
    try {
      await text(page).fill('Before it was cleared.')
      await expect.poll(() => inDatabase(page, 'Before')).toBe(true)
      const hand = await page.context().newCDPSession(page)
      await hand.send('Storage.clearDataForOrigin', {
        origin: app.address,
        storageTypes: 'indexeddb,local_storage,cache_storage',
      })
      // After the storage was cleared, the page stores the words again from its memory, without another key press.
      await expect.poll(() => inDatabase(page, 'Before')).toBe(true)
      await text(page).fill('Before it was cleared, and after.')
      await expect.poll(() => inDatabase(page, 'and after')).toBe(true)
    } finally {
      await app.start()
    }
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await openNotes(page, 16)
    await page.getByText('What you had not saved is back.').waitFor()
    await expect.poll(() => text(page).inputValue()).toBe('Before it was cleared, and after.')
    await page.getByRole('button', { name: 'Save' }).click()
    await studyPanel(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await leave()
  })
})

describe('somebody whose browser', () => {
  it('has no room finds their words again after the page was closed', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'noroom')
    await page.evaluate(NO_ROOM)
    await openNotes(page, 16)
    await text(page).fill('Written where there is no room.')
    await expect.poll(() => inLocalStorage(page, 'no room')).toBe(true)
    expect(await page.getByText(CANNOT_BE_KEPT).count()).toBe(0)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await openNotes(page, 16)
    await page.getByText('What you had not saved is back.').waitFor()
    await expect.poll(() => text(page).inputValue()).toBe('Written where there is no room.')
    await leave()
  })
})
