import type { Readiness } from '@pathlight/http/health.ts'
import type { Gauge } from '@pathlight/http/metrics.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import pTimeout from 'p-timeout'
import type { Stores } from './engines.ts'
import type { KeptMessages } from './kept-messages.ts'

const PING_WITHIN_MS = 2_000

const answers = (ping: () => Promise<unknown>): Promise<boolean> =>
  pTimeout(
    ping().then(
      () => true,
      () => false,
    ),
    { milliseconds: PING_WITHIN_MS, fallback: () => false },
  )

/** The number of failed jobs. Null if the job store does not answer. */
const failedJobs = ({ jobs }: Stores): Promise<number | null> => jobs.failed().catch(() => null)

/** Whether each store answers, has a full disk, or is away. */
export const storeStates = (
  stores: Pick<Stores, 'pings' | 'hasFullDisk'>,
): Promise<{ readonly store: string; readonly state: 'answers' | 'full' | 'away' }[]> =>
  Promise.all(
    Object.entries(stores.pings).map(async ([store, ping]) => {
      const isThere = await answers(ping)
      return { store, state: stores.hasFullDisk(store) ? 'full' : isThere ? 'answers' : 'away' }
    }),
  )
const STATES = { answers: 'answers', full: 'has no room left on its disk', away: 'cannot be reached' } as const

/**
 * Whether the process is ready: every store answers and has room on its disk, and every read model is live (it has
 * reached the end that the log had at the opening), on standby or frozen.
 */
export const readinessOf = (stores: Stores, projector: RunningProjections) => async (): Promise<Readiness> => {
  const states = await storeStates(stores)
  const [projections, failed] = await Promise.all([projector.status(), failedJobs(stores)])
  const parts = [
    ...states.map(({ store, state }) => ({ name: store, ready: state === 'answers', words: STATES[state] })),
    ...projections.map(({ projection, state, rebuilding, parked, lastError }) => ({
      name: projection,
      // A frozen read model does not make the process unready. It is behind, but people can read it and all others.
      ready: state === 'live' || state === 'standby' || state === 'frozen',
      words: [
        state,
        ...(rebuilding === null ? [] : ['a new generation is being built']),
        ...(parked > 0 ? [`${parked} parked`] : []),
        ...(lastError === null ? [] : [lastError]),
      ].join(', '),
    })),
    // Failed jobs do not make the process unready, because people can read and write.
    { name: 'jobs', ready: true, words: failed === null ? 'unknown' : `${failed} failed` },
  ]
  return {
    ready: parts.every(({ ready }) => ready),
    parts: Object.fromEntries(parts.map(({ name, words }) => [name, words])),
  }
}

/** Metrics, such as each projection's lag and parked streams, failed jobs, and messages that were not mailed. */
export const gaugesOf =
  (stores: Stores, projector: RunningProjections, kept: Pick<KeptMessages, 'count'>) => async (): Promise<Gauge[]> => {
    const [projections, failed, messages] = await Promise.all([projector.status(), failedJobs(stores), kept.count()])
    return [
      {
        name: 'pathlight_projection_lag_positions',
        help: 'Positions of the log that the projection has not processed.',
        values: projections.flatMap(({ projection, lag }) =>
          lag === null ? [] : [{ labels: { projection }, value: Number(lag) }],
        ),
      },
      {
        name: 'pathlight_projection_frozen',
        help: '1 where the projection failed again and again, and the others go on without it.',
        values: projections.map(({ projection, state }) => ({
          labels: { projection },
          value: state === 'frozen' ? 1 : 0,
        })),
      },
      {
        name: 'pathlight_projection_generation',
        help: 'The generation that is read; 0: there is none yet.',
        values: projections.map(({ projection, generation }) => ({ labels: { projection }, value: generation })),
      },
      {
        name: 'pathlight_projection_parked_streams',
        help: 'Streams with an event that the projection could not take.',
        values: projections.map(({ projection, parked }) => ({ labels: { projection }, value: parked })),
      },
      {
        name: 'pathlight_jobs_failed',
        help: 'Jobs, such as mails, that failed for good in the last 30 days.',
        values: failed === null ? [] : [{ value: failed }],
      },
      {
        name: 'pathlight_contact_messages_kept',
        help: 'Messages of the contact form that were not mailed and wait in the data folder.',
        values: [{ value: messages }],
      },
    ]
  }
