// One stream of server-sent events for all tabs of a browser. The tab that holds the lock opens the stream, and passes
// the messages on to the other tabs.

/**
 * The tab checks the clock every CHECK_MS milliseconds. If more than SLEPT_MS milliseconds passed between two checks,
 * the device slept.
 */
const CHECK_MS = 15_000
const SLEPT_MS = 45_000
/**
 * The tab with the stream answers other tabs within this time, in milliseconds. If it does not, the browser has
 * suspended it.
 */
const ANSWER_MS = 2_000
/** The wait before a refused stream is opened again, at first and at most, in milliseconds. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

/** A message of the server. `position` is its position in the log, or '' if it has none. */
export type StreamMessage = { readonly event: string; readonly data: string; readonly position: string }

const EVENTS = ['changed', 'resync', 'ended'] as const

type TabMessage =
  | { readonly type: 'message'; readonly message: StreamMessage }
  /**
   * A tab asks who has the stream (`who`). The tab that has the stream answers (`here`) with the last position that it
   * passed on.
   */
  | { readonly type: 'who' }
  | { readonly type: 'here'; readonly position: string | null }

type Options = {
  readonly path: string
  /** The name of the lock and of the channel that the person's tabs share. */
  readonly name: string
  /** The log position up to which this tab has all changes. Null if unknown. */
  readonly known: () => string | null
  /**
   * `position` is the position of answers that the device gave in the server's place, or null if there were none.
   * `forget` is called once this tab gets all changes after that position.
   */
  readonly seen: { readonly position: () => string | null; readonly forget: () => void }
  readonly onMessage: (message: StreamMessage) => void
  /**
   * Called when the tab with the stream has passed on messages up to this position, and this tab may lack some of them.
   */
  readonly onJoined: (position: string) => void
  /** Called when the server refused or ended the stream. Resolves to whether to try again. */
  readonly onRefused: () => Promise<boolean>
}

const isAfter = (one: string, other: string | null): boolean => other === null || BigInt(one) > BigInt(other)

