import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { looking, PASSWORD, PHONE } from './person.ts'

const WORDS = {
  en: {
    yours: 'Where you are',
    none: 'You have no notes yet. Choose a verse while you read, and write the first one.',
    place: 'John 3',
    verse: 'John 3:16',
    next: 'Next chapter',
  },
  ko: {
    yours: '읽던 자리',
    none: '아직 메모가 없습니다. 읽다가 구절을 고르고 첫 메모를 남겨 보세요.',
    place: '요한복음 3장',
    verse: '요한복음 3:16',
    next: '다음 장',
  },
} as const

describe.each(['en', 'ko'] as const)('the landing page of who is signed in, in the language %s', (language) => {
  const app = appInBrowser(undefined, bringKoreanBible)
  const words = WORDS[language]

  it('leads on from where they read last, shows their latest notes, and the daily verse in their version', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE, looking({ language }))
    await page.goto('/')
    expect(await page.getByRole('heading', { name: words.yours }).count()).toBe(0)
    const account = { username: 'ruth', email: 'ruth@example.org', password: PASSWORD, confirm_password: PASSWORD }
    expect((await page.request.post('/api/auth/signup', { data: account })).status()).toBe(201)
    await page.goto('/bible/ASV/John/2')
    await page.getByRole('button', { name: words.next }).tap()
    await expect.poll(() => page.evaluate<string>('localStorage.columns ?? ""')).toContain('3')
    await page.goto('/')
    const own = page.locator('section', { has: page.getByRole('heading', { name: words.yours }) })
    await own.getByText(words.none).waitFor()

    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
      const note = { verse_id: 43_003_016, version: 'ASV', text }
      expect((await page.request.post('/api/note/', { data: note })).status()).toBe(201)
    }
    expect(
      (await page.request.put('/api/users/settings', { data: { settings: { defaultVersion: 'ASV' } } })).status(),
    ).toBe(200)
    await page.reload()
    await own.getByText('Four.').waitFor()
    expect(await own.getByText('One.').count()).toBe(0)
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, '/')).toEqual([])
    await page.getByRole('figure').getByText('ASV').waitFor()
    await own
      .getByRole('link', { name: new RegExp(words.verse) })
      .first()
      .tap()
    await page.waitForURL('**/bible/ASV/John/3#v16')
    await page.goBack()
    await own.getByRole('link', { name: new RegExp(`${words.place}.*ASV`) }).tap()
    await page.waitForURL('**/bible/ASV/John/3**')
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('a Korean who opens Pathlight on the machine that it runs on, where there is no Korean text', async () => {
  const korean = { language: 'kor', name: '한국어 성경', shortName: 'OLD' }
  let isAway = true
  const catalogue = await serveCatalogue(
    {
      '/api/available_translations.json': { translations: [translationOf('kor_old', korean)] },
      '/api/kor_old/complete.json': {
        translation: translationOf('kor_old', korean),
        books: [titusOf('바울은 하나님의 종이요')],
      },
    },
    (_request, response) => {
      if (isAway) response.writeHead(404).end()
      return isAway
    },
  )
  afterAll(() => catalogue.close())
  const app = appInBrowser(() => ({ BIBLES: 'none', BIBLE_CATALOGUE_URL: catalogue.address }))

  it('brings one by a press, is told why it did not come, and reads it without a restart', async () => {
    const { page, leave } = await app.newPerson(PHONE, looking({ language: 'ko' }))
    await page.goto('/bible/KJV/Titus/1')
    const hint = page.getByRole('complementary')
    await hint.waitFor()
    // It makes room for the bar of a verse, and returns after it.
    await page.getByRole('button', { name: '1 절', exact: true }).tap()
    await page.getByRole('toolbar', { name: '1절', exact: true }).waitFor()
    expect(await hint.isVisible()).toBe(false)
    await page.getByRole('toolbar').getByRole('button', { name: '닫기' }).tap()
    await hint.getByRole('button', { name: '개역한글 가져오기' }).tap()
    await hint.getByRole('alert').getByText('가져오지 못했습니다. 이 기기가 인터넷에 연결되어 있나요?').waitFor()
    isAway = false
    await hint.getByRole('button', { name: '다시 시도' }).tap()
    await hint.getByText('이제 개역한글을 읽을 수 있어요.').waitFor()
    await hint.getByRole('link', { name: '읽기' }).tap()
    await page.waitForURL('**/bible/KRV/Titus/1')
    await page.getByText('바울은 하나님의 종이요').first().waitFor()
    await leave()
  })
})
