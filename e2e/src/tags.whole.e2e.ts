import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, letOffersStay, openNotes, PHONE, picture, signUp, studyPanel, untilServed } from './person.ts'

const app = appInBrowser()

const field = (within: Page | Locator): Locator => within.getByRole('combobox', { name: 'Add a tag' })
const tagOf = (within: Page | Locator, tag: string): Locator => within.getByText(`#${tag}`, { exact: true }).first()
const read = async (page: Page, path: string) => (await page.request.get(path)).json()
const add = async (page: Page, path: string, data: object) =>
  expect((await page.request.post(path, { data })).status(), path).toBe(201)
const JOHN_3_16 = 43_003_016

describe('somebody who tags what they write', () => {
  it('gathers it by its tags, renames one everywhere, makes two one, and takes one away', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await letOffersStay(page)
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'tagger')

    // Tags of a note, in its editor: the person adds them with Enter, with a comma, and by saving while a tag is only
    // typed.
    await openNotes(page, 16)
    await page.getByLabel('Note', { exact: true }).fill('So loved.')
    await field(page).fill('faith')
    await field(page).press('Enter')
    await field(page).pressSequentially('은혜,')
    await field(page).fill('Long suffering')
    await picture(page, 'tags-note')
    expect(await violations(page, 'tags in the editor of a note')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await studyPanel(page).waitFor({ state: 'detached' })
    expect((await read(page, '/api/note/user'))[0].tags).toEqual(['faith', '은혜', 'Long suffering'])

    const highlight = { version: 'KJV', book: 'John', chapter: 3, verseId: JOHN_3_16, startOffset: 4, endOffset: 16 }
    await add(page, '/api/highlight/add', { ...highlight, selectedText: 'God so loved' })
    await add(page, '/api/bookmarks', { book: 'Psalms', chapter: 23, version: 'KJV' })
    await page.goto('/my-memos/highlights')
    await page.getByRole('button', { name: /^Tags of “God so loved/ }).click()
    await field(page).pressSequentially('은')
    await page.getByRole('listbox').getByRole('option', { name: /은혜/ }).click()
    const tags = async () => (await read(page, '/api/highlight/user'))[0].tags
    await expect.poll(tags).toEqual(['은혜'])
    await page.getByRole('button', { name: 'Remove the tag 은혜' }).click()
    await expect.poll(tags).toEqual([])
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(tags).toEqual(['은혜'])

    await page.goto('/my-memos/bookmarks')
    await page.getByRole('button', { name: /^Tags of Psalms? 23/ }).click()
    await field(page).fill('FAITH')
    await field(page).press('Enter')
    await expect.poll(async () => (await read(page, '/api/bookmarks'))[0].tags).toEqual(['faith'])
    await page.goto('/my-memos/memos')
    await page.getByLabel('Tag', { exact: true }).selectOption('은혜')
    await page.getByText('So loved.').waitFor()

    await page.goto('/my-memos')
    await page.getByLabel('Tag', { exact: true }).selectOption({ label: '은혜 (2)' })
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(2)
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('link', { name: /faith.*2 items/ }).click()
    await page.getByRole('heading', { level: 1, name: '#faith' }).waitFor()
    await page.getByRole('region', { name: 'Psalm 23' }).waitFor()
    await picture(page, 'tags-page-of-one')
    expect(await violations(page, 'the page of a tag')).toEqual([])

    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('믿음')
    await dialog.getByRole('radio', { name: 'green' }).check({ force: true })
    await picture(page, 'tags-dialog')
    expect(await violations(page, 'the dialog of a tag')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: '#믿음' }).waitFor()
    await expect
      .poll(async () => (await read(page, '/api/note/user'))[0].tags)
      .toEqual(['믿음', '은혜', 'Long suffering'])
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await read(page, '/api/bookmarks'))[0].tags).toEqual(['faith'])

    await page.goto('/my-memos/tags')
    await page.getByRole('button', { name: 'Edit the tag Long suffering' }).click()
    await dialog.getByLabel('Name').fill('Faith')
    await dialog.getByText(/^You already have the tag faith/).waitFor()
    await dialog.getByRole('button', { name: 'Make them one' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await read(page, '/api/note/user'))[0].tags).toEqual(['faith', '은혜'])
    await page.getByRole('button', { name: 'Edit the tag 은혜' }).click()
    await dialog.getByRole('button', { name: 'Remove this tag' }).click()
    await page
      .getByRole('alertdialog')
      .getByText(/^2 items lose it/)
      .waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove this tag' }).click()
    await expect
      .poll(async () => (await read(page, '/api/tags')).tags)
      .toMatchObject([{ tag: 'faith', count: 2, color: null }])
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /faith.*2 items/ }).waitFor()
    expect(await page.getByRole('link', { name: /은혜/ }).count()).toBe(0)

    await page.goto('/my-memos/history')
    await page
      .getByRole('button', { name: /^Note edited/ })
      .first()
      .click()
    const revisions = page.getByRole('list', { name: 'Changes, newest first' })
    await revisions.getByRole('deletion').getByText('은혜', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('does so on a phone while the server is away: what is kept here is counted, found and sent later', async () => {
    const { page: first, leave } = await app.newPerson({ ...PHONE, serviceWorkers: 'allow' })
    await first.goto('/bible/KJV/John/3')
    await signUp(first, 'tagsaway')
    const note = { verse_id: JOHN_3_16, version: 'KJV', title: '', text: 'So loved.', tags: ['은혜'] }
    await add(first, '/api/note/', note)
    await untilServed(first)
    await first.goto('/settings/data')
    await first.getByRole('switch', { name: 'Keep offline' }).click()
    await first.getByText(/^Kept on this device: 1 item/).waitFor()
    await first.goto('/bible/KJV/John/3')
    await first.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await app.kill()
    try {
      await openNotes(first, 17)
      await first.getByLabel('Note', { exact: true }).fill('Not to condemn.')
      await field(first).pressSequentially('은')
      await first.getByRole('option', { name: /은혜/ }).click()
      await field(first).fill('hope')
      await first.getByRole('button', { name: 'Save', exact: true }).click()
      await first
        .getByText(/No answer from the server/)
        .first()
        .waitFor()
      await first.goto('/my-memos/tags')
      await first.getByRole('link', { name: /은혜.*2 items/ }).waitFor()
      await first.getByRole('link', { name: /hope.*1 item$/ }).waitFor()
      expect(await first.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
      await picture(first, 'tags-phone')
      await first.getByRole('button', { name: 'Edit the tag hope' }).click()
      await first.getByRole('dialog').getByLabel('Name').fill('Hope of all')
      await first.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await first.getByText(/^Your tags are changed everywhere at once/).waitFor()
      await first.keyboard.press('Escape')
      await first.getByRole('link', { name: /은혜.*2 items/ }).click()
      await first.getByText('Not to condemn.').waitFor()
      await tagOf(first, 'hope').waitFor()
    } finally {
      await app.start()
    }
    await expect.poll(async () => (await read(first, '/api/note/user'))[0].tags).toEqual(['은혜', 'hope'])
    await leave()
  })
})
