import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OVERFLOW, SMALL_CONTROLS } from './in-page.ts'
import { DESKTOP, letOffersStay, looking, PASSWORD, PHONE, studyPanel } from './person.ts'

const WORDS = {
  en: {
    ...{ passage: 'John 3:16-18', memos: 'Memos', text: 'Note', save: 'Save', look: 'More on this verse' },
    ...{ note: (verse: number) => `1 note on verse ${verse}`, mark: (verse: number) => `Bookmark on verse ${verse}` },
    ...{ set: 'Bookmark John 3:16-18 · WEB', remove: 'Remove the bookmark John 3:16-18 · WEB', bookmarks: 'Bookmarks' },
    ...{ share: 'Share', link: 'Link', linked: 'The link is on the clipboard.', undo: 'Undo' },
  },
  ko: {
    ...{ passage: '요한복음 3:16-18', memos: '메모', text: '메모', save: '저장', look: '이 구절 더 보기' },
    ...{ note: (verse: number) => `${verse}절의 메모 1개`, mark: (verse: number) => `${verse}절의 북마크 1개` },
    ...{ set: '요한복음 3:16-18 · WEB 북마크하기', remove: '요한복음 3:16-18 · WEB 북마크 삭제', bookmarks: '북마크' },
    ...{ share: '공유', link: '링크', linked: '링크를 복사했습니다.', undo: '되돌리기' },
  },
} as const

const numberOf = (page: Page, verse: number) => page.locator(`.verse-number[data-verse='${verse}']`)
const bar = (page: Page) => page.getByRole('toolbar').filter({ has: page.locator('[data-action]') })
/** The numbers of the verses that the page points to. */
const pointed = (page: Page) =>
  page.locator(".verse-number[aria-current='location']").evaluateAll((all) => all.map(({ textContent }) => textContent))
/** The numbers of the verses from 15 to 19 that have a mark with this label. */
const marked = async (page: Page, label: (verse: number) => string) => {
  const numbers: number[] = []
  for (const verse of [15, 16, 17, 18, 19])
    if (await page.getByRole('button', { name: label(verse), exact: true }).isVisible()) numbers.push(verse)
  return numbers
}

const app = appInBrowser()

describe.each([
  ['en', DESKTOP],
  ['ko', PHONE],
] as const)('what stands on several verses, in %s', (language, device) => {
  it('is written once, shown on each of them, found by them, and shared by their address', async () => {
    const words = WORDS[language]
    const { page, complaints, leave } = await app.newPerson(device, looking({ language }))
    await letOffersStay(page)
    const name = `range-${language}`
    const data = { username: name, email: `${name}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
    expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)

    await page.goto('/bible/WEB/John/3')
    for (const verse of [16, 17, 18]) await numberOf(page, verse).click()
    await bar(page).getByRole('button', { name: words.memos }).click()
    // The hint about a Korean text is an aside too, but has no heading.
    const panel = studyPanel(page).filter({ has: page.getByRole('heading', { level: 2 }) })
    await panel.getByRole('heading', { name: words.passage }).first().waitFor()
    await panel.getByRole('textbox', { name: words.text, exact: true }).fill('Sent to save.')
    await panel.getByRole('button', { name: words.save, exact: true }).click()
    await expect.poll(() => marked(page, words.note)).toEqual([16, 17, 18])

    await page.reload()
    await expect.poll(() => marked(page, words.note)).toEqual([16, 17, 18])
    // The note also opens from the last of its verses.
    await page.getByRole('button', { name: words.note(18) }).click()
    await panel.getByText('Sent to save.').waitFor()
    await panel.getByText(words.passage, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.waitForURL(/#v18$/)

    await page.goto('/my-memos/memos')
    const card = page.getByRole('link', { name: `${words.passage} · WEB` })
    await expect.poll(() => card.getAttribute('href')).toBe('/bible/WEB/John/3#v16-18')
    await card.click()
    await expect.poll(() => pointed(page)).toEqual(['16', '17', '18'])
    await expect.poll(() => numberOf(page, 16).evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(60)
    const { top } = (await numberOf(page, 16).evaluate((one) => one.getBoundingClientRect().toJSON())) as DOMRect
    expect(top).toBeLessThan(device.viewport.height)

    for (const verse of [16, 17, 18]) await numberOf(page, verse).click()
    await bar(page).getByRole('button', { name: words.look }).click()
    await panel.getByRole('button', { name: words.set }).click()
    const remove = panel.getByRole('button', { name: words.remove })
    await remove.waitFor()
    expect(await page.evaluate(OVERFLOW)).toBe(0)
    if (device === PHONE) expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => marked(page, words.mark)).toEqual([16, 17, 18])
    await page.getByRole('button', { name: words.mark(17) }).click()
    await remove.click()
    await page.getByRole('button', { name: words.undo }).click()
    await remove.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await page.goto('/bible/WEB/Mark/1')
    await page.getByRole('button', { name: words.bookmarks, exact: true }).first().click()
    await page.getByRole('button', { name: `${words.passage} · WEB`, exact: true }).click()
    await expect.poll(() => pointed(page)).toEqual(['16', '17', '18'])
    await page.goto('/my-memos/bookmarks')
    const passageLink = page.getByRole('link', { name: `${words.passage} · WEB` })
    await expect.poll(() => passageLink.getAttribute('href')).toBe('/bible/WEB/John/3#v16-18')

    await page.goto('/bible/WEB/John/3')
    for (const verse of [16, 17, 18]) await numberOf(page, verse).click()
    // The menu in the header removes the bookmark of the chosen verses, too.
    const dropdown = page.getByRole('button', { name: words.bookmarks, exact: true }).first()
    await dropdown.click()
    const menu = page.getByRole('dialog', { name: words.bookmarks, exact: true })
    const inMenu = menu.getByRole('button', { name: words.remove })
    await inMenu.click()
    await inMenu.waitFor({ state: 'detached' })
    await menu.getByRole('button', { name: words.set }).click()
    await inMenu.waitFor()
    // The bookmark is shown at once and sent afterwards.
    await expect
      .poll(async () => (await page.request.get('/api/bookmarks')).json())
      .toMatchObject([{ verse_id: 43_003_016, end_verse_id: 43_003_018 }])
    await page.goto('/bible/WEB/John/3')
    for (const verse of [16, 17, 18]) await numberOf(page, verse).click()
    await bar(page).getByRole('button', { name: words.share }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.link, exact: true }).click()
    await page.getByText(words.linked).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${app.address}/bible/WEB/John/3?verse=16-18#v16-18`)
    expect(complaints).toEqual([])
    await leave()

    const other = await app.newPerson(device, looking({ language }))
    await other.page.goto(link)
    await expect.poll(() => pointed(other.page)).toEqual(['16', '17', '18'])
    const picture = await other.page.locator("meta[property='og:image']").getAttribute('content')
    expect(picture).toContain('verse=16&through=18')
    await other.leave()
  })
})
