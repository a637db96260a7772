import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { LANGUAGES, looking, newPerson, PHONE, verse } from './person.ts'

const folder = join(import.meta.dirname, '../../apps/web/public/icons')

/** The size of the screenshots in pixels, as in the manifests. */
const SIZE = { width: 780, height: 1688 } as const

/**
 * Takes the phone screenshots that the manifests name, in both languages. explore-pictures.ts takes those of a desk.
 * `korean`: the Bible version in the Korean screenshot.
 */
export const takeInstallPictures = async (browser: Browser, address: string, korean: string): Promise<void> => {
  for (const language of LANGUAGES) {
    const version = language === 'ko' ? korean : 'WEB'
    const { page, leave } = await newPerson(
      browser,
      address,
      { ...PHONE, deviceScaleFactor: 2, locale: language === 'ko' ? 'ko-KR' : 'en-US' },
      {
        ...looking({ theme: 'light', language }),
        columns: JSON.stringify([{ version, book: 'Psalms', chapter: 23 }]),
      },
    )
    await page.goto('/bible-reading', { waitUntil: 'networkidle' })
    // A page uses only the fonts that have loaded when it begins. So the page is loaded once for its fonts, and again
    // for the picture.
    await page.waitForTimeout(2_500)
    await page.reload({ waitUntil: 'networkidle' })
    await verse(page, 4).waitFor()
    const taken = await page.screenshot({ animations: 'disabled' })
    const file = join(folder, `screenshot-${language}-narrow.webp`)
    await sharp(taken).resize(SIZE).webp({ quality: 70, effort: 6 }).toFile(file)
    await leave()
  }
}
