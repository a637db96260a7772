import { loadavg } from 'node:os'
import { startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { makePad, passage } from './pad-steps.ts'
import { newPerson, openBrowser, settled, signUpByCall } from './person.ts'

// npm run long-pad measures a study pad of 500 entries at normal speed. First: the time from a click in the list until
// the pad's first rows are painted. Second: the frames longer than 50 ms while 40 letters are typed into a text in the
// middle. The command fails if the median time is above 300 ms, or if there is such a frame.

const ENTRIES = 500
const TITLE = 'A long pad'
const TURNS = 5
const OPEN_MS = 300
const LETTERS = 'The shepherd leads us beside still water'
/** The time between two typed letters in milliseconds, as for a person. */
const LETTER_MS = 60

/** Of five entries, one is a heading, one a text, and three are verses of the Psalms. The middle entry is a text. */
const entries = Array.from({ length: ENTRIES }, (_, n) => {
  if (n % 5 === 3) return { type: 'heading', text: `Part ${n}` }
  return n % 5 === 0 ? { type: 'text', text: `Words **of** part ${n}.` } : passage(19_001_001 + 1_000 * (n % 100))
})

/** Makes `opened` a promise of the milliseconds from the next click until rows of the pad are painted. */
const NOTE_OPENING = `void (window.opened = new Promise((resolve) => addEventListener('click', ({ timeStamp }) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.pad-page [data-row]')) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
  })
  watch.observe(document, { childList: true, subtree: true })
}, { capture: true, once: true })))`

/** Records in `longFrames` the duration of each frame longer than 50 ms. */
const NOTE_FRAMES = `(() => {
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) throw new Error('No frames are observed')
  const longFrames = window.longFrames = []
  new PerformanceObserver((list) => longFrames.push(...list.getEntries().map(({ duration }) => Math.round(duration))))
    .observe({ type: 'long-animation-frame' })
})()`
/** Resolves with the long frames, after the pause in typing in which the draft is stored. */
const LONG_FRAMES = 'new Promise((done) => setTimeout(() => done(window.longFrames), 1_000))'

const app = await startApp()
const browser = await openBrowser()
try {
  const { page } = await newPerson(browser, app.address)
  await page.goto('/')
  await signUpByCall(page, 'longpad')
  await makePad(page, TITLE, entries)
  const rows = page.locator('.pad-page [data-row]')
  const opened: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    await settled(page, '/my-memos/pads')
    await page.evaluate(NOTE_OPENING)
    await page.getByRole('link', { name: TITLE, exact: true }).click()
    opened.push(Math.round(await page.evaluate<number>('window.opened')))
  }
  const median = opened.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? Number.NaN
  console.log(`A pad of ${ENTRIES} entries is seen after ${median} ms (median of ${TURNS}; all: ${opened.join(', ')})`)
  if (!(median <= OPEN_MS)) {
    console.error(`It took longer than ${OPEN_MS} ms`)
    process.exitCode = 1
  }
  await rows.nth(ENTRIES - 1).waitFor()
  const text = rows.nth(ENTRIES / 2).locator('textarea')
  await text.focus()
  await text.press('Control+End')
  await page.waitForLoadState('networkidle')
  await page.evaluate(NOTE_FRAMES)
  await text.pressSequentially(LETTERS, { delay: LETTER_MS })
  const longFrames = await page.evaluate<number[]>(LONG_FRAMES)
  if (!(await text.inputValue()).endsWith(LETTERS)) throw new Error('The letters are not in the text')
  console.log(`Frames longer than 50 ms while ${LETTERS.length} letters are typed: ${longFrames.join(', ') || 'none'}`)
  if (longFrames.length > 0) process.exitCode = 1
  console.log(`The load of this machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await endAll()
}
