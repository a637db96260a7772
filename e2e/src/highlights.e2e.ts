import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DEFAULT, drag, highlight, painted, popup, select } from './highlight-steps.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, type Person, said, signUp, verseNumber } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

describe('highlights, in KRV and WEB side by side', () => {
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP, {
      columns: JSON.stringify([
        { version: 'KRV', book: 'John', chapter: 3 },
        { version: 'WEB', book: 'John', chapter: 3 },
      ]),
    })
    await ruth.page.goto('/bible-reading')
    await verseNumber(ruth.page, 5, 1).waitFor()
    await signUp(ruth.page, 'ruth')
  })

  it('“partial range selected: create a highlight at those offsets”, by mouse', async () => {
    const { page } = ruth
    await drag(page, 5, 60, 220, 1)
    await highlight(page).click()
    await expect.poll(() => painted(page)).toHaveLength(1)
    const [words] = await painted(page)
    expect(words).toMatch(new RegExp(`^c2:5 ${DEFAULT}: \\w.+\\w$`))
    await popup(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('')
    await select(page, 5, '하나님이', 0)
    await highlight(page).click()
    await expect.poll(() => painted(page)).toEqual([`c1:5 ${DEFAULT}: 하나님이`, words])
    // Verse 5 has a highlight in each version. Its number in the WEB column names both.
    await verseNumber(page, 5, 1)
      .and(page.getByTitle(/1 highlight on verse 5: your color; Verse 5 is highlighted in KRV/))
      .waitFor()
  })

  it('“Selected text overlaps with existing content”, and nothing is written', async () => {
    const { page } = ruth
    await select(page, 5, '하나님이', 0)
    await highlight(page).click()
    await said(page, 'Selected text overlaps with existing content')
    expect(await painted(page)).toHaveLength(2)
    await page.keyboard.press('Escape')
  })

  it('“whole verse selected and no highlights: highlight the whole verse”, by keyboard', async () => {
    const { page } = ruth
    await verseNumber(page, 2, 0).focus()
    await page.keyboard.press('Enter')
    await popup(page).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Highlights')
    await page.keyboard.press('Enter')
    const whole = async () => (await painted(page)).filter((one) => one.startsWith('c1:2 ')).length
    await expect.poll(whole).toBeGreaterThan(0)
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Verse 2')
    // Verse 2 has no highlight in WEB, so its number there names the highlight in KRV.
    await verseNumber(page, 2, 1)
      .and(page.getByTitle('Verse 2 is highlighted in KRV', { exact: true }))
      .waitFor()
  })

  it('words are selected and highlighted by keyboard alone', async () => {
    const { page } = ruth
    await verseNumber(page, 8, 1).focus()
    for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowRight')
    await popup(page).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => painted(page)).toContain(`c2:8 ${DEFAULT}: wind`)
  })

  it('“nothing selected and highlights exist: open the highlight list”, which gives colours, deletes and then closes', async () => {
    const { page } = ruth
    await verseNumber(page, 5, 0).click()
    await highlight(page).click()
    const list = page.getByRole('complementary').getByRole('region', { name: 'Highlights' })
    await list.getByRole('radio', { name: 'green' }).first().check({ force: true })
    await expect.poll(() => painted(page)).toContainEqual('c1:5 highlight-b5e48c: 하나님이')
    // The page's own clock measures the time from the press until the panel closes, because the test may run late on a
    // busy machine.
    await page.evaluate(`{
      addEventListener('click', () => { globalThis.pressedAt = performance.now() }, { capture: true, once: true })
      new MutationObserver((_, observer) => {
        if (document.querySelector('aside')) return
        globalThis.closedAt = performance.now()
        observer.disconnect()
      }).observe(document.body, { childList: true, subtree: true })
    }`)
    await list.getByRole('button', { name: 'Delete the highlight “하나님이”' }).click()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    expect(await page.evaluate<number>('closedAt - pressedAt')).toBeGreaterThanOrEqual(299)
    await expect.poll(async () => (await painted(page)).some((one) => one.startsWith('c1:5 highlight-'))).toBe(false)
  })

  it('shows what is highlighted in another version on the whole verse where the reader wants it', async () => {
    const { page } = ruth
    await verseNumber(page, 2, 1).click()
    await popup(page).getByRole('button', { name: 'More on this verse' }).click()
    const list = page.getByRole('complementary').getByRole('region', { name: 'Highlights' })
    await list.getByText('In KRV').waitFor()
    const seen = () =>
      page.evaluate<string>(`getComputedStyle(
        document.querySelectorAll('[data-column]')[1].querySelector(".verse[data-verse='2'] mark[data-paint=elsewhere-d4d8f7]")
      ).backgroundColor`)
    await expect.poll(seen).toBe('rgba(0, 0, 0, 0)')
    await list.getByLabel('Show highlights of other versions on the whole verse').check()
    await expect.poll(seen).toBe('rgb(216, 219, 247)')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  })

  it('made the browser complain about nothing', () => {
    expect(ruth.complaints).toEqual([])
  })
})
