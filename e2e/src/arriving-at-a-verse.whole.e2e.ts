import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { AFTER_SCROLLING, AT_REST } from './in-page.ts'
import { bringCrossReferences, bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, openNotes, openPicker, PASSWORD, type Person, PHONE, verse } from './person.ts'

const app = appInBrowser(undefined, async (dataDir) => {
  await bringKoreanBible(dataDir)
  bringCrossReferences(dataDir)
})

/**
 * 'in view' if the first line of a verse is visible, below the column's header and above the bars at the foot. Any
 * other text says why the line is not visible.
 */
const IN_VIEW = (number: number) => `(() => {
  const piece = document.querySelector(".verse[data-verse='${number}']")
  const head = document.querySelector('.column-head')
  const bar = [...document.querySelectorAll('.choice-popup')].map((one) => one.getBoundingClientRect())
  if (!piece || !head) return 'not there'
  const [first] = piece.getClientRects()
  const foot = Math.min(innerHeight, ...bar.filter(({ top, width }) => width > innerWidth * 0.8 && top > innerHeight / 2).map(({ top }) => top))
  const above = head.getBoundingClientRect().bottom
  return first.top >= above - 1 && first.bottom <= foot + 1 ? 'in view' : first.top + ' of ' + above + ' to ' + foot
})()`

/** Opens another page as a link of the app does, and waits for it. */
const goInApp = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  if (path.startsWith('/bible/')) await page.locator('.verse').first().waitFor()
  else await page.waitForURL(`**${path.split('?')[0]}*`)
}

const PSALM = '/bible/WEB/Psalms/119'
const search = async (page: Page, query: string) => {
  const box = page.getByRole('banner').locator('input[name=query]:visible')
  if ((await box.count()) === 0) await page.getByRole('button', { name: 'Open menu' }).click()
  await box.fill(query)
  await box.press('Enter')
}
const go = async (page: Page, passage: string) => {
  await page.keyboard.press('g')
  await page.getByRole('combobox', { name: 'Passage' }).fill(passage)
  await page.keyboard.press('Enter')
}

type Way = {
  readonly by: string
  /** The page with the link. */
  readonly from: string
  readonly follow: (page: Page) => Promise<unknown>
  /** The address to which the link leads. */
  readonly to: string
}
/** Links and inputs of the app that lead to a verse. */
const WAYS: readonly Way[] = [
  {
    by: '#v130 typed into the address of the open chapter',
    from: PSALM,
    follow: (page) => page.evaluate("location.hash = '#v130'"),
    to: `${PSALM}#v130`,
  },
  {
    by: 'a note’s card',
    from: '/my-memos/memos',
    follow: (page) => page.locator('main li a[href*="#v105"]').click(),
    to: `${PSALM}#v105`,
  },
  {
    by: 'a highlight’s card',
    from: '/my-memos/highlights',
    follow: (page) => page.locator('main li a[href*="#v105"]').click(),
    to: `${PSALM}#v105`,
  },
  {
    by: 'a sermon’s card',
    from: '/my-memos/sermons',
    follow: (page) => page.locator('main li a[href*="#v105"]').click(),
    to: `${PSALM}#v105`,
  },
  {
    by: 'a result of the search',
    from: '/search?query=lamp+feet+light+path&version=WEB',
    follow: (page) => page.locator('main li a[href*="Psalms/119#v105"]').first().click(),
    to: `${PSALM}#v105`,
  },
  {
    by: 'a reference in the search box',
    from: PSALM,
    follow: (page) => search(page, 'Psalm 119:105'),
    to: '**/Psalms/119#v105',
  },
  { by: 'a passage that is typed', from: PSALM, follow: (page) => go(page, 'ps 119:105'), to: `${PSALM}#v105` },
  {
    by: 'a translation that was compared',
    from: '/version-comparison?reference=Psalm%20119:105',
    follow: (page) => page.locator('main a[href*="WEB/Psalms/119#v105"]').click(),
    to: `${PSALM}#v105`,
  },
]
const SIZES = [
  ['on a phone', PHONE],
  ['at a desk', DESKTOP],
] as const

