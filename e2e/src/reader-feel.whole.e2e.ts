import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { swipingFinger } from './finger.ts'
import { AFTER_SCROLLING, LAYOUT_SHIFT } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, LANGUAGES, looking, PHONE, THEMES, verse } from './person.ts'
import { pressWord } from './press-word.ts'

const app = appInBrowser(undefined, bringKoreanBible)

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
const columns = (...places: (readonly [string, string, number])[]) => ({
  columns: JSON.stringify(places.map(([version, book, chapter]) => ({ version, book, chapter }))),
})
const style = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`,
  )
/** Stops every animation at its first frame. */
const STOP_ANIMATIONS = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { animation-play-state: paused !important }')
  document.adoptedStyleSheets.push(sheet)
})()`
/** Whether an element is within the window, and not transparent. */
const isSeen = async (element: Locator): Promise<boolean> => {
  const { y = -1, height = 0 } = (await element.boundingBox()) ?? {}
  const isInWindow = y >= 0 && y + height <= (element.page().viewportSize()?.height ?? 0)
  return isInWindow && element.evaluate((shown) => shown.checkVisibility({ opacityProperty: true }))
}
const scrolled = (page: Page) => page.evaluate<number>('scrollY')

describe('going somewhere', () => {
  it('goes anywhere by typing, in either language, by g or by the passage’s name', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await page.keyboard.press('g')
    const field = page.getByRole('combobox', { name: 'Passage' })
    await field.fill('ps 23')
    await page.keyboard.press('Enter')
    await heading(page, 'Psalm 23').waitFor()
    await page.getByRole('button', { name: 'Psalm 23' }).click()
    await field.fill('요 3:16')
    await page.getByRole('option', { name: '요한복음 3:16' }).click()
    await page.waitForURL('**/bible/KJV/John/3#v16')
    await verse(page, 16).and(page.locator('[data-chosen=pointed]')).waitFor()
    await page.keyboard.press('g')
    await field.fill('jo')
    await page.keyboard.press('ArrowDown')
    const chosen = await page.getByRole('listbox').getByRole('option', { selected: true }).textContent()
    expect(chosen).toMatch(/^Jo/)
    await page.keyboard.press('Enter')
    await heading(page, chosen?.trim() ?? '').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('loses no Hangul syllable that is being composed: Enter and Escape belong to it', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    const session = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await page.keyboard.press('g')
    const field = page.getByRole('combobox', { name: 'Passage' })
    await field.focus()
    for (const part of ['ㅅ', '시']) await compose(part)
    for (const key of ['Enter', 'Escape']) await page.keyboard.press(key)
    await expect.poll(() => field.inputValue()).toBe('시')
    await session.send('Input.insertText', { text: '시 23' })
    await expect.poll(() => field.inputValue()).toBe('시 23')
    await page.keyboard.press('Enter')
    await heading(page, 'Psalm 23').waitFor()
    await leave()
  })

  it('leads back to where one was, from the landing page and from an address', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/Psalms/119')
    await page.getByRole('button', { name: 'Next chapter' }).click()
    await heading(page, 'Psalm 120').waitFor()
    await page.goto('/')
    await page.getByRole('link', { name: 'Continue with Psalm 120' }).click()
    await heading(page, 'Psalm 120').waitFor()
    await page.goto('/bible/KJV/Jude/1')
    await page.getByRole('link', { name: 'Continue with Psalm 120' }).click()
    await page.waitForURL('**/bible/WEB/Psalms/120')
    expect(await page.getByRole('link', { name: /^Continue with/ }).count()).toBe(0)
    await leave()
  })

  it('finds the place in a chapter that one comes back to, also after a reload, and in another version', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/Psalms/118')
    await page.getByRole('button', { name: 'Next chapter' }).click()
    await heading(page, 'Psalm 119').waitFor()
    expect(await scrolled(page)).toBe(0)
    await page.evaluate('scrollTo(0, 3000)')
    await page.evaluate(AFTER_SCROLLING)
    await page.keyboard.press('ArrowRight')
    await heading(page, 'Psalm 120').waitFor()
    expect(await scrolled(page)).toBe(0)
    await page.keyboard.press('ArrowLeft')
    await heading(page, 'Psalm 119').waitFor()
    expect(await scrolled(page)).toBe(3000)
    await page.reload()
    await expect.poll(() => scrolled(page)).toBe(3000)
    const atTop = () =>
      page.evaluate<string>(`[...document.querySelectorAll('.verse')].find((piece) =>
        piece.getBoundingClientRect().bottom > document.querySelector('.column-head').getBoundingClientRect().bottom + 2
      ).dataset.verse`)
    const read = await atTop()
    // The key opens the picker, because Playwright would scroll the page before it presses a button in the bar.
    await page.keyboard.press('g')
    await page.getByRole('dialog').getByLabel('Version', { exact: true }).selectOption('ASV')
    await page.waitForURL('**/ASV/Psalms/119')
    await expect.poll(atTop).toBe(read)
    await leave()
  })
})

