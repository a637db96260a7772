import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { kindWords } from './pages.ts'
import {
  DESKTOP,
  letOffersStay,
  looking,
  PASSWORD,
  PHONE,
  picture,
  said,
  setTheme,
  signUpByCall,
  THEMES,
} from './person.ts'

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
    history: 'History',
    restoreThis: 'Restore this',
    restored: 'Restored',
    edit: 'Edit',
    text: 'Note',
    save: 'Save',
    beside: 'Restored. What you had not saved is kept.',
    goOnMine: 'Go on with mine',
    noteEdited: /^Note edited · John 3:16/,
    noteGone: /^Restore: Note · John 3:16/,
    removed: 'Recently removed',
    nothingRemoved: 'Nothing is removed.',
    againstToday: 'Against today',
    search: 'Search your changes',
    timeline: 'Changes of John 3:16',
    thisDevice: /this device/,
    everything: 'Everything',
    settings: 'Settings',
    bookmarks: 'Bookmarks',
    historyOf: /^History of “Nicodemus”/,
    colorChanged: 'Changed',
    ofBookmark: 'History of John 3 · WEB',
    ofSettings: 'History of your settings',
  },
  ko: {
    noteMark: '16절의 메모 1개',
    verse: /^4 ?절/,
    highlights: '하이라이트',
    delete: '삭제',
    deleteHighlight: /^하이라이트 “.*” 삭제$/,
    color: '초록',
    recolored: '색을 바꾸었습니다',
    removeBookmark: '요한복음 3장 · WEB 북마크 삭제',
    noteRemoved: '요한복음 3:16의 메모를 삭제했습니다',
    sermonRemoved: '설교를 삭제했습니다!',
    undo: '되돌리기',
    history: '변경 기록',
    restoreThis: '이때로 되돌리기',
    restored: '되살렸습니다',
    edit: '수정',
    text: '메모',
    save: '저장',
    beside: '되살렸습니다. 저장하지 않은 것은 그대로 있습니다.',
    goOnMine: '내 것 이어 쓰기',
    noteEdited: /^메모 수정 · 요한복음 3:16/,
    noteGone: /^되살리기: 메모 · 요한복음 3:16/,
    removed: '최근 삭제',
    nothingRemoved: '삭제한 것이 없습니다.',
    againstToday: '지금과 비교',
    search: '변경 기록 검색',
    timeline: '요한복음 3:16의 변경',
    thisDevice: /이 기기/,
    everything: '전체',
    settings: '설정',
    bookmarks: '북마크',
    historyOf: /^“Nicodemus”의 변경 기록/,
    colorChanged: '변경',
    ofBookmark: '요한복음 3장 · WEB의 변경 기록',
    ofSettings: '설정의 변경 기록',
  },
} as const
type Language = keyof typeof WORDS

const JOHN_3 = 43_003_000

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
const change = async (page: Page, path: string, data: object) =>
  expect((await page.request.put(path, { data })).status()).toBe(200)
const read = async (page: Page, path: string) => (await page.request.get(path)).json()
const idsOf = async (page: Page, path: string): Promise<string[]> =>
  (await read(page, path)).map(({ id }: { id: string }) => id)

const inMain = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()

const FIRST = '“The world”, not “the good”.'
const SECOND = '“The world”, not “the deserving”. Start the sermon with Numbers.'
const THIRD = '“The world”, not “the deserving”. Start the sermon here, then go back to Numbers 21 for verse 14.'

/**
 * Makes a note with three revisions, a removed note, a highlight with a changed colour, an edited sermon, a bookmark,
 * and settings.
 */
const seed = async (page: Page) => {
  const { id } = await addNote(page, FIRST)
  await change(page, `/api/note/detail/${id}`, { title: null, text: SECOND })
  const lit = await addHighlight(page)
  await change(page, `/api/highlight/${encodeURIComponent(lit.id)}`, { color: '#b5e48c' })
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const content = (...texts: string[]) => ({ type: 'doc', content: texts.map(paragraph) })
  const sermon = await addSermon(page, 'The father who runs', content('He saw him.', 'He ran to him.', 'Amen.'))
  const range = { startChapter: 3, startVerseId: JOHN_3 + 16, endChapter: 3, endVerseId: JOHN_3 + 17 }
  await change(page, `/api/sermon/${sermon.id}`, {
    ...{ ...range, verseId: range.startVerseId, title: 'The father who runs', speaker: 'Ruth', version: 'WEB' },
    content: content('He saw him from afar.', 'He ran to him.', 'And so we live.', 'Amen.'),
  })
  await add(page, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 3 })
  await change(page, '/api/users/settings', { defaultVersion: 'WEB' })
  const removedNote = await addNote(page, '부족함이 없다는 말은 다 가졌다는 말이 아니라 목자가 계시다는 말이다.')
  expect((await page.request.delete(`/api/note/detail/${removedNote.id}`)).status()).toBe(200)
  await change(page, `/api/note/detail/${id}`, { title: null, text: THIRD })
  return {
    noteId: id as string,
    goneId: removedNote.id as string,
    sermonId: sermon.id as string,
    lightId: lit.id as string,
  }
}
const textOf = async (page: Page, id: string): Promise<string> => (await read(page, `/api/note/detail/${id}`)).text

