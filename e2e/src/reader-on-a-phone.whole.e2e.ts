import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { placeOfText, swipingFinger } from './finger.ts'
import { OVERFLOW, SMALL_CONTROLS } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { fromReaderMenu, PHONE, passageChip } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
const tabs = (page: Page) => page.getByRole('tab').allTextContents()

const scroll = (session: CDPSession, by: number) =>
  session.send('Input.synthesizeScrollGesture', { x: 200, y: 500, yDistance: -by, speed: 1500 })

describe('the reader on a phone', () => {
  it('“on small screens columns become tabs”, each with its own header, one at a time', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3')
    expect(await page.getByRole('tab').count()).toBe(0)
    await fromReaderMenu(page, 'Add Version')
    await heading(page, '요한복음 3장').waitFor()
    expect(await tabs(page)).toEqual(['WEB', '개역한글'])
    await expect.poll(() => page.locator('.column-head').count()).toBe(1)
    await page.getByRole('tab', { name: 'WEB' }).tap()
    await heading(page, 'John 3').waitFor()
    await page.getByRole('button', { name: 'Next chapter' }).tap()
    await heading(page, 'John 4').waitFor()
    await page.getByRole('tab', { name: '개역한글' }).tap()
    await heading(page, '요한복음 3장').waitFor()
    await fromReaderMenu(page, 'Synchronize Columns')
    await heading(page, '요한복음 4장').waitFor()
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    await fromReaderMenu(page, 'Close KRV')
    await heading(page, 'John 4').waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })

  it('has what is needed while reading in one row', async () => {
    const { page, leave } = await app.newPerson({ ...PHONE, viewport: { width: 360, height: 640 } })
    await page.goto('/bible/WEB/2%20Thessalonians/3')
    const places: number[] = []
    for (const name of ['Previous chapter', 'Next chapter', 'Bookmarks', 'Reading tools']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      places.push(box?.y ?? -1)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    }
    expect(new Set(places).size).toBe(1)
    const chip = await passageChip(page).boundingBox()
    expect(chip?.y).toBe(places[0])
    expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    await leave()
  })

  it('turns pages by a swipe, with the text following the finger, and back where it was not meant', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3', { waitUntil: 'networkidle' })
    const { goThrough, lift } = await swipingFinger(page)
    const place = () => placeOfText(page)
    await goThrough([320, 500], [290, 502], [240, 503], [200, 504])
    await expect.poll(place).toBe(-120)
    await lift()
    await heading(page, 'John 4').waitFor()
    await expect.poll(place).toBe(0)
    await goThrough([100, 500], [120, 501], [140, 502])
    await page.waitForTimeout(400)
    await goThrough([140, 502])
    await lift()
    await heading(page, 'John 4').waitFor()
    await goThrough([100, 500], [160, 501], [260, 502])
    await lift()
    await heading(page, 'John 3').waitFor()
    // A steep swipe scrolls, and does not change the chapter.
    await goThrough([200, 600], [180, 500], [150, 300])
    await lift()
    await heading(page, 'John 3').waitFor()
    await leave()
  })

  it('moves sideways, and turns no page, while it is enlarged by two fingers', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3', { waitUntil: 'networkidle' })
    const { goThrough, lift } = await swipingFinger(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
    await expect.poll(() => page.locator('.column-body').getAttribute('style')).toContain('manipulation')
    await goThrough([320, 500], [290, 502], [240, 503], [160, 504])
    await lift()
    await expect.poll(() => page.evaluate<number>('visualViewport.offsetLeft')).toBeGreaterThan(0)
    await heading(page, 'John 3').waitFor()
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 })
    await expect.poll(() => page.locator('.column-body').getAttribute('style')).not.toContain('manipulation')
    await goThrough([320, 500], [290, 502], [240, 503], [160, 504])
    await lift()
    await heading(page, 'John 4').waitFor()
    await leave()
  })

  it('leads on from a text that is not there, and does not come back to it', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/GONE/John/3', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Next chapter' }).tap()
    await page.waitForURL('**/bible/GONE/John/4')
    await page
      .getByText('There is no such version.', { exact: false })
      .or(page.getByText('no version called', { exact: false }))
      .waitFor()
    await page.goto('/bible-reading')
    await page.waitForURL('**/bible/KJV/Genesis/1')
    await page.goto('/bible/GONE/John/3')
    await page.getByRole('link', { name: 'Read the Bible' }).tap()
    await page.waitForURL('**/bible/KJV/John/3')
    await heading(page, 'John 3').waitFor()
    await leave()
  })

  it('lets the bars go while one reads on, and brings them back on scrolling up', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/Psalms/119', { waitUntil: 'networkidle' })
    const session = await page.context().newCDPSession(page)
    const bars = () =>
      page.evaluate<boolean[]>(`['header', '.column-head'].map((name) => {
        const { top, bottom } = document.querySelector(name).getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })`)
    expect(await bars()).toEqual([true, true])
    await scroll(session, 900)
    await expect.poll(bars).toEqual([false, false])
    await scroll(session, -80)
    await expect.poll(bars).toEqual([true, true])
    await leave()
  })
})
