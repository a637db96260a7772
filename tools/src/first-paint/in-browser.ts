import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { median } from '../bench/figures.ts'

const RUNS = 3
/** The most tries of a measurement. On a busy machine, the browser sometimes fails to record a trace. */
const TRIES = 3

type Reading = {
  readonly scores: Readonly<Record<string, number>>
  /**
   * First contentful paint, largest contentful paint and total blocking time, in milliseconds, and cumulative layout
   * shift.
   */
  readonly fcp: number
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
}

/** The pages on which a visitor begins. They need a score of 100 in every category of Lighthouse. */
const FIRST_PAGES = ['/', '/about/explore-pathlight', '/about/who-we-are']

/**
 * Whether the page is a share (an item that a person has shared by a link). A share also needs 100, except in SEO,
 * because search engines must not list it.
 */
const isShare = (path: string): boolean => path.startsWith('/shared/')
const CATEGORIES_OF_SHARE = ['performance', 'accessibility', 'best-practices']

/** Shares a study pad. Returns the path of the link. */
const sharePad = async (address: string): Promise<string> => {
  const { cookie } = await signUpOver(address, 'sharer')
  const post = async (path: string, body: object) => {
    const answer = await ask(address, 'POST', path, { body, headers: { cookie } })
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body as { readonly id: string; readonly key: string }
  }
  const entries = [
    { type: 'heading', text: 'In the valley' },
    { type: 'passage', version: 'KJV', verse_id: 19_023_001, end_verse_id: 19_023_006 },
    { type: 'text', text: 'The psalm does not say **if** I walk through the valley.' },
  ]
  const { id: pad } = await post('/api/pad/', { title: 'With me', entries })
  const { id, key } = await post('/api/share', { kind: 'pad', id: pad, until: null })
  return `/shared/${id}#${key}`
}

/**
 * The limits on the phone with a slow connection that Lighthouse simulates. Chapters have a lower limit, because one
 * may be as long as Psalm 119.
 */
const ASKED = { firstPages: 100, chapters: 95, others: 100, fcp: 1200, lcp: 1800, tbt: 100, cls: 0 }

/**
 * How many times Lighthouse slows the processor to be a phone's. Lighthouse's own 4 is meant for a fast desktop, so a
 * slower machine needs less.
 */
const CPU_SLOWED = Number(process.env.CPU_SLOWED ?? 4)

/** Measures one page in a new browser. Returns a message if the measurement fails. */
const tryToRead = async (url: string, language: string, chromePath: string): Promise<Reading | string> => {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox'], logLevel: 'silent' })
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      extraHeaders: { 'Accept-Language': language },
      throttling: { cpuSlowdownMultiplier: CPU_SLOWED },
      ...(isShare(new URL(url).pathname) && { onlyCategories: CATEGORIES_OF_SHARE }),
    })
    if (!result || result.lhr.runtimeError) return `${url}: ${result?.lhr.runtimeError?.message}`
    const { audits, categories } = result.lhr
    const number = (name: string): number => audits[name]?.numericValue ?? Number.NaN
    for (const { id, title, scoreDisplayMode, score } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && score === 0) console.log(`    ${url}: ${id}: ${title}`)
    return {
      scores: Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, (score ?? 0) * 100])),
      fcp: number('first-contentful-paint'),
      lcp: number('largest-contentful-paint'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
    }
  } finally {
    await chrome.kill()
  }
}

const read = async (url: string, language: string, chromePath: string): Promise<Reading> => {
  let failure = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reading = await tryToRead(url, language, chromePath)
    if (typeof reading !== 'string') return reading
    failure = reading
  }
  throw new Error(failure)
}

/**
 * Prints the figures of each page in both languages. Returns false if a limit is missed. `korean`: the version that the
 * Korean pages show.
 */
export const measureInBrowser = async (address: string, chromePath: string, korean: string): Promise<boolean> => {
  const share = await sharePad(address)
  const pages = [
    ...FIRST_PAGES.flatMap((path) => [['en', path] as const, ['ko', path] as const]),
    ['en', '/bible/KJV/John/3'],
    ['ko', `/bible/${korean}/John/3`],
    ['en', '/bible/KJV/Psalms/119'],
    ['ko', `/bible/${korean}/Psalms/119`],
    ['en', share],
    ['ko', share],
  ] as const
  console.log(
    `\nLighthouse for a phone, median of ${RUNS}: performance 100 (chapters ≥ 95), other categories 100 (a share without SEO); but for a share first paint ≤ 1.2 s, largest ≤ 1.8 s, blocking ≤ 100 ms, shift 0`,
  )
  let good = true
  for (const [language, path] of pages) {
    const readings: Reading[] = []
    for (let run = 0; run < RUNS; run += 1) readings.push(await read(`${address}${path}`, language, chromePath))
    const of = (figure: (reading: Reading) => number) => median(readings.map(figure))
    const { performance: _performance, ...others } = readings[0]?.scores ?? {}
    const rest = Math.min(...Object.keys(others).map((id) => of(({ scores }) => scores[id] ?? 0)))
    const figures = {
      performance: of(({ scores }) => scores.performance ?? 0),
      rest,
      fcp: of(({ fcp }) => fcp),
      lcp: of(({ lcp }) => lcp),
      tbt: of(({ tbt }) => tbt),
      cls: of(({ cls }) => cls),
    }
    const met =
      figures.performance >= (FIRST_PAGES.includes(path) || isShare(path) ? ASKED.firstPages : ASKED.chapters) &&
      rest >= ASKED.others &&
      (isShare(path) ||
        (figures.fcp <= ASKED.fcp &&
          figures.lcp <= ASKED.lcp &&
          figures.tbt <= ASKED.tbt &&
          // The shift is rounded to three decimals, as Lighthouse itself shows it.
          Math.round(figures.cls * 1000) <= ASKED.cls))
    if (!met) good = false
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    console.log(
      `${met ? '✓' : '✗'} ${language} ${(isShare(path) ? 'a share' : path).padEnd(24)} performance ${figures.performance.toFixed(0)}, others ${rest.toFixed(0)}, ` +
        `first ${seconds(figures.fcp)}, largest ${seconds(figures.lcp)}, blocking ${figures.tbt.toFixed(0)} ms, shift ${figures.cls.toFixed(3)}`,
    )
  }
  return good
}