describe('the text as one likes it', () => {
  it('is set at once, on the device, and is there in the first frame of the next visit', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: 'Text settings' }).click()
    const pixels = async (property: string) => Number.parseFloat(await style(page, '.scripture', property))
    const measures = async () => ({
      width: await pixels('maxWidth'),
      size: await pixels('fontSize'),
      leading: (await pixels('lineHeight')) / (await pixels('fontSize')),
    })
    const before = await measures()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator("html[data-theme='dark']").waitFor()
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
    await page.getByRole('button', { name: 'Larger text' }).click()
    for (const name of ['Loose', 'Wide', 'Sans', 'Line by line', 'As device'])
      await page.getByRole('button', { name, exact: true }).click()
    await page.getByLabel('Verse numbers').uncheck()
    // Only a part that the text has can be switched.
    for (const name of ['Footnotes', 'Headings', 'Red letters'])
      if (await page.getByLabel(name).isEnabled()) await page.getByLabel(name).uncheck()
    const larger = async () => {
      const now = await measures()
      return [now.width > before.width, now.size > before.size, now.leading > before.leading]
    }
    const set = async () => ({
      theme: await page.locator('html').getAttribute('data-theme'),
      larger: await larger(),
      serif: (await style(page, '.scripture', 'fontFamily')).includes('Source Serif'),
      verse: await style(page, ".scripture p > .verse[data-verse='2']", 'display'),
      number: await style(page, ".verse-number[data-verse='2']", 'opacity'),
    })
    const wanted = { theme: 'dark', larger: [true, true, true], serif: false, verse: 'block', number: '0' }
    expect(await set()).toEqual(wanted)
    await page.reload({ waitUntil: 'networkidle' })
    expect(await set()).toEqual(wanted)
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.05)
    expect(complaints).toEqual([])
    await leave()
  })

  it('shows words of Jesus in red, and as all others where one does not want that', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KRV/John/3')
    const colour = () => style(page, '.jesus', 'color')
    const ink = await style(page, '.scripture', 'color')
    expect(await colour()).not.toBe(ink)
    await page.evaluate(`localStorage.setItem('appearance', '{"without":["redLetters"]}')`)
    await page.evaluate('applyAppearance()')
    expect(await colour()).toBe(ink)
    await leave()
  })

  it('prints every column that is open, and nothing else', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, {
      ...looking({ theme: 'dark' }),
      ...columns(['WEB', 'Psalms', 117], ['KRV', 'Psalms', 117]),
    })
    await page.goto('/bible-reading', { waitUntil: 'networkidle' })
    await verse(page, 1).click()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.verse-number:visible').count()).toBe(4)
    for (const text of await page.locator('.scripture').all())
      expect((await text.boundingBox())?.width).toBeGreaterThan(400)
    for (const role of ['banner', 'navigation', 'toolbar', 'combobox', 'separator'] as const)
      expect([role, await page.getByRole(role).count()]).toEqual([role, 0])
    await leave()
  })
})

