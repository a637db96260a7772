import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { fingerOn } from './finger.ts'
import { AT_REST, OVERFLOW, SMALL_CONTROLS } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import {
  DESKTOP,
  LANGUAGES,
  letOffersStay,
  looking,
  openNotes,
  openPicker,
  PHONE,
  signUp,
  signUpInDialog,
  verse,
  verseNumber,
} from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

const bar = (page: Page, name: string) => page.getByRole('toolbar', { name, exact: true })
const focused = async (page: Page) => {
  const element = page.locator(':focus')
  return (await element.getAttribute('aria-label')) ?? (await element.textContent())
}
const hash = (page: Page) => new URL(page.url()).hash

describe('by keyboard', () => {
  it('leads from button to button of what can be done with a verse, and to no other chapter', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await verseNumber(page, 4).focus()
    await page.keyboard.press('Enter')
    await bar(page, 'Verse 4').waitFor()
    // The buttons for colours load after the toolbar and belong to it.
    await bar(page, 'Verse 4').getByRole('button', { name: 'Highlight in your color' }).waitFor()
    const names = await bar(page, 'Verse 4').getByRole('button').all()
    const first = await focused(page)
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).not.toBe(first)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe(first)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).toBe(first)
    for (let step = 0; step < names.length; step += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).toBe(first)
    expect(new URL(page.url()).pathname).toBe('/bible/WEB/John/3')
    await leave()
  })

  it('draws a range from the verse that has the focus', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await verseNumber(page, 4).focus()
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowDown')
    await bar(page, 'Verses 4-6').waitFor()
    expect(hash(page)).toBe('#v4-6')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowUp')
    await bar(page, 'Verses 3-4').waitFor()
    await leave()
  })
})

describe('by hand', () => {
  it.each([
    ['on a phone', PHONE],
    ['at a desk', DESKTOP],
  ] as const)('takes verses in and leaves them out by tapping them, %s', async (_where, device) => {
    const { page, leave } = await app.newPerson(device)
    await page.goto('/bible/WEB/John/3')
    await verse(page, 2).getByText('The same came').click()
    await bar(page, 'Verse 2').waitFor()
    // A press on another verse does not close the popup. The page chooses that verse, too.
    await verseNumber(page, 5).click()
    await bar(page, 'Verses 2, 5').waitFor()
    expect(hash(page)).toBe('#v2,5')
    await verseNumber(page, 3).click()
    await bar(page, 'Verses 2-3, 5').waitFor()
    await verseNumber(page, 2).click()
    await verseNumber(page, 5).click()
    await bar(page, 'Verse 3').waitFor()
    await verseNumber(page, 3).click()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    expect(hash(page)).toBe('')
    await leave()
  })

  it('shows a verse or a range that an address names, and covers nothing before it is tapped', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3#v16-18')
    for (const one of [16, 17, 18]) await verse(page, one).and(page.locator('[data-chosen=pointed]')).waitFor()
    expect(await verse(page, 19).getAttribute('data-chosen')).toBeNull()
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await verseNumber(page, 3).evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await verseNumber(page, 3).tap()
    await bar(page, 'Verse 3').waitFor()
    expect(await verse(page, 16).getAttribute('data-chosen')).toBeNull()
    await leave()
  })

  it('marks what is chosen also where colours are the system’s', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, forcedColors: 'active' })
    await page.goto('/bible/WEB/John/3#v5')
    const line = (of: number) => verse(page, of).evaluate((piece) => getComputedStyle(piece).textDecorationLine)
    expect([await line(5), await line(6)]).toEqual(['underline', 'none'])
    await leave()
  })
})

