import { ApiProblem } from '../../api/api-problem.ts'
import { read } from '../../api/request.ts'

/** A server that has not answered by then may be away, in milliseconds. */
const AWAY_MS = 4_000

/** Nothing answers, or only what stands before the server. */
const isAway = (error: unknown): boolean => error instanceof ApiProblem && [0, 502, 504].includes(error.status)

const fromKept = async <T>(path: string): Promise<T | null> => {
  const { askKept } = await import('./texts-worker-here.ts')
  return (await askKept(path)) as T | null
}

/** As `read`. While the server is away it is the answer of the texts that this device keeps, where they have one. */
export const readOrKept = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const served = read<T>(path, signal).then(
    (value) => ({ status: 'served', value }) as const,
    (error: unknown) => ({ status: 'failed', error }) as const,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), AWAY_MS)
  })
  // Where pages are rendered, nothing is kept.
  const first = typeof Worker === 'undefined' ? await served : await Promise.race([served, late])
  clearTimeout(timer)
  if (first?.status === 'served') return first.value
  if (first !== null && !(isAway(first.error) && typeof Worker !== 'undefined')) throw first.error
  const kept = await fromKept<T>(path)
  if (kept !== null) return kept
  const last = await served
  if (last.status === 'served') return last.value
  throw last.error
}
