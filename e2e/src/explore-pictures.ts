import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { LANGUAGES, looking, newPerson, PASSWORD, setTheme, THEMES } from './person.ts'

const folder = join(import.meta.dirname, '../../apps/web/src/features/landing/pictures')
const icons = join(import.meta.dirname, '../../apps/web/public/icons')
/** The widths in pixels for a phone and a desk, as in app-picture.tsx. */
const WIDTHS = [720, 1440] as const

/** The note of the person in the pictures, in each language, and the label of its mark. */
const OWN = {
  en: {
    title: 'With me',
    text: 'From “he” to “you”: in the valley the psalm stops speaking about the shepherd and speaks to him.',
    pen: '1 note on verse 4',
  },
  ko: {
    title: '나와 함께 하심이라',
    text: '골짜기에서 시편은 목자에 대해 말하기를 그치고, 목자에게 말하기 시작한다.',
    pen: '4절의 메모 1개',
  },
} as const

const highlight = async (page: Page, version: string, number: number, color: string) => {
  const answer = await page.request.get(`/api/bible/chapter?version=${version}&book=Psalms&chapter=23`)
  const verses: { verse: number; text: string }[] = (await answer.json()).verses
  const text = verses.find((one) => one.verse === number)?.text ?? ''
  const offsets = { selectedText: text, startOffset: 0, endOffset: text.length }
  const data = { version, book: 'Psalms', chapter: 23, verseId: 19_023_000 + number, color, ...offsets }
  const made = await page.request.post('/api/highlight/add', { data })
  if (!made.ok()) throw new Error(`No highlight: ${await made.text()}`)
}

/**
 * Takes the Explore page's pictures of the reader, in both languages and every theme, for phones and desks, and the
 * wide screenshots that the manifests name. `korean`: the Bible version in the Korean pictures.
 */
export const takeExplorePictures = async (browser: Browser, address: string, korean: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const language of LANGUAGES) {
    const first = language === 'ko' ? korean : 'WEB'
    const versions = [first, language === 'ko' ? 'WEB' : 'KJV']
    const { page, leave } = await newPerson(
      browser,
      address,
      { viewport: { width: 1440, height: 900 }, locale: language === 'ko' ? 'ko-KR' : 'en-US' },
      {
        ...looking({ theme: 'light', language }),
        columns: JSON.stringify(versions.map((version) => ({ version, book: 'Psalms', chapter: 23 }))),
        'columns.row': JSON.stringify({ synced: true }),
      },
    )
    await page.goto('/', { waitUntil: 'networkidle' })
    const username = `explorer-${language}`
    const account = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
    await page.request.post('/api/auth/signup', { data: { ...account, language } })
    const { title, text, pen } = OWN[language]
    const note = { verse_id: 19_023_004, title, text, book: 'Psalms', version: first }
    await page.request.post('/api/note/', { data: note })
    await highlight(page, first, 1, '#ffe066')
    await highlight(page, first, 6, '#b5e48c')
    // A page uses only the fonts that have loaded when it begins. So the page is loaded once for its fonts, and again
    // for the pictures.
    await page.goto('/bible-reading', { waitUntil: 'networkidle' })
    await page.waitForTimeout(2_500)
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: pen }).first().click()
    await page.getByRole('complementary').getByText(title, { exact: true }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await page.mouse.move(0, 0)
    for (const theme of THEMES) {
      await setTheme(page, theme)
      await page.waitForTimeout(600)
      const taken = await page.screenshot({ animations: 'disabled' })
      // The manifests (public/manifest.*.webmanifest) name this screenshot.
      if (theme === 'light')
        await sharp(taken)
          .webp({ quality: 62, effort: 6 })
          .toFile(join(icons, `screenshot-${language}-wide.webp`))
      for (const width of WIDTHS) {
        const name = join(folder, `reader-${language}-${theme}-${width}`)
        await sharp(taken).resize({ width }).avif({ quality: 48, effort: 6 }).toFile(`${name}.avif`)
        await sharp(taken).resize({ width }).webp({ quality: 62, effort: 6 }).toFile(`${name}.webp`)
      }
    }
    await leave()
  }
}
