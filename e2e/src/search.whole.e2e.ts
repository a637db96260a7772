import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { SMALL_CONTROLS } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, looking, type Person, PHONE, verse } from './person.ts'

const app = appInBrowser(undefined, bringKoreanBible)

const WORDS = {
  en: {
    box: 'Search for Bible verses...',
    menu: 'Open menu',
    profile: 'Profile',
    wept: 'John 11:35',
    links: ['Home', 'Bible Reading', 'My Pathlight', 'Version Comparison', 'Who We Are', 'Explore Pathlight'],
    word: 'shepherd',
    hit: 'John 10:11',
    also: /Also in .*WEB/,
    byBook: 'By book',
    firstBook: 'Genesis',
    newOnly: /^New \(/,
    version: 'Version',
    book: 'Book',
    more: 'More results',
    recent: 'Recent searches',
    forget: 'Forget shepherd',
    reference: 'John 3:16',
    misspelt: 'shephard',
    meant: 'shepherd',
    otherKeyboard: 'ㅣㅐㅍㄷ',
    onKeyboard: 'love',
    nothing: 'Nothing was found for “shephard” in: KJV, the New Testament.',
    why: 'Not found in KJV: shephard',
    noChapter: ['John 22', 'John has 21 chapters.'],
    near: 'faith near/5 works',
    chart: /^Results by book, from Genesis to Revelation/,
    precisely: 'Searching more precisely',
    malformed: '“love OR” cannot be searched for like this.',
  },
  ko: {
    box: '성경 구절 검색...',
    menu: '메뉴 열기',
    profile: '프로필',
    wept: '요한복음 11:35',
    links: ['홈', '성경 읽기', '나의 길빛', '번역 비교', '만든 사람', '길빛 둘러보기'],
    word: 'shepherd',
    hit: '요한복음 10:11',
    also: /다른 번역: .*WEB/,
    byBook: '책 순서',
    firstBook: '창세기',
    newOnly: /^신약 \(/,
    version: '번역',
    book: '책',
    more: '결과 더 보기',
    recent: '최근 검색',
    forget: 'shepherd 지우기',
    reference: '요 3:16',
    misspelt: 'shephard',
    meant: 'shepherd',
    otherKeyboard: 'tkfkdgktk',
    onKeyboard: '사랑하사',
    nothing: '“shephard”에 대한 검색 결과가 없습니다. 범위: KJV, 신약',
    why: '찾아본 본문(KJV)에 없는 말: shephard',
    noChapter: ['요한복음 22장', '요한복음은 21장까지 있습니다.'],
    near: '하나님 near/5 사랑',
    chart: /^창세기부터 요한계시록까지 책별 결과/,
    precisely: '더 꼼꼼히 찾기',
    malformed: '“love OR”, 이렇게는 찾을 수 없습니다.',
  },
} as const
type Words = (typeof WORDS)[keyof typeof WORDS]

/** Types into the search field of the navigation bar. On a phone the field is in the menu. */
const search = async (page: Page, { menu }: Words, query: string) => {
  const box = page.getByRole('banner').locator('input[name=query]:visible')
  if ((await box.count()) === 0) await page.getByRole('button', { name: menu }).click()
  await box.fill(query)
  await box.press('Enter')
}
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash
const results = (page: Page) => page.locator('main li a :is(h2, h3)')

const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['at a desk', DESKTOP],
  ['on a phone', PHONE],
]
describe.each(SIZES)('searching %s', (_size, device) => {
  it.each(['en', 'ko'] as const)(
    'goes from the bar to results, narrows them, and opens the verse, in %s',
    async (language) => {
      const words = WORDS[language]
      const { page, complaints, leave } = await app.newPerson(device, looking({ language }))
      await page.goto('/')
      await search(page, words, '   ')
      expect(pathOf(page)).toBe('/')
      await search(page, words, ` ${words.word} `)
      await page.waitForURL(`**/search?query=${words.word}`)
      const bar = page.getByRole('banner').locator('input[name=query]')
      await expect.poll(() => bar.first().inputValue()).toBe('')
      await expect.poll(() => bar.last().inputValue()).toBe('')
      if (device === PHONE) expect(await bar.last().isVisible()).toBe(false)
      await expect.poll(() => page.getByRole('main').getByRole('searchbox').inputValue()).toBe(words.word)

      // Each verse is listed once, with its matches marked. Its other versions are folded.
      const hit = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: words.hit }) })
      await hit.first().waitFor()
      await expect.poll(() => hit.count()).toBe(1)
      await expect.poll(() => hit.locator('mark').first().textContent()).toBe('shepherd')
      await hit.getByText(words.also).click()
      await hit.getByRole('link', { name: /^WEB/ }).waitFor()

      await page.getByRole('link', { name: words.byBook }).click()
      await page.getByRole('heading', { level: 2, name: words.firstBook }).waitFor()
      await page.getByRole('link', { name: words.newOnly }).click()
      await page.waitForURL('**/search?query=shepherd&testament=new&order=book')
      await page.getByLabel(words.version, { exact: true }).selectOption('KJV')
      await page.waitForURL('**/search?query=shepherd&version=KJV&testament=new&order=book')
      await page.getByLabel(words.book, { exact: true }).selectOption({ value: 'John' })
      await page.waitForURL('**/search?query=shepherd&version=KJV&book=John&order=book')
      await expect.poll(() => page.locator('option[value=John]:checked').textContent()).toMatch(/\((\d+)\)/)
      const [, count] = /\((\d+)\)/.exec((await page.locator('option[value=John]:checked').textContent()) ?? '') ?? []
      await expect.poll(() => results(page).count()).toBe(Number(count))

      await page.getByRole('link', { name: words.hit }).click()
      await page.waitForURL('**/bible/KJV/John/10#v11')
      await expect.poll(() => verse(page, 11).getAttribute('data-chosen')).not.toBeNull()
      await page.goBack()
      await page.waitForURL('**/search?query=shepherd&version=KJV&book=John&order=book')
      await expect.poll(() => results(page).count()).toBe(Number(count))

      await page.goto('/search')
      await page.getByRole('heading', { name: words.recent }).waitFor()
      await page.getByRole('link', { name: words.word, exact: true }).click()
      await page.waitForURL('**/search?query=shepherd')
      await page.goto('/search')
      await page.getByRole('button', { name: words.forget }).click()
      await page.getByRole('heading', { name: words.recent }).waitFor({ state: 'detached' })
      if (device === PHONE) expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
      expect(complaints).toEqual([])
      await leave()
    },
  )
})

