import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import {
  ANDBIBLE_13,
  andBibleBackup,
  andBibleDatabase,
  databaseOf,
} from '@pathlight/web/features/data/other-apps/app-databases.contract.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { EVERY_LOOK, filled, words } from './every-look.ts'
import { signUpByCall } from './person.ts'

const app = appInBrowser()

const saved = async (page: Page, button: string) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const note = (text: string) => ({ verse_id: 43_003_016, version: 'KJV', title: null, text })

/** The name of a file in the zip of Markdown files, in each language. */
const IN_ZIP = { en: 'Notes/43 John.md', ko: '메모/43 요한복음.md' } as const

describe.each(EVERY_LOOK)('a person’s data, in $language on a $device', (look) => {
  const { language, mark, options, kept } = look
  const { data: texts, server } = words(language, 'data')
  const newPerson = async (name: string) => {
    const person = await app.newPerson(options, kept)
    await person.page.goto('/settings/data')
    await person.page.getByText(texts.pleaseText).waitFor()
    await signUpByCall(person.page, `${name}.${mark}`)
    await person.page.goto('/settings')
    await person.page.getByRole('link', { name: texts.title, exact: true }).click()
    await person.page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
    return person
  }
  const choose = (page: Page, buffer: string | Buffer, name: string) =>
    page.getByLabel(texts.choose).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(buffer) })
  /** The numbers of new, equal, different and refused notes. The files in these journeys have only notes. */
  const counts = (page: Page) => page.getByRole('table').getByRole('row').last().getByRole('cell').allTextContents()

  it('is taken along as JSON with its history, and as a zip to read', async () => {
    const ruth = await newPerson('ruth')
    const { page } = ruth
    expect((await page.request.post('/api/note/', { data: note('이처럼 사랑하사') })).status()).toBe(201)
    await page.getByLabel(texts.withHistory).check()
    const json = await saved(page, texts.json.get)
    expect(json.name).toMatch(/^pathlight-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(json.bytes.toString())).toMatchObject({
      history: [{ action: 'added', item: { text: '이처럼 사랑하사' } }],
      counts: { note: 1 },
    })
    await page.getByText(filled(texts.exported, { name: json.name })).waitFor()
    const zip = await saved(page, texts.markdown.get)
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(zip.bytes.includes(Buffer.from(IN_ZIP[language]))).toBe(true)
    for (let n = 0; n < 3; n++) await saved(page, texts.json.get)
    await page.getByRole('button', { name: texts.json.get }).click()
    // The test looks for the first sentence of the message only, because the second one says how long to wait.
    await page.getByText(words(language, null).server.too_many_requests.split('.')[0]).waitFor()
    await ruth.leave()
  })

  it('comes from a file: a look at it first, then a job that goes on while the page is left', async () => {
    const naomi = await newPerson('naomi')
    const { page } = naomi
    const rows = Array.from({ length: 100 }, (_, n) => `John 3:${1 + (n % 36)},Row ${n} 사랑`)
    const table = ['where,what', ...rows, 'Nowhere 9,Lost'].join('\n')
    await page.getByText(texts.importApps).waitFor()
    await choose(page, 'PK\u0003\u0004', 'packed.zip')
    await page.getByText(server.import_cut_off).waitFor()
    await choose(page, table, 'notes.csv')
    await page.getByText(server.import_no_columns).waitFor()
    await page.getByLabel(texts.column.reference, { exact: true }).selectOption({ label: 'where' })
    await page.getByLabel(texts.column.text, { exact: true }).selectOption({ label: 'what' })
    await page.getByText(filled(server.import_no_reference, { reference: 'Nowhere 9' })).waitFor()
    expect(await counts(page)).toEqual(['100', '0', '0', '1'])
    await page.getByRole('button', { name: texts.importNow, exact: true }).click()
    await page.getByText(texts.import_running).or(page.getByText(texts.import_done)).waitFor()
    await page.goto('/bible/KJV/John/3')
    await page.goto('/settings/data')
    await page.getByText(texts.import_done).waitFor()
    expect(await counts(page)).toEqual(['100', '0', '0', '1'])
    const file = await saved(page, texts.json.get)
    expect(JSON.parse(file.bytes.toString()).counts).toMatchObject({ note: 100 })

    const ruth = await newPerson('orpah')
    await choose(ruth.page, file.bytes, '길빛.json')
    await ruth.page.getByRole('button', { name: texts.importNow, exact: true }).click()
    await ruth.page.getByText(texts.import_done).waitFor()
    expect(await counts(ruth.page)).toEqual(['100', '0', '0', '0'])
    await ruth.leave()
    await naomi.leave()
  })

  it('comes from a backup of AndBible, which is read on the device: only what the person wrote is sent', async () => {
    const boaz = await newPerson('boaz')
    const { page } = boaz
    // Playwright does not show a request body that is a file, so the page records the body.
    await page.evaluate(() => {
      const [sent, send] = [[] as string[], window.fetch]
      Object.assign(window, { sent })
      window.fetch = async (to, init) => {
        if (String(to).startsWith('/api/import') && init?.body instanceof Blob) sent.push(await init.body.text())
        return send(to, init)
      }
    })
    const john = { from: 33_095, to: 33_096 }
    const backup = andBibleBackup(
      andBibleDatabase(
        { id: 'a1', ...john, words: '<p>이처럼 <b>사랑하사</b></p>' },
        { id: 'a2', from: 25_000, words: 'on Tobit' },
      ),
    )
    await choose(page, backup, 'backup.abdb')
    await page.getByText(server.import_not_on_bible).waitFor()
    expect(await counts(page)).toEqual(['1', '0', '0', '1'])
    await page.getByRole('button', { name: texts.importNow, exact: true }).click()
    await page.getByText(texts.import_done).waitFor({ timeout: 60_000 })
    const sent = await page.evaluate(() => (window as unknown as { sent: string[] }).sent)
    expect(sent).toHaveLength(2)
    for (const body of sent) {
      expect(body).toContain('이처럼 사랑하사')
      expect(body).not.toMatch(/SQLite|Tobit|<b>/)
    }
    // The request names no log position, so early answers may lack the imported note.
    await expect
      .poll(async () => (await page.request.get('/api/note/user')).json())
      .toMatchObject([{ text: '이처럼 사랑하사', verse_id: 43_003_016, end_verse_id: 43_003_017 }])
    await boaz.leave()
  })
})

