import type { Page } from 'playwright-core'
import { verse } from './person.ts'

/** The middle of the given letters in a verse, in pixels of the window. */
export const placeOfWord = async (page: Page, number: number, letters: string): Promise<{ x: number; y: number }> => {
  await verse(page, number).scrollIntoViewIfNeeded()
  return page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector(".verse[data-verse='${number}']"), NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf('${letters}')
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + ${letters.length})
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return { x: (left + right) / 2, y: (top + bottom) / 2 }
    }
  })()`)
}

/** Clicks the middle of the given letters with the mouse. */
export const pressWord = async (page: Page, number: number, letters: string): Promise<void> => {
  const { x, y } = await placeOfWord(page, number, letters)
  await page.mouse.click(x, y)
}
