import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_SEEN } from '../in-page.ts'
import { post, put } from '../two-devices.ts'
import { confirmed, inChapter, onVerse, verseId } from './in-chapter.ts'
import type { KindInBrowser } from './kind-in-browser.ts'

const sermon = (title: string, verse: number, version = 'KJV') => ({
  ...{ startChapter: 3, startVerseId: verseId(verse), endChapter: 3, endVerseId: verseId(verse) },
  ...{ verseId: verseId(verse), title, speaker: 'Ruth', version, content: 'It blows where it will.' },
})
const add = (page: Page, ...of: Parameters<typeof sermon>) => post(page, '/api/sermon/', sermon(...of))
const linkTo = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) })
const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

/** @public kind-in-browser.ts imports this file by its name. */
export const kind: KindInBrowser = {
  list: '/my-memos/sermons',
  kept: {
    bring: (page) =>
      post(page, '/api/sermon/', { ...sermon('The wind', 8), content: '<p>It blows over the hills.</p>' }),
    ...{ search: 'Search your sermons', shows: 'The wind', looked: 'hills' },
  },
  away: {
    bring: async (page) => {
      await add(page, 'Flesh and spirit', 6)
      await add(page, 'Wind to remove', 8)
    },
    see: async (page) => {
      for (const title of ['Flesh and spirit', 'Wind to remove']) {
        await page.goto('/my-memos/sermons')
        await linkTo(page, title).click()
        await page.getByRole('article', { name: title }).getByText('It blows where it will.').first().waitFor()
        await expect.poll(() => page.evaluate(IS_SEEN)).toBe(true)
      }
    },
    deeds: [
      {
        name: 'a sermon is written',
        waits: /^Sermons · John 3:12 · KJV.*Heavenly things/,
        does: async (page) => {
          await inChapter(page)
          await onVerse(page, 12, 'Sermon')
          await page.getByLabel('Title', { exact: true }).fill('Heavenly things')
          await page.getByLabel('Speaker').fill('Ruth')
          await page.locator('.ProseMirror').click()
          await page.keyboard.type('Told far away.')
          await press(page, 'Save')
          await page.getByText(/No answer from the server/).waitFor()
          await page.goto('/my-memos/sermons')
          await linkTo(page, 'Heavenly things').waitFor()
        },
      },
      {
        name: 'a sermon is edited',
        waits: /^Sermons · John 3:6 · KJV.*Born of the spirit/,
        does: async (page) => {
          await linkTo(page, 'Flesh and spirit').click()
          await press(page, 'Edit')
          await page.getByLabel('Title', { exact: true }).fill('Born of the spirit')
          await press(page, 'Save')
          await page.getByText(/No answer from the server/).waitFor()
          await page.goto('/my-memos/sermons')
          await linkTo(page, 'Born of the spirit').waitFor()
          expect(await linkTo(page, 'Flesh and spirit').count()).toBe(0)
        },
      },
      {
        name: 'a sermon is removed',
        waits: /^Sermons · John 3:8 · KJV.*Deleted/,
        does: async (page) => {
          await linkTo(page, 'Wind to remove').click()
          await press(page, 'Edit')
          await press(page, 'Delete')
          await confirmed(page, 'Delete')
          await page.getByRole('main').getByRole('link', { name: 'Not sent yet' }).waitFor()
          await page.goto('/my-memos/sermons')
          await linkTo(page, 'Born of the spirit').waitFor()
          expect(await linkTo(page, 'Wind to remove').count()).toBe(0)
        },
      },
    ],
    served: ['/api/sermon/user', /^(?!.*(Wind to remove|Flesh and spirit))(?=.*Heavenly things).*Born of the spirit/],
  },
  week: {
    make: ({ person, verse, words, now }) => {
      const start = verse()
      const place = {
        ...{ version: 'KJV', book: 'John', start_chapter: 3, start_verse_id: start },
        ...{ end_chapter: 3, end_verse_id: start },
      }
      const by = { id: crypto.randomUUID(), user_id: person, title: words(), speaker: 'Ruth' }
      return { ...by, content: paragraph(words()), ...place, created_at: now(), updated_at: now(), revision: 1 }
    },
    edit: (item, { words }) => ({ ...item, title: words() }),
  },
  live: {
    add: async (page) => (await add(page, 'Born anew', 16, 'WEB')).newSermon,
    edit: (page, id) => put(page, `/api/sermon/${id}`, sermon('Born from above', 16, 'WEB')),
    path: (id) => `/api/sermon/${id}`,
    shown: (page, edited) => linkTo(page, edited ? 'Born from above' : 'Born anew').first(),
  },
}
