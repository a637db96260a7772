import { eventually } from '@pathlight/testing/eventually.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The painted words on the page, each with its column, verse and paint, sorted. */
const PAINTED = `[...document.querySelectorAll('.verse mark[data-paint^=highlight-]')].map((mark) => {
    const { column } = mark.closest('[data-column]').dataset
    const { verse } = mark.closest('.verse').dataset
    return column + ':' + verse + ' ' + mark.dataset.paint + ': ' + mark.textContent.trim()
  }).sort()`
export const painted = (page: Page): Promise<string[]> => page.evaluate(PAINTED)
export const popup = (page: Page) => page.getByRole('toolbar')
export const highlight = (page: Page) => popup(page).getByRole('button', { name: 'Highlights' })
/**
 * Calls `selects` and waits for the popup. If the page renders the text again, the selection is lost, and `selects` is
 * called again.
 */
const untilPopup = (page: Page, selects: () => Promise<unknown>): Promise<void> =>
  eventually(async () => {
    await page.evaluate('getSelection().removeAllRanges()')
    await selects()
    const isThere = () => popup(page).isVisible()
    const isGone = () => page.evaluate<boolean>('getSelection().isCollapsed')
    await expect.poll(async () => (await isThere()) || (await isGone())).toBe(true)
    expect(await isThere()).toBe(true)
  })
/**
 * Selects words of a verse by script. The page then has the selection that a mouse or a phone's selection handles make.
 */
export const select = (page: Page, verse: number, words: string, column = 0): Promise<void> => {
  const piece = page
    .locator('[data-column]')
    .nth(column)
    .locator(`.verse[data-verse='${verse}']`)
    .filter({ hasText: words })
    .first()
  return untilPopup(page, () =>
    piece.evaluate((piece, words) => {
      const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode as Text
        const at = text.data.indexOf(words)
        if (at === -1) continue
        getSelection()?.setBaseAndExtent(text, at, text, at + words.length)
        return
      }
      throw new Error(`${words} is not there`)
    }, words),
  )
}
/** Drags the mouse over a verse's first line. `from` and `to` are in pixels from the start of the line. */
export const drag = async (page: Page, verse: number, from: number, to: number, column = 0): Promise<void> => {
  const piece = page.locator('[data-column]').nth(column).locator(`.verse[data-verse='${verse}']`).first()
  await page.evaluate('document.fonts.ready.then(() => true)')
  await untilPopup(page, async () => {
    const [line] = await piece.evaluate((found) =>
      [...found.getClientRects()].map(({ left, top, bottom }) => ({ left, y: (top + bottom) / 2 })),
    )
    if (!line) throw new Error(`Verse ${verse} is not there`)
    await page.mouse.move(line.left + from, line.y)
    await page.mouse.down()
    await page.mouse.move(line.left + to, line.y, { steps: 6 })
    await page.mouse.up()
  })
}
export const DEFAULT = 'highlight-d4d8f7'