describe.each(LANGUAGES)('the bar at the thumb, in %s', (language) => {
  it.each([320, 352, 360, 390])('is whole and as large as a thumb on a screen of %d px', async (width) => {
    const { page, leave } = await app.newPerson({ ...PHONE, viewport: { width, height: 700 } }, looking({ language }))
    await page.goto('/bible/WEB/John/3')
    await verse(page, 2).tap()
    const toolbar = page.getByRole('toolbar')
    await toolbar.waitFor()
    for (const button of await toolbar.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect([box && box.x >= 0, box && box.x + box.width <= width]).toEqual([true, true])
    }
    // Each action has a label. On the most common phones all actions fit in one row.
    const actions = toolbar.locator('[data-action]')
    expect((await actions.allTextContents()).filter((label) => label.trim() === '')).toEqual([])
    await expect.poll(() => actions.count()).toBe(7)
    if (width >= 360) {
      const middles = await actions.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)),
      )
      expect(new Set(middles).size).toBe(1)
      // The button that ends the choice is above the actions.
      const [close, whole] = [await toolbar.getByRole('button').last().boundingBox(), await toolbar.boundingBox()]
      expect((close?.y ?? 0) + (close?.height ?? 0)).toBeLessThanOrEqual(whole?.y ?? 0)
    }
    expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    await leave()
  })
})

describe('the colours at the thumb', () => {
  it('stand in one row with the underline and the eraser on a phone of 360 px', async () => {
    const { page, leave } = await app.newPerson({ ...PHONE, viewport: { width: 360, height: 700 } })
    await page.goto('/bible/WEB/John/3')
    await signUp(page, 'eraser')
    const row = page.locator('.choice-popup div:has(> button > [data-paint])')
    await verse(page, 2).tap()
    await row
      .getByRole('button', { name: /^Highlight in/ })
      .first()
      .tap()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await verse(page, 2).tap()
    await row.getByRole('button').nth(7).waitFor()
    const tops = await row
      .first()
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops).toHaveLength(8)
    expect(new Set(tops).size).toBe(1)
    expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    await leave()
  })
})

describe('the way back on a phone', () => {
  it('lets go of a verse, closes a sheet, a dialog and a question, and then leaves the chapter', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/2')
    await signUp(page, 'backward')
    await page.getByRole('button', { name: 'Next chapter' }).tap()
    await page.getByRole('heading', { level: 1, name: 'John 3' }).waitFor()
    const expectSamePage = () => expect(new URL(page.url()).pathname).toBe('/bible/WEB/John/3')
    await verse(page, 2).tap()
    await verse(page, 3).tap()
    await bar(page, 'Verses 2-3').waitFor()
    await page.goBack()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    expectSamePage()
    // A sheet with unsaved words stays open and asks the person.
    await openNotes(page, 4)
    const sheet = page.getByRole('dialog', { name: 'John 3:4' })
    await sheet.getByLabel('Note', { exact: true }).fill('Not yet.')
    await page.goBack()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => sheet.getByLabel('Note', { exact: true }).inputValue()).toBe('Not yet.')
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).tap()
    await sheet.waitFor({ state: 'detached' })
    expectSamePage()
    await openPicker(page)
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expectSamePage()
    // Closed layers leave no entries in the browser's history, so going back leads to the previous chapter.
    await page.goBack()
    await page.waitForURL('**/bible/WEB/John/2')
    expect(complaints).toEqual([])
    await leave()
  })

  it('leads out of a chapter that was reached from a sheet in one step', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3')
    await verse(page, 16).evaluate((piece) => piece.scrollIntoView({ block: 'center' }))
    await verseNumber(page, 16).tap()
    await page.getByRole('button', { name: 'More on this verse' }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'American Standard Version' }).tap()
    await page.waitForURL('**/bible/ASV/John/3#v16')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.waitForURL(/\/bible\/WEB\/John\/3/)
    await page.getByRole('article', { name: 'John 3 (WEB)' }).waitFor()
    await leave()
  })

  it('closes a sheet that is drawn down', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3')
    await verse(page, 2).tap()
    await page.getByRole('button', { name: 'More on this verse' }).tap()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await page.evaluate(AT_REST)
    const box = await sheet.boundingBox()
    const { goThrough, lift } = await fingerOn(page)
    const top = (box?.y ?? 0) + 20
    await goThrough(...[0, 10, 40, 80, 160].map((by): [number, number] => [200, top + by]))
    await lift()
    await sheet.waitFor({ state: 'detached' })
    await leave()
  })
})

