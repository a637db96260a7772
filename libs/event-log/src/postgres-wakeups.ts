import { Client, type ClientConfig } from 'pg'
import { pause, pauseAfter } from './patience.ts'

/** Tells feeds that there may be something new, over one LISTEN connection that mends itself. */
export type Wakeups = {
  /** Goes up with each wake-up, and whenever some may have been missed. Take it before looking. */
  count(): number
  /** Resolves when `count()` is no longer `seen`, after `ms` milliseconds, or when `signal` aborts. */
  after(seen: number, ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Connects when somebody first waits. */
export function postgresWakeups(config: ClientConfig, channel: string, onTrouble: (error: unknown) => void): Wakeups {
  const closing = new AbortController()
  let listening: Promise<void> | null = null
  let count = 0
  let change = new AbortController()

  const wake = () => {
    count++
    change.abort()
    change = new AbortController()
  }

  const listenOnce = async (): Promise<void> => {
    const client = new Client({ connectionTimeoutMillis: 5_000, ...config, keepAlive: true })
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', onTrouble)
    // Ended while it connects, a client of pg's would leave its connect() waiting for ever.
    let connected = false
    const stop = () => void (connected && client.end().catch(() => undefined))
    closing.signal.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      connected = true
      if (closing.signal.aborted) return
      client.on('notification', wake)
      await client.query(`LISTEN ${channel}`)
      wake() // what was committed before LISTEN was not told to us
      await ended
    } finally {
      closing.signal.removeEventListener('abort', stop)
      stop()
    }
  }

  const listen = async (): Promise<void> => {
    for (let failures = 1; !closing.signal.aborted; failures++) {
      const started = performance.now()
      await listenOnce().catch(onTrouble)
      if (performance.now() - started > 10_000) failures = 1
      await pause(pauseAfter(failures), closing.signal)
    }
  }

  return {
    count: () => count,
    after: async (seen, ms, signal) => {
      listening ??= listen()
      if (count === seen) await pause(ms, AbortSignal.any([change.signal, signal]))
    },
    close: async () => {
      closing.abort()
      await listening
    },
  }
}
