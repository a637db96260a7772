import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { looking, PHONE } from './person.ts'

/** A psalm in a right-to-left script, and one in a script without blanks between words. */
const PSALMS = {
  AVD: ['ar', ['سبحوا الرب يا كل الأمم. حمدوه يا كل الشعوب.', 'لأن رحمته قد قويت علينا، وأمانة الرب إلى الدهر.']],
  CUV: [
    'zh-Hant',
    ['萬國啊，你們都當讚美耶和華！萬民哪，你們都當頌讚他！', '因為他向我們大施慈愛；耶和華的誠實存到永遠。'],
  ],
} as const
const bringPsalms = async (dataDir: string) => {
  for (const [code, [language, [first, second]]] of Object.entries(PSALMS)) {
    const path = join(dataDir, `${code}.usfm`)
    writeFileSync(path, `\\id PSA\n\\c 117\n\\q1\n\\v 1 ${first}\n\\q2\n\\v 2 ${second}\n`)
    await importBible({ library: join(dataDir, 'bibles.sqlite'), path, code, language })
  }
}

describe('in Korean', () => {
  const app = appInBrowser(undefined, bringPsalms)

  it('says at the foot of a phone that there is no Korean text, and lets one read on', async () => {
    const { page, leave } = await app.newPerson(PHONE, looking({ language: 'ko' }))
    await page.goto('/bible/WEB/John/3')
    const hint = page.getByText('아직 한국어 성경 본문이 없습니다').locator('xpath=ancestor::aside')
    await hint.waitFor()
    const isThere = async () => {
      const { y = 0, height = 0 } = (await hint.boundingBox()) ?? {}
      return y + height <= PHONE.viewport.height
    }
    await expect.poll(isThere).toBe(true)
    await page.getByRole('button', { name: '다음 장' }).tap()
    await page.getByRole('heading', { level: 1, name: 'John 4' }).waitFor()

    // The hint disappears as the person scrolls down, reappears at the end of the chapter, and does not cover the last
    // verse.
    await page.evaluate('scrollBy(0, 400)')
    await expect.poll(async () => (await hint.boundingBox())?.y).toBeGreaterThanOrEqual(PHONE.viewport.height)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect.poll(isThere).toBe(true)
    const last = await page.getByRole('button', { name: /^54 ?절/ }).boundingBox()
    const box = await hint.boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(box?.y ?? 0)
    await leave()
  })

  it('stays within the page in other scripts, too: from the right, and without blanks between words', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    for (const [code, [, [first]]] of Object.entries(PSALMS)) {
      await page.goto(`/bible/${code}/Psalms/117`)
      await page.getByText(first.slice(1, 12)).first().waitFor()
      const beyond = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.verse')].flatMap((one) => [...one.getClientRects()]).map(({ left, right }) => Math.max(-left, right - innerWidth)).filter((by) => by > 0)",
      )
      expect(beyond, code).toEqual([])
    }
    await page.goto(`/search?query=${encodeURIComponent('الرب')}`)
    await page.locator('main li mark').first().waitFor()
    expect(
      await page.evaluate<string>("getComputedStyle(document.querySelector('main li mark').parentElement).direction"),
    ).toBe('rtl')
    await leave()
  })
})
