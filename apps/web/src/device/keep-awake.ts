/**
 * Keeps the screen awake, if the browser can, until the returned function is called. The browser releases the lock when
 * the page is hidden, so the lock is requested again when the page becomes visible.
 */
export const keepAwake = (): (() => void) => {
  let ended = false
  let lock: WakeLockSentinel | null = null
  const request = async () => {
    if (ended || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      const sentinel = await navigator.wakeLock.request('screen')
      // Another request may have been answered meanwhile, if the page was hidden and shown again.
      const other = ended ? sentinel : lock
      if (!ended) lock = sentinel
      await other?.release()
    } catch {
      // The browser may refuse, for instance when the battery is low. The screen then goes dark as usual.
    }
  }
  void request()
  document.addEventListener('visibilitychange', request)
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', request)
    void lock?.release()
  }
}
