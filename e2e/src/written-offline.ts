import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import type { KindName } from '@pathlight/web/study/kind.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { IS_SEEN } from './in-page.ts'
import { KIND_PAGES } from './pages.ts'
import { openKeptBrowser, openNotes, PASSWORD, picture, signUpByCall, studyPanel, verseNumber } from './person.ts'
import { post } from './two-devices.ts'

const CHAPTER = '/bible/KJV/John/3'
const verseId = (verse: number) => 43_003_000 + verse

/** Waits until the verse has a mark, or none. */
const marked = (page: Page, verse: number, isMarked: boolean) =>
  expect
    .poll(() => page.locator(`.verse-number[data-verse='${verse}']`).first().getAttribute('data-marked'))
    .toEqual(isMarked ? expect.any(String) : null)
const closed = async (page: Page) => {
  await page.keyboard.press('Escape')
  await studyPanel(page).waitFor({ state: 'detached' })
}
const inChapter = async (page: Page) => {
  await page.goto(CHAPTER)
  await verseNumber(page, 16).waitFor()
}
const chosen = async (page: Page, verse: number, button: string) => {
  await verseNumber(page, verse).click()
  const bar = page.getByRole('toolbar', { name: `Verse ${verse}`, exact: true })
  await bar.getByRole('button', { name: button, exact: true }).click()
  await bar.waitFor({ state: 'detached' })
}
const question = (page: Page) => page.getByRole('alertdialog')
const words = (page: Page) => page.locator('.ProseMirror')
const padTitle = (page: Page) => page.getByLabel('Title', { exact: true })
const savePad = async (page: Page, title: string) => {
  await padTitle(page).fill(title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Will be sent', { exact: true }).waitFor()
}

type Deed = {
  readonly name: string
  readonly does: (page: Page) => Promise<unknown>
  /** Its row in the list of waiting writes. */
  readonly waits: RegExp
}
type OfKind = {
  /** Adds, before the server goes away, an item to change and one to remove, as far as the kind has both. */
  readonly bring?: (page: Page) => Promise<unknown>
  /** Opens items that have pages of their own, so that they are on the device. */
  readonly see?: (page: Page) => Promise<unknown>
  /** Everything that a person does with the kind: how, and what is visible at once. */
  readonly deeds: readonly Deed[]
  /** What the server has of it once everything is sent. */
  readonly served: readonly [path: string, answer: RegExp]
}

/** All kinds, and settings, in the order in which the person writes them. */
const OF_KINDS: Readonly<Record<KindName | 'settings', OfKind>> = {
  notes: {
    bring: async (page) => {
      for (const [verse, text] of [
        [1, 'To be edited.'],
        [2, 'To be removed.'],
      ] as const)
        await post(page, '/api/note/', { verse_id: verseId(verse), version: 'KJV', book: 'John', title: null, text })
    },
    deeds: [
      {
        name: 'a note is written',
        waits: /^Notes · John 3:16 · KJV.*Written away/,
        does: async (page) => {
          await inChapter(page)
          await openNotes(page, 16)
          await page.getByLabel('Note', { exact: true }).fill('Written away.')
          await page.getByRole('button', { name: 'Save' }).click()
          await studyPanel(page)
            .getByText(/No answer from the server/)
            .waitFor()
          await closed(page)
          await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
        },
      },
      {
        name: 'a note is edited',
        waits: /^Notes · John 3:1 · KJV.*Edited away/,
        does: async (page) => {
          await page.getByRole('button', { name: '1 note on verse 1', exact: true }).click()
          await studyPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
          await page.getByLabel('Note', { exact: true }).fill('Edited away.')
          await page.getByRole('button', { name: 'Save' }).click()
          await studyPanel(page)
            .getByText(/No answer from the server/)
            .waitFor()
          await closed(page)
          await page.getByRole('button', { name: '1 note on verse 1', exact: true }).click()
          await studyPanel(page).getByText('Edited away.').waitFor()
          await studyPanel(page).getByText('Not sent yet').first().waitFor()
          await closed(page)
        },
      },
      {
        name: 'a note is removed',
        waits: /^Notes · John 3:2 · KJV.*Deleted/,
        does: async (page) => {
          await page.getByRole('button', { name: '1 note on verse 2', exact: true }).click()
          await studyPanel(page).getByRole('button', { name: 'Delete', exact: true }).click()
          await question(page).getByRole('button', { name: 'Delete' }).click()
          await page.getByRole('button', { name: '1 note on verse 2', exact: true }).waitFor({ state: 'detached' })
        },
      },
    ],
    served: ['/api/note/user', /^(?!.*To be removed)(?=.*Edited away).*Written away/],
  },
  highlights: {
    bring: async (page) => {
      for (const verse of [3, 5])
        await post(page, '/api/highlight/add', {
          ...{ version: 'KJV', book: 'John', chapter: 3, verseId: verseId(verse) },
          ...{ startOffset: 0, endOffset: 5, selectedText: 'Jesus' },
        })
    },
    deeds: [
      {
        name: 'a verse is highlighted',
        waits: /^Highlights · John 3:11 · KJV.*Added/,
        does: async (page) => {
          await inChapter(page)
          await chosen(page, 11, 'Highlights')
          await marked(page, 11, true)
        },
      },
      {
        name: 'a highlight takes another color',
        waits: /^Highlights · John 3:3 · KJV.*Changed/,
        does: async (page) => {
          await chosen(page, 3, 'Highlight in yellow')
          await marked(page, 3, true)
        },
      },
      {
        name: 'a highlight is removed',
        waits: /^Highlights · John 3:5 · KJV.*Deleted/,
        does: async (page) => {
          await chosen(page, 5, 'Remove the color')
          await marked(page, 5, false)
        },
      },
    ],
    // Of verse 3 it has a colour, of verse 11 none.
    served: [
      '/api/highlight/user',
      /^(?!.*43003005)(?=.*\{(?=[^}]*43003003)[^}]*"color":"#).*\{(?=[^}]*43003011)[^}]*"color":null/,
    ],
  },
  sermons: {
    bring: async (page) => {
      for (const [verse, title] of [
        [6, 'Flesh and spirit'],
        [8, 'Wind to remove'],
      ] as const) {
        const range = { startChapter: 3, startVerseId: verseId(verse), endChapter: 3, endVerseId: verseId(verse) }
        const sermon = { title, speaker: 'Ruth', version: 'KJV', content: 'It blows where it will.' }
        await post(page, '/api/sermon/', { ...range, ...sermon, verseId: verseId(verse) })
      }
    },
    see: async (page) => {
      for (const title of ['Flesh and spirit', 'Wind to remove']) {
        await page.goto('/my-memos/sermons')
        await page.getByRole('link', { name: new RegExp(title) }).click()
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
          await verseNumber(page, 12).click()
          await page.getByRole('toolbar').getByRole('button', { name: 'Sermon' }).click()
          await page.getByLabel('Title', { exact: true }).fill('Heavenly things')
          await page.getByLabel('Speaker').fill('Ruth')
          await words(page).click()
          await page.keyboard.type('Told far away.')
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await page.getByText(/No answer from the server/).waitFor()
          await page.goto('/my-memos/sermons')
          await page.getByRole('link', { name: /Heavenly things/ }).waitFor()
        },
      },
      {
        name: 'a sermon is edited',
        waits: /^Sermons · John 3:6 · KJV.*Born of the spirit/,
        does: async (page) => {
          await page.getByRole('link', { name: /Flesh and spirit/ }).click()
          await page.getByRole('button', { name: 'Edit', exact: true }).click()
          await page.getByLabel('Title', { exact: true }).fill('Born of the spirit')
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await page.getByText(/No answer from the server/).waitFor()
          await page.goto('/my-memos/sermons')
          await page.getByRole('link', { name: /Born of the spirit/ }).waitFor()
          expect(await page.getByRole('link', { name: /Flesh and spirit/ }).count()).toBe(0)
        },
      },
      {
        name: 'a sermon is removed',
        waits: /^Sermons · John 3:8 · KJV.*Deleted/,
        does: async (page) => {
          await page.getByRole('link', { name: /Wind to remove/ }).click()
          await page.getByRole('button', { name: 'Edit', exact: true }).click()
          await page.getByRole('button', { name: 'Delete', exact: true }).click()
          await question(page).getByRole('button', { name: 'Delete' }).click()
          await page.getByRole('main').getByRole('link', { name: 'Not sent yet' }).waitFor()
          await page.goto('/my-memos/sermons')
          await page.getByRole('link', { name: /Born of the spirit/ }).waitFor()
          expect(await page.getByRole('link', { name: /Wind to remove/ }).count()).toBe(0)
        },
      },
    ],
    served: ['/api/sermon/user', /^(?!.*(Wind to remove|Flesh and spirit))(?=.*Heavenly things).*Born of the spirit/],
  },
  bookmarks: {
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
  pads: {
    bring: async (page) => {
      for (const title of ['Shepherds', 'Pad to remove']) await post(page, '/api/pad/', { title, entries: [] })
    },
    see: async (page) => {
      for (const title of ['Shepherds', 'Pad to remove']) {
        await page.goto('/my-memos/pads')
        await page.getByRole('link', { name: title }).click()
        await padTitle(page).waitFor()
        await expect.poll(() => page.evaluate(IS_SEEN)).toBe(true)
      }
    },
    deeds: [
      {
        name: 'a study pad is made',
        waits: /^Study pads.*Lamps.*Added/,
        does: async (page) => {
          await page.goto('/my-memos/pads')
          await page.getByRole('link', { name: 'New study pad' }).click()
          await savePad(page, 'Lamps')
          await page.goto('/my-memos/pads')
          await page.getByRole('link', { name: 'Lamps' }).waitFor()
        },
      },
      {
        name: 'a study pad is edited',
        waits: /^Study pads.*Good shepherds.*Changed/,
        does: async (page) => {
          await page.getByRole('link', { name: 'Shepherds', exact: true }).click()
          await savePad(page, 'Good shepherds')
          await page.goto('/my-memos/pads')
          await page.getByRole('link', { name: 'Good shepherds' }).waitFor()
        },
      },
      {
        name: 'a study pad is removed',
        waits: /^Study pads.*Deleted/,
        does: async (page) => {
          await page.getByRole('link', { name: 'Pad to remove' }).click()
          await page.getByRole('button', { name: 'Delete study pad', exact: true }).click()
          await question(page).getByRole('button', { name: 'Delete study pad' }).click()
          await page.getByRole('link', { name: 'Good shepherds' }).waitFor()
          expect(await page.getByRole('link', { name: 'Pad to remove' }).count()).toBe(0)
        },
      },
    ],
    served: ['/api/pad/user', /^(?!.*(Pad to remove|"Shepherds"))(?=.*Lamps).*Good shepherds/],
  },
  settings: {
    deeds: [
      {
        name: 'settings are saved',
        waits: /^Settings/,
        does: async (page) => {
          await page.goto('/settings')
          await page.locator('input[name=highlightColor]').fill('#336699')
          await page.getByRole('button', { name: 'Save Settings' }).click()
          await page.getByText(/^No answer from the server. Your settings hold on this device/).waitFor()
        },
      },
    ],
    served: ['/api/users/settings', /#336699/],
  },
}
const ALL = Object.values(OF_KINDS)
const DEEDS = ALL.flatMap(({ deeds }) => deeds)

/** Journeys of a person whose browser is closed while the server is away, on such a device. */
export const writtenOffline = (where: string, device: BrowserContextOptions) =>
  describe(`somebody whose browser is closed, at a ${where}`, () => {
    const app = appInBrowser()

    it('writes, edits, colors and removes of every kind while the server is away; it all waits, and goes out', async () => {
      const profile = mkdtempSync(join(tmpdir(), 'pathlight-profile-'))
      const open = () => openKeptBrowser(profile, { ...device, baseURL: app.address })
      let { context, page } = await open()
      // The last of these runs first, so the profile is removed after the browser has ended.
      atTheEnd(() => rmSync(profile, { recursive: true, force: true }))
      atTheEnd(() => context.close())
      await page.goto(CHAPTER)
      const name = `away${where}`
      await signUpByCall(page, name)
      // The session outlives the browser.
      await post(page, '/api/auth/login', { email: `${name}@example.org`, password: PASSWORD, remember: true }, 200)
      for (const { bring } of ALL) await bring?.(page)
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      // The answers that this browser has seen are on the device.
      for (const path of [...KIND_PAGES, '/settings', CHAPTER]) await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: '1 note on verse 2', exact: true }).waitFor()
      for (const { see } of ALL) await see?.(page)
      const listText = async (path: string) => JSON.stringify(await (await page.request.get(path)).json())
      await app.kill()
      try {
        for (const { name, does } of DEEDS)
          await does(page).catch((error: unknown) => {
            throw new Error(`Where ${name}: ${error}`, { cause: error })
          })
        await context.close()
        ;({ context, page } = await open())
        await page.goto('/my-memos/waiting')
        const rows = page.getByRole('main').getByRole('list').last().getByRole('listitem')
        await expect.poll(() => rows.count()).toBe(DEEDS.length)
        const rowTexts = await rows.evaluateAll((found) => found.map((row) => row.textContent?.replaceAll(/\s+/g, ' ')))
        expect(rowTexts).toEqual(DEEDS.map(({ waits }) => expect.stringMatching(waits)))
        await picture(page, `waiting-${where}`)
      } finally {
        await app.start()
      }
      // By itself: a waiting write is tried again within half a minute.
      await page.getByText('Everything is sent').waitFor({ timeout: 90_000 })
      // Sent writes are in the lists a moment later.
      for (const { served } of ALL) await expect.poll(() => listText(served[0])).toMatch(served[1])
      await context.close()
    })
  })
