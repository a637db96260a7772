import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { post, put } from '../two-devices.ts'
import { inChapter, onVerse, verseId } from './in-chapter.ts'
import type { KindInBrowser } from './kind-in-browser.ts'

export const GREEN = '#b5e48c'
const GREEN_PAINT = `[data-paint$="${GREEN.slice(1)}"]`

const add = (page: Page, version: string, verse: number, selectedText: string) =>
  post(page, '/api/highlight/add', {
    ...{ version, book: 'John', chapter: 3, verseId: verseId(verse) },
    ...{ startOffset: 0, endOffset: selectedText.length, selectedText },
  })
/** Highlights “Nicodemus” in John 3:4. */
export const addHighlight = (page: Page) => add(page, 'WEB', 4, 'Nicodemus')

/** Presses a button in the bar for a verse, and waits until the verse has a mark (or has none). */
const colored = async (page: Page, verse: number, button: string, isMarked: boolean) => {
  await onVerse(page, verse, button)
  await page.getByRole('toolbar', { name: `Verse ${verse}`, exact: true }).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.locator(`.verse-number[data-verse='${verse}']`).first().getAttribute('data-marked'))
    .toEqual(isMarked ? expect.any(String) : null)
}

/** @public kind-in-browser.ts imports this file by its name. */
export const kind: KindInBrowser = {
  list: '/my-memos/highlights',
  kept: {
    bring: (page) => add(page, 'KJV', 4, 'Nicodemus'),
    ...{ search: 'Search your highlights', shows: 'Nicodemus', looked: 'nicodemus' },
  },
  away: {
    bring: async (page) => {
      for (const verse of [3, 5]) await add(page, 'KJV', verse, 'Jesus')
    },
    deeds: [
      {
        name: 'a verse is highlighted',
        waits: /^Highlights · John 3:11 · KJV.*Added/,
        does: async (page) => {
          await inChapter(page)
          await colored(page, 11, 'Highlights', true)
        },
      },
      {
        name: 'a highlight takes another color',
        waits: /^Highlights · John 3:3 · KJV.*Changed/,
        does: (page) => colored(page, 3, 'Highlight in yellow', true),
      },
      {
        name: 'a highlight is removed',
        waits: /^Highlights · John 3:5 · KJV.*Deleted/,
        does: (page) => colored(page, 5, 'Remove the color', false),
      },
    ],
    // The highlight on verse 3 has a colour of its own, and the new highlight on verse 11 has none.
    served: [
      '/api/highlight/user',
      /^(?!.*43003005)(?=.*\{(?=[^}]*43003003)[^}]*"color":"#).*\{(?=[^}]*43003011)[^}]*"color":null/,
    ],
  },
  week: {
    make: ({ below, verse, now }) => {
      const start = 5 * below(8)
      // The version ESV is not installed, so the server accepts any words.
      const of = { verse_id: verse(), version: 'ESV', book: 'John', chapter: 3 }
      return {
        ...{ id: `${of.verse_id}.ESV.${crypto.randomUUID()}`, ...of, selected_text: 'Words', start_offset: start },
        ...{ end_offset: start + 5, color: null, created_at: now(), revision: 1 },
      }
    },
    edit: (item, { one }) => ({ ...item, color: one(['#aabbcc', '#ffd966', null]) }),
  },
  live: {
    add: addHighlight,
    edit: (page, id) => put(page, `/api/highlight/${id}`, { color: GREEN }),
    path: (id) => `/api/highlight/${id}`,
    shown: (page, edited) => page.locator(`main mark${edited ? GREEN_PAINT : `:not(${GREEN_PAINT})`}`).first(),
    takePlace: addHighlight,
  },
}
