import { requestTrace } from '@pathlight/http/request-trace.ts'
import type { Stores } from './engines.ts'

/** The stores that requests use, and what each is called in traces. */
const TRACED = {
  log: 'log',
  readModels: 'read-models',
  identity: 'identity',
  dataKeys: 'data-keys',
  archives: 'archives',
  jobs: 'jobs',
} as const satisfies Partial<Record<keyof Stores, string>>

type Call = (...given: readonly unknown[]) => unknown

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** Does the same, and tells the request's trace how long it took: by the name of the call, and never what was given or answered. */
const traced =
  (name: string, call: Call): Call =>
  (...given) => {
    const trace = requestTrace.getStore()
    const from = performance.timeOrigin + performance.now()
    const answer = call(...given)
    if (trace === undefined || !isPromise(answer)) return answer
    const end = (failed: boolean) => trace.step({ name, from, to: performance.timeOrigin + performance.now(), failed })
    answer.then(
      () => end(false),
      () => end(true),
    )
    return answer
  }

/** Each call of a store is traced, and so is each of what it hands out: a collection of documents. */
const tracedCalls = <T extends object>(name: string, store: T): T =>
  Object.fromEntries(
    Object.entries(store).map(([called, value]) => {
      if (typeof value !== 'function') return [called, value]
      const call = value as Call
      if (name === 'read-models' && called === 'collection')
        return [called, (...given: readonly unknown[]) => tracedCalls(name, call(...given) as object)]
      return [called, traced(`${name}.${called}`, call)]
    }),
  ) as T

/**
 * The same stores, each call of which is a step in the trace of the request that it is made for. What is done without a request, by jobs
 * and projections, is in no trace. Only where traces are sent: what wraps a call costs a little.
 */
export const tracedStores = (stores: Stores): Stores => ({
  ...stores,
  ...(Object.fromEntries(
    Object.entries(TRACED).map(([key, name]) => [key, tracedCalls(name, stores[key as keyof typeof TRACED])]),
  ) as Pick<Stores, keyof typeof TRACED>),
})
