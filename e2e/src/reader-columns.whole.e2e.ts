import { eventually } from '@pathlight/testing/eventually.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { LAYOUT_SHIFT, OVERFLOW } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { chooseVersion, DESKTOP, openPicker, passageChip, signUp } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

/** A column by its place, from 1. */
const column = (page: Page, place: number): Locator => page.locator('[data-column]').nth(place - 1)
const title = (page: Page, place: number) => column(page, place).getByRole('heading').first().textContent()
const titles = async (page: Page) =>
  Promise.all((await page.locator('[data-column]').all()).map((one) => one.getByRole('heading').first().textContent()))
const versions = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[data-column] article')].map((article) =>
    /\\((\\w+)\\)$/.exec(article.getAttribute('aria-label'))[1])`)
const add = (page: Page) => page.getByRole('button', { name: 'Add Version' }).click()
const synchronize = (page: Page) => page.getByRole('button', { name: 'Synchronize Columns' }).click()
const savedColumns = (page: Page) => page.evaluate<unknown>("JSON.parse(localStorage.getItem('columns'))")
/** Local storage with these columns open. A column is written as "KJV John 3". */
const having = (...columns: string[]) => ({
  columns: JSON.stringify(
    columns.map((words) => {
      const [version, book, chapter] = words.split(' ')
      return { version, book, chapter: Number(chapter) }
    }),
  ),
})
/** The distance of a verse's beginning from the top of the window, in pixels. */
const topOf = async (page: Page, place: number, verse: number) =>
  (await column(page, place).locator(`.verse[data-verse='${verse}']`).first().boundingBox())?.y

describe('the specification on the reader’s columns', () => {
  it('“with no params, default columns are used”: the default version at the first book, chapter 1', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible-reading')
    await page.waitForURL('**/Genesis/1')
    await eventually(async () => expect(await titles(page)).toEqual(['Genesis 1']))
    expect(complaints).toEqual([])
    await leave()
  })

  it('“a version select (ESV, NIV, NLT, KRV), a book select, a chapter text box, a search button, previous/next chapter arrows” in each', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await add(page)
    await passageChip(column(page, 2)).waitFor()
    for (const place of [1, 2]) {
      const at = column(page, place)
      for (const name of ['Previous chapter', 'Next chapter']) await at.getByRole('button', { name }).waitFor()
      const picker = await openPicker(at)
      await picker.getByLabel('Version', { exact: true }).waitFor()
      const offered = await picker.getByLabel('Version', { exact: true }).locator('option').allTextContents()
      expect(offered).toEqual(expect.arrayContaining(['ESV', 'NIV', 'NLT', 'KRV']))
      await expect.poll(() => picker.getByLabel('Book', { exact: true }).locator('option').count()).toBeGreaterThan(3)
      await picker.getByLabel('Chapter', { exact: true }).waitFor()
      await picker.getByRole('button', { name: 'Go', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await picker.waitFor({ state: 'detached' })
    }
    await leave()
  })

  it.each([
    [900, 700],
    [1180, 820],
  ])('has its arrows in each of three columns in a window of %d px, and they turn it', async (width, height) => {
    const { page, leave } = await app.newPerson(
      { viewport: { width, height } },
      having('KJV John 3', 'WEB John 3', 'KRV John 3'),
    )
    await page.goto('/bible/KJV/John/3')
    for (const place of [1, 2, 3]) {
      const at = column(page, place)
      const { x: left, width: wide } = (await at.boundingBox()) ?? { x: 0, width: 0 }
      for (const name of ['Previous chapter', 'Next chapter']) {
        const arrow = await at.getByRole('button', { name }).boundingBox()
        expect(arrow?.x, `${name} in column ${place}`).toBeGreaterThanOrEqual(left)
        expect((arrow?.x ?? 0) + (arrow?.width ?? 0), `${name} in column ${place}`).toBeLessThanOrEqual(left + wide)
      }
      const before = await title(page, place)
      await at.getByRole('button', { name: 'Next chapter' }).click()
      await expect.poll(() => title(page, place)).not.toBe(before)
    }
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    await leave()
  })

  it('“Add Version (capped at 3 columns) … and a close x per column when there is more than one”', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    expect(await page.getByRole('button', { name: /^Close / }).count()).toBe(0)
    await add(page)
    await expect.poll(() => versions(page)).toEqual(['KJV', 'KRV'])
    await add(page)
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 3장', 'John 3'])
    await expect.poll(() => page.getByRole('button', { name: 'Add Version' }).isDisabled()).toBe(true)
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Close KRV' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 3', 'John 3'])
    await column(page, 1)
      .getByRole('button', { name: /^Close / })
      .click()
    await expect.poll(() => titles(page)).toEqual(['John 3'])
    expect(await page.getByRole('button', { name: /^Close / }).count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })

  it('“Synchronize Columns sets all columns to the first column’s book and chapter”', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await add(page)
    await column(page, 2).getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 4장'])
    await synchronize(page)
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 3장'])
    // Synchronized columns change chapters together, until the person separates them.
    await column(page, 2).getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 4', '요한복음 4장'])
    await synchronize(page)
    await column(page, 2).getByRole('button', { name: 'Previous chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 4', '요한복음 3장'])
    await leave()
  })

  it('“next goes to the first chapter of the next book at a book’s end; previous … to the last chapter of the previous book; both stop at the ends of the Bible”, in each column', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, having('KJV Malachi 4', 'WEB Genesis 1'))
    await page.goto('/bible-reading')
    await expect.poll(() => titles(page)).toEqual(['Malachi 4', 'Genesis 1'])
    await expect.poll(() => column(page, 2).getByRole('button', { name: 'Previous chapter' }).isDisabled()).toBe(true)
    await column(page, 1).getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => title(page, 1)).toBe('Matthew 1')
    await column(page, 1).getByRole('button', { name: 'Previous chapter' }).click()
    await expect.poll(() => title(page, 1)).toBe('Malachi 4')
    await page.goto('/bible/WEB/Revelation/22')
    await expect.poll(() => column(page, 2).getByRole('button', { name: 'Next chapter' }).isDisabled()).toBe(true)
    await leave()
  })

  it('“changing version to or from KRV translates the book name between languages”', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await chooseVersion(page, 'KRV')
    await expect.poll(() => titles(page)).toEqual(['요한복음 3장'])
    const picker = await openPicker(page)
    const book = picker.getByLabel('Book', { exact: true }).locator('option:checked')
    await expect.poll(() => book.textContent()).toBe('요한복음')
    await picker.getByLabel('Version', { exact: true }).selectOption('WEB')
    await expect.poll(() => titles(page)).toEqual(['John 3'])
    await openPicker(page)
    await expect.poll(() => book.textContent()).toBe('John')
    await leave()
  })

  it('“non-digits stripped; value at least 1” in the chapter box', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    const box = (await openPicker(page)).getByLabel('Chapter', { exact: true })
    await box.fill('a1b2c')
    await expect.poll(() => box.inputValue()).toBe('12')
    await box.fill('0')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await expect.poll(() => titles(page)).toEqual(['John 1'])
    await leave()
  })

  it('“a verse may start with an angle-bracket heading, shown as a section title”, not as words of the verse', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KRV/Psalms/117')
    await page.getByRole('heading', { level: 2, name: '모든 나라의 찬양' }).waitFor()
    expect(await page.locator(".verse[data-verse='1']").first().textContent()).not.toContain('모든 나라의 찬양')
    await leave()
  })

  it('“a chapter with no verses shows ‘No Bible verses available.’” and “column errors shown as ‘Error: ...’”, beside a column that is well', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, having('KJV John 3', 'WEB John 3'))
    await page.route('**/api/bible/chapter*version=WEB*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      // If the browser has left the page meanwhile, the request is gone, and `fulfill` fails.
      await route.fulfill({ response, json: { ...answer, verses: [] } }).catch(() => undefined)
    })
    await page.goto('/bible-reading')
    await column(page, 2).getByText('No Bible verses available.').waitFor()
    await column(page, 1).locator('.verse').first().waitFor()
    await page.unroute('**/api/bible/chapter*version=WEB*')
    await (await openPicker(column(page, 2))).getByLabel('Chapter', { exact: true }).fill('99')
    await page.keyboard.press('Enter')
    await column(page, 2).getByRole('alert').filter({ hasText: 'Error: ' }).waitFor()
    await column(page, 1).locator('.verse').first().waitFor()
    await leave()
  })
})

describe('the specification on where columns come from', () => {
  it('“on start columns are restored from local storage”: version, book and chapter of each, and nothing else is stored', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await add(page)
    await column(page, 2).getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 4장'])
    await expect
      .poll(() => savedColumns(page))
      .toEqual([
        { version: 'KJV', book: 'John', chapter: 3 },
        { version: 'KRV', book: 'John', chapter: 4 },
      ])
    await page.goto('/')
    await page.goto('/bible-reading')
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 4장'])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 4장'])
    await leave()
  })

  it('“URL-driven updates win”, and “columns are saved unless the last update came from the URL”', async () => {
    const before = having('KJV John 3', 'KRV John 4')
    const { page, leave } = await app.newPerson(DESKTOP, before)
    await page.goto('/bible/WEB/Romans/8')
    await expect.poll(() => titles(page)).toEqual(['Romans 8', '요한복음 4장'])
    expect(await versions(page)).toEqual(['WEB', 'KRV'])
    expect(await savedColumns(page)).toEqual(JSON.parse(before.columns))
    await column(page, 1).getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['Romans 9', '요한복음 4장'])
    await expect
      .poll(() => savedColumns(page))
      .toEqual([
        { version: 'WEB', book: 'Romans', chapter: 9 },
        { version: 'KRV', book: 'John', chapter: 4 },
      ])
    // An address with an open version changes that version's column.
    await page.goto('/bible/KRV/Psalms/117')
    await expect.poll(() => titles(page)).toEqual(['Romans 9', '시편 117편'])
    await leave()
  })

  it('“a column is not refetched if it already holds the same version, book, chapter and verses”', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/bible/chapter') && asked.push(request.url()))
    await add(page)
    await synchronize(page)
    await column(page, 2).locator('.verse').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('version=KJV'))).toEqual([])
    await leave()
  })

  it('“logging in triggers loading of notes, highlights and sermons for every column”', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, having('KJV John 3', 'WEB Romans 8'))
    await page.goto('/bible-reading', { waitUntil: 'networkidle' })
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/overlay') && asked.push(request.url()))
    await signUp(page, 'tabitha')
    for (const passage of ['book=John&chapter=3', 'book=Romans&chapter=8'])
      await expect.poll(() => asked.some((url) => url.includes(passage))).toBe(true)
    await leave()
  })

  it('goes back to where the columns were, and keeps their number', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await page.getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 4'])
    await add(page)
    // The first column moves when the second one appears.
    await expect.poll(() => titles(page)).toEqual(['John 4', '요한복음 4장'])
    await column(page, 1).getByRole('button', { name: 'Next chapter' }).click()
    await expect.poll(() => titles(page)).toEqual(['John 5', '요한복음 4장'])
    await page.goBack()
    await expect.poll(() => titles(page)).toEqual(['John 4', '요한복음 4장'])
    await page.goBack()
    await expect.poll(() => titles(page)).toEqual(['John 3', '요한복음 4장'])
    await leave()
  })
})

describe('columns side by side', () => {
  it('begin each verse at the same height when they are synchronised, and scroll together', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await add(page)
    await synchronize(page)
    await column(page, 2).locator('.verse').first().waitFor()
    for (const verse of [1, 2, 9, 16, 36])
      await expect
        .poll(async () => Math.abs(((await topOf(page, 1, verse)) ?? 0) - ((await topOf(page, 2, verse)) ?? 999)))
        .toBeLessThan(6)
    const before = (await topOf(page, 2, 20)) ?? 0
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => before - ((await topOf(page, 2, 20)) ?? 0)).toBe(300)
    await leave()
  })

  it('stay in step where a version joins verses or leaves one out', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/Acts/8')
    await add(page)
    await synchronize(page)
    await column(page, 2).locator('.verse').first().waitFor()
    const apart = async (verse: number) =>
      Math.abs(((await topOf(page, 1, verse)) ?? 0) - ((await topOf(page, 2, verse)) ?? 999))
    for (const verse of [2, 4, 36, 38, 40]) await expect.poll(() => apart(verse)).toBeLessThan(6)
    await leave()
  })

  it('scroll each for itself when they are not', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await add(page)
    await column(page, 2).locator('.verse').first().waitFor()
    const [left = 0, right = 0] = [await topOf(page, 1, 9), await topOf(page, 2, 9)]
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => left - ((await topOf(page, 1, 9)) ?? 0)).toBe(300)
    expect(await topOf(page, 2, 9)).toBe(right)
    await leave()
  })

  it('change places by keys and by dragging, and widths by keys and by dragging, which is remembered', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await add(page)
    await expect.poll(() => versions(page)).toEqual(['KJV', 'KRV'])
    await page.getByRole('button', { name: /^Move KRV/ }).press('ArrowLeft')
    await expect.poll(() => versions(page)).toEqual(['KRV', 'KJV'])
    const grip = await page.getByRole('button', { name: /^Move KRV/ }).boundingBox()
    await page.mouse.move((grip?.x ?? 0) + 5, (grip?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(1200, 200, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => versions(page)).toEqual(['KJV', 'KRV'])

    const border = page.getByRole('separator', { name: 'Width of the columns' })
    const widthOf = async (place: number) => Math.round((await column(page, place).boundingBox())?.width ?? 0)
    const alike = await widthOf(1)
    await border.press('ArrowRight')
    await expect.poll(() => widthOf(1)).toBeGreaterThan(alike)
    const at = await border.boundingBox()
    await page.mouse.move(at?.x ?? 0, 400)
    await page.mouse.down()
    await page.mouse.move(500, 400, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => widthOf(1)).toBeLessThan(520)
    const narrow = await widthOf(1)
    await page.reload()
    await expect.poll(() => widthOf(1)).toBe(narrow)
    await leave()
  })

  it.each([
    ['separate', false, '/bible/KRV/John/4', ['John 3', '요한복음 4장']],
    ['synchronised', true, '/bible/KJV/John/3', ['John 3', '요한복음 3장']],
  ])('have their room kept until they are there, %s: what is read does not move', async (_how, synced, path, shown) => {
    const { page, leave } = await app.newPerson(DESKTOP, {
      ...having('KJV John 3', 'KRV John 3'),
      'columns.row': JSON.stringify({ synced }),
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect.poll(() => titles(page)).toEqual(shown)
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.05)
    await leave()
  })
})
