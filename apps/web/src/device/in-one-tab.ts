/** A tab that holds a lock this long, in milliseconds, was put to sleep by the browser. */
const HELD_TOO_LONG_MS = 45_000

/** Does `work` while no other tab of this browser does what has the same name. */
export type InOneTab = (name: string, work: () => Promise<void>) => Promise<void>

const refused = (error: unknown) => error instanceof DOMException

/**
 * By the Web Locks of the browser. If another tab holds a lock for too long, this tab takes it. The same work may then
 * be done twice. That does no harm: the server knows a repeated write by its key. It is the same in a
 * browser without locks.
 */
export const inOneTab: InOneTab = async (name, work) => {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
  if (locks === undefined) return work()
  let working: Promise<void> | null = null
  const begin = () => {
    working = work()
    return working
  }
  try {
    await locks.request(`pathlight.${name}`, { signal: AbortSignal.timeout(HELD_TOO_LONG_MS) }, begin)
  } catch (error) {
    if (!refused(error)) throw error
    // Another tab took the lock from this one while it was at work.
    if (working !== null) return working
    try {
      await locks.request(`pathlight.${name}`, { steal: true }, begin)
    } catch (again) {
      if (!refused(again)) throw again
      await (working ?? work())
    }
  }
}
