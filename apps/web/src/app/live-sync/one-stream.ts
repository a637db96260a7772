// One stream of server-sent events for all tabs of a browser: the tab that has the lock opens it, and tells the others what comes.

/** The server sends something every 15 seconds, and timers run: a longer gap between two looks at the clock was sleep. In milliseconds. */
const LOOK_MS = 15_000
const SLEPT_MS = 45_000
/** A tab that has the stream answers at once. One that does not was put to sleep with it. In milliseconds. */
const ANSWER_MS = 2_000
/** How long to wait before a stream that was refused is asked for again, at first and at most, in milliseconds. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

/** A message as the server sent it. `position`: where in the log it stands; '' where it has none. */
export type StreamMessage = { readonly event: string; readonly data: string; readonly position: string }

const EVENTS = ['changed', 'resync', 'ended'] as const

type Told =
  | { readonly type: 'message'; readonly message: StreamMessage }
  /** A tab asks which tab has the stream. That tab answers up to which position it has told. */
  | { readonly type: 'who' }
  | { readonly type: 'here'; readonly position: string | null }

type Options = {
  /** Where the stream is. */
  readonly path: string
  /** The name that the tabs share: of one person. */
  readonly name: string
  /** Up to where in the log this tab knows everything; null: not known. */
  readonly known: () => string | null
  /** What the device gave meanwhile in the server's place is as old as this; null: nothing. It is forgotten once it is caught up with. */
  readonly seen: { readonly position: () => string | null; readonly forget: () => void }
  readonly onMessage: (message: StreamMessage) => void
  /** The tab with the stream had told the others this much before this one listened. */
  readonly onJoined: (position: string) => void
  /** The server refused the stream. Answers whether to try again. */
  readonly onRefused: () => Promise<boolean>
}

const isAfter = (one: string, other: string | null): boolean => other === null || BigInt(one) > BigInt(other)

/** Follows the stream, in this tab or through another one, until what it returns is called. */
export const followStream = ({ path, name, known, seen, onMessage, onJoined, onRefused }: Options): (() => void) => {
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window
  const channel = canShare ? new BroadcastChannel(name) : null
  let stopped = false
  let source: EventSource | null = null
  /** Ends this tab's turn; null while another tab has it. */
  let endTurn: (() => void) | null = null
  let waiting: AbortController | null = null
  /** The last position that was heard. */
  let heard: string | null = null
  let refusals = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let unanswered: ReturnType<typeof setTimeout> | undefined
  let nextTurn: ReturnType<typeof setTimeout> | undefined

  const tell = (told: Told) => channel?.postMessage(told)
  const hear = (message: StreamMessage) => {
    if (message.position !== '' && isAfter(message.position, heard)) heard = message.position
    onMessage(message)
  }

  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = null
  }
  const askAgain = async () => {
    const again = await onRefused()
    if (!again || stopped || endTurn === null || source !== null) return
    const wait = Math.min(FIRST_RETRY_MS * 2 ** refusals, LONGEST_RETRY_MS)
    refusals += 1
    clearTimeout(retry)
    retry = setTimeout(open, wait)
  }
  const open = () => {
    close()
    const [told, shown] = [heard ?? known(), seen.position()]
    const after = shown !== null && (told === null || isAfter(told, shown)) ? shown : told
    const opened = new EventSource(after === null ? path : `${path}?${new URLSearchParams({ after })}`)
    source = opened
    // A stream that the browser opens again by itself goes on where it was.
    let from = after
    opened.onopen = () => {
      refusals = 0
      const shown = seen.position()
      if (shown !== null && (from === null || isAfter(from, shown))) return open()
      if (shown !== null) seen.forget()
      from = null
    }
    for (const event of EVENTS)
      opened.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
        if (event === 'ended') close()
        const message = { event, data, position: event === 'ended' ? '' : lastEventId }
        tell({ type: 'message', message })
        hear(message)
        // A person may have logged in anew in this browser, which ended the session before.
        if (event === 'ended') retry = setTimeout(() => void askAgain(), FIRST_RETRY_MS)
      })
    opened.onerror = () => {
      // While it is connecting the browser tries again by itself, from where it was.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return
      source = null
      void askAgain()
    }
  }

  /** Has the stream until the turn is over or is taken away. */
  const haveTurn = (): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve()
      endTurn = resolve
      open()
    })
  const takeTurns = async (steal = false): Promise<void> => {
    waiting?.abort()
    const asking = new AbortController()
    waiting = asking
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: asking.signal }, haveTurn)
    } catch {
      // Given up, or another tab took the turn, because this one did not answer: it waits for its next one. Not at once:
      // a page that is going away is refused each time, and would never come to an end.
      if (waiting !== asking || stopped) return
      close()
      endTurn = null
      clearTimeout(nextTurn)
      nextTurn = setTimeout(() => void takeTurns(), FIRST_RETRY_MS)
    }
  }

  const begin = () => {
    stopped = false
    if (!canShare) return void haveTurn()
    void takeTurns()
    tell({ type: 'who' })
  }
  const end = () => {
    stopped = true
    clearTimeout(unanswered)
    clearTimeout(nextTurn)
    close()
    waiting?.abort()
    waiting = null
    endTurn?.()
    endTurn = null
  }

  /** The device slept, or the network is back: what was open may be dead without saying so. */
  const renew = () => {
    if (stopped) return
    if (endTurn !== null) return open()
    // Only what is seen takes the stream from another tab.
    if (document.visibilityState === 'hidden') return
    clearTimeout(unanswered)
    unanswered = setTimeout(() => void takeTurns(true), ANSWER_MS)
    tell({ type: 'who' })
  }
  let lookedAt = Date.now()
  const look = () => {
    const slept = Date.now() - lookedAt > SLEPT_MS
    lookedAt = Date.now()
    if (slept || seen.position() !== null) renew()
  }
  const comeBack = () => {
    look()
    if (document.visibilityState !== 'visible' || stopped) return
    if (endTurn === null) renew()
    else if (source === null || source.readyState === EventSource.CLOSED) open()
  }
  // Also where the page is not kept: WebKit refuses the lock of a page that is going away.
  const hide = () => end()
  const show = ({ persisted }: PageTransitionEvent) => persisted && begin()

  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (stopped) return
    if (data.type === 'message') hear(data.message)
    else if (data.type === 'who' && endTurn !== null) tell({ type: 'here', position: heard })
    else if (data.type === 'here') {
      clearTimeout(unanswered)
      const shown = seen.position()
      if (data.position === null || !isAfter(data.position, shown ?? heard ?? known())) return
      seen.forget()
      heard = data.position
      onJoined(data.position)
    }
  })
  const looking = setInterval(look, LOOK_MS)
  window.addEventListener('online', renew)
  // A window beside another one is seen all the time, and has the focus when its person comes back to it.
  window.addEventListener('focus', comeBack)
  window.addEventListener('pagehide', hide)
  window.addEventListener('pageshow', show)
  document.addEventListener('visibilitychange', comeBack)
  begin()
  return () => {
    clearInterval(looking)
    window.removeEventListener('online', renew)
    window.removeEventListener('focus', comeBack)
    window.removeEventListener('pagehide', hide)
    window.removeEventListener('pageshow', show)
    document.removeEventListener('visibilitychange', comeBack)
    end()
    channel?.close()
  }
}
