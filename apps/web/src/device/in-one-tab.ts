/** A tab that holds a lock for this long, in milliseconds, was suspended by the browser. */
const HELD_TOO_LONG_MS = 45_000

/** Does `work` while no other tab of this browser does work of the same name. */
export type InOneTab = (name: string, work: () => Promise<void>) => Promise<void>

const refused = (error: unknown) => error instanceof DOMException

/**
 * By Web Locks. If another tab holds a lock too long, this tab takes it. The work may then run twice, which is harmless, because
 * the server recognises a repeated write by its key. In a browser without locks, the work may run twice as well.
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
    // Another tab took the lock from this one during its work.
    if (working !== null) return working
    try {
      await locks.request(`pathlight.${name}`, { steal: true }, begin)
    } catch (again) {
      if (!refused(again)) throw again
      await (working ?? work())
    }
  }
}