describe.each(SIZES)('somebody %s', (size, device) => {
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(device)
    const { request } = ruth.page
    const username = `ruth${size.replaceAll(' ', '')}`
    const account = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
    expect((await request.post('/api/auth/signup', { data: account })).status()).toBe(201)
    const at = { version: 'WEB', book: 'Psalms' }
    const [verse_id, chapter] = [19_119_105, 119]
    const note = { ...at, verse_id, title: '', text: 'A lamp.' }
    const highlight = { ...at, chapter, verseId: verse_id, selectedText: 'Your word', startOffset: 0, endOffset: 9 }
    const sermon = { ...at, title: 'A lamp', speaker: 'Ruth', content: 'Light.', verseId: verse_id }
    const range = { startChapter: chapter, startVerseId: verse_id, endChapter: chapter, endVerseId: verse_id }
    for (const [path, data] of [
      ['/api/note/', note],
      ['/api/highlight/add', highlight],
      ['/api/sermon/', { ...sermon, ...range }],
    ] as const) {
      const answer = await request.post(path, { data })
      expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, 201, ''])
    }
  })

  const arrives = async (page: Page, to: string) => {
    const number = Number(/#v(\d+)$/.exec(to)?.[1])
    await page.waitForURL(to.startsWith('**') ? to : `**${to}`)
    await page.locator(`.verse[data-verse='${number}'][data-chosen]`).first().waitFor()
    await expect.poll(() => page.evaluate(IN_VIEW(number))).toBe('in view')
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(IN_VIEW(number))).toBe('in view')
  }

  it.each(WAYS)('arrives at the verse by $by', async ({ from, follow, to }) => {
    const { page } = ruth
    // The link is followed twice: before the page has loaded the chapter, and afterwards.
    await page.goto(from)
    await follow(page)
    await arrives(page, to)
    await page.keyboard.press('Escape')
    await goInApp(page, '/settings')
    await goInApp(page, from)
    await follow(page)
    await arrives(page, to)
    // A way that begins in the chapter itself is followed once more, after scrolling.
    if (from !== PSALM) return
    await page.evaluate('scrollTo(0, 400)')
    await page.evaluate(AFTER_SCROLLING)
    await page.evaluate("history.replaceState(history.state, '', location.pathname)")
    await follow(page)
    await arrives(page, to)
  })

  it('arrives at a cross-reference and at the verse in another version, from what is on a verse', async () => {
    const { page } = ruth
    for (const [part, name, to] of [
      ['Cross-references', /^1 John 4:9/, '/bible/WEB/1%20John/4#v9'],
      ['In other versions', 'American Standard Version', '/bible/ASV/John/3#v16'],
    ] as const) {
      await page.goto(new URL(to, app.address).pathname)
      await goInApp(page, '/bible/WEB/John/3')
      await openNotes(page, 16)
      await page.getByRole('heading', { name: part, exact: true }).click()
      await page.getByRole('link', { name }).click()
      await arrives(page, to)
    }
  })

  it('arrives at today’s verse from home', async () => {
    const { page } = ruth
    await page.goto('/')
    const link = page.locator('main a[href*="#v"]').first()
    const to = (await link.getAttribute('href')) ?? ''
    await link.click()
    await arrives(page, to)
    await goInApp(page, '/')
    await link.click()
    await arrives(page, to)
  })

  it('finds the place again by going back and forward, by a reload, and not by a new address', async () => {
    const { page } = ruth
    const top = () => page.evaluate<number>('Math.round(scrollY)')
    const read = async (y: number) => {
      await expect.poll(() => page.locator('[data-ahead]').count()).toBe(0)
      await page.evaluate(`scrollTo(0, ${y})`)
      await page.evaluate(AFTER_SCROLLING)
    }
    await page.goto(PSALM)
    await read(3000)
    await goInApp(page, '/search?query=lamp')
    await page.locator('main li a:visible').nth(4).waitFor()
    expect(await top()).toBe(0)
    await read(200)
    await page.goBack()
    await expect.poll(top).toBe(3000)
    await page.goForward()
    await expect.poll(top).toBe(200)
    await page.goBack()
    await expect.poll(top).toBe(3000)
    await page.reload()
    await expect.poll(top).toBe(3000)
    // A page opened again begins at its top, although it was scrolled before.
    await page.goto('about:blank')
    await page.goto(PSALM)
    await page.evaluate(AFTER_SCROLLING)
    expect(await top()).toBe(0)
    await page.goto('/search?query=lord')
    await page.locator('main li a:visible').nth(9).waitFor()
    await read(900)
    await page.goto('/search?query=grace')
    await page.locator('main li a:visible').nth(9).waitFor()
    await page.evaluate(AFTER_SCROLLING)
    expect(await top()).toBe(0)
  })
})

