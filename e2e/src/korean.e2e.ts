import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, looking } from './person.ts'

describe('in Korean', () => {
  const app = appInBrowser()

  it('speaks Korean from the menu on, remembers it, and fetches Korean letters only now', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    const letters: string[] = []
    page.on('request', (request) => /noto-serif-kr|korean/.test(request.url()) && letters.push(request.url()))
    await page.goto('/bible/WEB/John/1', { waitUntil: 'networkidle' })
    expect(letters).toEqual([])
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')

    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: '한국어' }).click()
    await page.getByRole('link', { name: '성경 읽기' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ko')
    // The text is marked as English, although the interface is Korean.
    await expect.poll(() => page.getByRole('article').getAttribute('lang')).toBe('en')
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
    // BSB is a text of the catalogue that this library does not have.
    await page.goto('/bible/BSB/시/23')
    await page.getByText('BSB는 아직 이곳에 없습니다').waitFor()
    // A reader sees no command for operators.
    expect(await page.getByText('npm run').count()).toBe(0)
    await page.getByRole('link', { name: 'KJV로 Psalm 23 읽기' }).click()
    await page.getByRole('heading', { level: 1, name: 'Psalm 23' }).waitFor()
    await leave()
  })
})
