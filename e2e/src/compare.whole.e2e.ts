import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { SMALL_CONTROLS } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, looking, PHONE, verse } from './person.ts'

/** The ids of two translations at the passage provider. */
const NKJV = '63097d2a0a2f7db3-01'
const AMP = 'a81b73293d3080c9-01'
let failing = true
const held: ServerResponse[] = []
/**
 * A stand-in for the passage provider. It refuses AMP, and fails for NKJV while `failing`. A request for any other
 * translation waits in `held` until a test answers it.
 */
const service = createServer((request, response) => {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.url?.includes(AMP)) return answer(400, {})
  if (request.url?.includes(NKJV))
    return failing ? answer(500, {}) : answer(200, { data: [{ content: '<p>Late.</p>' }] })
  held.push(response)
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

/** A sentence in English, in contrast to the name of a translation. */
const ENGLISH = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/

const WORDS = {
  en: {
    profile: 'Profile',
    title: 'Compare Bible Translations',
    how: 'How to compare',
    why: 'Why compare',
    box: 'Verse or passage',
    search: 'Search',
    nothing: 'No verses found. Please enter a verse to compare translations.',
    noVerse: 'No verse available',
    failed: 'Failed to fetch the verse. Please try again.',
    tryAgain: 'Try again',
    typed: 'John 3:16-17',
    heading: 'John 3:16–17',
    wrong: ['John 22', 'John has 21 chapters.'],
    tooLong: ['Psalm 119', 'A comparison holds at most 20 verses.'],
    absent: '17 more translations are not on this server',
    differences: 'Differences',
    side: 'Side by side',
    stacked: 'Stacked',
    copy: 'Copy KJV',
    copied: 'KJV copied to clipboard!',
    open: 'Read in KJV',
    first: 'KJV',
    korean: 'KRV',
    named: 'Korean Revised Version',
  },
  ko: {
    profile: '프로필',
    title: '성경 번역 비교',
    how: '비교하는 방법',
    why: '왜 비교할까요',
    box: '구절',
    search: '검색',
    nothing: '구절을 찾지 못했습니다. 비교할 구절을 입력해 주세요.',
    noVerse: '이 번역에는 구절이 없습니다',
    failed: '구절을 가져오지 못했습니다. 다시 시도해 주세요.',
    tryAgain: '다시 시도',
    typed: '요 3:16-17',
    heading: '요한복음 3:16-17',
    wrong: ['요한복음 22장', '요한복음은 21장까지 있습니다.'],
    tooLong: ['시편 119편', '한 번에 비교하기에는 너무 깁니다.'],
    absent: '이 서버에 없는 번역 17개',
    differences: '다른 낱말',
    side: '나란히',
    stacked: '위아래로',
    copy: 'KJV 복사',
    copied: 'KJV 본문을 복사했습니다.',
    open: 'KJV 본문에서 읽기',
    first: '개역한글',
    korean: '개역한글',
    named: '개역한글',
  },
} as const

const card = (page: Page, version: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: version }) })
const versionsShown = (page: Page) => page.locator('article h3 > span:first-child').allTextContents()

const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['at a desk', DESKTOP],
  ['on a phone', PHONE],
]
describe.each(SIZES)('comparing %s', (size, device) => {
  const app = appInBrowser(undefined, bringKoreanBible)

  it.each(['en', 'ko'] as const)('shows every text that is here, without any service, in %s', async (language) => {
    const words = WORDS[language]
    const { page, complaints, leave } = await app.newPerson(device, looking({ language }))
    await page.goto('/version-comparison')
    for (const name of [words.title, words.how, words.why]) await page.getByRole('heading', { name }).waitFor()
    const box = page.getByLabel(words.box, { exact: true })
    // A blank reference gets the message that a reference is missing.
    await box.fill('  ')
    await page.getByRole('button', { name: words.search, exact: true }).click()
    await page.getByRole('alert').filter({ hasText: words.nothing }).waitFor()
    for (const [typed, why] of [words.wrong, words.tooLong]) {
      await box.fill(typed)
      await box.press('Enter')
      await page.getByText(why).waitFor()
    }
    await box.fill(words.typed)
    await box.press('Enter')
    await page.getByRole('heading', { level: 2, name: words.heading }).waitFor()
    expect(new URL(page.url()).searchParams.get('reference')).toBe(words.typed)
    // The version in the person's language is first.
    const shown = await versionsShown(page)
    expect(shown[0]).toBe(words.first)
    expect(shown.toSorted()).toEqual(['ASV', 'KJV', 'WEB', words.korean].toSorted())
    await card(page, words.korean).getByText(words.named, { exact: true }).waitFor()
    await page.getByText(words.absent).click()
    await expect.poll(() => page.getByText(words.noVerse, { exact: true }).count()).toBe(17)
    if (words === WORDS.ko) expect(await page.getByRole('main').locator('details').textContent()).not.toMatch(ENGLISH)

    // Differences from the first text in the same language are yellow. Each verse has its number.
    await card(page, 'WEB').locator('ins', { hasText: 'one and' }).waitFor()
    await expect.poll(() => card(page, 'WEB').locator('del').first().textContent()).toBe('begotten')
    await expect.poll(() => card(page, 'WEB').locator('sup').allTextContents()).toEqual(['16', '17'])
    for (const first of ['KJV', words.korean]) expect(await card(page, first).locator('ins, del, mark').count()).toBe(0)
    const background = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
    expect(await background('article ins')).toBe('rgb(255, 236, 153)')
    // If differences are not shown, the whole matched text is yellow.
    await page.getByRole('button', { name: words.differences }).click()
    await expect
      .poll(() => card(page, 'KJV').locator('mark').textContent())
      .toMatch(/^16For God so loved.* 17For God sent not/)
    expect(await background('article mark')).toBe('rgb(255, 236, 153)')
    expect(await page.locator('ins, del').count()).toBe(0)

    // The choice between stacked and side by side is saved on this device.
    const places = async () => {
      const boxes = await page.getByRole('article').all()
      const [a, b] = await Promise.all(boxes.slice(0, 2).map((one) => one.boundingBox()))
      return a && b && Math.abs(a.y - b.y) < 2 && b.x > a.x ? 'side' : 'stacked'
    }
    await page.getByRole('button', { name: words.stacked }).click()
    await expect.poll(places).toBe('stacked')
    await page.getByRole('button', { name: words.side }).click()
    await expect.poll(places).toBe('side')
    await page.reload()
    await expect.poll(places).toBe('side')

    await page.getByRole('button', { name: words.copy }).click()
    await page.getByText(words.copied).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/^For God so loved.*\nJohn 3:16–17 \(KJV\)$/s)
    if (device === PHONE) expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    await page.getByRole('link', { name: words.open }).click()
    await page.waitForURL('**/bible/KJV/John/3#v16')
    await expect.poll(() => verse(page, 16).getAttribute('data-chosen')).not.toBeNull()
    expect(
      complaints.filter((one) => !/status of 400/.test(one)),
      size,
    ).toEqual([])
    await leave()
  })
})

