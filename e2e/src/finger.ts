import { eventually } from '@pathlight/testing/eventually.ts'
import type { Page } from 'playwright-core'

/**
 * A finger on the page. `goThrough` puts the finger on the first place, in CSS pixels, and moves it to each other
 * place.
 */
export const fingerOn = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  return {
    goThrough: async (...places: (readonly [number, number])[]) => {
      for (const [index, [x, y]] of places.entries())
        await session.send('Input.dispatchTouchEvent', {
          type: index === 0 ? 'touchStart' : 'touchMove',
          touchPoints: [{ x, y }],
        })
    },
    lift: () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
}

/** The distance of the text from the left edge, in CSS pixels. A swipe moves the text. */
export const placeOfText = (page: Page): Promise<number> =>
  page.locator('.column-body').evaluate((body) => body.getBoundingClientRect().left)

/**
 * Waits until the page handles swipes, whose code loads after the text, and returns a finger. The trial swipe returns
 * to its start, so it opens no chapter.
 */
export const swipingFinger = async (page: Page) => {
  const { goThrough, lift } = await fingerOn(page)
  await eventually(async () => {
    await goThrough([200, 500], [230, 500], [260, 500])
    const place = await placeOfText(page)
    await goThrough([230, 500], [200, 500])
    await lift()
    if (place === 0) throw new Error('The text does not follow the finger yet')
  })
  await page.locator('[data-swiping]').waitFor({ state: 'detached' })
  return { goThrough, lift }
}
