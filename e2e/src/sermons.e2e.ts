import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { OWN } from './other-page.ts'
import { DESKTOP, PASSWORD, PHONE, picture, signUpByCall } from './person.ts'

import { addOn, editor, FIELDS, openSermon, said } from './sermon-steps.ts'

const app = appInBrowser(undefined, bringKoreanBible)

describe('a sermon at the desk', () => {
  it('is written beside the text, with a passage put in by typing its reference, saved, found and opened again', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await signUpByCall(page, 'deskpastor')
    await page.reload()
    await openSermon(page, 16)
    // Start chapter and verse are the chosen verse's.
    for (const [name, value] of [
      ['Start Chapter', '3'],
      ['Start Verse', '16'],
    ] as const) {
      await expect.poll(() => page.getByLabel(name).inputValue()).toBe(value)
      expect(await page.getByLabel(name).getAttribute('readonly')).not.toBeNull()
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText('Please fill in the following required fields: Title, Speaker, Sermon Content', { exact: true })
      .waitFor()

    await page.getByLabel('Title', { exact: true }).fill('The width of love')
    await page.getByLabel('Speaker').fill('Ruth')
    await page.getByLabel('End Verse').fill('15')
    await editor(page).click()
    await page.keyboard.type('# So loved\nGod **gave** his Son.\n- one\ntwo\n\nAs it says, Rom 8:28-30')
    await page.getByRole('button', { name: 'Put Romans 8:28-30 in' }).waitFor()
    await page.keyboard.press('Tab')
    await page.locator('.scripture-quote', { hasText: 'Romans 8:28-30 (WEB)' }).waitFor()
    await page.keyboard.type('And so we live.')
    await picture(page, 'desk-editor')

    // The tools are one stop for the Tab key; the arrow keys lead from one to the next.
    const tool = (name: string) => page.getByRole('toolbar', { name: 'Text tools' }).getByRole('button', { name })
    await page.getByLabel('Style').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Justify')
    await tool('Center').click()
    await editor(page).locator("[data-align='center']", { hasText: 'And so we live.' }).waitFor()
    const panel = page.getByRole('complementary')
    const width = async () => (await panel.boundingBox())?.width ?? 0
    const before = await width()
    await page.getByRole('button', { name: 'Wider' }).click()
    await expect.poll(width).toBeGreaterThan(before * 1.2)
    expect(await violations(page, 'the editor of a sermon')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('The end of a sermon is in the same book').waitFor()
    await page.getByLabel('End Verse').fill('18')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Sermon saved successfully!')
    await editor(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 sermon on verse 16' }).waitFor()

    // The one that is there is opened, also from a verse within its range.
    await page.keyboard.press('Escape')
    await openSermon(page, 17)
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('The width of love')
    await editor(page).getByText('And so we live.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Amen.')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Sermon saved successfully!')
    await editor(page).waitFor({ state: 'detached' })

    // A second one on the verse is an explicit choice; the first is still the one that is opened.
    await page.keyboard.press('Escape')
    await openSermon(page, 16)
    await page.getByRole('button', { name: 'New sermon on this verse' }).click()
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => page.getByLabel('Speaker').inputValue()).toBe('Ruth')
    await page.getByLabel('Title', { exact: true }).fill('A second one')
    await editor(page).click()
    await page.keyboard.type('Gen 1:1')
    await page.getByLabel('Version to put in').selectOption('KJV')
    await page.getByRole('button', { name: 'Put Genesis 1:1 in' }).click()
    await page.locator('.scripture-quote', { hasText: 'Genesis 1:1 (KJV)' }).waitFor()
    await page.keyboard.type('Other words.')
    await tool('Link').click()
    await page.getByLabel('Address of the link').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('A link begins with https:// or mailto:').waitFor()
    await page.getByLabel('Address of the link').fill('https://example.org/')
    await page.keyboard.press('Enter')
    await editor(page).locator("a[href='https://example.org/']").waitFor()
    await tool('Undo').click()
    await editor(page).locator("a[href='https://example.org/']").waitFor({ state: 'detached' })
    await tool('Redo').click()
    await editor(page).getByText('Other words.').waitFor()
    await editor(page).locator("a[href='https://example.org/']").waitFor()
    // The session ended meanwhile: once they are logged in again it is saved.
    expect(complaints.splice(0)).toEqual([])
    await page.context().clearCookies()
    await page.keyboard.press('Control+s')
    const logIn = page.getByRole('dialog')
    await logIn.getByLabel('Email').fill('deskpastor@example.org')
    await page.getByText('You are logged out. Log in to save; your words are kept on this device.').waitFor()
    await logIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await logIn.getByRole('button', { name: 'Log In' }).click()
    await said(page, 'Sermon saved successfully!')
    expect(complaints.splice(0).filter((one) => !one.includes('status of 401'))).toEqual([])
    await page.getByRole('button', { name: '2 sermons on verse 16' }).waitFor()
    await page.keyboard.press('Escape')
    await openSermon(page, 16)
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('The width of love')
    expect(await page.getByLabel('Sermon on this verse').locator('option').allTextContents()).toEqual([
      'The width of love',
      'A second one',
    ])
    // On a page of its own it goes on as it is, saved or not.
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Not saved yet.')
    await page.getByRole('button', { name: 'Open as a page' }).click()
    await page.waitForURL('**/my-memos/sermons/*?edit')
    await page.getByText('Your unsaved words are back.').waitFor()
    await editor(page).getByText('And so we live. Amen. Not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('And so we live. Amen.', { exact: true }).first().waitFor()

    await addOn(page, 1, 'Before them all', 'By night.')
    await page.goto('/my-memos/sermons')
    const search = page.getByLabel('Search your sermons')
    const titles = page.getByRole('heading', { level: 2 })
    await expect.poll(() => titles.allTextContents()).toEqual(['Before them all', 'A second one', 'The width of love'])
    for (const query of ['amen 요한복음', 'John 3:16-18']) {
      await search.fill(query)
      await expect.poll(() => titles.allTextContents(), { message: query }).toEqual(['The width of love'])
    }
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await expect.poll(() => titles.allTextContents()).toEqual(['The width of love (copy)', 'The width of love'])
    await search.fill('nothing like it')
    await page.getByText('No matching sermons found.').waitFor()
    await page.getByRole('button', { name: 'Show all sermons' }).click()
    await page.getByLabel('Sort by').selectOption('passage')
    await expect
      .poll(() => titles.allTextContents())
      .toEqual(['Before them all', 'A second one', 'The width of love (copy)', 'The width of love'])
    await picture(page, 'desk-list')
    expect(await violations(page, 'the list of sermons')).toEqual([])
    expect(await page.getByRole('link', { name: 'John 3:16-18 · WEB' }).first().getAttribute('href')).toBe(
      '/bible/WEB/John/3#v16',
    )
    await page.getByRole('link', { name: 'The width of love', exact: true }).click()
    await page.getByText('And so we live. Amen.').first().waitFor()
    expect(await page.getByRole('link', { name: 'Romans 8:28-30 (WEB)' }).first().getAttribute('href')).toBe(
      '/bible/WEB/Romans/8#v28',
    )
    expect(complaints).toEqual([])
    await leave()
  })

  it('that two devices changed is shown twice, and neither is lost', async () => {
    const desk = await app.newPerson(DESKTOP)
    await desk.page.goto('/')
    await signUpByCall(desk.page, 'twodevices')
    const id = await addOn(desk.page, 16, 'Ours', 'The first words.')
    const write = async (page: Page, title: string) => {
      await page.getByLabel('Title', { exact: true }).fill(title)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await desk.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(desk.page).waitFor()
    const phone = await app.newPerson(PHONE)
    await phone.page.goto('/login')
    await phone.page.request.post('/api/auth/login', {
      data: { email: 'twodevices@example.org', password: PASSWORD, remember_me: false },
    })
    await phone.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(phone.page).waitFor()
    await write(phone.page, 'From the phone')
    await said(phone.page, 'Sermon saved successfully!')
    await editor(desk.page).click()
    await desk.page.keyboard.press('Control+Home')
    await desk.page.keyboard.type('Words of the desk. ')
    await write(desk.page, 'From the desk')
    const conflict = (page: Page) => page.getByRole('region', { name: 'Changed on another device' })
    await conflict(desk.page).getByRole('alert').waitFor()
    await expect.poll(() => desk.page.locator(':focus').textContent()).toBe('Changed on another device')
    await conflict(desk.page).getByText('From the phone', { exact: true }).waitFor()
    await conflict(desk.page).locator('ins').filter({ hasText: 'desk' }).first().waitFor()
    await picture(desk.page, 'desk-conflict')
    expect(await violations(desk.page, 'two versions of a sermon')).toEqual([])
    // Kept, and not to be sent yet: the words are in the editor again.
    await desk.page.route('**/api/sermon/*', (route) => route.abort())
    await conflict(desk.page).getByRole('button', { name: 'Keep mine' }).click()
    await editor(desk.page).getByText('Words of the desk. The first words.').waitFor()
    await desk.page.unroute('**/api/sermon/*')
    await said(desk.page, 'Sermon saved successfully!')
    expect(desk.complaints.splice(0).filter((one) => !one.includes('ERR_FAILED'))).toEqual([])

    await phone.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(phone.page).getByText('Words of the desk.').waitFor()
    const meanwhile = (title: string) =>
      desk.page.request.put(`/api/sermon/${id}`, {
        data: { ...FIELDS, startVerseId: 43_003_016, endVerseId: 43_003_016, title, content: 'Of a third device.' },
      })
    expect((await meanwhile('From elsewhere')).status()).toBe(200)
    await write(phone.page, 'From the phone again')
    await conflict(phone.page).getByRole('button', { name: 'Keep both' }).click()
    await said(phone.page, 'Sermon saved successfully!')
    await desk.page.goto('/my-memos/sermons')
    for (const title of ['From elsewhere', 'From the phone again'])
      await desk.page.getByRole('link', { name: title, exact: true }).waitFor()

    // What was changed meanwhile is not deleted unseen; what was given up does not come back.
    await desk.page.getByRole('link', { name: 'From elsewhere', exact: true }).click()
    await desk.page.getByRole('button', { name: 'Edit' }).click()
    await desk.page.getByLabel('Speaker').fill('Nobody')
    expect((await meanwhile('Once more from elsewhere')).status()).toBe(200)
    await desk.page.getByRole('button', { name: 'Delete' }).click()
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await conflict(desk.page).getByRole('button', { name: 'Take the saved one' }).click()
    await desk.page.getByRole('heading', { name: 'Once more from elsewhere', level: 1 }).waitFor()
    await desk.page.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => desk.page.getByLabel('Speaker').inputValue()).toBe('Ruth')
    await editor(desk.page).getByText('Of a third device.').waitFor()

    // Deleted in one place, it is kept in the other's hands.
    await phone.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(phone.page).waitFor()
    const remove = async () => {
      await desk.page.getByRole('button', { name: 'Delete' }).click()
      await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    await desk.page.route('**/api/sermon/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, headers: OWN, json: {} }) : route.continue(),
    )
    await remove()
    const alert = desk.page.getByRole('alert')
    await alert.getByText('Failed to delete the sermon. Please try again.', { exact: true }).waitFor()
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining('status of 500')])
    await desk.page.unroute('**/api/sermon/*')
    await remove()
    await said(desk.page, 'Sermon deleted successfully!')
    await write(phone.page, 'Once more')
    await phone.page.getByRole('alert').getByText('Deleted on another device').waitFor()
    await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(phone.page, 'Sermon saved successfully!')
    expect([...desk.complaints, ...phone.complaints]).toEqual([])
    await phone.leave()
    await desk.leave()
  })
})