describe('comparing with a service', () => {
  const app = appInBrowser(() => ({ BIBLE_PROVIDER_URL: address }))

  it.each(['en', 'ko'] as const)(
    'shows what is here at once, and each of the others as it comes, in %s',
    async (language) => {
      const words = WORDS[language]
      failing = true
      const { page, leave } = await app.newPerson(DESKTOP, looking({ language }))
      await page.goto(`/version-comparison?reference=${language === 'en' ? 'John+11:35' : 'John+11:33'}`)
      await card(page, 'KJV').getByRole('paragraph').first().waitFor()
      expect((await versionsShown(page)).slice(0, 3)).toEqual(['KJV', 'ASV', 'WEB'])
      // One version lacks the verse, one fails, and one has not answered. None waits for another.
      await card(page, 'AMP').getByText(words.noVerse).waitFor()
      await card(page, 'NKJV').getByText(words.failed).waitFor()
      await card(page, 'CSB').getByRole('status').waitFor()
      // The provider's message is English, so the Korean page leaves it out.
      if (language === 'ko') expect(await card(page, 'NKJV').textContent()).not.toMatch(ENGLISH)
      failing = false
      await card(page, 'NKJV').getByRole('button', { name: words.tryAgain }).click()
      await card(page, 'NKJV').getByText('Late.').waitFor()
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await expect
        .poll(async () => {
          for (const response of held.splice(0))
            response
              .writeHead(200, { 'content-type': 'application/json' })
              .end('{"data":[{"content":"<p>He cried.</p>"}]}')
          return card(page, 'CSB').getByText('cried.').count()
        })
        .toBe(1)
      await leave()
    },
  )
})

describe('comparing', () => {
  const app = appInBrowser()

  it.each(['en', 'ko'] as const)('works by keyboard alone, in %s', async (language) => {
    const words = WORDS[language]
    const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language }))
    await page.goto('/version-comparison')
    // The Profile button appears once the page handles keys.
    await page.getByRole('button', { name: words.profile }).waitFor()
    const focused = () =>
      page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
    const tabTo = async (name: string) => {
      for (let step = 0; step < 25 && (await focused()) !== name; step += 1) await page.keyboard.press('Tab')
      expect(await focused()).toBe(name)
    }
    await tabTo(words.box)
    await page.keyboard.type('Jn 11:35')
    await page.keyboard.press('Enter')
    await card(page, 'KJV').getByText('Jesus wept.').waitFor()
    await tabTo(words.stacked)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('button', { name: words.stacked, pressed: true }).count()).toBe(1)
    await tabTo(words.open)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/bible/KJV/John/11#v35')
    expect(complaints).toEqual([])
    await leave()
  })

  it('works without script', async () => {
    const plain = await app.newPerson({ ...DESKTOP, javaScriptEnabled: false })
    await plain.page.goto('/')
    await plain.page.getByRole('link', { name: 'Version Comparison' }).click()
    await plain.page.getByLabel('Verse or passage').fill('Jn 11:35')
    await plain.page.getByRole('button', { name: 'Search', exact: true }).click()
    await plain.page.waitForURL('**/version-comparison?reference=Jn+11%3A35')
    await card(plain.page, 'WEB').getByText('Jesus wept.').waitFor()
    await plain.page.getByText('17 more translations are not on this server').click()
    await expect.poll(() => plain.page.getByText('No verse available').count()).toBe(17)
    await plain.leave()
  })
})