describe('a colour at once', () => {
  it('highlights several verses, keeps its place, recolours, underlines, removes, and is taken back', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await letOffersStay(page)
    await page.goto('/bible/WEB/John/3')
    await signUp(page, 'colours')
    const savedHighlights = async () => {
      const answer = await page.request.get('/api/highlight/chapter?book=John&chapter=3')
      const list = (await answer.json()) as { verse_id: number; color: string | null }[]
      return list.map(({ verse_id, color }) => `${verse_id % 1000} ${color}`).toSorted()
    }
    const colors = page.getByRole('toolbar').getByRole('button', { name: /^Highlight in/ })
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
    await verseNumber(page, 2).click()
    await verseNumber(page, 5).click()
    await page.getByRole('button', { name: 'Highlight in green' }).click()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await expect.poll(savedHighlights).toEqual(['2 #b5e48c', '5 #b5e48c'])
    await verseNumber(page, 2).click()
    await verseNumber(page, 3).click()
    await verseNumber(page, 5).click()
    // The colours keep their order. Verse 3 has no highlight, so no colour is marked as the present one.
    await expect.poll(() => colors.first().getAttribute('aria-label')).toBe('Highlight in your color')
    await page.getByRole('button', { name: 'Highlight in blue' }).click()
    await expect.poll(savedHighlights).toEqual(['2 #a5d8ff', '3 #a5d8ff', '5 #a5d8ff'])
    await undo.click()
    await expect.poll(savedHighlights).toEqual(['2 #b5e48c', '5 #b5e48c'])
    await verseNumber(page, 2).click()
    await verseNumber(page, 5).click()
    await expect
      .poll(() => page.getByRole('button', { name: 'Highlight in green' }).getAttribute('aria-pressed'))
      .toBe('true')
    await page.getByRole('button', { name: 'Underline' }).click()
    await page.getByRole('button', { name: 'Highlight in green' }).click()
    const underlined = page.locator("mark[data-says='underlined, green']")
    await expect.poll(() => underlined.count()).toBe(2)
    await undo.click()
    await page.locator("mark[data-says='highlighted, green']").first().waitFor()
    await expect.poll(() => underlined.count()).toBe(0)
    await verseNumber(page, 2).click()
    await verseNumber(page, 5).click()
    await page.getByRole('button', { name: 'Remove the color' }).click()
    await expect.poll(savedHighlights).toEqual([])
    await undo.click()
    await expect.poll(savedHighlights).toEqual(['2 #b5e48c', '5 #b5e48c'])

    // Highlights made together are listed in the order of the text.
    await page.goto('/bible/WEB/John/4')
    await verseNumber(page, 3).click()
    await verseNumber(page, 7).click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Highlight in blue' }).click()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.goto('/my-memos/highlights')
    const first = async () => (await page.getByRole('main').locator('a[href*="/John/4"]').all()).slice(0, 5)
    const addresses = async () => Promise.all((await first()).map((link) => link.getAttribute('href')))
    await expect.poll(addresses).toEqual([3, 4, 5, 6, 7].map((verse) => `/bible/WEB/John/4#v${verse}`))
    expect(complaints).toEqual([])
    await leave()
  })

  it('waits for somebody who has to sign up first, and is then done', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await verseNumber(page, 7).click()
    await page.getByRole('button', { name: 'Highlight in pink' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
    await signUpInDialog(page, 'latecolour')
    await page.getByRole('button', { name: 'Verse 7' }).and(page.locator('[data-marked]')).waitFor()
    await verseNumber(page, 8).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Memos' }).click()
    await page.getByLabel('Note', { exact: true }).waitFor()
    await leave()
  })
})