/**
 * A database whose table of notes has no index. For each of its 60,000 bookmarks SQLite scans 60,000 notes, which takes
 * many minutes.
 */
const endless = () => {
  const rows = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)'
  return databaseOf(`${ANDBIBLE_13} DROP TABLE BibleBookmarkNotes; CREATE TABLE BibleBookmarkNotes (bookmarkId BLOB, notes TEXT);
    ${rows} INSERT INTO BibleBookmark SELECT 4, 4, 4, 4, 'KJVA', NULL, CAST(i AS BLOB), 0, NULL, NULL, NULL, NULL, 0, 0, NULL FROM n;
    ${rows} INSERT INTO BibleBookmarkNotes SELECT NULL, 'x' FROM n`)
}

it('a database that keeps SQLite busy holds up no page, and ends with Cancel', async () => {
  const person = await app.newPerson()
  const { page } = person
  const { data: texts } = words('en', 'data')
  await page.goto('/settings/data')
  await signUpByCall(page, 'cancelled')
  await page.goto('/settings/data')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/import')) sent += 1
  })
  await page.getByRole('button', { name: texts.choose, exact: true }).waitFor({ timeout: 60_000 })
  const isChosen = page.getByText(filled(texts.inFile, { name: 'endless.abdb' }))
  // The file is named by its path, because Playwright is slow with so many bytes.
  const path = join(app.dataDir, 'endless.abdb')
  await writeFile(path, endless())
  await page.getByLabel(texts.choose).setInputFiles(path)
  await isChosen.waitFor()
  await eventually(async () => expect(page.workers()).toHaveLength(1))
  expect(await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve('drawn'))))).toBe(
    'drawn',
  )
  await page.getByLabel(texts.looking).waitFor()
  await page.getByRole('button', { name: words('en', null).cancel, exact: true }).click()
  await isChosen.waitFor({ state: 'detached' })
  await eventually(async () => expect(page.workers()).toHaveLength(0))
  expect(sent).toBe(0)
  await page.getByLabel(texts.choose).setInputFiles({
    ...{ name: 'good.sqlite3', mimeType: '' },
    buffer: andBibleDatabase({ id: 'a1', from: 4, words: 'In the beginning' }),
  })
  await page.getByRole('button', { name: texts.importNow, exact: true }).waitFor()
  await person.leave()
})
