import { post } from '../two-devices.ts'
import { inChapter } from './in-chapter.ts'
import type { KindInBrowser } from './kind-in-browser.ts'

/** @public kind-in-browser.ts imports this file by its name. */
export const kind: KindInBrowser = {
  list: '/my-memos/bookmarks',
  kept: {
    bring: (page) => post(page, '/api/bookmarks', { version: 'KJV', book: 'Ruth', chapter: 2 }),
    ...{ search: 'Search your bookmarks', shows: 'Ruth 2 · KJV', looked: 'ruth 2' },
  },
  away: {
    bring: (page) => post(page, '/api/bookmarks', { version: 'KJV', book: 'Ruth', chapter: 1 }),
    deeds: [
      {
        name: 'a bookmark is made',
        waits: /^Bookmarks · John 3 · KJV.*Added/,
        does: async (page) => {
          await inChapter(page)
          await page.getByRole('button', { name: 'Bookmarks', exact: true }).first().click()
          const bookmarks = page.getByRole('dialog', { name: 'Bookmarks' })
          await bookmarks.getByRole('button', { name: 'Bookmark John 3 · KJV', exact: true }).click()
          await bookmarks.getByRole('button', { name: 'Remove the bookmark John 3 · KJV' }).waitFor()
        },
      },
      {
        name: 'a bookmark is removed',
        waits: /^Bookmarks · Ruth 1 · KJV.*Deleted/,
        does: async (page) => {
          const bookmarks = page.getByRole('dialog', { name: 'Bookmarks' })
          const removes = bookmarks.getByRole('button', { name: 'Remove the bookmark Ruth 1 · KJV' })
          await removes.click()
          await removes.waitFor({ state: 'detached' })
        },
      },
    ],
    served: ['/api/bookmarks', /^(?!.*Ruth).*John/],
  },
  week: {
    make: ({ below, now }) => {
      const chapter = 1 + below(50)
      const place = { book: 'Genesis', chapter, verse_id: null, end_verse_id: null, version: 'KJV' }
      return { id: `KJV.1.${chapter}`, ...place, category: 'General', created_at: now(), revision: 1 }
    },
    edit: null,
  },
  live: {
    add: (page) => post(page, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 4 }),
    path: (id) => `/api/bookmarks/${id}`,
    shown: (page) => page.getByRole('main').locator('a[href*="/bible/WEB/John/4"]').first(),
  },
}
