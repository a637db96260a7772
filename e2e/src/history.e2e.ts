import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, LANGUAGES, looking, PASSWORD } from './person.ts'

const app = appInBrowser()

/** What the journeys press, as it is called in each language. */
const WORDS = {
  en: {
    noteMark: '1 note on verse 16',
    verse: /^Verse 4\b/,
    highlights: 'Highlights',
    delete: 'Delete',
    deleteHighlight: /^Delete the highlight/,
    color: 'green',
    recolored: 'Color changed',
    removeBookmark: 'Remove the bookmark John 3 · WEB',
    noteRemoved: 'Note on John 3:16 removed',
    sermonRemoved: 'Sermon deleted successfully!',
    undo: 'Undo',
  },
  ko: {
    noteMark: '16절의 메모 1개',
    verse: /^4 ?절/,
    highlights: '하이라이트',
    delete: '삭제',
    deleteHighlight: /^하이라이트 “.*” 삭제$/,
    color: '초록',
    recolored: '색을 바꾸었습니다',
    removeBookmark: '북마크 요한복음 3장 · WEB 삭제',
    noteRemoved: '요한복음 3:16의 메모를 삭제했습니다',
    sermonRemoved: '설교를 삭제했습니다!',
    undo: '되돌리기',
  },
} as const
type Language = keyof typeof WORDS

const JOHN_3 = 43_003_000

/** Signs up without the form, which other journeys walk through. */
const signUp = async (page: Page, username: string): Promise<void> => {
  const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
}
const add = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  expect(answer.status()).toBe(201)
  return answer.json()
}
const addNote = (page: Page, text: string) =>
  add(page, '/api/note/', { verse_id: JOHN_3 + 16, version: 'WEB', title: null, text })
const addHighlight = (page: Page) =>
  add(page, '/api/highlight/add', {
    ...{ version: 'WEB', book: 'John', chapter: 3, verseId: JOHN_3 + 4 },
    ...{ startOffset: 0, endOffset: 9, selectedText: 'Nicodemus' },
  })
const addSermon = async (page: Page, title: string, content: unknown = 'So loved.') => {
  const range = { startChapter: 3, startVerseId: JOHN_3 + 16, endChapter: 3, endVerseId: JOHN_3 + 17 }
  const data = { ...range, verseId: range.startVerseId, title, speaker: 'Ruth', version: 'WEB', content }
  return (await add(page, '/api/sermon/', data)).newSermon
}
const read = async (page: Page, path: string) => (await page.request.get(path)).json()
const idsOf = async (page: Page, path: string): Promise<string[]> =>
  (await read(page, path)).map(({ id }: { id: string }) => id)

/** Somebody of this name, in this language. */
const somebody = async (name: string, language: Language) => {
  const person = await app.newPerson(DESKTOP, looking({ language }))
  await signUp(person.page, `${name}${language}`)
  return person
}

describe.each(LANGUAGES)('in ten seconds after it (%s)', (language) => {
  const words = WORDS[language]
  const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: words.undo, exact: true })

  it('the removal of a note is taken back', async () => {
    const { page, complaints, leave } = await somebody('undonote', language)
    const { id } = await addNote(page, 'The world, not the deserving.')
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: words.noteMark }).click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: words.delete, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete, exact: true }).click()
    await page.getByRole('status').getByText(words.noteRemoved, { exact: true }).waitFor()
    await expect.poll(() => idsOf(page, '/api/note/user')).toEqual([])
    await undo(page).click()
    await page.getByRole('button', { name: words.noteMark }).waitFor()
    await expect.poll(() => idsOf(page, '/api/note/user')).toEqual([id])
    const { revisions } = await read(page, `/api/history/note/${id}`)
    expect(revisions.map(({ action }: { action: string }) => action)).toEqual(['restored', 'removed', 'added'])
    expect(complaints).toEqual([])
    await leave()
  })

  it('the removal of a highlight, and a change of its colour, are taken back by Ctrl+Z', async () => {
    const { page, complaints, leave } = await somebody('undohighlight', language)
    const { id } = await addHighlight(page)
    const path = '/api/highlight/user'
    const color = async () => (await read(page, path))[0]?.color
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: words.verse }).first().click()
    await page.getByRole('toolbar').getByRole('button', { name: words.highlights, exact: true }).click()
    await page.getByRole('radio', { name: words.color }).check({ force: true })
    await page.getByRole('status').getByText(words.recolored, { exact: true }).waitFor()
    await expect.poll(color).toBe('#b5e48c')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Control+z')
    await expect.poll(color).toBeNull()
    await page.getByRole('button', { name: words.deleteHighlight }).click()
    await expect.poll(() => idsOf(page, path)).toEqual([])
    await page.keyboard.press('Control+z')
    await expect.poll(() => idsOf(page, path)).toEqual([id])
    expect(complaints).toEqual([])
    await leave()
  })

  it('the removal of a bookmark is taken back, in its old place', async () => {
    const { page, complaints, leave } = await somebody('undobookmark', language)
    for (const chapter of [2, 3, 4]) await add(page, '/api/bookmarks', { version: 'WEB', book: 'John', chapter })
    await page.goto('/my-memos/bookmarks')
    const hrefs = () =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.at(-1)))
    await expect.poll(hrefs).toEqual(['4', '3', '2'])
    await page.getByRole('button', { name: words.removeBookmark }).click()
    await expect.poll(hrefs).toEqual(['4', '2'])
    await page.keyboard.press('Control+z')
    await expect.poll(hrefs).toEqual(['4', '3', '2'])
    await page.reload()
    await expect.poll(hrefs).toEqual(['4', '3', '2'])
    expect(complaints).toEqual([])
    await leave()
  })

  it('the removal of a sermon is taken back', async () => {
    const { page, complaints, leave } = await somebody('undosermon', language)
    const { id } = await addSermon(page, 'The father who runs')
    await page.goto(`/my-memos/sermons/${id}?edit`)
    await page.getByRole('button', { name: words.delete, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete, exact: true }).click()
    await page.getByRole('status').getByText(words.sermonRemoved, { exact: true }).waitFor()
    await page.waitForURL('**/my-memos/sermons')
    await undo(page).click()
    await page.getByRole('link', { name: /The father who runs/ }).waitFor()
    await expect.poll(() => idsOf(page, '/api/sermon/user?content=none')).toEqual([id])
    expect(complaints).toEqual([])
    await leave()
  })
})