/** The journeys through the history in one language, by name. */
export const historyJourneys = (app: AppInBrowser, language: Language) => {
  const somebody = async (name: string, options: BrowserContextOptions = DESKTOP) => {
    const person = await app.newPerson(options, looking({ language }))
    await letOffersStay(person.page)
    await signUpByCall(person.page, `${name}${language}`)
    return person
  }

  /** Logs the person in on a phone, opens a list, and waits until it shows an item. */
  const onThePhone = async (name: string, list: string, seen: (page: Page) => Locator) => {
    const { page, complaints, leave } = await app.newPerson(PHONE, looking({ language }))
    const data = { email: `${name}${language}@example.org`, password: PASSWORD }
    expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
    await page.goto(list)
    const isThere = () => seen(page).waitFor()
    await isThere()
    return {
      isThere,
      isGone: () => seen(page).waitFor({ state: 'detached' }),
      leave: async () => {
        expect(complaints).toEqual([])
        await leave()
      },
    }
  }
  const words = WORDS[language]
  const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: words.undo, exact: true })

  return {
    'in ten seconds after it, the removal of a note is taken back': async () => {
      const { page, complaints, leave } = await somebody('undonote')
      const { id } = await addNote(page, 'The world, not the deserving.')
      const phone = await onThePhone('undonote', '/my-memos/memos', (other) =>
        inMain(other, 'The world, not the deserving.'),
      )
      await page.goto('/bible/WEB/John/3')
      await page.getByRole('button', { name: words.noteMark }).click()
      const panel = page.getByRole('complementary')
      await panel.getByRole('button', { name: words.delete, exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.delete, exact: true }).click()
      await page.getByRole('status').getByText(words.noteRemoved, { exact: true }).waitFor()
      await phone.isGone()
      await undo(page).click()
      await page.getByRole('button', { name: words.noteMark }).waitFor()
      await phone.isThere()
      await phone.leave()
      await expect.poll(() => idsOf(page, '/api/note/user')).toEqual([id])
      const actions = async () =>
        (await read(page, `/api/history/note/${id}`)).revisions.map(({ action }: { action: string }) => action)
      await expect.poll(actions).toEqual(['restored', 'removed', 'added'])
      expect(complaints).toEqual([])
      await leave()
    },

    'in ten seconds after it, the removal of a highlight, and a change of its colour, are taken back by Ctrl+Z':
      async () => {
        const { page, complaints, leave } = await somebody('undohighlight')
        const { id } = await addHighlight(page)
        const path = '/api/highlight/user'
        const phone = await onThePhone('undohighlight', '/my-memos/highlights', (other) => inMain(other, 'Nicodemus'))
        const color = async () => (await read(page, path))[0]?.color
        await page.goto('/bible/WEB/John/3')
        await page.getByRole('button', { name: words.verse }).first().click()
        await page.getByRole('toolbar').getByRole('button', { name: words.highlights, exact: true }).click()
        await page.getByRole('radio', { name: words.color }).check({ force: true })
        await page.getByRole('status').getByText(words.recolored, { exact: true }).waitFor()
        await expect.poll(color).toBe('#b5e48c')
        await page.evaluate('document.activeElement.blur()')
        await undo(page).waitFor()
        await page.keyboard.press('Control+z')
        await expect.poll(color).toBeNull()
        await page.getByRole('button', { name: words.deleteHighlight }).click()
        await phone.isGone()
        await undo(page).waitFor()
        await page.keyboard.press('Control+z')
        await expect.poll(() => idsOf(page, path)).toEqual([id])
        await phone.isThere()
        await phone.leave()
        expect(complaints).toEqual([])
        await leave()
      },

    'in ten seconds after it, the removal of a bookmark is taken back, in its old place': async () => {
      const { page, complaints, leave } = await somebody('undobookmark')
      for (const chapter of [2, 3, 4]) await add(page, '/api/bookmarks', { version: 'WEB', book: 'John', chapter })
      const phone = await onThePhone('undobookmark', '/my-memos/bookmarks', (other) =>
        other.getByRole('main').locator('a[href*="/bible/WEB/John/3"]').first(),
      )
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
      await phone.isGone()
      await undo(page).waitFor()
      await page.keyboard.press('Control+z')
      await expect.poll(hrefs).toEqual(['4', '3', '2'])
      await phone.isThere()
      await phone.leave()
      await page.reload()
      await expect.poll(hrefs).toEqual(['4', '3', '2'])
      expect(complaints).toEqual([])
      await leave()
    },

    'in ten seconds after it, the removal of a sermon is taken back': async () => {
      const { page, complaints, leave } = await somebody('undosermon')
      const { id } = await addSermon(page, 'The father who runs')
      const phone = await onThePhone('undosermon', '/my-memos/sermons', (other) =>
        other.getByRole('link', { name: /The father who runs/ }).first(),
      )
      await page.goto(`/my-memos/sermons/${id}?edit`)
      await page.getByRole('button', { name: words.delete, exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.delete, exact: true }).click()
      await page.getByRole('status').getByText(words.sermonRemoved, { exact: true }).waitFor()
      await page.waitForURL('**/my-memos/sermons')
      await phone.isGone()
      await undo(page).click()
      await phone.isThere()
      await phone.leave()
      await page.getByRole('link', { name: /The father who runs/ }).waitFor()
      await expect.poll(() => idsOf(page, '/api/sermon/user?content=none')).toEqual([id])
      expect(complaints).toEqual([])
      await leave()
    },
    'the history of everything is by day, can be narrowed and searched, and brings back what was removed and what was before':
      async () => {
        const { page, complaints, leave } = await somebody('historypage')
        const { noteId, goneId } = await seed(page)
        await change(page, '/api/users/settings', { defaultLanguage: language })
        await page.goto('/my-memos')
        await page.getByRole('navigation').getByRole('link', { name: words.history }).click()
        await page.waitForURL('**/my-memos/history')
        const main = page.getByRole('main')
        await main.getByRole('button', { name: words.noteEdited }).first().waitFor()
        const { kind: named } = kindWords(language)
        expect(await main.getByRole('group').first().getByRole('button').allTextContents()).toEqual([
          words.everything,
          ...HISTORY_KINDS.flatMap((kind) => named[kind] ?? []),
          words.settings,
          `${words.removed} 1`,
        ])
        await expect.poll(() => main.getByRole('listitem').count()).toBe(12)
        // The settings name the language in words, not by its code.
        await main
          .getByRole('listitem')
          .getByText({ en: 'WEB · English', ko: 'WEB · 한국어' }[language], { exact: true })
          .waitFor()

        await main.getByRole('button', { name: words.noteEdited }).first().click()
        const timeline = page.getByRole('complementary', { name: words.timeline })
        await timeline.getByRole('listitem').nth(2).waitFor()
        await expect
          .poll(() => timeline.getByRole('listitem').first().getByRole('insertion').allTextContents())
          .toEqual([' here, then go back to Numbers 21 for verse 14.'])
        await timeline.getByText(words.thisDevice).first().waitFor()
        for (const theme of THEMES) {
          await setTheme(page, theme)
          await picture(page, `history-desktop-${language}-${theme}`)
          expect(await violations(page, `the history, ${theme}`)).toEqual([])
        }
        await setTheme(page, 'light')
        await timeline.getByRole('button', { name: words.againstToday }).click()
        await timeline.getByRole('button', { name: words.restoreThis }).last().click()
        await said(page, words.restored)
        await expect.poll(() => textOf(page, noteId)).toBe(FIRST)
        await expect.poll(() => timeline.getByRole('listitem').count()).toBe(4)

        // The search finds the removed note twice: its addition and its removal.
        await main.getByRole('searchbox', { name: words.search }).fill('목자가')
        await expect.poll(() => main.locator('section').getByRole('listitem').count()).toBe(2)
        await main.getByRole('searchbox', { name: words.search }).fill('')
        await main.getByRole('button', { name: words.removed }).click()
        await main.getByRole('button', { name: words.noteGone }).click()
        await main.getByText(words.nothingRemoved, { exact: true }).waitFor()
        await main.getByRole('button', { name: words.removed, exact: true }).waitFor()
        await expect.poll(() => idsOf(page, '/api/note/user')).toContain(goneId)
        expect(complaints).toEqual([])
        await leave()
      },

    'the history on a phone is a list, and of one item a sheet': async () => {
      const { page, complaints, leave } = await somebody('historyphone', PHONE)
      await seed(page)
      await page.goto('/my-memos/history')
      await page.getByRole('main').getByRole('button', { name: words.noteEdited }).first().waitFor()
      await page
        .getByRole('main')
        .getByRole('button', { name: `${words.removed} 1`, exact: true })
        .waitFor()
      await picture(page, `history-phone-${language}`)
      expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
      await page.getByRole('main').getByRole('button', { name: words.noteEdited }).first().tap()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('listitem').nth(2).waitFor()
      await picture(page, `history-phone-sheet-${language}`)
      expect(await violations(page, 'the history of one item on a phone')).toEqual([])
      await page.goBack()
      await sheet.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await leave()
    },

    'the history of a note is in its editor, and restoring keeps what is not saved': async () => {
      const { page, complaints, leave } = await somebody('historynote')
      const { noteId } = await seed(page)
      await page.goto('/bible/WEB/John/3')
      await page.getByRole('button', { name: words.noteMark }).click()
      const panel = page.getByRole('complementary')
      await panel.getByRole('button', { name: words.edit, exact: true }).first().click()
      await panel.getByRole('textbox', { name: words.text, exact: true }).fill(`${THIRD} Unsaved.`)
      await panel.getByRole('button', { name: words.history }).click()
      await panel.getByRole('listitem').nth(2).waitFor()
      await picture(page, `history-note-${language}`)
      expect(await violations(page, 'the history of a note')).toEqual([])
      await panel.getByRole('button', { name: words.restoreThis }).last().click()
      await panel.getByText(words.beside, { exact: true }).waitFor()
      // The text that the person had not saved has marks of the differences.
      await panel.locator('ins').filter({ hasText: 'Unsaved' }).first().waitFor()
      await panel.getByText(FIRST, { exact: true }).waitFor()
      await picture(page, `history-beside-${language}`)
      await expect.poll(() => textOf(page, noteId)).toBe(FIRST)
      await panel.getByRole('button', { name: words.goOnMine }).click()
      await expect
        .poll(() => panel.getByRole('textbox', { name: words.text, exact: true }).inputValue())
        .toBe(`${THIRD} Unsaved.`)
      await panel.getByRole('button', { name: words.save, exact: true }).click()
      await expect.poll(() => textOf(page, noteId)).toBe(`${THIRD} Unsaved.`)
      expect(complaints).toEqual([])
      await leave()
    },

    'the history of a sermon is in its workspace, with its structure': async () => {
      const { page, complaints, leave } = await somebody('historysermon')
      const { sermonId } = await seed(page)
      await page.goto(`/my-memos/sermons/${sermonId}?edit`)
      await page.getByRole('button', { name: words.history }).click()
      const list = page.getByRole('main').getByRole('list').last()
      await expect
        .poll(() => list.getByRole('insertion').allTextContents())
        .toEqual([' him from afar.', 'And so we live.'])
      await picture(page, `history-sermon-${language}`)
      expect(await violations(page, 'the history of a sermon')).toEqual([])
      await page.getByRole('button', { name: words.restoreThis }).last().click()
      await said(page, words.restored)
      await page.locator('.ProseMirror').getByText('He saw him.', { exact: true }).waitFor()
      await expect
        .poll(async () => JSON.stringify((await read(page, `/api/sermon/${sermonId}`)).content))
        .not.toContain('And so we live')
      expect(complaints).toEqual([])
      await leave()
    },

    'the history of highlights, bookmarks and settings is where they live': async () => {
      const { page, complaints, leave } = await somebody('historyothers')
      await seed(page)
      await page.goto('/bible/WEB/John/3')
      await page.getByRole('button', { name: words.verse }).first().click()
      await page.getByRole('toolbar').getByRole('button', { name: words.highlights, exact: true }).click()
      await page.getByRole('button', { name: words.historyOf }).click()
      const panel = page.getByRole('complementary')
      await panel.getByText(words.colorChanged, { exact: true }).waitFor()
      await picture(page, `history-highlight-${language}`)
      await panel.getByRole('button', { name: words.restoreThis }).click()
      await said(page, words.restored)
      await expect.poll(async () => (await read(page, '/api/highlight/user'))[0].color).toBeNull()

      await page.goto('/my-memos/bookmarks')
      await page.getByRole('button', { name: words.ofBookmark }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await picture(page, `history-bookmark-${language}`)
      await page.keyboard.press('Escape')

      await page.goto('/settings')
      await page.getByRole('button', { name: words.ofSettings }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await picture(page, `history-settings-${language}`)
      expect(await violations(page, 'the history of settings')).toEqual([])
      expect(complaints).toEqual([])
      await leave()
    },
  }
}

type Name = keyof ReturnType<typeof historyJourneys>

/** The journeys that `npm test` runs, each in one language. history.whole.e2e.ts runs all others. */
export const EACH_CHANGE: readonly (readonly [Language, Name])[] = [
  ['en', 'in ten seconds after it, the removal of a note is taken back'],
  ['en', 'the history of a note is in its editor, and restoring keeps what is not saved'],
  [
    'ko',
    'the history of everything is by day, can be narrowed and searched, and brings back what was removed and what was before',
  ],
]
