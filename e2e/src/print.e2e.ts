import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, openNotes, type Person, settled, signUp, studyPanel } from './person.ts'

/** As wide as a sheet without its margins, in pixels of CSS. */
const SHEETS = { A4: 673, Letter: 695 } as const

/** What is for hands: nothing of it is printed. */
const FURNITURE = `[...document.querySelectorAll('button, input, select, textarea, nav, [role=toolbar]')]
  .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && one.getBoundingClientRect().width > 2 && !one.closest('.scripture, h1'))
  .map((one) => one.outerHTML.slice(0, 120))`

describe('on paper', () => {
  const app = appInBrowser()
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP, {
      ...looking({ theme: 'dark' }),
      columns: JSON.stringify([{ version: 'WEB', book: 'Psalms', chapter: 117 }]),
    })
    await ruth.page.goto('/bible/WEB/Psalms/117')
    await signUp(ruth.page, 'ruth')
    await openNotes(ruth.page, 1)
    await ruth.page.getByLabel('Note', { exact: true }).fill('All nations.')
    await ruth.page.getByRole('button', { name: 'Save' }).click()
    await studyPanel(ruth.page).waitFor({ state: 'detached' })
  })

  it.each([
    ['a chapter', '/bible/WEB/Psalms/117', 'Praise Yahweh'],
    ['a comparison', '/version-comparison?reference=Psalm+117:1', 'Praise'],
    ['a list of notes', '/my-memos/memos', 'All nations.'],
  ])('%s is dark on white, within the sheet, and nothing but what is read', async (_what, path, words) => {
    const { page } = ruth
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize(DESKTOP.viewport)
    await settled(page, path)
    await page.getByRole('main').getByText(words).first().waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const [sheet, width] of Object.entries(SHEETS)) {
      await page.setViewportSize({ width, height: 950 })
      expect(await page.evaluate<number>(OVERFLOW), sheet).toBeLessThanOrEqual(0)
      expect(await page.getByRole('main').getByText(words).first().isVisible()).toBe(true)
      expect(await page.evaluate(FURNITURE), sheet).toEqual([])
      const pdf = await page.pdf({ format: sheet as keyof typeof SHEETS })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
    expect(ink).toBe('rgb(29, 33, 39)')
  })
})
