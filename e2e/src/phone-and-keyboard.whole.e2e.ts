import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { SMALL_CONTROLS } from './in-page.ts'
import { chooseVersion, DESKTOP, openNotes, PHONE, said, signUp, verse } from './person.ts'

const app = appInBrowser()

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
/** The accessible name of the focused element. */
const focused = async (page: Page) => {
  const element = page.locator(':focus')
  return (await element.getAttribute('aria-label')) ?? (await element.textContent())
}

describe('on a phone', () => {
  it('writes a note in a sheet from below, and every control is as large as a thumb', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/Psalms/23')
    await heading(page, 'Psalm 23').waitFor()
    await signUp(page, 'naomi')
    await verse(page, 1).waitFor()
    await page.getByRole('button', { name: 'Verse 4', exact: true }).tap()
    const bar = await page.getByRole('toolbar').boundingBox()
    expect(bar && bar.y + bar.height).toBeGreaterThan(780)
    const small = await page.evaluate(SMALL_CONTROLS)
    expect(small).toEqual([])
    await openNotes(page, 4)
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('You are with me.')
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 4' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('sees the verse above the note, and with the keyboard the words and Save; closing asks, and saves', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'keziah')
    await verse(page, 36).scrollIntoViewIfNeeded()
    await openNotes(page, 36)
    const sheet = page.getByRole('dialog')
    const field = sheet.getByLabel('Note', { exact: true })
    await field.waitFor()
    const boxOf = (what: typeof sheet) => async () => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [verseBox, sheetBox, fieldBox] = [boxOf(verse(page, 36)), boxOf(sheet), boxOf(field)]
    const saveBox = boxOf(sheet.getByRole('button', { name: 'Save' }))
    // The sheet also leaves the last verse of the chapter visible.
    await expect.poll(async () => (await verseBox()).y + (await verseBox()).height).toBeLessThan(844)
    await expect
      .poll(async () => (await verseBox()).y + (await verseBox()).height - (await sheetBox()).y)
      .toBeLessThanOrEqual(0)
    // The window gets as low as if an on-screen keyboard covered its lower part.
    await page.setViewportSize({ width: 390, height: 460 })
    await field.fill('He that believeth.')
    await expect.poll(async () => (await saveBox()).y + (await saveBox()).height).toBeLessThanOrEqual(460)
    await expect.poll(async () => (await fieldBox()).y + 44 - (await saveBox()).y).toBeLessThanOrEqual(0)
    await expect.poll(async () => (await verseBox()).y + 24 - (await sheetBox()).y).toBeLessThanOrEqual(0)
    await page.setViewportSize(PHONE.viewport)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).tap()
    await sheet.waitFor({ state: 'detached' })
    await said(page, 'Saved')
    await page.getByRole('button', { name: '1 note on verse 36' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('has the links behind a button, which a tap elsewhere closes', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('link', { name: 'My Pathlight' }).waitFor()
    await page.touchscreen.tap(195, 830)
    await page.getByRole('link', { name: 'My Pathlight' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('link', { name: 'Bible Reading' }).tap()
    await heading(page, 'Genesis 1').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('changing the version', () => {
  it('keeps the verse that was chosen, and turning the page does not', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await page.getByRole('button', { name: 'Verse 16', exact: true }).click()
    await page.getByRole('toolbar').waitFor()
    await chooseVersion(page, 'WEB')
    await page.waitForURL('**/bible/WEB/John/3#v16')
    await verse(page, 16).getByText('eternal life').waitFor()
    await page.getByRole('toolbar').waitFor()
    await page.getByRole('button', { name: 'Next chapter' }).click()
    await page.waitForURL('**/bible/WEB/John/4')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('by keyboard alone', () => {
  it('turns pages, walks from verse to verse, writes a note, and gets the focus back', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'lydia')
    await page.keyboard.press('ArrowRight')
    await heading(page, 'John 4').waitFor()
    await verse(page, 1).waitFor()
    await page.keyboard.press('ArrowLeft')
    await heading(page, 'John 3').waitFor()
    await verse(page, 1).waitFor()

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await heading(page, 'John 3').waitFor()

    // The dialog returns the focus a moment after it has closed.
    await expect.poll(() => focused(page)).toBe('Profile')
    await page.getByRole('button', { name: 'Next chapter' }).focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Bookmarks')
    for (const name of ['Add Version', 'Keyboard shortcuts', 'King James Version']) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe(name)
    }
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Verse 1')
    for (let step = 1; step < 16; step += 1) await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Verse 16')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Memos')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Verse 16')
    await page.keyboard.press('Space')
    await expect.poll(() => focused(page)).toBe('Memos')
    await page.keyboard.press('Enter')
    await page.getByLabel('Note', { exact: true }).waitFor()
    await page.keyboard.type('By hand.')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await heading(page, 'John 3').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('stays in a dialog until Escape, and is then where it was', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign Up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      expect(await page.locator('[role=dialog] :focus').count()).toBe(1)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Sign Up')
    await leave()
  })
})

describe('on a slow line', () => {
  it('opens a menu that was pressed before its code had come', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    const comes = Promise.withResolvers<void>()
    await page.route(/profile-menu/, async (route) => {
      await comes.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Profile' }).click()
    comes.resolve()
    await page.getByRole('menuitem', { name: 'Log In' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('accounts', () => {
  it('says under each field what is wrong, and above the form what the server says', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/signup')
    await page.getByLabel('Email').fill('ada')
    await page.getByLabel('Username').fill('a!')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm password').fill('other')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    for (const sentence of [
      'Invalid email address.',
      'Username must be 3-20 characters long and contain only letters, numbers, dots, dashes, or underscores.',
      'Password must be at least 8 characters long and include an uppercase letter, a number, and a special character.',
      'Passwords do not match.',
    ])
      await page.getByText(sentence, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.poll(() => page.getByLabel('Confirm password').getAttribute('type')).toBe('text')

    await page.getByLabel('Email').fill('naomi2@example.org')
    await page.getByLabel('Username').fill('naomi2')
    await page.getByLabel('Password', { exact: true }).fill('Harvest1!')
    await page.getByLabel('Confirm password').fill('Harvest1!')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.waitForURL(`${app.address}/`)
    const second = await app.newPerson(DESKTOP)
    await second.page.goto('/signup')
    await second.page.getByLabel('Email').fill('naomi2@example.org')
    await second.page.getByLabel('Username').fill('naomi2')
    await second.page.getByLabel('Password', { exact: true }).fill('Harvest1!')
    await second.page.getByLabel('Confirm password').fill('Harvest1!')
    await second.page.getByRole('button', { name: 'Sign Up' }).click()
    await second.page.getByText('Email address is already in use.').waitFor()
    await second.page.goto('/login')
    await second.page.getByLabel('Email').fill('naomi2@example.org')
    await second.page.getByLabel('Password', { exact: true }).fill('Wrong1!!')
    await second.page.getByRole('button', { name: 'Log In' }).click()
    await second.page.getByText('Invalid email or password.').waitFor()
    expect([...complaints, ...second.complaints]).toEqual([])
    await second.leave()
    await leave()
  })
})