describe('how it feels', () => {
  it('lays a long chapter out where it is seen first, then the rest, and all of it before it leads to a place', async () => {
    const laidOut = (page: Page, number: number) =>
      verse(page, number).evaluate((piece) => piece.checkVisibility({ contentVisibilityAuto: true }))
    const atFirst = await app.newPerson({ ...PHONE, javaScriptEnabled: false })
    await atFirst.page.goto('/bible/KJV/Psalms/119')
    expect([await laidOut(atFirst.page, 1), await laidOut(atFirst.page, 176)]).toEqual([true, false])
    await atFirst.leave()
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/KJV/Psalms/119')
    await expect.poll(() => laidOut(page, 176)).toBe(true)
    expect(await scrolled(page)).toBe(0)
    await page.goto('/bible/WEB/Psalms/119#v105')
    const { y = 0 } = (await verse(page, 105).boundingBox()) ?? {}
    expect(y).toBeGreaterThan(100)
    expect(y).toBeLessThan(700)
    await page.waitForLoadState('networkidle')
    expect((await verse(page, 105).boundingBox())?.y).toBe(y)
    await leave()
  })

  it.each([
    ['at a desk', DESKTOP],
    ['on a phone', PHONE],
  ])('opens the picker, %s, with what came before the press, and shows it in the first frame', async (_, device) => {
    const { page, leave } = await app.newPerson(device)
    await page.goto('/bible/KJV/John/3')
    // The picker's code loads although no pointer has come to its button yet.
    await expect
      .poll(() =>
        page.evaluate<boolean>(`performance.getEntriesByType('resource').some(({ name }) => /go-dialog/.test(name))`),
      )
      .toBe(true)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.evaluate(STOP_ANIMATIONS)
    await page.locator('.passage-chip').press('Enter')
    const genesis = page.getByRole('dialog').getByRole('button', { name: 'Genesis' })
    expect(await isSeen(genesis)).toBe(true)
    await leave()
  })

  it('shows the sheet of a word in the first frame', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await page.evaluate(STOP_ANIMATIONS)
    await pressWord(page, 16, 'loved')
    await page.getByRole('toolbar').waitFor()
    await pressWord(page, 16, 'loved')
    const word = page.locator('.word-sheet').getByText('ἀγαπάω', { exact: true })
    await word.waitFor()
    expect(await isSeen(word)).toBe(true)
    await leave()
  })

  it('turns to a chapter that was fetched ahead without asking for it again', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/bible/chapter') asked.push(`${searchParams.get('book')} ${searchParams.get('chapter')}`)
    })
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await page.keyboard.press('ArrowRight')
    await heading(page, 'John 4').waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('ArrowLeft')
    await heading(page, 'John 3').waitFor()
    await verse(page, 36).waitFor()
    // The neighbours of each chapter are fetched once. The page's own chapter was in its HTML.
    expect(asked.toSorted()).toEqual(['John 2', 'John 4', 'John 5'])
    await leave()
  })

  it('animates nothing for a person who asked for less motion', async () => {
    const { page, leave } = await app.newPerson({ ...PHONE, reducedMotion: 'reduce' })
    await page.goto('/bible/WEB/John/3', { waitUntil: 'networkidle' })
    const { goThrough, lift } = await swipingFinger(page)
    await goThrough([320, 500], [290, 500], [240, 500], [180, 500])
    await lift()
    await heading(page, 'John 4').waitFor()
    expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0)
    await leave()
  })
})

describe('one, two and three columns', () => {
  const three = columns(['KJV', 'John', 3], ['KRV', 'John', 3], ['WEB', 'John', 3])
  it.each(THEMES.flatMap((theme) => LANGUAGES.map((language) => [theme, language] as const)))(
    'fit their headers and cut nothing off, in %s and %s',
    async (theme, language) => {
      const { page, complaints, leave } = await app.newPerson(
        { viewport: { width: 1100, height: 800 } },
        { ...looking({ theme, language }), ...three, 'columns.row': JSON.stringify({ synced: true }) },
      )
      await page.goto('/bible-reading', { waitUntil: 'networkidle' })
      await expect.poll(() => page.locator('[data-column]').count()).toBe(3)
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.column-row')]
        .filter((form) => form.scrollWidth > form.clientWidth + 1)
        .map((form) => form.textContent.slice(0, 20) + form.scrollWidth + ' of ' + form.clientWidth)`)
      expect(cut).toEqual([])
      expect(complaints).toEqual([])
      await leave()
    },
  )
})
