import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeCrossReferences } from '@pathlight/bible-library/cross-references/cross-references.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { inTransaction, openForWriting } from '@pathlight/bible-library/schema.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { Locator, Page } from 'playwright-core'
import { adminCommand } from './admin-command.ts'
import { takeExplorePictures } from './explore-pictures.ts'
import { TAKEN_OVER } from './in-page.ts'
import { takeInstallPictures } from './install-pictures.ts'
import { looking, newPerson, openBrowser, openNotes, PHONE, signUp, signUpByCall, verse } from './person.ts'

// npm run pictures -- krv.osis.xml takes the pictures of each screen, of the README and of the Explore page from the running app. The
// file is the 개역한글 text, to show beside the English one; without it the KJV is shown.
const folder = join(import.meta.dirname, '../../docs/pictures')
mkdirSync(folder, { recursive: true })
const picture = (name: string) => ({ path: join(folder, `${name}.png`), animations: 'disabled' as const })
const DESK = { viewport: { width: 1280, height: 800 } } as const

const columns = (...versions: string[]) => ({
  columns: JSON.stringify(versions.map((version) => ({ version, book: 'Psalms', chapter: 23 }))),
  'columns.row': JSON.stringify({ synced: true }),
})

const app = await startApp()
const korean = process.argv[2]
const besides = korean ? 'KRV' : 'KJV'
if (korean)
  await importBible({ library: join(app.dataDir, 'bibles.sqlite'), path: korean, code: 'KRV', language: 'ko' })

/** The cross-references of Psalm 23. */
const REFERENCES: Readonly<Record<number, readonly number[]>> = {
  1: [43_010_011, 23_040_011, 50_004_019],
  2: [26_034_014, 66_007_017],
  3: [20_008_020, 19_019_007],
  4: [23_043_002, 19_027_001, 45_008_031],
  5: [19_092_010, 42_007_046],
  6: [19_027_004, 66_021_003],
}
const bringReferences = (): void => {
  const db = openForWriting(join(app.dataDir, 'bibles.sqlite'))
  const entries = Object.entries(REFERENCES).map(([number, targets]) => ({
    verse: 19_023_000 + Number(number),
    targets: targets.map((target) => ({ target, through: target })),
  }))
  const credit = { text: 'Psalm 23', licence: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' }
  try {
    inTransaction(db, () => writeCrossReferences(db, entries, { credit, fingerprint: 'of the pictures' }))
  } finally {
    db.close()
  }
}
bringReferences()

const browser = await openBrowser()
const atRest = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
}
/** Highlights a verse, or some words of it. */
const highlight = async (page: Page, version: string, number: number, color: string, words?: string) => {
  const answer = await page.request.get(`/api/bible/chapter?version=${version}&book=Psalms&chapter=23`)
  const verses: { verse: number; text: string }[] = (await answer.json()).verses
  const text = verses.find((one) => one.verse === number)?.text ?? ''
  const start = words ? text.indexOf(words) : 0
  const selectedText = words ?? text
  const offsets = { selectedText, startOffset: start, endOffset: start + selectedText.length }
  const data = { version, book: 'Psalms', chapter: 23, verseId: 19_023_000 + number, color, ...offsets }
  const made = await page.request.post('/api/highlight/add', { data })
  if (!made.ok()) throw new Error(`No highlight: ${await made.text()}`)
}
const SERMON = `<h2>The valley and the table</h2>
<p>The psalm does not say <i>if</i> I walk through the valley. It says <b>even though</b>.</p>
<blockquote><p>“I will fear no evil, for you are with me.”</p></blockquote>
<ul><li><p>From “he” to “you”: where it is dark, David stops speaking about the shepherd and speaks to him.</p></li>
<li><p>The rod and the staff: what guards, and what guides.</p></li></ul>`

