import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, looking, PHONE } from './person.ts'

/** A psalm in poetry that is read from the right, and one in a script without blanks between words. */
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

  it('speaks Korean from the menu on, remembers it, and fetches Korean letters only now', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    const letters: string[] = []
    page.on('request', (request) => /noto-serif-kr|korean/.test(request.url()) && letters.push(request.url()))
    await page.goto('/bible/WEB/John/1', { waitUntil: 'networkidle' })
    expect(letters).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe('en')

    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: '한국어' }).click()
    await page.getByRole('link', { name: '성경 읽기' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ko')
    // The text is English and says so; what is around it is Korean.
    expect(await page.getByRole('article').getAttribute('lang')).toBe('en')
    await page.reload()
    await page.getByRole('link', { name: '나의 길빛' }).waitFor()
    await expect.poll(() => letters.length).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await leave()
  })

  it('says the rules and the refusals of an account in Korean', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language: 'ko' }))
    await page.goto('/signup')
    await page.getByRole('button', { name: '회원가입' }).click()
    await page.getByText('올바른 이메일 주소가 아닙니다.').waitFor()
    await page.goto('/login')
    await page.getByLabel('이메일').fill('nobody@example.org')
    await page.getByLabel('비밀번호', { exact: true }).fill('Nothing1!')
    await page.getByRole('button', { name: '로그인', exact: true }).click()
    await page.getByText('이메일 또는 비밀번호가 올바르지 않습니다.').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('finds a passage by its Korean name, and says who can bring the Korean text', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, looking({ language: 'ko' }))
    await page.goto('/bible/kjv/요한복음/3')
    await page.waitForURL(`${app.address}/bible/KJV/John/3`)
    await page.goto('/bible/KRV/시/23')
    await page.waitForURL(`${app.address}/bible/KRV/Psalms/23`)
    await page.getByRole('heading', { level: 1, name: '시편 23편' }).waitFor()
    await page.getByText('개역한글은 아직 이곳에 없습니다').waitFor()
    await page.getByText('서버를 운영하는 분이 추가하면 여기서 읽을 수 있어요').waitFor()
    // One that only the catalogue has.
    await page.goto('/bible/BSB/시/23')
    await page.getByText('BSB는 아직 이곳에 없습니다').waitFor()
    // A reader is told no command of the operator's.
    expect(await page.getByText('npm run').count()).toBe(0)
    await page.getByRole('link', { name: 'KJV로 Psalm 23 읽기' }).click()
    await page.getByRole('heading', { level: 1, name: 'Psalm 23' }).waitFor()
    await leave()
  })

  it('says on a phone above the bar at the thumb that there is no Korean text, and lets one read on', async () => {
    const { page, leave } = await app.newPerson(PHONE, looking({ language: 'ko' }))
    await page.goto('/bible/WEB/John/3')
    const hint = page.getByText('아직 한국어 성경 본문이 없습니다').locator('xpath=ancestor::aside')
    const bar = page.getByRole('navigation', { name: '읽기' })
    const edges = async () => [await hint.boundingBox(), await bar.boundingBox()] as const
    await hint.waitFor()
    const isAbove = async () => {
      const [{ y = 0, height = 0 } = {}, foot] = (await edges()).map((box) => box ?? undefined)
      return y + height <= (foot?.y ?? 0)
    }
    await expect.poll(isAbove).toBe(true)
    await bar.getByRole('button', { name: '다음 장' }).tap()
    await page.getByRole('heading', { level: 1, name: 'John 4' }).waitFor()

    // It goes and comes with the bar, and leaves the last verse free.
    await page.evaluate('scrollBy(0, 400)')
    await expect.poll(async () => (await hint.boundingBox())?.y).toBeGreaterThanOrEqual(PHONE.viewport.height)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect.poll(isAbove).toBe(true)
    const last = await page.getByRole('button', { name: /^54 ?절/ }).boundingBox()
    const [box] = await edges()
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