/** Follows the stream, in this tab or through another tab, until the returned function is called. */
export const followStream = ({ path, name, known, seen, onMessage, onJoined, onRefused }: Options): (() => void) => {
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window
  const channel = canShare ? new BroadcastChannel(name) : null
  let stopped = false
  let source: EventSource | null = null
  /** Releases the lock. Null while this tab does not have the stream. */
  let releaseLock: (() => void) | null = null
  let waiting: AbortController | null = null
  let lastPosition: string | null = null
  let refusals = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let unanswered: ReturnType<typeof setTimeout> | undefined
  let lockRetry: ReturnType<typeof setTimeout> | undefined

  const tell = (message: TabMessage) => channel?.postMessage(message)
  const hear = (message: StreamMessage) => {
    if (message.position !== '' && isAfter(message.position, lastPosition)) lastPosition = message.position
    onMessage(message)
  }

  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = null
  }
  const askAgain = async () => {
    const again = await onRefused()
    if (!again || stopped || releaseLock === null || source !== null) return
    const wait = Math.min(FIRST_RETRY_MS * 2 ** refusals, LONGEST_RETRY_MS)
    refusals += 1
    clearTimeout(retry)
    retry = setTimeout(open, wait)
  }
  const open = () => {
    close()
    const [received, kept] = [lastPosition ?? known(), seen.position()]
    const after = kept !== null && (received === null || isAfter(received, kept)) ? kept : received
    const opened = new EventSource(after === null ? path : `${path}?${new URLSearchParams({ after })}`)
    source = opened
    // The position after which the stream begins. Null once the stream is open: if the browser then reconnects by
    // itself, it continues after the last message.
    let from = after
    opened.onopen = () => {
      refusals = 0
      const kept = seen.position()
      if (kept !== null && (from === null || isAfter(from, kept))) return open()
      if (kept !== null) seen.forget()
      from = null
    }
    for (const event of EVENTS)
      opened.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
        if (event === 'ended') close()
        const message = { event, data, position: event === 'ended' ? '' : lastEventId }
        tell({ type: 'message', message })
        hear(message)
        // The session may have ended because the person logged in again in this browser, so the stream is tried again.
        if (event === 'ended') retry = setTimeout(() => void askAgain(), FIRST_RETRY_MS)
      })
    opened.onerror = () => {
      // In the state CONNECTING the browser itself reconnects, and continues after the last message.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return
      source = null
      void askAgain()
    }
  }

  /** Keeps the stream open until this tab releases or loses the lock. */
  const holdStream = (): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve()
      releaseLock = resolve
      open()
    })
  const requestLock = async (steal = false): Promise<void> => {
    waiting?.abort()
    const request = new AbortController()
    waiting = request
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: request.signal }, holdStream)
    } catch {
      // The request failed. This tab aborted it, another tab stole the lock because this tab did not answer, or the
      // browser refused the lock. Unless it aborted the request itself, this tab requests the lock again after a wait.
      // Without the wait, a page that is going away would request without end, because each of its requests is refused.
      if (waiting !== request || stopped) return
      close()
      releaseLock = null
      clearTimeout(lockRetry)
      lockRetry = setTimeout(() => void requestLock(), FIRST_RETRY_MS)
    }
  }

  const begin = () => {
    stopped = false
    if (!canShare) return void holdStream()
    void requestLock()
    tell({ type: 'who' })
  }
  const end = () => {
    stopped = true
    clearTimeout(unanswered)
    clearTimeout(lockRetry)
    close()
    waiting?.abort()
    waiting = null
    releaseLock?.()
    releaseLock = null
  }

  /**
   * Called when the device has slept, the network is back, the device answered in place of the server, or the person
   * comes back to a tab without the stream. An open stream may then be dead without an error.
   */
  const renew = () => {
    if (stopped) return
    if (releaseLock !== null) return open()
    if (document.visibilityState === 'hidden') return
    clearTimeout(unanswered)
    unanswered = setTimeout(() => void requestLock(true), ANSWER_MS)
    tell({ type: 'who' })
  }
  let checkedAt = Date.now()
  const checkClock = () => {
    const slept = Date.now() - checkedAt > SLEPT_MS
    checkedAt = Date.now()
    if (slept || seen.position() !== null) renew()
  }
  const comeBack = () => {
    checkClock()
    if (document.visibilityState !== 'visible' || stopped) return
    if (releaseLock === null) renew()
    else if (source === null || source.readyState === EventSource.CLOSED) open()
  }
  // Ends the stream on every pagehide, even if the browser does not keep the page for going back. Otherwise the page
  // would request the lock while it goes away, and WebKit would refuse the lock each time.
  const hide = () => end()
  const show = ({ persisted }: PageTransitionEvent) => persisted && begin()

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (stopped) return
    if (data.type === 'message') hear(data.message)
    else if (data.type === 'who' && releaseLock !== null) tell({ type: 'here', position: lastPosition })
    else if (data.type === 'here') {
      clearTimeout(unanswered)
      const kept = seen.position()
      if (data.position === null || !isAfter(data.position, kept ?? lastPosition ?? known())) return
      seen.forget()
      lastPosition = data.position
      onJoined(data.position)
    }
  })
  const clockTimer = setInterval(checkClock, CHECK_MS)
  window.addEventListener('online', renew)
  // A window beside another window stays visible. When the person returns to it, it only gets the focus.
  window.addEventListener('focus', comeBack)
  window.addEventListener('pagehide', hide)
  window.addEventListener('pageshow', show)
  document.addEventListener('visibilitychange', comeBack)
  begin()
  return () => {
    clearInterval(clockTimer)
    window.removeEventListener('online', renew)
    window.removeEventListener('focus', comeBack)
    window.removeEventListener('pagehide', hide)
    window.removeEventListener('pageshow', show)
    document.removeEventListener('visibilitychange', comeBack)
    end()
    channel?.close()
  }
}
