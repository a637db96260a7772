import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { WORK } from './in-page.ts'
import { OWN } from './other-page.ts'
import {
  DESKTOP,
  logIn,
  looking,
  openNotes,
  openPicker,
  PASSWORD,
  type Person,
  signUp,
  studyPanel,
  verse,
} from './person.ts'

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
const text = (page: Page) => page.getByLabel('Note', { exact: true })
const focused = (page: Page) => page.locator(':focus').first().getAttribute('aria-label', { timeout: 10_000 })

const app = appInBrowser()

describe('somebody who is interrupted', () => {
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP)
    await ruth.page.goto('/bible/KJV/John/3')
    await signUp(ruth.page, 'ruth')
  })

  it('goes on writing when the session ended elsewhere, and saves after logging in', async () => {
    const { page } = ruth
    await openNotes(page, 16)
    await text(page).fill('Written while logged in.')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log In' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('You are logged out. Log in to save').waitFor()
    await expect.poll(() => text(page).inputValue()).toBe('Written while logged in.')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Save')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Email').fill('ruth@example.org')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Log In' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The save that led to the log-in is completed without another press.
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
  })

  it('does not leave unsaved words to the person who logs in next', async () => {
    const { page } = ruth
    const boaz = await app.newPerson(DESKTOP)
    await boaz.page.goto('/')
    await signUp(boaz.page, 'boaz')
    await boaz.leave()
    await openNotes(page, 17)
    await text(page).fill('For my eyes only.')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await logIn(page, 'boaz')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor({ state: 'detached' })
    await page.context().clearCookies()
    await page.reload()
    await logIn(page, 'ruth')
    await openNotes(page, 17)
    await page.getByText('What you had not saved is back.').waitFor()
  })

  it('is asked before unsaved words are lost by logging out', async () => {
    const { page } = ruth
    const logOut = async () => {
      await page.getByRole('button', { name: 'Profile' }).click()
      await page.getByRole('menuitem', { name: 'Log Out' }).click()
    }
    await logOut()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('For my eyes only.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: '1 note on verse 17' }).waitFor()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
  })

  it('has the focus at the verse after its note was saved, and after it was deleted', async () => {
    const { page } = ruth
    await expect.poll(() => focused(page)).toBe('Verse 17')
    await page.getByRole('button', { name: '1 note on verse 17' }).click()
    await page.getByRole('button', { name: 'New note' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => focused(page)).toBe('John 3:17')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Verse 17')
  })

  it('keeps the focus where they went on while their note was being saved', async () => {
    const { page } = ruth
    await openNotes(page, 33)
    await text(page).fill('And then to the next thing.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('searchbox').first().fill('kingdom')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 33' }).waitFor()
    await page.keyboard.type(' come')
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('kingdom come')
  })

  const writeInTwoTabs = async (page: Page, verse: number) => {
    const other = await page.context().newPage()
    const kept = (tab: Page) => tab.getByText(/^Kept here/).waitFor()
    await openNotes(page, verse)
    await text(page).fill('In the one tab.')
    await kept(page)
    await other.goto('/bible/KJV/John/3')
    await openNotes(other, verse)
    await expect.poll(() => text(other).inputValue()).toBe('In the one tab.')
    await text(other).fill('In the other tab.')
    await kept(other)
    await text(page).fill('In the one tab, and on.')
    await expect.poll(() => page.evaluate<string>(WORK)).toContain('In the one tab, and on.')
    await other.close({ runBeforeUnload: false })
    await page.reload()
    await openNotes(page, verse)
    await page.getByRole('heading', { name: 'You wrote this in two tabs' }).waitFor()
    await studyPanel(page).getByText('In the one tab, and on.').first().waitFor()
  }
  const mine = async (page: Page) => JSON.stringify(await (await page.request.get('/api/note/user')).json())

  it('has the words of both tabs in which they wrote one note, after a reload of both', async () => {
    const { page } = ruth
    await writeInTwoTabs(page, 22)
    await page.getByRole('button', { name: 'Keep both' }).click()
    await studyPanel(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 22' }).click()
    await page.getByText('What you had not saved is back.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: '2 notes on verse 22' }).waitFor()
    await studyPanel(page).waitFor({ state: 'detached' })
    for (const words of ['In the other tab.', 'In the one tab, and on.'])
      await expect.poll(() => mine(page)).toContain(words)
  })

  it.each([
    ['Go on with mine', 23, 'In the other tab.', 'In the one tab, and on.'],
    ['Go on with the other one', 24, 'In the one tab, and on.', 'In the other tab.'],
  ])('goes on with the words of one tab alone: %s', async (choice, verse, chosen, given) => {
    const { page } = ruth
    await writeInTwoTabs(page, verse)
    const count = async () => (await mine(page)).split(JSON.stringify(chosen)).length
    const before = await count()
    await page.getByRole('button', { name: choice }).click()
    await expect.poll(() => text(page).inputValue()).toBe(chosen)
    await expect.poll(() => page.evaluate<string>(WORK)).not.toContain(given)
    // The device has stored the choice, so it holds after a reload.
    await expect.poll(() => page.evaluate<string>(WORK)).toContain(chosen)
    await page.reload()
    await openNotes(page, verse)
    await page.getByText('What you had not saved is back.').waitFor()
    await expect.poll(() => text(page).inputValue()).toBe(chosen)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: `1 note on verse ${verse}` }).waitFor()
    await studyPanel(page).waitFor({ state: 'detached' })
    await expect.poll(count).toBe(before + 1)
    await expect.poll(() => page.evaluate<string>(WORK)).not.toContain(chosen)
  })

  it('is told that a note is too long before it is sent', async () => {
    const { page } = ruth
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await openNotes(page, 18)
    await text(page).fill('x'.repeat(49_000))
    await page.getByText('49,000 of 50,000 characters').waitFor()
    await text(page).fill('x'.repeat(50_001))
    await page.getByRole('alert').getByText('A note holds at most 50,000 characters.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
  })

  it('cannot write what would be lost while a slow server saves', async () => {
    const { page } = ruth
    await openNotes(page, 20)
    await text(page).fill('All of it.')
    const answers = Promise.withResolvers<void>()
    await page.route('**/api/note/', async (route) => {
      await answers.promise
      await route.continue()
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Saving...' }).waitFor()
    await page.keyboard.type(' And more.')
    expect(await text(page).inputValue()).toBe('All of it.')
    answers.resolve()
    await page.getByRole('button', { name: '1 note on verse 20' }).waitFor()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.unroute('**/api/note/')
  })

  it('is told that there is no connection, and reads on when it is back', async () => {
    const { page } = ruth
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await page.context().setOffline(true)
    await page.keyboard.press('ArrowRight')
    // The next chapter was prefetched, but not the chapter after it.
    await verse(page, 1).waitFor()
    await heading(page, 'John 4').waitFor()
    await page.keyboard.press('ArrowRight')
    const failure = page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch chapter' })
    await failure.getByText('Check your connection.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await verse(page, 1).waitFor()
  })

  it('comes back to where they had read, not to the verse they once came for', async () => {
    const { page } = ruth
    await page.goto('/bible/WEB/Psalms/119#v105', { waitUntil: 'networkidle' })
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(2000)
    await page.evaluate('scrollTo(0, 400)')
    await page.keyboard.press('ArrowRight')
    await heading(page, 'Psalm 120').waitFor()
    await page.goBack()
    await heading(page, 'Psalm 119').waitFor()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(400)
    // A page opened by its address begins at its top, although the previous page was scrolled.
    await page.goto('/bible/WEB/Psalms/118', { waitUntil: 'networkidle' })
    expect(await page.evaluate<number>('scrollY')).toBe(0)
  })

  it('finds what they had looked for when they come back from a note', async () => {
    const { page } = ruth
    await page.goto('/my-memos/memos')
    const search = page.getByLabel('Search your notes')
    await search.fill('logged in')
    await page.getByRole('link', { name: /Written while logged in/ }).click()
    await heading(page, 'John 3').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /Written while logged in/ }).waitFor()
    await expect.poll(() => search.inputValue()).toBe('logged in')
  })

  it('is led on, not told to try again, where there is nothing to be had', async () => {
    const { page } = ruth
    await page.goto('/bible/KJV/Psalms/151')
    await page.getByText('Error: Psalms has 150 chapters.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Read the Bible' }).click()
    await verse(page, 1).waitFor()
  })
})

