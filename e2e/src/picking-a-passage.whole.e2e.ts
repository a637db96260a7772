import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { BROKEN_WORDS, OVERFLOW, SMALL_CONTROLS } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, looking, PHONE, passageChip, signUp, verse } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Go to a passage' })
/** The passages that are offered for the typed text. */
const offers = (page: Page) => page.getByRole('listbox', { name: 'Go to a passage' }).getByRole('option')
const press = (page: Page, name: string) => picker(page).getByRole('button', { name, exact: true }).tap()

describe('picking a passage', () => {
  it('is the same where translations are compared', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/version-comparison')
    await page.getByRole('button', { name: 'Choose a passage' }).tap()
    await press(page, 'Psalms')
    await press(page, 'Psalm 117')
    await press(page, 'Verse 2')
    await page.waitForURL('**/version-comparison?reference=Psalms+117%3A2')
    await page.getByRole('heading', { level: 2, name: 'Psalm 117:2' }).waitFor()
    await expect.poll(() => page.getByLabel('Verse or passage').inputValue()).toBe('Psalms 117:2')
    // A comparison has at most 20 verses, so the rest of a long chapter is left out.
    await page.getByRole('button', { name: 'Choose a passage' }).tap()
    await press(page, 'John')
    await press(page, 'John 3')
    await press(page, 'All of John 3')
    await page.getByRole('heading', { level: 2, name: 'John 3:1–20' }).waitFor()
    await page.getByRole('button', { name: 'Choose a passage' }).tap()
    await page.goBack()
    await picker(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name: 'John 3:1–20' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('has a list of versions that keys go through before one is chosen', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await passageChip(page).click()
    const versions = picker(page).getByRole('combobox', { name: 'Version' })
    await versions.focus()
    const codes = await versions
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as { value?: string }).value))
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => versions.evaluate((select) => select.matches(':open'))).toBe(true)
    expect(await versions.inputValue()).toBe('WEB')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/bible/${codes[codes.indexOf('WEB') - 1]}/John/3`)
    await leave()
  })

  it('is two taps to any chapter on a phone, three to a verse, with every cell as large as a thumb', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...PHONE, viewport: { width: 320, height: 640 } })
    await page.goto('/bible/WEB/John/3')
    await passageChip(page).tap()
    await picker(page).waitFor()
    // No field has the focus, so the phone's keyboard stays closed.
    expect(await page.locator('input:focus').count()).toBe(0)
    expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, 'the picker of a passage')).toEqual([])
    const { height: before } = (await picker(page).boundingBox()) ?? {}
    await press(page, 'Psalms')
    expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    await press(page, 'Psalm 117')
    await heading(page, 'Psalm 117').waitFor()
    await passageChip(page).tap()
    await press(page, 'Verses')
    expect((await picker(page).boundingBox())?.height).toBe(before)
    await press(page, 'Psalm 119')
    await press(page, 'Verse 105')
    await page.waitForURL('**/bible/WEB/Psalms/119#v105')
    await verse(page, 105).and(page.locator('[data-chosen]')).waitFor()
    await passageChip(page).tap()
    await picker(page).getByRole('list', { name: 'Read lately' }).getByRole('button', { name: 'John 3' }).tap()
    await heading(page, 'John 3').waitFor()
    await passageChip(page).tap()
    await press(page, 'Jude')
    await press(page, 'Jude 1')
    await press(page, 'All of Jude 1')
    await heading(page, 'Jude 1').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it.each([320, 360, 390, 768, 1440])('has each name of a book whole in a window of %i px', async (width) => {
    const { page, leave } = await app.newPerson({ viewport: { width, height: 800 } })
    await page.goto('/bible/WEB/John/3')
    await page.keyboard.press('g')
    await picker(page).getByRole('button', { name: '1 Thessalonians' }).waitFor()
    expect(await page.evaluate(BROKEN_WORDS)).toEqual([])
    await leave()
  })

  it('goes by the arrows of a keyboard, in Korean by the alphabet, and offers bookmarks', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, looking({ language: 'en' }))
    await page.goto('/bible/KRV/John/3')
    await signUp(page, 'picker')
    await page.getByRole('button', { name: 'Bookmarks', exact: true }).click()
    await page.getByRole('button', { name: /^Bookmark John 3/ }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await picker(page).getByRole('list', { name: 'Bookmarks' }).getByRole('button', { name: 'John 3' }).waitFor()
    await picker(page).getByRole('button', { name: 'A to Z' }).click()
    await expect.poll(() => picker(page).locator('[data-cell]').first().getAttribute('title')).toBe('갈라디아서')
    await picker(page).locator("[data-cell][tabindex='0']").first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.locator(':focus').getAttribute('title')).toBe('고린도전서')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('1')
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL('**/bible/KRV/1%20Corinthians/3')
    await leave()
  })

  it.each([
    ['Jude 5', '/Jude/1#v5'],
    ['Jhon 3:16', '/John/3#v16'],
    ['“John 3:16”', '/John/3#v16'],
    ['John 3:16 (KJV)', '/John/3#v16'],
    ['창 1:1-2:3', '/Genesis/1#v1-31'],
    ['Romans 8:28-30, 35', '/Romans/8#v28-30,35'],
  ])('takes %s as the search does', async (typed, path) => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/4')
    await page.keyboard.press('g')
    const field = page.getByRole('combobox', { name: 'Passage' })
    await field.fill(typed)
    await offers(page).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    await leave()
  })

  it('searches for words in the same field', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/4')
    await page.keyboard.press('g')
    await page.getByRole('combobox', { name: 'Passage' }).fill('living water')
    await page.getByRole('option', { name: 'Search for “living water”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?query=living+water')
    await leave()
  })

  it('offers no verse that there is not, and says how many there are', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/4')
    await page.keyboard.press('g')
    await page.getByRole('combobox', { name: 'Passage' }).fill('John 3:99')
    await picker(page).getByText('John 3 has 36 verses.').waitFor()
    expect(await offers(page).count()).toBe(0)
    await leave()
  })
})
