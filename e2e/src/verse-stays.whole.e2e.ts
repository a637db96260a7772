import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, PHONE, signUpByCall, studyPanel } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)
const VERSIONS = ['KJV', 'KRV', 'WEB']
const columns = (count: number) =>
  JSON.stringify(VERSIONS.slice(0, count).map((version) => ({ version, book: 'John', chapter: 3 })))
const looks = (page: Page, look: object) =>
  page.evaluate(`localStorage.setItem('appearance', '${JSON.stringify(look)}'); applyAppearance()`)
const verseIn = (page: Page, column: number, number: number) =>
  page.locator('[data-column]').nth(column).locator(`.verse[data-verse='${number}']`).first()

/** Presses a button without scrolling. Playwright's click would scroll to a sticky button, although it is visible. */
const press = async (button: Locator) => {
  await button.waitFor()
  await button.evaluate((element) => (element as unknown as { click(): void }).click())
}

/** Checks that a verse is at most 2 px from its place after an action. */
const stays = async (page: Page, column: number, number: number, done: () => Promise<unknown>, what = '') => {
  const top = () => verseIn(page, column, number).evaluate((verse) => verse.getClientRects()[0]?.top ?? -1)
  const before = await top()
  await done()
  const moved = async () => Math.abs((await top()) - before)
  await expect.poll(moved, { message: what }).toBeLessThanOrEqual(2)
}

describe('the verse that was chosen or linked stays where it is', () => {
  it.each([
    [1, false, 0],
    [2, false, 1],
    [3, true, 1],
    [3, false, 2],
  ])('at a desk: %i columns, synchronised: %s, in column %i', async (count, synced, column) => {
    const { page, leave } = await app.newPerson(DESKTOP, {
      columns: columns(count),
      'columns.row': JSON.stringify({ synced, active: 0 }),
    })
    await page.goto('/bible/KJV/John/3')
    await signUpByCall(page, `stays${count}${column}${synced}`)
    await page.reload()
    await page.locator('.reader[data-keeps-verse]').waitFor()
    const number = verseIn(page, column, 30).locator('.verse-number')
    await number.scrollIntoViewIfNeeded()
    const bar = page.getByRole('toolbar', { name: 'Verse 30', exact: true })
    const keeps = (done: () => Promise<unknown>) => stays(page, column, 30, done)
    for (const action of ['Memos', 'Sermon']) {
      await number.click()
      await keeps(() => press(bar.getByRole('button', { name: action })))
      await studyPanel(page).waitFor()
      await keeps(() => press(studyPanel(page).getByRole('button', { name: 'Close' }).first()))
    }
    await keeps(() => looks(page, { size: 1.3, leading: 1.2, flow: 'verse' }))
    await keeps(() => looks(page, {}))
    await keeps(() => page.setViewportSize({ width: 1100, height: 900 }))
    await keeps(() => page.setViewportSize({ width: 1440, height: 900 }))
    if (count > 1) await keeps(() => page.keyboard.press('s'))
    await leave()
  })

  it('on a phone: of a linked verse at the beginning, in the middle and at the end, by tabs, letters and turning it', async () => {
    const { page, leave } = await app.newPerson(PHONE, { columns: columns(3) })
    for (const number of [2, 16, 35]) {
      await page.goto(`/bible/KJV/John/3#v${number}`)
      await page.locator('.reader[data-keeps-verse]').waitFor()
      await verseIn(page, 0, number).waitFor()
      const keeps = (done: () => Promise<unknown>) => stays(page, 0, number, done)
      for (const version of ['개역한글', 'WEB', 'KJV']) {
        await keeps(() => press(page.getByRole('tab', { name: version })))
        // The bars hide only when the person scrolls. Here the page has scrolled by itself.
        expect(await page.locator('html[data-reading-on]').count()).toBe(0)
      }
      await keeps(() => looks(page, { size: 1.4 }))
      await keeps(() => looks(page, {}))
      await keeps(async () => {
        await page.setViewportSize({ width: 844, height: 390 })
        await verseIn(page, 0, number).waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
      })
    }
    await leave()
  })

  it.each(['KJV', 'KRV'])('on a phone: a tap between two lines of %s takes the verse beside it', async (version) => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto(`/bible/${version}/John/3`)
    const between = await page.locator('.scripture').evaluate((text) => {
      const tops: number[] = []
      for (let y = 260; y < 700; y += 2) {
        const at = document.elementFromPoint(190, y)
        if (at && text.contains(at) && !at.closest('.verse, .heading')) tops.push(y)
      }
      return tops
    })
    expect(between.length).toBeGreaterThan(5)
    for (const y of between.slice(0, 3)) {
      await page.touchscreen.tap(190, y)
      await page.locator('.verse[data-chosen=held]').first().waitFor()
      await page.getByRole('toolbar').getByRole('button', { name: 'Close' }).tap()
      await page.locator('.verse[data-chosen=held]').waitFor({ state: 'detached' })
    }
    await leave()
  })
})
