import { eventually } from '@pathlight/testing/eventually.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { bringCrossReferences, bringKoreanBible } from './korean-bible.ts'
import {
  chooseVersion,
  DESKTOP,
  looking,
  type Person,
  PHONE,
  said,
  settled,
  signUpInDialog,
  verseNumber,
} from './person.ts'

const app = appInBrowser(undefined, async (dataDir) => {
  await bringKoreanBible(dataDir)
  bringCrossReferences(dataDir)
})

const selected = (page: Page) => page.evaluate<string>('getSelection().toString()')
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
const popup = (page: Page) => page.getByRole('toolbar')
const lines = (page: Page, verse: number) =>
  page
    .locator(`.verse[data-verse='${verse}']`)
    .first()
    .evaluate((piece) => {
      const boxes = [...piece.getClientRects()]
      return boxes.map(({ left, top, right, bottom }) => ({ left, top, right, bottom }))
    })

const drag = async (page: Page, from: readonly [number, number], to: readonly [number, number]) => {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 6 })
  await page.mouse.up()
}
/** Selects some words of a verse's first line by mouse. */
const selectIn = async (page: Page, verse: number) => {
  const [first] = await lines(page, verse)
  if (!first) throw new Error(`Verse ${verse} is not there`)
  const y = (first.top + first.bottom) / 2
  await drag(page, [first.left + 60, y], [first.left + 220, y])
}
/** Whether the popup covers part of the selection. */
const covers = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { left, top, right, bottom } = document.querySelector('[role=toolbar]').getBoundingClientRect()
    return [...getSelection().getRangeAt(0).getClientRects()].some((line) =>
      left < line.right && right > line.left && top < line.bottom && bottom > line.top)
  })()`)

describe('the specification on selecting', () => {
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP)
  })

  it('“selecting text in a verse opens a popup with Memos, Highlights, Sermon and Copy”, which does not lie on it', async () => {
    const { page, complaints } = ruth
    await page.goto('/bible/WEB/John/3')
    await selectIn(page, 5)
    await popup(page).waitFor()
    const offered = (await popup(page).getByRole('button').allTextContents()).filter((words) => words !== '')
    expect(offered.slice(0, 5)).toEqual(['Memos', 'Highlights', 'Sermon', 'Pad', 'Copy'])
    expect(await covers(page)).toBe(false)
    await page.keyboard.press('Escape')
    await popup(page).waitFor({ state: 'detached' })
    expect(await selected(page)).toBe('')
    expect(complaints).toEqual([])
  })

  it('acts on each verse’s part of a selection over several verses, also of one that begins on a verse’s number', async () => {
    const { page } = ruth
    await page.goto('/bible/WEB/John/3')
    const from = await verseNumber(page, 4).boundingBox()
    const [to] = await lines(page, 5)
    if (!(from && to)) throw new Error('Verses 4 and 5 are not there')
    await drag(page, [from.x + 3, from.y + from.height / 2], [to.left + 180, (to.top + to.bottom) / 2])
    await popup(page).waitFor()
    expect(await selected(page)).toMatch(/^Nicodemus said to him/)
    await popup(page).getByRole('button', { name: 'Copy' }).click()
    await said(page, 'WEB - John 3:4-5 copied to clipboard!')
    expect(await copied(page)).toMatch(/^4 Nicodemus said .* be born\?” 5 Jesus .+\nJohn 3:4-5 \(WEB\)$/)
  })

  it('keeps the selection in the column where it began', async () => {
    const { page } = ruth
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: 'Add Version' }).click()
    const left = page.locator("[data-column] .verse[data-verse='2']").first()
    await page.locator("[data-column] .verse[data-verse='2']").nth(1).waitFor()
    const box = await left.boundingBox()
    await drag(page, [(box?.x ?? 0) + 100, (box?.y ?? 0) + 12], [1100, 420])
    await popup(page).waitFor()
    await popup(page).getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => copied(page)).toContain('(WEB)')
    expect(await copied(page)).not.toMatch(/\p{Script=Hangul}/u)
    await page.getByRole('button', { name: 'Close KRV' }).click()
  })

  it('“{version} - {book} {chapter}:{verse} copied to clipboard!”, of a verse, of a range by Shift and a click, and in Korean by the Korean name', async () => {
    const { page } = ruth
    await page.goto('/bible/KJV/John/3')
    await verseNumber(page, 16).click()
    await popup(page).getByRole('button', { name: 'Copy' }).click()
    await said(page, 'KJV - John 3:16 copied to clipboard!')
    expect(await copied(page)).toMatch(/^For God so loved the world.*\nJohn 3:16 \(KJV\)$/)
    await verseNumber(page, 18).click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: 'Verses 16-18' }).getByRole('button', { name: 'Copy' }).click()
    await said(page, 'KJV - John 3:16-18 copied to clipboard!')
    await page.goto('/bible/KRV/John/3')
    await verseNumber(page, 16).click()
    await popup(page).getByRole('button', { name: 'Copy' }).click()
    await said(page, 'KRV - 요한복음 3:16 copied to clipboard!')
  })

  it('“Verse not found or version mismatch.” where the text is another version’s', async () => {
    const { page } = ruth
    await page.route('**/api/bible/chapter*version=ASV*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const verse of answer.verses) verse.version = 'KJV'
      await route.fulfill({ response, json: answer })
    })
    await page.goto('/bible/KJV/John/3')
    await chooseVersion(page, 'ASV')
    await page.waitForURL('**/ASV/John/3')
    await verseNumber(page, 16).click()
    await popup(page).getByRole('button', { name: 'Copy' }).click()
    await said(page, 'Verse not found or version mismatch.')
    await page.unroute('**/api/bible/chapter*version=ASV*')
  })

  it('selects words, chooses several verses and reaches the popup by keys alone', async () => {
    const { page } = ruth
    await page.goto('/bible/WEB/John/3')
    await verseNumber(page, 5).focus()
    for (let word = 0; word < 3; word += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('toolbar', { name: 'Selected words of verse 5' }).waitFor()
    const words = (await selected(page)).trim()
    expect(words).toMatch(/^Jesus answered/)
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(async () => (await selected(page)).trim()).toBe(words.replace(/^Jesus\s+/, ''))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Memos')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Verse 5')
    await page.keyboard.press('Enter')
    await page.getByRole('toolbar', { name: 'Verse 5', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await verseNumber(page, 5).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar', { name: 'Verses 5-7' }).waitFor()
  })

  it('“Please log in to use this feature.” is told to a person who is logged out; afterwards they are back at the same selection', async () => {
    const { page } = ruth
    await page.goto('/bible/WEB/John/3')
    await selectIn(page, 5)
    const words = await selected(page)
    expect(words.trim()).not.toBe('')
    await popup(page).getByRole('button', { name: 'Highlights' }).click()
    const please = page.getByRole('dialog', { name: 'Please log in to use this feature.' })
    await please.getByRole('button', { name: 'Sign Up' }).click()
    await signUpInDialog(page, 'ruth')
    // After the log-in the action continues by itself, with the same words.
    const highlights = async () => (await page.request.get('/api/highlight/user')).json()
    await eventually(async () =>
      expect(await highlights()).toEqual([
        expect.objectContaining({ version: 'WEB', verse_id: 43_003_005, selected_text: words.trim() }),
      ]),
    )
  })

  it('shows all that is on a verse in one panel, also cross-references and the verse in the other versions, to everybody', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/KJV/John/3')
    await verseNumber(page, 16).click()
    await popup(page).getByRole('button', { name: 'More on this verse' }).click()
    const panel = page.getByRole('complementary', { name: 'John 3:16' })
    await expect.poll(() => panel.locator('blockquote').first().textContent()).toMatch(/^For God so loved the world/)
    const elsewhere = panel.getByRole('region', { name: 'Cross-references' })
    await expect
      .poll(() => elsewhere.getByRole('link').allTextContents())
      .toEqual(['Romans 5:8–9', '1 John 4:9', 'A list of ours'])
    await elsewhere.getByText('But God commendeth his love toward us').waitFor()
    const others = panel.getByRole('region', { name: 'In other versions' })
    await others.getByText(/his (one and only|only born) Son/).waitFor()
    await others.getByRole('link', { name: '개역한글' }).click()
    await page.waitForURL('**/bible/KRV/John/3#v16')
    await leave()
  })

  it.each([
    {
      what: 'the next column at a desk',
      device: DESKTOP,
      language: 'en',
      more: 'More on this verse',
      open: 'Open Romans 5:8–9 in the next column',
    },
    {
      what: 'another tab on a phone, in Korean',
      device: PHONE,
      language: 'ko',
      more: '이 구절 더 보기',
      open: '로마서 5:8-9 옆 단에서 열기',
    },
  ] as const)('opens a cross-reference in $what, and leaves the place as it was', async (by) => {
    const { page, complaints, leave } = await app.newPerson(by.device, looking({ language: by.language }))
    await settled(page, '/bible/KJV/John/3')
    const place = page.locator(".verse-number[data-verse='16']").first()
    const top = () => place.evaluate((number) => Math.round(number.getBoundingClientRect().top))
    // Playwright's click would scroll to a hidden verse, so the verse is centred first.
    await place.evaluate((number) => number.scrollIntoView({ block: 'center' }))
    await place.click()
    await popup(page).getByRole('button', { name: by.more }).click()
    const opens = page.getByRole('button', { name: by.open })
    await opens.scrollIntoViewIfNeeded()
    const before = await top()
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(150)
    await opens.click()
    await page.waitForURL('**/bible/KJV/Romans/5#v8-9')
    await page.locator(".verse[data-verse='8'][data-chosen='pointed']").first().waitFor()
    if (by.device === DESKTOP) {
      await expect.poll(() => page.locator('[data-column]').count()).toBe(2)
      // The toolbar has appeared above the verse, so the verse may have moved by the toolbar's height.
      await expect
        .poll(async () => Math.abs((await top()) - before), { message: `it stood at ${before}` })
        .toBeLessThan(120)
      // The panel stays open with the same cross-references.
      await opens.waitFor()
    } else expect(await page.getByRole('tab').allTextContents()).toEqual(['KJV', 'KJV'])
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/bible/KJV/John/3')
    await place.waitFor()
    // The tabs have appeared above the verse, so the verse may have moved by the tabs' height.
    if (by.device === PHONE) await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(60)
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('the letters of cross-references', () => {
  const letterOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it.each([
    { device: DESKTOP, language: 'en', name: 'Cross-references of verse 16', letter: '"a"', version: 'KJV' },
    { device: PHONE, language: 'ko', name: '16절 관련 구절', letter: '"ㄱ"', version: 'KRV' },
  ] as const)('lead from the end of a verse to its passages, in $language, and back', async (by) => {
    const { page, complaints, leave } = await app.newPerson(by.device, looking({ language: by.language }))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/bible/${by.version}/John/3`)
    const letter = letterOf(page, by.name)
    await letter.waitFor()
    // The letter is drawn by CSS after the verse's last word, so it is not in copied text.
    const drawn = await letter.evaluate((button) => getComputedStyle(button, '::before').content)
    expect(drawn).toBe(by.letter)
    await expect.poll(() => page.locator('.letter').count()).toBe(1)
    const verse = page.locator(".verse[data-verse='16']").first()
    expect(await verse.textContent()).not.toMatch(/[aㄱ]$/)
    // The cross-references are fetched only after a press.
    expect(asked).not.toContain('/api/bible/cross-references')
    const verseNumber = page.locator(".verse-number[data-verse='16']").first()
    await verseNumber.focus()
    await letter.scrollIntoViewIfNeeded()
    const before = await letter.boundingBox()
    if (by.device === PHONE) await letter.tap()
    else {
      await page.keyboard.press('Tab')
      expect(await letter.evaluate((button) => button === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
    }
    const panel = page.getByRole(by.device === PHONE ? 'dialog' : 'complementary')
    const passages = panel.getByRole('region', { name: by.language === 'ko' ? '관련 구절' : 'Cross-references' })
    await passages.getByRole('link').first().waitFor()
    // The cross-references are the first section. Each link and button is at least 44 px high.
    const [first] = await panel.getByRole('heading', { level: 3 }).allTextContents()
    expect(first).toBe(by.language === 'ko' ? '관련 구절' : 'Cross-references')
    const targets = [...(await passages.getByRole('link').all()).slice(0, 2), passages.getByRole('button').first()]
    for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    const after = await letter.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
    if (by.device === PHONE) {
      // The sheet with the settings of the text leaves room above it, so that their effect is visible.
      await page.getByRole('button', { name: '글자 설정' }).tap()
      const sheet = page.getByRole('dialog', { name: '글자 설정' })
      await expect.poll(async () => (await sheet.boundingBox())?.y).toBeGreaterThan(PHONE.viewport.height * 0.38)
      await page.goBack()
      await sheet.waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
    await leave()
  })

  it('are there before the scripts, so that no line moves, and go where they are switched off, and on paper', async () => {
    const still = await app.newPerson(DESKTOP)
    const html = await (await still.page.request.get('/bible/KJV/John/3', { headers: { accept: 'text/html' } })).text()
    expect(html.match(/class="letter"[^>]*data-letter="a"/g)).toHaveLength(1)
    const { page } = still
    await page.goto('/bible/KJV/John/3')
    const letter = letterOf(page, 'Cross-references of verse 16')
    await page.getByRole('button', { name: 'Text settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Text settings' })
    // Parts that the chapter lacks cannot be chosen, and the sheet gives the reason.
    await expect.poll(() => settings.getByRole('checkbox', { name: /^Red letters/ }).isDisabled()).toBe(true)
    await settings.getByText('This text has none of what is grey.').waitFor()
    await settings.getByRole('checkbox', { name: 'Cross-references' }).uncheck()
    await letter.waitFor({ state: 'hidden' })
    await page.reload()
    await verseNumber(page, 16).waitFor()
    expect(await letter.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Text settings' }).click()
    await settings.getByRole('checkbox', { name: 'Cross-references' }).check()
    await letter.waitFor()
    await page.keyboard.press('Escape')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.letter').first().isVisible()).toBe(false)
    await still.leave()
  })
})

describe('selecting by touch', () => {
  it('offers what can be done at the thumb, away from the system’s own menu, and keeps what is selected in view', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/John/3')
    // The selection handles of the system change the selection without pointer events, so the test sets the selection
    // by script.
    await eventually(async () => {
      await page
        .locator(".verse[data-verse='5']")
        .first()
        .evaluate((piece) => {
          const text = piece.lastChild ?? piece
          getSelection()?.setBaseAndExtent(text, 2, text, 20)
        })
      await popup(page).waitFor({ timeout: 5_000 })
    })
    const bar = await popup(page).boundingBox()
    expect(bar && bar.y + bar.height).toBeGreaterThan(780)
    expect(await covers(page)).toBe(false)
    await popup(page).getByRole('button', { name: 'Copy' }).tap()
    await expect.poll(() => copied(page)).toMatch(/\nJohn 3:5 \(WEB\)$/)
    expect(await selected(page)).not.toBe('')
    await popup(page).getByRole('button', { name: 'Close' }).tap()
    await popup(page).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await leave()
  })
})