try {
  const { page } = await newPerson(browser, app.address, DESK, {
    ...looking({ theme: 'light' }),
    ...columns(besides, 'WEB'),
  })
  await page.goto('/bible-reading', { waitUntil: 'networkidle' })
  await signUp(page, 'ruth')
  const note = {
    verse_id: 19_023_004,
    title: 'With me',
    text: 'From “he” to “you”: in the valley the psalm stops speaking about the shepherd and speaks to him.',
    book: 'Psalms',
    version: 'WEB',
  }
  await page.request.post('/api/note/', { data: note })
  await highlight(page, 'WEB', 4, '#b5e48c', 'for you are with me')
  await highlight(page, 'WEB', 2, '#a8dadc', 'still waters')
  await highlight(page, besides, 1, '#ffe066')
  const range = { startChapter: 23, startVerseId: 19_023_004, endChapter: 23, endVerseId: 19_023_006 }
  const sermon = { title: 'You are with me', speaker: 'Ruth', version: 'WEB', ...range, content: SERMON }
  await page.request.post('/api/sermon/', { data: { verseId: 19_023_004, ...sermon } })

  await page.goto('/bible-reading', { waitUntil: 'networkidle' })
  const pen = page.getByRole('button', { name: '1 note on verse 4' })
  await pen.last().click()
  await page.getByRole('complementary').getByText('With me', { exact: true }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await atRest(page)
  await page.screenshot(picture('reader'))

  await page.getByRole('button', { name: `Close ${besides}` }).click()
  await page.getByRole('complementary').locator('summary', { hasText: 'Sermons' }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).last().click()
  await page.locator('.ProseMirror').getByText('even though').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await atRest(page)
  await page.screenshot(picture('sermon'))

  await adminCommand(app.dataDir, 'grant', 'ruth@example.org')
  for (const [name, path] of [
    ['today', '/'],
    ['my-pathlight', '/my-memos'],
    ['compare', '/version-comparison?reference=Psalm+23:4'],
    ['search', '/search?query=shepherd'],
    ['account', '/settings/account'],
    ['admin', '/admin/audit'],
  ] as const) {
    await page.goto(path)
    await atRest(page)
    await page.screenshot(picture(name))
  }

  /** What opens over the reader, where verse 4 is chosen. */
  const opened = async (name: string, open: () => Promise<void>, shown: Locator) => {
    await page.goto('/bible/WEB/Psalms/23', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Verse 4', exact: true }).click()
    await page.getByRole('toolbar', { name: 'Verse 4', exact: true }).waitFor()
    await open()
    await shown.waitFor()
    await atRest(page)
    await page.screenshot(picture(name))
  }
  await opened('picker', () => page.keyboard.press('g'), page.getByRole('dialog'))
  await opened('words', () => page.keyboard.press('w'), page.getByRole('complementary').getByRole('definition').first())
  await opened('share', () => page.getByRole('button', { name: 'Share' }).click(), page.getByRole('dialog'))

  const phone = await newPerson(
    browser,
    app.address,
    { ...PHONE, deviceScaleFactor: 1.5, locale: 'ko-KR' },
    { ...looking({ theme: 'dark', language: 'ko' }), ...columns(besides) },
  )
  await phone.page.goto('/bible-reading', { waitUntil: 'networkidle' })
  // The app's own fonts are used from the second page on.
  await eventually(async () => {
    if (korean && !(await phone.page.evaluate<string>("localStorage.getItem('letters') ?? ''")).includes('korean'))
      throw new Error('No Korean letters')
  })
  await phone.page.reload({ waitUntil: 'networkidle' })
  await eventually(async () => {
    if (!(await phone.page.evaluate(TAKEN_OVER))) throw new Error('Not taken over')
  })
  await verse(phone.page, 4).tap()
  // The colours load after the toolbar.
  await phone.page.getByRole('toolbar').locator('[data-paint]').first().waitFor()
  await phone.page.screenshot(picture('reader-phone'))

  const writer = await newPerson(
    browser,
    app.address,
    { ...PHONE, deviceScaleFactor: 1.5 },
    looking({ theme: 'light' }),
  )
  await writer.page.goto('/bible/WEB/Psalms/23')
  await signUpByCall(writer.page, 'naomi')
  await writer.page.reload({ waitUntil: 'networkidle' })
  await openNotes(writer.page, 4)
  await writer.page.getByLabel('Note', { exact: true }).fill(note.text)
  await writer.page.screenshot(picture('note-phone'))

  await takeExplorePictures(browser, app.address, besides)
  await takeInstallPictures(browser, app.address, besides)
} finally {
  await browser.close()
  await endAll()
}
console.log(`The pictures are in ${folder}`)
