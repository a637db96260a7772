/** If another tab holds a lock for this long, in milliseconds, the browser has probably suspended that tab. */
const HELD_TOO_LONG_MS = 45_000

/** Runs `work` while no other tab of this browser runs work of the same name. */
export type InOneTab = (name: string, work: () => Promise<void>) => Promise<void>

const refused = (error: unknown) => error instanceof DOMException

/**
 * Uses Web Locks. If another tab holds the lock too long, this tab steals it. The work may then run in two tabs, as in
 * a browser without locks. So the work must be safe to repeat: the server, for example, recognises a repeated write by
 * its key.
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
    // Another tab stole the lock from this tab during the work.
    if (working !== null) return working
    try {
      await locks.request(`pathlight.${name}`, { steal: true }, begin)
    } catch (again) {
      if (!refused(again)) throw again
      await (working ?? work())
    }
  }
}
