import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { bringAsKrv, bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, logIn, type Person, PHONE, settled, signUp, studyPanel } from './person.ts'

let library = ''
const app = appInBrowser(undefined, (folder) => {
  library = folder
  return bringKoreanBible(folder)
})

/** What is painted on the page: the name of the paint, and the words, by column where there are several. */
const PAINTED = `[...CSS.highlights].filter(([name]) => name.startsWith('highlight-')).flatMap(([name, ranges]) =>
  [...ranges].map(({ startContainer, startOffset, endOffset }) => {
    const { column } = startContainer.parentElement.closest('[data-column]').dataset
    const verse = startContainer.parentElement.closest('.verse').dataset.verse
    return column + ':' + verse + ' ' + name + ': ' + startContainer.data.slice(startOffset, endOffset).trim()
  })).sort()`
const painted = (page: Page): Promise<string[]> => page.evaluate(PAINTED)
const popup = (page: Page) => page.getByRole('toolbar')
const highlight = (page: Page) => popup(page).getByRole('button', { name: 'Highlights' })
const said = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()
const number = (page: Page, verse: number, column = 0) =>
  page
    .locator('[data-column]')
    .nth(column)
    .getByRole('button', { name: `Verse ${verse}`, exact: true })
/** The words of a verse are selected as by the system's own handles, or by a mouse that was let go. */
const select = (page: Page, verse: number, words: string, column = 0) =>
  page
    .locator('[data-column]')
    .nth(column)
    .locator(`.verse[data-verse='${verse}']`)
    .filter({ hasText: words })
    .first()
    .evaluate((piece, words) => {
      const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode as Text
        const at = text.data.indexOf(words)
        if (at === -1) continue
        getSelection()?.setBaseAndExtent(text, at, text, at + words.length)
        return
      }
      throw new Error(`${words} is not there`)
    }, words)
/** Drags the mouse over a stretch of a verse's first line. */
const drag = async (page: Page, verse: number, from: number, to: number, column = 0) => {
  const piece = page.locator('[data-column]').nth(column).locator(`.verse[data-verse='${verse}']`).first()
  const [line] = await piece.evaluate((found) =>
    [...found.getClientRects()].map(({ left, top, bottom }) => ({ left, y: (top + bottom) / 2 })),
  )
  if (!line) throw new Error(`Verse ${verse} is not there`)
  await page.mouse.move(line.left + from, line.y)
  await page.mouse.down()
  await page.mouse.move(line.left + to, line.y, { steps: 6 })
  await page.mouse.up()
}
const DEFAULT = 'highlight-d4d8f7'

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
    await number(ruth.page, 5, 1).waitFor()
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
    expect(await page.evaluate('getSelection().toString()')).toBe('')
    await select(page, 5, '하나님이', 0)
    await highlight(page).click()
    await expect.poll(() => painted(page)).toEqual([`c1:5 ${DEFAULT}: 하나님이`, words])
    // Each of the two verses is highlighted in its own version, so neither needs to tell of the other's at its number alone.
    await number(page, 5, 1)
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
    await number(page, 2, 0).focus()
    await page.keyboard.press('Enter')
    await popup(page).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Highlights')
    await page.keyboard.press('Enter')
    const whole = async () => (await painted(page)).filter((one) => one.startsWith('c1:2 ')).length
    await expect.poll(whole).toBeGreaterThan(0)
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Verse 2')
    // In the other version the verse has no highlight of its own: its number tells.
    await number(page, 2, 1)
      .and(page.getByTitle('Verse 2 is highlighted in KRV', { exact: true }))
      .waitFor()
  })

  it('words are selected and highlighted by keyboard alone', async () => {
    const { page } = ruth
    await number(page, 8, 1).focus()
    for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowRight')
    await popup(page).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => painted(page)).toContain(`c2:8 ${DEFAULT}: wind`)
  })

  it('“nothing selected and highlights exist: open the highlight list”, which gives colours, deletes and then closes', async () => {
    const { page } = ruth
    await number(page, 5, 0).click()
    await highlight(page).click()
    const list = page.getByRole('complementary').getByRole('region', { name: 'Highlights' })
    await list.getByRole('radio', { name: 'green' }).first().check({ force: true })
    await expect.poll(() => painted(page)).toContainEqual('c1:5 highlight-b5e48c: 하나님이')
    // By the page's own clock, however busy the machine is.
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
    await number(page, 2, 1).click()
    await popup(page).getByRole('button', { name: 'More on this verse' }).click()
    const list = page.getByRole('complementary').getByRole('region', { name: 'Highlights' })
    await list.getByText('In KRV').waitFor()
    const seen = () =>
      page.evaluate<string>(`getComputedStyle(
        document.querySelectorAll('[data-column]')[1].querySelector(".verse[data-verse='2']"),
        '::highlight(elsewhere-d4d8f7)').backgroundColor`)
    expect(await seen()).toBe('rgba(0, 0, 0, 0)')
    await list.getByLabel('Show highlights of other versions on the whole verse').check()
    await expect.poll(seen).toBe('rgb(212, 216, 247)')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  })

  it('is there on another device, also after a restart of the server', async () => {
    const before = (await painted(ruth.page)).filter((one) => one.startsWith('c2')).map((one) => one.slice(3))
    await app.restart()
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await logIn(page, 'ruth')
    await expect.poll(async () => (await painted(page)).map((one) => one.slice(3))).toEqual(before)
    expect(complaints).toEqual([])
    await leave()
  })

  it('stays on its words after a text was imported anew, else on the whole verse, and says so', async () => {
    const { page } = ruth
    await page.keyboard.press('Escape')
    await popup(page).waitFor({ state: 'detached' })
    await select(page, 4, '하나님이', 0)
    await highlight(page).click()
    await expect.poll(() => painted(page)).toContain(`c1:4 ${DEFAULT}: 하나님이`)
    const chapter = await page.request.get('/api/bible/chapter?version=KRV&book=John&chapter=3')
    const { verses }: { verses: { verse: number; text: string }[] } = await chapter.json()
    const textOf = (number: number) => verses.find(({ verse }) => verse === number)?.text ?? ''
    const without = textOf(4).replaceAll('하나님이', '주께서')
    const changed = new Map([
      [2, `참으로 ${textOf(2)}`],
      [4, without],
    ])
    await bringAsKrv(
      library,
      verses.map(({ verse, text }) => ({ book: 'John', chapter: 3, verse, text: changed.get(verse) ?? text })),
    )
    await page.goto('/bible-reading')
    // However many pieces the browser has the words in.
    const paintedOn = async (verse: number) =>
      (await painted(page))
        .filter((one) => one.startsWith(`c1:${verse} ${DEFAULT}: `))
        .flatMap((one) => one.split(': ')[1]?.split(' '))
        .sort()
    await expect.poll(() => paintedOn(2)).toEqual(textOf(2).split(' ').sort())
    await expect.poll(() => paintedOn(4)).toEqual(without.split(' ').sort())
    await number(page, 4, 0).click()
    await highlight(page).click()
    const list = page.getByRole('complementary').getByRole('region', { name: 'Highlights' })
    await list.getByText('하나님이', { exact: true }).waitFor()
    await list.getByText(/no longer has these words. The highlight is on the whole verse/).waitFor()
  })

  it('made the browser complain about nothing', () => {
    expect(ruth.complaints).toEqual([])
  })
})

