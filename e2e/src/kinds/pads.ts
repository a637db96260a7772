import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_SEEN } from '../in-page.ts'
import { post, put } from '../two-devices.ts'
import { confirmed } from './in-chapter.ts'
import type { KindInBrowser } from './kind-in-browser.ts'

const LIST = '/my-memos/pads'
const linkTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const titleField = (page: Page) => page.getByLabel('Title', { exact: true })
const save = async (page: Page, title: string) => {
  await titleField(page).fill(title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Will be sent', { exact: true }).waitFor()
}

/** @public kind-in-browser.ts imports this file by its name. */
export const kind: KindInBrowser = {
  list: LIST,
  kept: {
    bring: (page) =>
      post(page, '/api/pad/', { title: 'A series', entries: [{ type: 'text', text: 'Begin with the lamp.' }] }),
    ...{ search: 'Search your study pads', shows: 'A series', looked: 'lamp' },
  },
  away: {
    bring: async (page) => {
      for (const title of ['Shepherds', 'Pad to remove']) await post(page, '/api/pad/', { title, entries: [] })
    },
    see: async (page) => {
      for (const title of ['Shepherds', 'Pad to remove']) {
        await page.goto(LIST)
        await page.getByRole('link', { name: title }).click()
        await titleField(page).waitFor()
        await expect.poll(() => page.evaluate(IS_SEEN)).toBe(true)
      }
    },
    deeds: [
      {
        name: 'a study pad is made',
        waits: /^Study pads.*Lamps.*Added/,
        does: async (page) => {
          await page.goto(LIST)
          await page.getByRole('link', { name: 'New study pad' }).click()
          await save(page, 'Lamps')
          await page.goto(LIST)
          await page.getByRole('link', { name: 'Lamps' }).waitFor()
        },
      },
      {
        name: 'a study pad is edited',
        waits: /^Study pads.*Good shepherds.*Changed/,
        does: async (page) => {
          await linkTo(page, 'Shepherds').click()
          await save(page, 'Good shepherds')
          await page.goto(LIST)
          await page.getByRole('link', { name: 'Good shepherds' }).waitFor()
        },
      },
      {
        name: 'a study pad is removed',
        waits: /^Study pads.*Deleted/,
        does: async (page) => {
          await page.getByRole('link', { name: 'Pad to remove' }).click()
          await page.getByRole('button', { name: 'Delete study pad', exact: true }).click()
          await confirmed(page, 'Delete study pad')
          await page.getByRole('link', { name: 'Good shepherds' }).waitFor()
          expect(await page.getByRole('link', { name: 'Pad to remove' }).count()).toBe(0)
        },
      },
    ],
    served: ['/api/pad/user', /^(?!.*(Pad to remove|"Shepherds"))(?=.*Lamps).*Good shepherds/],
  },
  week: {
    make: ({ person, words, now }) => ({
      ...{ id: crypto.randomUUID(), user_id: person, title: words(), entries: [{ type: 'text', text: words() }] },
      ...{ tags: [], created_at: now(), updated_at: now(), revision: 1 },
    }),
    edit: (item, { words, one }) => {
      const known = item.entries as readonly object[]
      const entries = one([[...known, { type: 'text', text: words() }], known.slice(1), []])
      return { ...item, title: words(), entries }
    },
  },
  live: {
    add: (page) => post(page, '/api/pad/', { title: 'Lamps', entries: [] }),
    edit: (page, id) => put(page, `/api/pad/detail/${id}`, { title: 'Lights', entries: [] }),
    path: (id) => `/api/pad/detail/${id}`,
    shown: (page, edited) =>
      page
        .getByRole('main')
        .getByRole('link', { name: edited ? 'Lights' : 'Lamps' })
        .first(),
  },
}
