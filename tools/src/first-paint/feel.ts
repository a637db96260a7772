import { setTimeout as sleep } from 'node:timers/promises'
import { LOOKS_MS, noteSeen } from '@pathlight/testing/seen-after-press.ts'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { median } from '../bench/figures.ts'
import { scriptsDuring, tasksDuring } from './main-thread.ts'

// Measures how long the reader and long lists block the page's main thread, as a multiple of a fixed piece of work in
// the same page. A slow or busy machine slows the page and the piece of work down equally.

/** A fixed piece of work. Its duration shows the machine's speed. */
const PIECE_OF_WORK = `new Promise((done) =>
  setTimeout(() => {
    const items = Array.from({ length: 6000 }, (_, at) => ({ at, word: String((at * 7919) % 6007), of: [at] }))
    items.sort((a, b) => (a.word < b.word ? -1 : 1))
    done(JSON.parse(JSON.stringify(items)).length)
  }))`

/**
 * The limits in pieces of work: a slice of a page's hydration, turning to another chapter, a task while scrolling, a
 * typed letter, opening a list.
 */
const ASKED = { slice: 3, turn: 18, scroll: 9, letter: 9, list: 35 }
/**
 * How often each figure of ASKED is measured. The fastest counts, because other work on the machine can only make a
 * measurement longer.
 */
const TURNS = 4
/** How many presses on the passage chip, which opens the picker of passages, are measured on each kind of device. */
const PRESSES = 5
/** The factor by which the processor is slowed, as on a slow phone. */
const SLOWED = 4
/**
 * The number of notes in the list. It is greater than the number up to which the page searches by itself (SEARCHED_HERE
 * in apps/web/src/study/use-item-list.ts).
 */
const ITEMS = Number(process.env.LIST_ITEMS ?? 1_050)

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** Adds 500 highlights to the verses of two columns. */
const HIGHLIGHT = `(() => {
  const ranges = []
  for (const verse of document.querySelectorAll('.verse')) {
    const text = verse.lastChild
    for (const from of [0, 12]) if (text.nodeType === 3 && text.length > from + 9)
      ranges.push(new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: from + 9 }))
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('::highlight(trial) { background-color: #ffe08a }')
  document.adoptedStyleSheets.push(sheet)
  CSS.highlights.set('trial', new Highlight(...ranges.slice(0, 500)))
  return Math.min(ranges.length, 500)
})()`

const WRITE = `(async () => {
  const words = ['grace', 'light', 'water', 'mountain', 'shepherd', 'river', 'covenant', 'mercy', 'lamp', 'morning']
  let next = 0
  const write = async () => {
    while (next < ${ITEMS}) {
      const n = next++
      const text = n === 3 ? 'The needle in the hay.' : Array.from({ length: 60 }, (_, i) => words[(n * 7 + i * 3) % 10]).join(' ') + ' ' + n
      const body = JSON.stringify({ verse_id: 43003001 + (n % 30), version: 'KJV', text })
      const answer = await fetch('/api/note/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      if (answer.status !== 201) throw new Error('Not written: ' + answer.status)
    }
  }
  await Promise.all([write(), write(), write(), write()])
})()`

/** Types a letter into the search box and waits for the next frame. */
const TYPE = (letter: string) => `new Promise((resolve) => {
  const box = document.querySelector('main input[type=search]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, box.value + '${letter}')
  box.dispatchEvent(new Event('input', { bubbles: true }))
  requestAnimationFrame(() => setTimeout(resolve))
})`

const sum = (tasks: readonly number[]): number => tasks.reduce((all, task) => all + task, 0)

