import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser, type JourneyApp } from './app-in-browser.ts'
import {
  chooseVersion,
  follow,
  logIn,
  logOut,
  openNotes,
  openPicker,
  type Person,
  signUpInDialog,
  studyPanel,
  verse,
} from './person.ts'

type On = {
  readonly device: BrowserContextOptions
  readonly environment?: () => Record<string, string>
  /** Starts the app in place of the usual single process. */
  readonly start?: () => Promise<JourneyApp>
  /** The browser's messages that are expected because the test kills processes. */
  readonly killed?: RegExp
  /** Called with each new person, before the page goes to its first address. */
  readonly watch?: (person: Person) => void
}

/** The main journeys of one person, on a desk or a phone, on the stores that the environment names. */
export const mainJourney = (on: string, { device, environment, start, killed, watch = () => undefined }: On): void => {
  describe(`the main job on ${on}`, () => {
    const inBrowser = appInBrowser(environment, undefined, start)
    const app = {
      restart: inBrowser.restart,
      newPerson: async (options?: BrowserContextOptions) => {
        const person = await inBrowser.newPerson(options)
        watch(person)
        return person
      },
    }
    const unexpected = (complaints: readonly string[]) => complaints.filter((text) => !killed?.test(text))
    let ruth: Person
    const heading = (text: string) => ruth.page.getByRole('heading', { level: 1, name: text, exact: true })

    beforeAll(async () => {
      ruth = await app.newPerson(device)
    })

    it('reads from the first page on, and across books to both ends of the Bible', async () => {
      const { page } = ruth
      await page.goto('/')
      await page.getByText('Your word is a lamp to my feet, and a light for my path.').waitFor()
      await page.getByRole('link', { name: 'Start reading' }).first().click()
      await heading('Genesis 1').waitFor()
      await expect.poll(() => verse(page, 1).textContent()).toContain('In the beginning')
      await expect.poll(() => page.getByRole('button', { name: 'Previous chapter' }).isDisabled()).toBe(true)

      await page.goto('/bible/KJV/Malachi/4')
      await page.getByRole('button', { name: 'Next chapter' }).click()
      await heading('Matthew 1').waitFor()
      await page.keyboard.press('ArrowLeft')
      await heading('Malachi 4').waitFor()

      await page.goto('/bible/WEB/Revelation/22')
      await heading('Revelation 22').waitFor()
      await verse(page, 21).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Next chapter' }).isDisabled()).toBe(true)
    })

    it('goes to a version, a book and a chapter by the header, and comes back there later', async () => {
      const { page } = ruth
      await chooseVersion(page, 'ASV')
      const picker = await openPicker(page)
      await picker.getByLabel('Book', { exact: true }).selectOption('Psalms')
      await picker.getByLabel('Chapter', { exact: true }).fill('2x3')
      await page.keyboard.press('Enter')
      await heading('Psalm 23').waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/bible/ASV/Psalms/23')
      await follow(page, 'Home')
      await follow(page, 'Bible Reading')
      await heading('Psalm 23').waitFor()
    })

    it('is told to log in for a note, signs up, and is back at the same verse', async () => {
      const { page } = ruth
      await page.goto('/bible/KJV/John/3')
      await openNotes(page, 16)
      const please = page.getByRole('dialog', { name: 'Please log in to use this feature.' })
      await please.getByRole('button', { name: 'Sign Up' }).click()
      await signUpInDialog(page, 'ruth')
      await expect.poll(() => new URL(page.url()).hash).toBe('#v16')
      await expect.poll(() => verse(page, 16).getAttribute('data-chosen')).not.toBeNull()
    })

    it('writes a note and sees it on the verse at once', async () => {
      const { page } = ruth
      // After the sign-up the app opens the editor that the visitor had asked for.
      await page.getByLabel('Note', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Note content cannot be empty.').waitFor()
      await page.getByLabel('Title (optional)').fill('The width of it')
      await page.getByLabel('Note', { exact: true }).fill('The world, not the deserving.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
      await studyPanel(page).waitFor({ state: 'detached' })
    })

    it('edits it, and is asked before leaving changes behind', async () => {
      const { page } = ruth
      await page.getByRole('button', { name: '1 note on verse 16' }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Note', { exact: true }).fill('The whole world.')
      const next = page.getByRole('button', { name: 'Next chapter' })
      // On a phone a sheet covers the page, so the person leaves the sheet instead.
      await ((await next.isVisible()) ? next : studyPanel(page).getByRole('button', { name: 'Close' })).click()
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Keep writing' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await studyPanel(page).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: '1 note on verse 16' }).click()
      await page.getByText('The whole world.').waitFor()
    })

    it('copies a verse', async () => {
      const { page } = ruth
      await studyPanel(page).getByRole('button', { name: 'Close' }).click()
      await page.getByText('For God sent not his Son into the world').click()
      await page.getByRole('toolbar').getByRole('button', { name: 'Copy' }).click()
      await page.getByText('KJV - John 3:17 copied to clipboard!').waitFor()
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('For God sent not his Son')
    })

    it('finds it again after the server was restarted, among My Notes and in the count', async () => {
      const { page } = ruth
      await app.restart()
      await page.goto('/my-memos')
      await page.getByRole('link', { name: /1\s*Notes\s*Open My Notes/ }).click()
      await page.getByLabel('Search your notes').fill('nothing like it')
      await page.getByText('No matching notes found.').waitFor()
      await page.getByLabel('Search your notes').fill('john 3:16')
      const card = page.getByRole('link', { name: /The whole world\./ })
      await card.getByText('that he gave his only begotten Son').waitFor()
      await card.click()
      await heading('John 3').waitFor()
      await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    })

    it('has it in a second browser too, where a change here is not written over unseen', async () => {
      const phone = await app.newPerson()
      await phone.page.goto('/bible/KJV/John/3')
      await logIn(phone.page, 'ruth')
      await phone.page.getByRole('button', { name: '1 note on verse 16' }).click()
      await phone.page.getByRole('button', { name: 'Edit', exact: true }).click()
      await phone.page.getByLabel('Note', { exact: true }).fill('From the phone.')

      const { page } = ruth
      await page.getByRole('button', { name: '1 note on verse 16' }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Note', { exact: true }).fill('From the desk.')
      await page.getByRole('button', { name: 'Save' }).click()
      await studyPanel(page).waitFor({ state: 'detached' })

      await phone.page.getByRole('button', { name: 'Save' }).click()
      const both = phone.page.getByRole('alert').filter({ hasText: 'Changed on another device' })
      await both.getByText('From the desk.').last().waitFor()
      // The phone's text has marks where it differs from the desk's.
      await both.locator('ins').filter({ hasText: 'phone' }).first().waitFor()
      await phone.page.getByRole('button', { name: 'Keep mine' }).click()
      await studyPanel(phone.page).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: '1 note on verse 16' }).click()
      await page.getByText('From the phone.').waitFor()
      expect(unexpected(phone.complaints)).toEqual([])
      await phone.leave()
    })

    it('keeps it from everybody else', async () => {
      const boaz = await app.newPerson()
      await boaz.page.goto('/signup')
      await boaz.page.getByLabel('Email').fill('boaz@example.org')
      await boaz.page.getByLabel('Username').fill('boaz')
      await boaz.page.getByLabel('Password', { exact: true }).fill('Harvest1!')
      await boaz.page.getByLabel('Confirm password').fill('Harvest1!')
      await boaz.page.getByRole('button', { name: 'Sign Up' }).click()
      await boaz.page.getByText('Your word is a lamp').waitFor()
      await boaz.page.goto('/my-memos/memos')
      await boaz.page.getByText('You have no notes yet. Start adding notes!').waitFor()
      await boaz.page.goto('/bible/KJV/John/3')
      await verse(boaz.page, 16).waitFor()
      await boaz.page.waitForLoadState('networkidle')
      expect(await boaz.page.getByRole('button', { name: /note.* on verse/ }).count()).toBe(0)
      expect(unexpected(boaz.complaints)).toEqual([])
      await boaz.leave()
    })

    it('keeps unsaved words through a crash of the page', async () => {
      const { page } = ruth
      await page.goto('/bible/KJV/John/3')
      await openNotes(page, 18)
      await page.getByLabel('Note', { exact: true }).fill('Not saved yet.')
      // The question before leaving is accepted at once, so the page ends as in a crash.
      page.once('dialog', (dialog) => dialog.accept())
      await page.reload()
      await openNotes(page, 18)
      await page.getByText('What you had not saved is back.').waitFor()
      await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('Not saved yet.')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await studyPanel(page).waitFor({ state: 'detached' })
    })

    it('saves after the connection was lost, once', async () => {
      const { page } = ruth
      await openNotes(page, 19)
      await page.getByLabel('Note', { exact: true }).fill('Light is come.')
      // The server gets the write, but the answer is lost.
      await page.route('**/api/note/', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('No answer from the server.').waitFor()
      await page.unroute('**/api/note/')
      await page.getByRole('button', { name: 'Save' }).click()
      await studyPanel(page).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: '1 note on verse 19' }).waitFor()
    })

    it('deletes it when it is sure', async () => {
      const { page } = ruth
      await page.getByRole('button', { name: '1 note on verse 16' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const question = page.getByRole('alertdialog', { name: 'Delete this note?' })
      await question.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: '1 note on verse 16' }).waitFor({ state: 'detached' })
      // On a phone the page goes back in its history when the sheet closes, which would cancel a reload.
      await studyPanel(page).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: '1 note on verse 19' }).waitFor()
      expect(await page.getByRole('button', { name: '1 note on verse 16' }).count()).toBe(0)
    })

    it('logs out, and nothing personal stays on the device', async () => {
      const { page, complaints } = ruth
      await page.getByRole('button', { name: 'Profile' }).click()
      await page.getByText('ruth@example.org').waitFor()
      await page.keyboard.press('Escape')
      await logOut(page)
      await expect.poll(() => page.evaluate('localStorage.length')).toBe(0)
      await page.goto('/my-memos/memos')
      await page.getByText('Please log in or sign up to use this feature.').waitFor()
      // The app was restarted meanwhile. With slow stores a read may be answered with 503.
      const explained = /ERR_CONNECTION_(RESET|REFUSED)|503 \(Service Unavailable\)/
      const unexplained = unexpected(complaints).filter((text) => !explained.test(text))
      expect(unexplained, unexplained.join('; ')).toEqual([])
    })
  })
}
