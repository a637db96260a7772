import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { LAYOUT_SHIFT, OVERFLOW } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { looking, PASSWORD, PHONE } from './person.ts'

const WORDS = {
  en: {
    start: 'Start reading',
    daily: 'Daily Verse',
    goOn: 'Go on reading',
    latest: 'Your latest words',
    none: 'Nothing yet. Choose a verse while you read, and write or highlight.',
    place: 'John 3',
    verse: 'John 3:16',
    next: 'Next chapter',
    quote: 'Your word is a lamp to my feet, and a light for my path.',
    features: ['Daily Bible Verses', 'Verse Highlighting', 'Personal Memos', 'Sermon Preparation'],
    choice: 'World English, today’s words',
    genesis: 'Genesis 1',
    choose: 'Choose a text to read',
  },
  ko: {
    start: '읽기 시작',
    daily: '오늘의 말씀',
    goOn: '이어서 읽기',
    latest: '최근에 남긴 글',
    none: '아직 없습니다. 읽다가 구절을 골라 쓰거나 표시해 보세요.',
    place: '요한복음 3장',
    verse: '요한복음 3:16',
    next: '다음 장',
    quote: '주의 말씀은 내 발에 등이요 내 길에 빛이니이다',
    features: ['매일 성경 말씀', '구절 하이라이트', '개인 메모', '설교 준비'],
    choice: '개역한글',
    genesis: '창세기 1장',
    choose: '읽을 성경 고르기',
  },
} as const
const CHOSEN = { en: 'WEB', ko: 'KRV' } as const

describe.each(['en', 'ko'] as const)('the landing page, in the language %s', (language) => {
  const app = appInBrowser(undefined, bringKoreanBible)
  const words = WORDS[language]
  const signUp = async (page: Page, username: string) => {
    const account = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
    expect((await page.request.post('/api/auth/signup', { data: account })).status()).toBe(201)
  }

  it('lets a newcomer choose the text that they read, which this device remembers', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE, looking({ language }))
    await page.goto('/')
    await page.getByRole('button', { name: words.choice }).tap()
    await page.waitForURL(`**/bible/${CHOSEN[language]}/Genesis/1`)
    await page.goto('/')
    await page.getByRole('link', { name: new RegExp(words.genesis) }).waitFor()
    expect(await page.getByRole('group', { name: words.choose }).count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })

  it('of who is signed in leads on from where they read last, shows their latest words, and the daily verse in their version', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE, looking({ language }))
    await page.goto('/')
    expect(await page.getByRole('heading', { name: words.latest }).count()).toBe(0)
    await signUp(page, 'ruth')
    await page.goto('/bible/ASV/John/2')
    await page.getByRole('button', { name: words.next }).tap()
    await expect.poll(() => page.evaluate<string>('localStorage.columns ?? ""')).toContain('3')
    await page.goto('/')
    const main = page.getByRole('main')
    await main.getByText(words.none).waitFor()
    // A signed-in person does not see the advertising for visitors. The quotation and the four features stand at the
    // foot.
    expect(await main.getByRole('link', { name: words.start }).count()).toBe(0)
    await main.getByText(words.quote).waitFor()
    await expect.poll(() => main.locator('footer').getByRole('listitem').allTextContents()).toEqual(words.features)

    for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) {
      const note = { verse_id: 43_003_016, version: 'ASV', text }
      expect((await page.request.post('/api/note/', { data: note })).status()).toBe(201)
    }
    expect(
      (await page.request.put('/api/users/settings', { data: { settings: { defaultVersion: 'ASV' } } })).status(),
    ).toBe(200)
    await page.reload()
    const latest = page.getByRole('region', { name: words.latest })
    await latest.getByText('Five.').waitFor()
    expect(await latest.getByText('One.').count()).toBe(0)
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, '/')).toEqual([])
    await page.getByRole('figure').getByText('ASV').waitFor()
    await latest
      .getByRole('link', { name: new RegExp(words.verse) })
      .first()
      .tap()
    await page.waitForURL('**/bible/ASV/John/3#v16')
    await page.goBack()
    await main.getByRole('link', { name: new RegExp(`${words.goOn}.*${words.place}.*ASV`) }).tap()
    await page.waitForURL('**/bible/ASV/John/3**')
    expect(complaints).toEqual([])
    await leave()
  })

  it('of who is signed in is theirs from the first paint on, and nothing in it moves when its scripts come', async () => {
    const { page, leave } = await app.newPerson(PHONE, looking({ language }))
    await page.goto('/')
    await signUp(page, 'naomi')
    const { promise: come, resolve: letThemCome } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await come
      await route.continue()
    })
    const opened = page.goto('/')
    await page.getByRole('heading', { name: words.daily }).waitFor({ state: 'attached' })
    expect(await page.getByRole('link', { name: words.start }).count()).toBe(0)
    letThemCome()
    await opened
    await page.getByRole('heading', { name: words.latest }).waitFor()
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.01)
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
    // The hint is hidden while the bar of a chosen verse is shown.
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