describe('columns', () => {
  const atTop = (page: Page, column = 0) =>
    page.evaluate<number>(`(() => {
      const own = document.querySelectorAll('[data-column]')[${column}]
      // The header's place while the person scrolls up. The header hides while the person reads on.
      const bar = own.querySelector('.column-head')
      const apart = getComputedStyle(own).overflowY === 'auto' ? own.getBoundingClientRect().top : 0
      const head = apart + Number.parseFloat(getComputedStyle(bar).top) + bar.offsetHeight
      return Number([...own.querySelectorAll('.verse')].find((piece) => piece.getBoundingClientRect().bottom > head + 2).dataset.verse)
    })()`)
  const two = (row: object) => ({
    columns: JSON.stringify(['WEB', 'KRV'].map((version) => ({ version, book: 'Psalms', chapter: 119 }))),
    'columns.row': JSON.stringify(row),
  })

  it('behind tabs keep the verse from one to the other and back', async () => {
    const { page, leave } = await app.newPerson(PHONE, two({ synced: false, active: 0 }))
    await page.goto('/bible-reading', { waitUntil: 'networkidle' })
    await verse(page, 60).evaluate((piece) => piece.scrollIntoView())
    await page.evaluate(AFTER_SCROLLING)
    // The tabs reappear when the person scrolls up.
    await page.evaluate('scrollBy(0, -60)')
    await page.evaluate(AFTER_SCROLLING)
    await page.evaluate(AT_REST)
    const read = await atTop(page)
    expect(read).toBeGreaterThan(50)
    await page.getByRole('tab', { name: '개역한글' }).dispatchEvent('click')
    await page.locator("[lang=ko] .verse[data-verse='1']").waitFor({ state: 'attached' })
    await expect.poll(() => atTop(page)).toBe(read)
    await page.getByRole('tab', { name: 'WEB' }).dispatchEvent('click')
    await page.locator("[lang=en] .verse[data-verse='1']").first().waitFor({ state: 'attached' })
    await expect.poll(() => atTop(page)).toBe(read)
    await leave()
  })

  it('that stand apart each have a place of their own, also after a reload, going back, and together again', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, two({ synced: false, active: 0 }))
    await page.goto('/bible-reading', { waitUntil: 'networkidle' })
    const scrollTo = (column: number, number: number) =>
      page
        .locator('[data-column]')
        .nth(column)
        .locator(`.verse[data-verse='${number}']`)
        .first()
        .evaluate((piece) => piece.scrollIntoView())
    await scrollTo(0, 40)
    await scrollTo(1, 90)
    await page.evaluate(AFTER_SCROLLING)
    const places = async () => [await atTop(page, 0), await atTop(page, 1)]
    const read = await places()
    expect((read[1] ?? 0) - (read[0] ?? 0)).toBeGreaterThan(30)
    await page.reload({ waitUntil: 'networkidle' })
    await expect.poll(places).toEqual(read)
    await goInApp(page, '/settings')
    await page.goBack()
    await expect.poll(places).toEqual(read)
    // The person presses the first column, which makes it the active one, and synchronizes the columns. The text of the
    // first column must stay in its place.
    await page
      .locator('[data-column]')
      .first()
      .click({ position: { x: 3, y: 300 } })
    await page.getByRole('button', { name: 'Synchronize Columns' }).click()
    await expect.poll(() => atTop(page, 0)).toBe(read[0])
    await leave()
  })

  it('that run together go to the verse of the one that was meant, whichever it is', async () => {
    const { page, leave } = await app.newPerson(DESKTOP, two({ synced: true, active: 0 }))
    await page.goto('/bible/WEB/Genesis/1', { waitUntil: 'networkidle' })
    for (const version of ['WEB', 'KRV']) {
      await goInApp(page, `/bible/${version}/Psalms/119#v105`)
      await page.locator(".verse[data-verse='105'][data-chosen]").first().waitFor()
      await expect.poll(() => page.evaluate(IN_VIEW(105))).toBe('in view')
      await goInApp(page, `/bible/${version}/Genesis/1`)
    }
    await leave()
  })
})

describe('a chapter that there is not', () => {
  it('is said to be none, and not remembered as what is read', async () => {
    const { page, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/Psalms/149')
    await page.getByRole('button', { name: 'Next chapter' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Psalm 150' }).waitFor()
    await (await openPicker(page)).getByLabel('Chapter', { exact: true }).fill('151')
    await page.keyboard.press('Enter')
    await page.getByText('Error: Psalms has 150 chapters.').waitFor()
    await page.goto('/')
    await page.getByRole('link', { name: 'Continue with Psalm 150' }).click()
    await page.getByRole('heading', { level: 1, name: 'Psalm 150' }).waitFor()
    await verse(page, 1).waitFor()
    await leave()
  })
})
