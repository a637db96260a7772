import type { Page } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** When it began, in microseconds, and how long it took. */
  readonly ts: number
  readonly dur?: number
  /** How long it had the processor, in microseconds; how long it took is more, where others want the processor too. */
  readonly tdur?: number
}

/** What the page's main thread did while something was done. Pages of the browser's own have main threads, too: not those. */
const traceDuring = async (page: Page, act: () => Promise<void>): Promise<TraceEvent[]> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  const categories = ['toplevel', 'devtools.timeline', 'blink.user_timing', 'v8', 'disabled-by-default-v8.compile']
  await browser.startTracing(page, { categories })
  await act()
  await page.evaluate("void performance.mark('pathlight')")
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const own = traceEvents.find(({ name }) => name === 'pathlight')
  if (!own) throw new Error('The trace lacks the page')
  return traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && pid === own.pid && tid === own.tid)
}

const milliseconds = ({ tdur = 0 }: TraceEvent): number => tdur / 1000

/** How long each task kept the page's main thread busy while something was done: milliseconds of the processor, longest first. */
export const tasksDuring = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  const events = await traceDuring(page, act)
  return events
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(milliseconds)
    .sort((a, b) => b - a)
}

const SCRIPT = new Set(['v8.evaluateModule', 'v8.callFunction', 'EvaluateScript', 'FunctionCall'])

/**
 * How long scripts ran without a break while something was done: milliseconds of the processor, longest first. What
 * only a browser that is being watched does is not counted: it looks up in the source where every error is made, also
 * one that is never thrown (React makes one as it starts).
 */
export const scriptsDuring = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  const events = await traceDuring(page, act)
  const within = (outer: TraceEvent) => (inner: TraceEvent) =>
    inner !== outer && inner.ts >= outer.ts && inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0)
  const looking = events.filter(({ name }) => name === 'V8.CollectSourcePositions')
  return events
    .filter(({ name }) => SCRIPT.has(name))
    .map((script) =>
      looking.filter(within(script)).reduce((rest, one) => rest - milliseconds(one), milliseconds(script)),
    )
    .sort((a, b) => b - a)
}