describe('somebody who comes by a link', () => {
  it('causes no failed request with a version that is not here, and is told about it in their language', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, looking({ language: 'ko' }))
    const failed: string[] = []
    page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
    await page.goto('/bible/ESV/John/3', { waitUntil: 'networkidle' })
    const notice = page.getByText('ESV는 저작권이 있는 번역이에요.')
    await notice.waitFor()
    await expect.poll(() => notice.locator('xpath=ancestor-or-self::*[@lang][1]').getAttribute('lang')).toBe('ko')
    expect(failed).toEqual([])
    await leave()
  })

  it('sees which book was asked for, in a version that lacks it, and can choose the first one there is', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.route('**/api/bible/versions', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const version of answer.versions) version.books = version.books.filter((book: number) => book >= 40)
      await route.fulfill({ response, json: answer })
    })
    await page.goto('/bible/WEB/Malachi/1', { waitUntil: 'networkidle' })
    const picker = await openPicker(page)
    await expect.poll(() => picker.getByLabel('Book', { exact: true }).inputValue()).toBe('Malachi')
    await picker.getByLabel('Book', { exact: true }).selectOption('Matthew')
    await picker.getByRole('button', { name: 'Go', exact: true }).click()
    await heading(page, 'Matthew 1').waitFor()
    await leave()
  })

  it('goes on at the beginning of the page a link leads to', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await page.getByRole('link', { name: 'Start reading' }).first().press('Enter')
    await heading(page, 'Genesis 1').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('content')
    await page.getByRole('link', { name: 'Genesis 2' }).press('Enter')
    await heading(page, 'Genesis 2').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('content')
    await leave()
  })

  it('reads while the server cannot say who is signed in, and is known again as soon as it can', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await signUp(page, 'naomi')
    let questions = 0
    await page.route('**/api/auth/', async (route) => {
      questions += 1
      await route.fulfill({ status: 503, headers: OWN, json: { code: 'store_unavailable', message: 'Not now.' } })
    })
    const began = performance.now()
    await page.goto('/bible/KJV/Ruth/1', { waitUntil: 'networkidle' })
    await verse(page, 1).waitFor()
    // The page asks again every five seconds, and not whenever a part of the page appears.
    expect(questions).toBeLessThan(3 + (performance.now() - began) / 5_000)
    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByText('Your account cannot be reached right now.').waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(0)
    await page.keyboard.press('Escape')
    await openNotes(page, 1)
    const unreached = page.getByRole('dialog', { name: 'Your account cannot be reached right now.' })
    await unreached.waitFor()
    await page.unroute('**/api/auth/')
    await unreached.waitFor({ state: 'detached' })
    // The action that needed the log-in continues by itself.
    await text(page).waitFor()
    await leave()
  })

  it('prints the text alone, in ink on white, from any theme', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, {
      ...looking({ theme: 'dark' }),
    })
    await page.goto('/bible/WEB/Psalms/23#v4', { waitUntil: 'networkidle' })
    await page.emulateMedia({ media: 'print' })
    await verse(page, 4).waitFor()
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(29, 33, 39)')
    for (const role of ['banner', 'navigation', 'toolbar', 'combobox'] as const)
      expect([role, await page.getByRole(role).count()]).toEqual([role, 0])
    await leave()
  })

  it('is led to the first field that is wrong', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/signup')
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('username')
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('email')
    await leave()
  })
})
