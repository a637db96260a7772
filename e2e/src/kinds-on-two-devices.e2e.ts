import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { LANGUAGES } from './person.ts'
import { post, put, remove, twoDevices } from './two-devices.ts'

const onTwoDevices = twoDevices(appInBrowser())

/** What the journeys press and read, as it is called in each language. */
const WORDS = {
  en: {
    removed: 'Recently removed',
    restore: /^Restore: /,
    restored: 'Restored',
    overlaps: 'Selected text overlaps with existing content',
    ofSettings: 'History of your settings',
    restoreThis: 'Restore this',
  },
  ko: {
    removed: '최근 삭제',
    restore: /^되살리기: /,
    restored: '되살렸습니다',
    overlaps: '선택한 부분이 이미 있는 하이라이트와 겹칩니다.',
    ofSettings: '설정의 변경 기록',
    restoreThis: '이때로 되돌리기',
  },
} as const

const VERSE = 43_003_016
const sermon = (title: string) => ({
  ...{ startChapter: 3, startVerseId: VERSE, endChapter: 3, endVerseId: VERSE + 1 },
  ...{ verseId: VERSE, title, speaker: 'Ruth', version: 'WEB', content: 'So loved.' },
})
const highlight = (page: Page) =>
  post(page, '/api/highlight/add', {
    ...{ version: 'WEB', book: 'John', chapter: 3, verseId: 43_003_004 },
    ...{ startOffset: 0, endOffset: 9, selectedText: 'Nicodemus' },
  })

/** A kind: its list, how an item of it is made, changed and removed elsewhere, and what the list shows of it. */
type Kind = {
  readonly name: string
  readonly list: string
  readonly add: (page: Page) => Promise<{ id: string }>
  readonly edit?: (page: Page, id: string) => Promise<unknown>
  readonly path: (id: string) => string
  readonly shown: (page: Page, edited: boolean) => Locator
  /** What takes its place while it is gone. Without it: its place cannot be taken. */
  readonly takePlace?: (page: Page) => Promise<unknown>
}
const words = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()

const KINDS: readonly Kind[] = [
  {
    name: 'note',
    list: '/my-memos/memos',
    add: (page) => post(page, '/api/note/', { verse_id: VERSE, version: 'WEB', title: null, text: 'So loved.' }),
    edit: (page, id) => put(page, `/api/note/detail/${id}`, { title: null, text: 'Whoever believes.' }),
    path: (id) => `/api/note/detail/${id}`,
    shown: (page, edited) => words(page, edited ? 'Whoever believes.' : 'So loved.'),
  },
  {
    name: 'highlight',
    list: '/my-memos/highlights',
    add: highlight,
    path: (id) => `/api/highlight/${id}`,
    shown: (page) => words(page, 'Nicodemus'),
    takePlace: highlight,
  },
  {
    name: 'sermon',
    list: '/my-memos/sermons',
    add: async (page) => (await post(page, '/api/sermon/', sermon('Born anew'))).newSermon,
    edit: (page, id) => put(page, `/api/sermon/${id}`, sermon('Born from above')),
    path: (id) => `/api/sermon/${id}`,
    shown: (page, edited) => page.getByRole('link', { name: edited ? /Born from above/ : /Born anew/ }).first(),
  },
  {
    name: 'bookmark',
    list: '/my-memos/bookmarks',
    add: (page) => post(page, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 4 }),
    path: (id) => `/api/bookmarks/${id}`,
    shown: (page) => page.getByRole('main').locator('a[href*="/bible/WEB/John/4"]').first(),
  },
]

describe.each(LANGUAGES)('on a desk and a phone at once (%s)', (language) => {
  const said = WORDS[language]

  it.each(KINDS)('a $name is made, changed, removed and restored before the eyes of both', async (kind) => {
    const { list, add, edit, path, shown, takePlace } = kind
    const { desk, phone, openAtDesk, leave } = await onTwoDevices(`both${kind.name}`, language)
    await openAtDesk(list)
    await phone.goto(list)
    const { id } = await add(phone)
    for (const page of [desk, phone]) await shown(page, false).waitFor()
    await edit?.(phone, id)
    const isEdited = edit !== undefined
    if (isEdited) for (const page of [desk, phone]) await shown(page, true).waitFor()
    await remove(phone, path(id))
    for (const page of [desk, phone]) await shown(page, isEdited).waitFor({ state: 'detached' })

    await openAtDesk('/my-memos/history')
    const main = desk.getByRole('main')
    await main.getByRole('button', { name: said.removed }).click()
    const restore = main.getByRole('button', { name: said.restore })
    if (takePlace) {
      const taking = (await takePlace(phone)) as { id: string }
      await restore.click()
      await desk.getByRole('status').getByText(said.overlaps).first().waitFor()
      await remove(phone, path(taking.id))
      await shown(phone, isEdited).waitFor({ state: 'detached' })
      await expect.poll(() => restore.count()).toBe(2)
    }
    await restore.last().click()
    await shown(phone, isEdited).waitFor()
    await expect.poll(() => restore.count()).toBe(takePlace ? 1 : 0)
    await leave(/ 401 .*\/api\/auth\/$/)
  })

  it('the settings of before are restored on both', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('bothsettings', language)
    const set = (highlightColor: string) => put(phone, '/api/users/settings', { highlightColor })
    await set('#b5e48c')
    await phone.goto('/settings')
    await openAtDesk('/settings')
    const color = (page: Page) => page.locator('input[name=highlightColor]')
    await set('#ffaa00')
    for (const page of [desk, phone]) await expect.poll(() => color(page).inputValue()).toBe('#ffaa00')
    await desk.getByRole('button', { name: said.ofSettings }).click()
    await desk.getByRole('dialog').getByRole('button', { name: said.restoreThis }).last().click()
    await desk.getByRole('status').getByText(said.restored, { exact: true }).first().waitFor()
    for (const page of [desk, phone]) await expect.poll(() => color(page).inputValue()).toBe('#b5e48c')
    await leave()
  })
})
