import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, type Person, settled, writeOnPsalm117 } from './person.ts'

/** The width of a sheet of paper without its margins, in CSS pixels. */
const SHEETS = [
  { format: 'A4', landscape: false, width: 673 },
  { format: 'A4', landscape: true, width: 1002 },
  { format: 'Letter', landscape: false, width: 695 },
] as const

const LONG = 'A line of a long note, which is printed to its end.\n'.repeat(12)
/** The beginnings of texts that are cut. Nothing can be expanded on paper, so there must be none. */
const CUT = `[...document.querySelectorAll('main p, main span')]
  .filter((one) => getComputedStyle(one).overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1 && one.clientWidth > 2)
  .map((one) => one.textContent.slice(0, 80))`
/**
 * The widths of list items narrower than 40 % of the page. Translations may be in two columns, but nothing stands
 * beside a list of notes.
 */
const NARROW = `[...document.querySelectorAll('main li')]
  .filter((one) => one.checkVisibility() && one.clientWidth < 0.4 * document.documentElement.clientWidth)
  .map((one) => one.clientWidth)`

/** The visible controls and fold-out parts, and the numbered help of a page. None is printed. */
const FURNITURE = `[...document.querySelectorAll('button, summary, ol.list-decimal, input, select, textarea, nav, [role=toolbar]')]
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
    await writeOnPsalm117(ruth.page, 'ruth')
    const note = { verse_id: 19_117_002, version: 'WEB', text: LONG }
    const made = await ruth.page.request.post('/api/note/', { data: note, headers: { origin: app.address } })
    expect(made.status()).toBe(201)
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
    for (const { format, landscape, width } of SHEETS) {
      const sheet = `${format}, ${width} wide`
      await page.setViewportSize({ width, height: 950 })
      expect(await page.evaluate<number>(OVERFLOW), sheet).toBeLessThanOrEqual(0)
      expect(await page.evaluate(CUT), sheet).toEqual([])
      expect(await page.evaluate(NARROW), sheet).toEqual([])
      await expect.poll(() => page.getByRole('main').getByText(words).first().isVisible()).toBe(true)
      expect(await page.evaluate(FURNITURE), sheet).toEqual([])
      const pdf = await page.pdf({ format, landscape })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
    expect(ink).toBe('rgb(29, 33, 39)')
  })
})
