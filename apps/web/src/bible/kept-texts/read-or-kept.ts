import { isNetworkFailure } from '../../api/api-problem.ts'
import { read } from '../../api/request.ts'
import { NO_ANSWER, within } from '../../device/within.ts'
import { askKept } from './texts-worker-here.ts'

/** If the server has not answered after this time, in milliseconds, it counts as away. */
const AWAY_MS = 4_000

/** The time instead of AWAY_MS, in milliseconds, when the last request had no answer. */
const STILL_AWAY_MS = 1_000

/**
 * Whether the last request had no answer. For the request of the page itself, the service worker says so
 * (service-worker/away-shell.ts).
 */
let away = typeof document !== 'undefined' && 'away' in document.documentElement.dataset

/**
 * Like `read`. While the server is away, the texts on this device answer, if they can. If the last request had no
 * answer, the server and the device are asked at the same time.
 */
export const readOrKept = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const served = read<T>(path, signal).then(
    (value) => {
      away = false
      return { status: 'served', value } as const
    },
    (error: unknown) => ({ status: 'failed', error }) as const,
  )
  const asked = away ? askKept<T>(path) : null
  // The server, which renders pages, has no stored texts.
  const hasTexts = typeof Worker !== 'undefined'
  const first = hasTexts ? await within(away ? STILL_AWAY_MS : AWAY_MS, served) : await served
  if (first !== NO_ANSWER) {
    if (first.status === 'served') return first.value
    if (!hasTexts || !isNetworkFailure(first.error)) throw first.error
  }
  away = true
  const kept = await (asked ?? askKept<T>(path))
  if (kept !== null) return kept
  const last = await served
  if (last.status === 'served') return last.value
  throw last.error
}
