import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, PASSWORD, PHONE } from './person.ts'

const WORDS = {
  en: {
    search: 'Find in your words and in the Bible',
    chapter: 'John 3',
    bible: 'In the Bible',
    byDay: 'By day',
    order: 'Order',
    today: 'Today',
    together: 'Highlights, 3 verses',
    notes: 'Notes',
    color: 'Color',
    green: 'green',
    book: 'Book',
    time: 'Time',
    between: 'Between two days',
    last: 'To',
    passage: 'John 3:16–18 · KJV',
    noMatch: 'Nothing that you wrote or marked matches.',
    end: 'End the search',
  },
  ko: {
    search: '내 글과 성경에서 찾기',
    chapter: '요한복음 3장',
    bible: '성경에서',
    byDay: '날짜별',
    order: '순서',
    today: '오늘',
    together: '하이라이트, 3절',
    notes: '메모',
    color: '색',
    green: '초록',
    book: '책',
    time: '기간',
    between: '날짜로 고르기',
    last: '까지',
    passage: '요한복음 3:16-18 · KJV',
    noMatch: '쓰고 표시한 것에서 찾지 못했습니다.',
    end: '검색 마치기',
  },
} as const

const signUp = async (page: Page, username: string): Promise<void> => {
  const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
}
const add = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), path).toBe(201)
  return answer.json()
}
const JOHN_3_16 = 43_003_016
const HIGHLIGHT = { version: 'NIV', book: 'Genesis', chapter: 1, verseId: 1_001_003, startOffset: 0, endOffset: 17 }

/** Writes a note, a highlight and a sermon that contain "lantern", and a bookmark. Returns the sermon's id. */
const writeSome = async (page: Page): Promise<string> => {
  await add(page, '/api/note/', { verse_id: JOHN_3_16, version: 'KJV', title: 'Night', text: 'A lantern in the dark.' })
  await add(page, '/api/highlight/add', { ...HIGHLIGHT, selectedText: 'let lantern shine', color: '#b5e48c' })
  const range = { startChapter: 3, startVerseId: JOHN_3_16, endChapter: 3, endVerseId: JOHN_3_16 + 2 }
  const content = `${'Dark was the road. '.repeat(30)}Then they saw a lantern.`
  const sermon = { ...range, verseId: JOHN_3_16, title: 'A road', speaker: 'Ruth', version: 'KJV', content }
  const { newSermon } = await add(page, '/api/sermon/', sermon)
  await add(page, '/api/bookmarks', { book: 'Psalms', chapter: 23, version: 'KJV' })
  return newSermon.id
}

const resultRows = (page: Page) => page.getByRole('main').getByRole('listitem')
const app = appInBrowser()

describe.each(['en', 'ko'] as const)('what one made, on one page (%s)', (language) => {
  it('has verses that were highlighted together as one card, which leads to all of them', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, looking({ language }))
    await signUp(page, `together${language}`)
    for (const verse of [1, 2, 3]) {
      const at = { ...HIGHLIGHT, chapter: 2, verseId: 1_002_000 + verse, endOffset: 6 }
      await add(page, '/api/highlight/add', { ...at, selectedText: `verse${verse}` })
    }
    await page.goto('/my-memos')
    const card = resultRows(page).getByRole('link')
    await card.getByText('verse1 verse2 verse3').waitFor()
    await expect.poll(() => card.count()).toBe(1)
    await card.getByText(WORDS[language].together).waitFor()
    await card.click()
    await page.waitForURL('**/bible/NIV/Genesis/2#v1-3')
    await leave()
  })
})

describe.each([
  ['en', 'at a desk', DESKTOP],
  ['ko', 'on a phone', PHONE],
] as const)('a search over all of one’s writing (%s, %s)', (language, _, device) => {
  const words = WORDS[language]

  it('finds all kinds by word, colour, book and time, leads there, and is there on coming back', async () => {
    const { page, complaints, leave } = await app.newPerson(device, looking({ language }))
    await signUp(page, `lantern${language}`)
    const sermon = await writeSome(page)
    // The page announces a search when it opens, so the server reads the person's writing before the person types.
    const announced = page.waitForRequest((request) => request.url().endsWith('/api/writing?limit=1'))
    await page.goto('/my-memos')
    const chapter = page.getByRole('region', { name: words.chapter })
    await chapter.waitFor()
    await announced
    await page.getByLabel(words.search).fill('lantern')
    await expect.poll(() => resultRows(page).count()).toBe(3)
    await expect.poll(() => chapter.getByRole('listitem').first().textContent()).toContain('A lantern in the dark.')
    await expect.poll(() => chapter.getByRole('listitem').last().textContent()).toContain(words.passage)
    await expect.poll(() => chapter.getByRole('listitem').last().locator('mark').allInnerTexts()).toEqual(['lantern'])
    // The same field also searches the Bible.
    await page
      .getByRole('region', { name: words.bible })
      .getByText(/lanterns/i)
      .first()
      .waitFor()
    // The address must not contain the person's words.
    expect(page.url()).not.toContain('lantern')

    await page.getByLabel(words.color, { exact: true }).selectOption({ label: words.green })
    await expect.poll(() => resultRows(page).allInnerTexts()).toEqual([expect.stringContaining('let lantern shine')])
    await page.getByLabel(words.color, { exact: true }).selectOption('')
    await page.getByLabel(words.book, { exact: true }).selectOption('John')
    await expect.poll(() => resultRows(page).count()).toBe(2)
    await page.getByLabel(words.time, { exact: true }).selectOption({ label: words.between })
    await page.getByLabel(words.last, { exact: true }).fill('2001-02-03')
    await page.getByText(words.noMatch).waitFor()
    await page.getByRole('button', { name: words.end }).click()
    await expect.poll(() => resultRows(page).count()).toBe(4)
    await page.getByRole('button', { name: words.notes, exact: true }).click()
    await expect.poll(() => resultRows(page).count()).toBe(1)
    await page.getByLabel(words.order, { exact: true }).selectOption({ label: words.byDay })
    await page.getByRole('region', { name: words.today }).getByRole('link').waitFor()
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, 'my writing by day')).toEqual([])
    await page.reload()
    await expect.poll(() => resultRows(page).count()).toBe(4)

    await page.getByLabel(words.search).fill('lantern road')
    await expect.poll(() => resultRows(page).count()).toBe(1)
    await resultRows(page).getByRole('link').click()
    await page.waitForURL(`**/my-memos/sermons/${sermon}`)
    await page.goBack()
    await expect.poll(() => resultRows(page).count()).toBe(1)
    await expect.poll(() => page.getByLabel(words.search).inputValue()).toBe('lantern road')

    await page.getByLabel(words.search).fill('night')
    await expect.poll(() => resultRows(page).first().textContent()).toContain('A lantern in the dark.')
    await resultRows(page).getByRole('link').click()
    await page.waitForURL('**/bible/KJV/John/3#v16')
    expect(complaints).toEqual([])
    await leave()
  })
})
