/** Keeps the screen awake, where the browser can, until the answer is called. A page that was hidden meanwhile does so again when it is seen. */
export const keepAwake = (): (() => void) => {
  let ended = false
  let lock: WakeLockSentinel | null = null
  const ask = async () => {
    if (ended || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      const got = await navigator.wakeLock.request('screen')
      if (ended) await got.release()
      else lock = got
    } catch {
      // A battery that is low, for instance: the screen goes dark as it always does.
    }
  }
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}
