import type { Page } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The start (`ts`) and the duration (`dur`) in microseconds. */
  readonly ts: number
  readonly dur?: number
  /** Processor time in microseconds. It is shorter than the duration when other processes run. */
  readonly tdur?: number
}

/**
 * The trace events of the page's main thread during `act`. The main threads of the browser's internal pages are left
 * out.
 */
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

/** The processor time of each task of the page's main thread during `act`, in milliseconds, longest first. */
export const tasksDuring = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  const events = await traceDuring(page, act)
  return events
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(milliseconds)
    .sort((a, b) => b - a)
}

const SCRIPT = new Set(['v8.evaluateModule', 'v8.callFunction', 'EvaluateScript', 'FunctionCall'])

/**
 * The processor time of each uninterrupted script during `act`, in milliseconds, longest first. While a browser is
 * traced, it looks up the source position of each error that a script creates. React creates an error when it starts.
 * So the time of the lookups is subtracted.
 */
export const scriptsDuring = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  const events = await traceDuring(page, act)
  const within = (outer: TraceEvent) => (inner: TraceEvent) =>
    inner !== outer && inner.ts >= outer.ts && inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0)
  const lookups = events.filter(({ name }) => name === 'V8.CollectSourcePositions')
  return events
    .filter(({ name }) => SCRIPT.has(name))
    .map((script) =>
      lookups.filter(within(script)).reduce((rest, one) => rest - milliseconds(one), milliseconds(script)),
    )
    .sort((a, b) => b - a)
}