/** Prints how much work a person waits for while reading and in lists. Returns false if a limit is exceeded. */
export const measureFeel = async (address: string, executablePath: string): Promise<boolean> => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const inPage = async <T>(options: BrowserContextOptions, act: (page: Page) => Promise<T>, kept = {}): Promise<T> => {
    const context = await browser.newContext({ baseURL: address, locale: 'en-US', serviceWorkers: 'block', ...options })
    await context.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, Object.entries<string>(kept))
    try {
      return await act(await context.newPage())
    } finally {
      await context.close()
    }
  }
  const piece = async (page: Page) => {
    const [longest = Number.NaN] = await scriptsDuring(page, async () => void (await page.evaluate(PIECE_OF_WORK)))
    return longest
  }
  let good = true
  /**
   * Measures `act` in pieces of work, and compares the result with the limit `most`. Each piece is measured in the same
   * page as `act`.
   */
  const measure = async (
    what: string,
    most: number,
    options: BrowserContextOptions,
    act: (page: Page) => Promise<number>,
    kept = {},
  ) => {
    const [took, pieces]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn += 1)
      await inPage(
        options,
        async (page) => {
          took.push(await act(page))
          pieces.push(await piece(page))
        },
        kept,
      )
    const ratio = Math.min(...took) / Math.min(...pieces)
    // If nothing was measured, the ratio is NaN, and the comparison is false.
    const met = ratio <= most
    if (!met) good = false
    console.log(
      `${met ? '✓' : '✗'} ${what}: ${ratio.toFixed(1)} pieces (asked: ≤ ${most}), ${Math.min(...took).toFixed(0)} ms`,
    )
  }
  console.log('\nWork of the main thread, in pieces of the same work in the same page')
  try {
    for (const path of ['/', '/bible/KJV/John/3', '/bible/KJV/Psalms/119'])
      await measure(`the longest slice in which ${path} is taken over`, ASKED.slice, PHONE, async (page) => {
        const [longest = Number.NaN] = await scriptsDuring(page, async () => {
          await page.goto(path, { waitUntil: 'networkidle' })
        })
        return longest
      })

    await measure('turning to a chapter that was fetched ahead', ASKED.turn, DESKTOP, async (page) => {
      await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
      const turnTo = async (key: string, to: string) => {
        await page.keyboard.press(key)
        await page.getByRole('heading', { level: 1, name: to, exact: true }).waitFor()
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      }
      await turnTo('ArrowRight', 'John 4')
      await page.waitForLoadState('networkidle')
      return sum(await tasksDuring(page, () => turnTo('ArrowLeft', 'John 3')))
    })

    for (const [where, options, rate] of [
      ['at a desk', DESKTOP, 1],
      [`at a desk slowed ${SLOWED} times`, DESKTOP, SLOWED],
      ['on a phone', PHONE, 1],
      [`on a phone slowed ${SLOWED} times`, PHONE, SLOWED],
    ] as const) {
      const seen: number[] = []
      for (let turn = 0; turn < PRESSES; turn += 1)
        seen.push(
          await inPage(options, async (page) => {
            await page.goto('/bible/KJV/John/3')
            await sleep(LOOKS_MS)
            const hand = await page.context().newCDPSession(page)
            await hand.send('Emulation.setCPUThrottlingRate', { rate })
            await page.evaluate(noteSeen('.picker-cells > [data-cell]'))
            const chip = page.locator('.passage-chip').first()
            await (options === PHONE ? chip.tap() : chip.click())
            return Math.round(await page.evaluate<number>('seenAfter'))
          }),
        )
      console.log(
        `  The picker is seen ${median(seen)} ms after a press on its chip ${where} (wanted: 40 ms; all: ${seen.join(', ')})`,
      )
    }

    const columns = ['WEB', 'KJV'].map((version) => ({ version, book: 'Psalms', chapter: 119 }))
    await measure(
      'the longest task while two columns of Psalm 119 with 500 highlights scroll',
      ASKED.scroll,
      DESKTOP,
      async (page) => {
        await page.goto('/bible-reading', { waitUntil: 'networkidle' })
        await page.locator('[data-column]').nth(1).locator(".verse[data-verse='176']").waitFor()
        if ((await page.evaluate<number>(HIGHLIGHT)) < 500) throw new Error('There are fewer than 500 highlights')
        await page.mouse.move(700, 500)
        const [longest = Number.NaN] = await tasksDuring(page, async () => {
          for (let step = 0; step < 40; step += 1) {
            await page.mouse.wheel(0, 240)
            await page.evaluate('new Promise(requestAnimationFrame)')
          }
        })
        return longest
      },
      { columns: JSON.stringify(columns), 'columns.row': JSON.stringify({ synced: true }) },
    )

    const password = 'Lamp4myfeet!'
    const data = { username: 'many', email: 'many@example.org', password, confirm_password: password }
    const storageState = await inPage(DESKTOP, async (page) => {
      await page.goto('/')
      if (!(await page.request.post('/api/auth/signup', { data })).ok()) throw new Error('Nobody was signed up')
      await page.evaluate(WRITE)
      return page.context().storageState()
    })
    const signedIn = { ...DESKTOP, storageState }
    await measure(`opening a list of ${ITEMS} notes`, ASKED.list, signedIn, async (page) => {
      await page.goto('/my-memos', { waitUntil: 'networkidle' })
      const tasks = await tasksDuring(page, async () => {
        await page.locator('main a[href="/my-memos/memos"]').first().click()
        await page.waitForURL('**/my-memos/memos')
        await page.locator('main li').nth(4).waitFor()
      })
      return sum(tasks)
    })
    await measure(`a letter that is typed above ${ITEMS} notes`, ASKED.letter, signedIn, async (page) => {
      await page.goto('/my-memos/memos', { waitUntil: 'networkidle' })
      const longest: number[] = []
      for (const letter of 'needle') {
        const [task = Number.NaN] = await tasksDuring(page, async () => void (await page.evaluate(TYPE(letter))))
        longest.push(task)
      }
      return median(longest)
    })
    return good
  } finally {
    await browser.close()
  }
}
