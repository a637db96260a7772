import { isNetworkFailure } from '../../api/api-problem.ts'
import { read } from '../../api/request.ts'
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
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), away ? STILL_AWAY_MS : AWAY_MS)
  })
  // The server, which renders pages, has no stored texts.
  const first = typeof Worker === 'undefined' ? await served : await Promise.race([served, late])
  clearTimeout(timer)
  if (first?.status === 'served') return first.value
  if (first !== null && !(isNetworkFailure(first.error) && typeof Worker !== 'undefined')) throw first.error
  away = true
  const kept = await (asked ?? askKept<T>(path))
  if (kept !== null) return kept
  const last = await served
  if (last.status === 'served') return last.value
  throw last.error
}