describe('searching', () => {
  it.each(['en', 'ko'] as const)('opens a reference, and tells what may have been meant, in %s', async (language) => {
    const words = WORDS[language]
    const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language }))
    await page.goto('/')
    await search(page, words, words.reference)
    await page.waitForURL(`**/bible/${language === 'ko' ? 'KRV' : 'KJV'}/John/3#v16`)
    await expect.poll(() => verse(page, 16).getAttribute('data-chosen')).not.toBeNull()
    await page.goBack()
    await page.waitForURL(`${app.address}/`)

    await search(page, words, words.misspelt)
    await page.getByRole('link', { name: words.meant, exact: true }).click()
    await results(page).first().waitFor()
    await search(page, words, words.otherKeyboard)
    await page.getByRole('link', { name: words.onKeyboard, exact: true }).click()
    await results(page).first().waitFor()

    const [noChapter, why] = words.noChapter
    await search(page, words, noChapter)
    await page.getByText(why).waitFor()
    await page.goto('/search?query=shephard&version=KJV&testament=new')
    await page.getByText(words.nothing).waitFor()
    await page.getByText(words.why).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it.each(['en', 'ko'] as const)(
    'tells how to search precisely, and what cannot be understood, in %s',
    async (language) => {
      const words = WORDS[language]
      const { page, complaints, leave } = await app.newPerson(PHONE, looking({ language }))
      await page.goto('/search')
      await page.getByRole('heading', { name: words.precisely }).waitFor()
      await page.getByRole('link', { name: words.near }).click()
      await results(page).first().waitFor()
      await search(page, words, 'love OR charity')
      await page.getByRole('img', { name: words.chart }).waitFor()
      await search(page, words, 'love OR')
      await page.getByText(words.malformed).waitFor()
      await page.getByRole('heading', { name: words.precisely }).waitFor()
      await search(page, words, 'strong:G26 world')
      await results(page).first().waitFor()
      await expect.poll(() => page.locator('mark').first().textContent()).toMatch(/love|world/i)
      expect(complaints).toEqual([])
      await leave()
    },
  )

  /** Further results are fetched when the end of the list is near, so a result may take long to appear. */
  const SCROLLING = { timeout: 120_000 }

  it('goes on as one scrolls, and comes back to the same place', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/search?query=lord&version=KJV')
    await results(page).first().waitFor()
    const counts = new Set<number>()
    await expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        counts.add(await results(page).count())
        return results(page).count()
      }, SCROLLING)
      .toBeGreaterThan(100)
    expect(counts.size).toBeGreaterThan(1)
    const names = await results(page).allTextContents()
    expect(new Set(names).size).toBe(names.length)
    await results(page).nth(70).scrollIntoViewIfNeeded()
    const [name = ''] = await results(page).nth(70).allTextContents()
    await results(page).nth(70).click()
    await page.waitForURL('**/bible/KJV/**')
    await page.goBack()
    await expect.poll(() => results(page).filter({ hasText: name }).first().isVisible()).toBe(true)
    await expect
      .poll(async () => {
        const box = await results(page).nth(70).boundingBox()
        return box !== null && box.y > -400 && box.y < 1300
      })
      .toBe(true)
    expect(complaints).toEqual([])
    await leave()
  })

  it.each(['en', 'ko'] as const)(
    'works by keyboard alone: a slash leads to the box from anywhere, but not while something is typed, in %s',
    async (language) => {
      const words = WORDS[language]
      const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language }))
      await page.goto('/bible/KJV/John/3')
      // The Profile button appears once the page handles keys.
      await page.getByRole('button', { name: words.profile }).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('wept/')
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('wept/')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?query=wept')
      await results(page).first().waitFor()
      // On the search page the slash key focuses the page's own field.
      await page.keyboard.press('/')
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('wept')
      await page.keyboard.type('Jesus wept')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?query=Jesus+wept')
      await page.locator('mark', { hasText: 'Jesus' }).first().waitFor()
      const focused = () => page.evaluate<string>("document.activeElement.textContent ?? ''")
      for (let step = 0; step < 15 && !(await focused()).startsWith(words.wept); step += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/bible/**/John/11#v35')

      const phone = await app.newPerson(PHONE, looking({ language }))
      await phone.page.goto('/')
      await phone.page.getByRole('button', { name: words.profile }).waitFor()
      await phone.page.keyboard.press('/')
      await phone.page.keyboard.type('ruth')
      await expect.poll(() => phone.page.locator(':focus').inputValue()).toBe('ruth')
      await phone.page.keyboard.press('Escape')
      await phone.page.getByRole('button', { name: words.menu }).waitFor()
      expect([...complaints, ...phone.complaints]).toEqual([])
      await phone.leave()
      await leave()
    },
  )

  it('works without script: the box, the filters, the next page and the verse', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('banner').getByRole('searchbox').first().fill('shepherd')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?query=shepherd')
    await page.getByLabel('Version', { exact: true }).selectOption('KJV')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('link', { name: 'More results' }).click()
    await page.getByText('From the first result on').waitFor()
    await results(page).first().click()
    await page.waitForURL('**/bible/KJV/**')
    await page.goto('/search?query=John+3:16')
    await page.waitForURL('**/bible/KJV/John/3#v16')
    await leave()
  })
})

describe('the bar', () => {
  it.each(['en', 'ko'] as const)('has its links in order, at a desk and behind a button, in %s', async (language) => {
    const { links, menu } = WORDS[language]
    const linksOf = ({ page }: Person) =>
      page.getByRole('banner').getByRole('navigation').getByRole('link').allTextContents()
    const wide = await app.newPerson(DESKTOP, looking({ language }))
    await wide.page.goto('/search')
    await expect.poll(() => linksOf(wide)).toEqual(links.slice(0, 4))
    await wide.page.getByRole('banner').locator('summary').click()
    await expect.poll(() => linksOf(wide)).toEqual(links)
    const phone = await app.newPerson(PHONE, looking({ language }))
    await phone.page.goto('/search')
    await phone.page.getByRole('button', { name: menu }).tap()
    expect(await linksOf(phone)).toEqual(links)
    // The menu covers the page's heading, so a tap at the foot of the page closes it.
    await phone.page.touchscreen.tap(195, 830)
    await phone.page.getByRole('button', { name: menu }).waitFor()
    await wide.leave()
    await phone.leave()
  })
})
