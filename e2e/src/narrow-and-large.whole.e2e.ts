import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { AT_REST, BROKEN_WORDS, SMALL_CONTROLS, TOO_WIDE } from './in-page.ts'
import { ANYBODY, OF_ADMINS, patternOf, ROUTES, SIGNED_IN } from './pages.ts'
import { LANGUAGES, looking, PASSWORD, type Person, settled } from './person.ts'

const NARROW = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true } as const

/** Doubles all text, as a person can in the browser's settings. */
const LARGE = `document.documentElement.style.setProperty('font-size', '200%', 'important')`

const app = appInBrowser()
const CLI = join(import.meta.dirname, '../../apps/standalone/src/admin-cli.ts')

/** Runs `npm run admin -- grant` on the running app. */
const makeAdmin = (email: string) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, 'grant', email], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: app.dataDir },
  })

/**
 * Checks that at the normal size each control is as large as a thumb, and no word of a button or heading is broken. At
 * 200 % everything must stay within the window.
 */
const fits = async (page: Page, what: string) => {
  await page.evaluate(AT_REST)
  const small = await page.evaluate<string[]>(SMALL_CONTROLS)
  const broken = await page.evaluate<string[]>(BROKEN_WORDS)
  await page.evaluate(LARGE)
  await page.evaluate(AT_REST)
  const wide = await page.evaluate<string[]>(TOO_WIDE)
  expect({ what, small, broken, wide }).toEqual({ what, small: [], broken: [], wide: [] })
}

it('no page of the app is left out', () => {
  const walked = [...ANYBODY, ...SIGNED_IN, ...OF_ADMINS]
  expect(ROUTES.length).toBeGreaterThan(25)
  expect(ROUTES.filter((route) => !walked.some((path) => patternOf(route).test(path)))).toEqual([])
})

it('the search field of the bar is as large as a thumb on a phone held sideways', async () => {
  const { page } = await app.newPerson({ ...NARROW, viewport: { width: 844, height: 390 } })
  await settled(page, '/about')
  const field = await page.getByRole('banner').getByRole('searchbox').boundingBox()
  expect(field?.height).toBeGreaterThanOrEqual(44)
})

describe.each(LANGUAGES)('a window of 320 px with text twice as large, in %s', (language) => {
  let person: Person
  /** Opens a browser in which the person has closed the hint about the missing Korean text. */
  const newPerson = () => app.newPerson(NARROW, { ...looking({ language }), 'korean-text-hint': 'yes' })

  describe('for a visitor', () => {
    beforeAll(async () => {
      person = await newPerson()
    })

    it.each(ANYBODY)('has room for everything at %s', async (path) => {
      await settled(person.page, path)
      await fits(person.page, path)
      // The page of a shared item has no navigation.
      if (path.startsWith('/shared/')) return
      const menu = await person.page.getByRole('banner').locator('[aria-controls=stacked-menu]').boundingBox()
      expect(menu && menu.x >= 0 && menu.x + menu.width <= NARROW.viewport.width).toBe(true)
    })
  })

  describe('for somebody who has something of each kind', () => {
    const pages = [...SIGNED_IN, ...OF_ADMINS]
    let sermon = ''
    let pad = ''
    const page = () => person.page
    beforeAll(async () => {
      person = await newPerson()
      const email = `narrow-${language}@example.org`
      const data = { username: `narrow-${language}`, email, password: PASSWORD, confirm_password: PASSWORD }
      const add = async (path: string, data: object): Promise<unknown> => {
        const answer = await page().request.post(path, { data })
        if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
        return answer.json()
      }
      await add('/api/auth/signup', data)
      await makeAdmin(email)
      const place = { version: 'WEB', book: 'John', chapter: 3 }
      const long = 'Nicodemusvisitedhiminthemiddleofthenight'
      const note = await add('/api/note/', {
        verse_id: 43_003_002,
        version: 'WEB',
        title: long,
        text: `${long}. He came by night.`,
      })
      const words = { selectedText: 'Jesus answered', startOffset: 0, endOffset: 14 }
      await add('/api/highlight/add', { ...place, verseId: 43_003_003, ...words })
      await add('/api/bookmarks', { version: 'WEB', book: 'Song of Solomon', chapter: 3, category: 'General' })
      const verses = { startChapter: 3, startVerseId: 43_003_004, endChapter: 3, endVerseId: 43_003_008 }
      const text = { title: 'The new birth', speaker: 'Ada', content: '<h2>Birth</h2><p>Of <b>water</b>.</p>' }
      const made = await add('/api/sermon/', { verseId: 43_003_004, version: 'WEB', book: 'John', ...verses, ...text })
      sermon = (made as { newSermon: { id: string } }).newSermon.id
      const entries = [
        { type: 'heading', text: 'Birth' },
        { type: 'text', text: 'Of water.' },
        { type: 'item', kind: 'note', id: (note as { id: string }).id },
        { type: 'passage', version: 'WEB', verse_id: 43_003_005, end_verse_id: null },
      ]
      pad = ((await add('/api/pad/', { title: 'Born', entries })) as { id: string }).id
    })

    it.each(pages)('has room for everything at %s', async (path) => {
      await settled(page(), path)
      expect(await page().locator('.lucide-compass').count(), 'the page that says that there is none').toBe(0)
      await fits(page(), path)
    })

    it.each(['', '?edit'])('has room for a sermon%s', async (how) => {
      await settled(page(), `/my-memos/sermons/${sermon}${how}`)
      await fits(page(), `a sermon${how}`)
    })

    it('has controls as large as a thumb on Today', async () => {
      await settled(page(), '/')
      await page()
        .getByRole('link', { name: /^(All|모두 보기)$/ })
        .waitFor()
      expect(await page().evaluate(SMALL_CONTROLS)).toEqual([])
    })

    it('has room for a study pad', async () => {
      await settled(page(), `/my-memos/pads/${pad}`)
      await page().locator('.pad-name > a').first().waitFor()
      await fits(page(), 'a study pad')
    })

    const chooseVerse = async (number: number) => {
      await page().locator(`.verse-number[data-verse='${number}']`).first().tap()
      await page().locator('.choice-popup button[data-action]').first().waitFor()
    }
    const press = (number: number) => page().locator('.choice-popup button[data-action]').nth(number).tap()
    const dialog = () => page().getByRole('dialog').first().waitFor()
    const OPENED: readonly (readonly [string, () => Promise<void>])[] = [
      ['the menu', () => page().locator('[aria-controls=stacked-menu]').tap()],
      ['the settings of the text', () => page().locator('header button[aria-haspopup=dialog]').tap().then(dialog)],
      ['the picker', () => page().locator('.passage-chip').tap().then(dialog)],
      ['what can be done with a verse', () => chooseVerse(3)],
      [
        'a new note',
        () =>
          chooseVerse(5)
            .then(() => press(0))
            .then(dialog),
      ],
      [
        'the notes of a verse',
        () =>
          chooseVerse(2)
            .then(() => press(0))
            .then(dialog),
      ],
      ['a new sermon', () => chooseVerse(5).then(() => press(2))],
      [
        'all that is on a verse',
        () =>
          chooseVerse(3)
            .then(() => press(5))
            .then(dialog),
      ],
    ]
    it.each(OPENED)('has room for %s', async (what, open) => {
      await settled(page(), '/bible/WEB/John/3')
      await open()
      await fits(page(), what)
    })
  })
})