describe('highlights by touch', () => {
  it('are made, met and deleted at the thumb', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/KRV/John/3')
    await signUp(page, 'boaz')
    await select(page, 5, '하나님이')
    await highlight(page).tap()
    await expect.poll(() => painted(page)).toEqual([`c1:5 ${DEFAULT}: 하나님이`])
    await number(page, 5).tap()
    await highlight(page).tap()
    await studyPanel(page).getByRole('button', { name: 'Delete the highlight “하나님이”' }).tap()
    await studyPanel(page).waitFor({ state: 'detached' })
    await expect.poll(() => painted(page)).toEqual([])
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('highlights without an answer from the server', () => {
  it('are shown at once, are there after a reload, and are sent when it answers again', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await signUp(page, 'orpah')
    await page.route('**/api/highlight/add', (route) => route.abort())
    await number(page, 16).click()
    await highlight(page).click()
    await expect.poll(async () => (await painted(page)).join()).toContain('c1:16')
    await page.reload()
    await expect.poll(async () => (await painted(page)).join()).toContain('c1:16')
    const count = () =>
      page.evaluate<number>(
        "fetch('/api/resource-counts').then((answer) => answer.json()).then((all) => all.highlights_count)",
      )
    expect(await count()).toBe(0)
    await page.unroute('**/api/highlight/add')
    await page.reload()
    await expect.poll(count).toBe(1)
    await leave()
  })
})

describe('a browser that paints no ranges', () => {
  it('shows highlights as marked words, in their colours', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.addInitScript('delete CSS.highlights')
    await settled(page, '/bible/WEB/John/3')
    await signUp(page, 'naomi')
    await number(page, 16).click()
    await highlight(page).click()
    const marks = page.locator(".verse[data-verse='16'] mark")
    await marks.first().waitFor()
    expect(await marks.first().evaluate((mark) => getComputedStyle(mark).backgroundColor)).toBe('rgb(212, 216, 247)')
    expect((await marks.allTextContents()).join('')).toMatch(/^For God so loved the world.*eternal life\.$/)
    expect(complaints).toEqual([])
    await leave()
  })
})
