import { loadavg } from 'node:os'
import { startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { SERVED } from './in-page.ts'
import { newPerson, openBrowser, PHONE, verse } from './person.ts'

// How long it takes to open a chapter with the server killed, the processor slowed four times: npm run opening-offline
// The figure is when the words are painted, in milliseconds since the page was asked for. The budget is 1,000.
// Then how long a search in a version that is kept takes: from the page's question to the answer of its worker. The budget
// is 300 for each search that is typed, the first of a page too. The command fails above it. A link that holds the query
// gives the worker no time to make ready: its figure is printed.

const TURNS = 9
const SLOWED = 4
/** When the words were painted, when the page's answer began, and when its HTML was here. */
const TIMES = `(() => {
  const [page] = performance.getEntriesByType('navigation')
  const [{ startTime: painted }] = performance.getEntriesByName('first-contentful-paint')
  return [painted, page.responseStart, page.responseEnd].map(Math.round)
})()`

/** The longest that a search may take, in milliseconds. */
const SEARCH_MS = 300
/** Frequent and rare words, words together, a sentence, parts of words, words that are not there. */
const QUERIES = [
  ...['lord', 'shepherd', 'love one another', '"the kingdom shall be"', 'god so loved the world', 'and the of'],
  ...['righteous*', 'nebuchadnezzar', 'shephard', 'fear not', '"in the beginning"', 'mercy truth peace'],
]
/** Notes when the worker of texts is asked, and when it has answered: [query, milliseconds], in `searches`. */
const NOTE_SEARCHES = `(() => {
  const searches = window.searches = []
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.type === 'ask' && message.path.startsWith('/api/bible/find')) {
      const begun = performance.now()
      const query = new URL(message.path, location.href).searchParams.get('query')
      const hear = ({ data }) => {
        if (data.type !== 'answer' || data.id !== message.id) return
        searches.push([query, performance.now() - begun, data.value?.offline?.join() ?? ''])
        this.removeEventListener('message', hear)
      }
      this.addEventListener('message', hear)
    }
    return postMessage.call(this, message, ...more)
  }
})()`
type Search = readonly [query: string, ms: number, versions: string]

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const app = await startApp()
const browser = await openBrowser()
try {
  const { page } = await newPerson(browser, app.address, { ...PHONE, serviceWorkers: 'allow' })
  await page.goto('/bible/KJV/John/3')
  await eventually(async () => {
    if (!(await page.evaluate(SERVED))) throw new Error('The service worker does not serve the page yet')
  }, 60_000)
  await page.getByLabel('Version', { exact: true }).first().selectOption('')
  const keeping = page.getByRole('dialog')
  await keeping.getByRole('button', { name: /^Keep offline: King James/ }).click()
  await keeping.getByText(/^Kept offline/).waitFor({ timeout: 60_000 })
  await app.kill()
  const context = page.context()
  const taken: number[][] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const opened = await context.newPage()
    const hand = await context.newCDPSession(opened)
    await hand.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await opened.goto('/bible/KJV/John/3')
    await verse(opened, 16).waitFor()
    taken.push(await opened.evaluate<number[]>(TIMES))
    await opened.close()
  }
  const [painted = [], begun = [], here = []] = [0, 1, 2].map((at) => taken.map((times) => times[at] ?? Number.NaN))
  console.log(`Words painted after ${median(painted)} ms (median of ${TURNS}; all: ${painted.join(', ')})`)
  console.log(`The service worker's answer began after ${median(begun)} ms, and was here after ${median(here)} ms`)

  const opened = await context.newPage()
  await opened.addInitScript(NOTE_SEARCHES)
  const noted = async (count: number) =>
    eventually(async () => {
      const searches = await opened.evaluate<Search[]>('window.searches')
      if (searches.length < count) throw new Error(`${count - searches.length} searches are not answered`)
      return searches
    }, 30_000)
  /** The searches of a page, one after the other, typed as by a hand: the page makes ready for them when it is opened. */
  const searched = async (queries: readonly string[]): Promise<readonly Search[]> => {
    await opened.goto('/search')
    const box = opened
      .getByRole('searchbox')
      .or(opened.getByRole('combobox', { name: /^Search/ }))
      .first()
    for (const [at, query] of queries.entries()) {
      await box.fill('')
      await box.pressSequentially(query, { delay: 120 })
      await opened.keyboard.press('Enter')
      await noted(at + 1)
    }
    return noted(queries.length)
  }
  // Each page begins with another one.
  const pages: (readonly Search[])[] = []
  for (let turn = 0; turn < 3; turn += 1)
    pages.push(await searched([...QUERIES.slice(turn), ...QUERIES.slice(0, turn)]))
  const searches = pages.flat()
  const notKept = searches.filter(([, , versions]) => versions !== 'KJV')
  if (notKept.length > 0) throw new Error(`Not answered from the version that is kept: ${JSON.stringify(notKept)}`)
  const slowest = searches.toSorted(([, a], [, b]) => b - a)
  const inWords = ([query, ms]: Search) => `${query} ${Math.round(ms)} ms`
  console.log(`Searches took ${Math.round(median(searches.map(([, ms]) => ms)))} ms (median of ${searches.length})`)
  console.log(`The slowest: ${slowest.slice(0, 3).map(inWords).join('; ')}`)
  console.log(`The first of each page: ${pages.map(([first]) => first && inWords(first)).join('; ')}`)
  await opened.goto(`/search?query=${QUERIES[0]}`)
  const byLink = await noted(1)
  console.log(`By a link, where nothing is ready: ${byLink.map(inWords).join('; ')}`)
  await opened.close()
  if ((slowest[0]?.[1] ?? Number.POSITIVE_INFINITY) > SEARCH_MS) {
    console.error(`A search took longer than ${SEARCH_MS} ms`)
    process.exitCode = 1
  }
  console.log(`The load of this machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await endAll()
}
