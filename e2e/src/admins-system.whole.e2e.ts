import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.contract.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, openPicker, PASSWORD, PHONE } from './person.ts'

const CLI = join(import.meta.dirname, '../../apps/standalone/src/admin-cli.ts')
const TEXT = translationOf('eng_one', { shortName: 'ONE', name: 'The One Version', englishName: null })
const TREE = {
  '/api/available_translations.json': { translations: [TEXT] },
  '/api/eng_one/complete.json': { translation: TEXT, books: [titusOf('Paul, a servant.')] },
}
/** A Bible text in which a verse occurs twice, so that the import reports a peculiarity. */
const USFM = '\\id TIT\n\\c 1\n\\p\n\\v 1 Paul, a servant of God.\n\\v 2 In hope.\n\\v 2 In hope of eternal life.\n'

const WORDS = {
  en: {
    bibles: 'Bible texts',
    search: 'Search the catalogue',
    find: 'Search',
    add: 'Add eng_one',
    file: 'File',
    code: 'Code',
    language: 'Language',
    send: 'Import',
    odd: /odd place/,
    remove: 'Remove ONE',
    confirm: 'Remove',
    used: /^One person keeps something in it \(items: 1\)/,
    system: 'System',
    mail: /^No archive was written/,
    again: /^Try again: Archive$/,
    taken: 'It is being tried again.',
  },
  ko: {
    bibles: '성경 본문',
    search: '목록에서 찾기',
    find: '찾기',
    add: 'eng_one 더하기',
    file: '파일',
    code: '약호',
    language: '언어',
    send: '가져오기',
    odd: /어긋난 곳/,
    remove: 'ONE 제거',
    confirm: '제거',
    used: /^1명이 이 본문에 남긴 것이 1개/,
    system: '시스템',
    mail: /^최근 7일 동안 보관 파일을/,
    again: /^다시 시도: 보관 파일$/,
    taken: '다시 시도하고 있습니다.',
  },
} as const

describe.each(['en', 'ko'] as const)('an admin of the whole Pathlight, in the language %s', (language) => {
  let catalogue: Awaited<ReturnType<typeof serveCatalogue>>
  beforeAll(async () => {
    catalogue = await serveCatalogue(TREE)
  })
  afterAll(() => catalogue.close())
  // No mail server listens at the address in SMTP_URL.
  const app = appInBrowser(() => ({
    BIBLE_CATALOGUE_URL: catalogue.address,
    BIBLES: 'none',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }))
  const words = WORDS[language]

  it('adds, imports and removes texts, which open pages have, and has a failed job tried again', async () => {
    const admin = await app.newPerson(language === 'en' ? DESKTOP : PHONE, looking({ language }))
    const { page } = admin
    await page.goto('/')
    const account = { username: 'ruth', email: 'ruth@example.org', password: PASSWORD, confirm_password: PASSWORD }
    expect((await page.request.post('/api/auth/signup', { data: account })).status()).toBe(201)
    await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CLI, 'grant', 'ruth@example.org'],
      { env: { PATH: process.env.PATH ?? '', DATA_DIR: app.dataDir } },
    )
    // A file stands where the archives' folder should be, so the archive job fails at once. A mail job would be tried
    // for hours before it counts as failed.
    const archives = join(app.dataDir, 'archives')
    rmSync(archives, { recursive: true, force: true })
    writeFileSync(archives, '')
    expect((await page.request.post('/api/admin/backups')).status()).toBe(202)
    const reader = await app.newPerson(DESKTOP, looking({ language }))
    await reader.page.clock.install()
    await reader.page.goto('/bible/KJV/Titus/1')
    const picker = await openPicker(reader.page)
    const isOffered = (code: string) =>
      picker
        .locator(`select option[value="${code}"]`)
        .count()
        .then((count) => count > 0)
    expect(await isOffered('ONE')).toBe(false)
    /** The open page asks for the list of texts every 30 seconds, so its clock is advanced by more than that. */
    const becomesOffered = (is: boolean) =>
      eventually(async () => {
        await reader.page.clock.fastForward(31_000)
        await expect.poll(() => isOffered('ONE'), { timeout: 10_000 }).toBe(is)
      })

    await page.goto('/admin/bibles')
    await page.getByRole('heading', { level: 1, name: words.bibles }).waitFor()
    await page.getByLabel(words.search).fill('one english')
    await page.getByRole('button', { name: words.find, exact: true }).click()
    await page.getByRole('button', { name: words.add }).click()
    await page.getByRole('button', { name: words.remove }).waitFor()
    await becomesOffered(true)

    await page.getByLabel(words.file, { exact: true }).setInputFiles({
      name: 'titus.usfm',
      mimeType: 'text/plain',
      buffer: Buffer.from(USFM),
    })
    await page.getByLabel(words.code, { exact: true }).fill('mine')
    await page.getByRole('textbox', { name: words.language, exact: true }).fill('en')
    await page.getByRole('button', { name: words.send, exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'MINE' }).getByText(words.odd).waitFor()
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, '/admin/bibles')).toEqual([])

    const note = { verse_id: 56_001_001, version: 'ONE', text: 'In my own words.' }
    expect((await page.request.post('/api/note/', { data: note })).status()).toBe(201)
    const dialog = page.getByRole('alertdialog')
    // The dialog counts items in the read models, which may not have the note yet.
    await eventually(async () => {
      await page.getByRole('button', { name: words.remove }).click()
      try {
        await dialog.getByText(words.used).waitFor({ timeout: 10_000 })
      } catch (error) {
        await page.keyboard.press('Escape')
        throw error
      }
    })
    await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
    await page.getByRole('button', { name: words.remove }).waitFor({ state: 'detached' })
    await becomesOffered(false)
    const notes = await (await page.request.get('/api/note/user')).json()
    expect(JSON.stringify(notes)).toContain('In my own words.')

    await page.getByRole('link', { name: words.system, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: words.system }).waitFor()
    await page.getByText(words.mail).waitFor()
    await page.getByText('PostgreSQL', { exact: true }).waitFor()
    const again = page.getByRole('button', { name: words.again })
    await again.waitFor({ timeout: 120_000 })
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, '/admin/system')).toEqual([])
    rmSync(archives)
    await again.focus()
    await page.keyboard.press('Enter')
    await page.getByText(words.taken).first().waitFor()
    await again.waitFor({ state: 'detached' })

    // Unlike a page's fetch, this request does not say by itself that it comes from the site.
    const headers = { 'sec-fetch-site': 'same-origin' }
    const audit = async () => (await page.request.get('/api/admin/audit?kind=admin&actor=ruth', { headers })).json()
    await eventually(async () => {
      const actions = (await audit()).entries.map(({ action, id }: { action: string; id: string }) => `${action} ${id}`)
      expect(actions).toEqual(
        expect.arrayContaining(['bible-added eng_one', 'bible-imported MINE', 'bible-removed ONE']),
      )
      expect(actions[0]).toMatch(/^job-tried-again /)
    })
    await admin.leave()
    await reader.leave()
  }, 1_200_000)
})
