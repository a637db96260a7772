import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'
import pRetry from 'p-retry'
import pg from 'pg'

const RECONNECT = { retries: Number.POSITIVE_INFINITY, minTimeout: 100, maxTimeout: 5_000, randomize: true }
/** The pause after a lost connection before the next one is opened, in milliseconds. */
const LEAST_PAUSE_MS = 50
const CONNECT_WITHIN_MS = 5_000

/** Receives NOTIFY for any number of channels over one connection, which reconnects by itself. */
export type PostgresListener = {
  /** Listens on `channel` until the returned function is called. The first call connects. */
  listen(channel: string, listener: ChannelListener): () => void
  close(): Promise<void>
}

/** `onTrouble` is called for each connection that failed or broke. */
export function postgresListener(
  config: pg.ClientConfig,
  onTrouble: (error: unknown) => void = () => undefined,
): PostgresListener {
  const closing = new AbortController()
  const { signal } = closing
  const subscriptions = new Set<{ readonly channel: string; readonly listener: ChannelListener }>()
  let client: pg.Client | null = null
  let running: Promise<void> | null = null

  /**
   * The end of the last LISTEN that was begun. The next LISTEN waits for it, because the connection runs one query at a
   * time.
   */
  let lastListen: Promise<unknown> = Promise.resolve()
  const listenOn = (connected: pg.Client, channels: Iterable<string>): Promise<unknown> => {
    const listening = lastListen.then(async () => {
      for (const channel of new Set(channels)) await connected.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    })
    lastListen = listening.catch(() => undefined)
    return listening
  }

  /** Opens a connection that listens on every channel. Resolves when the connection ends. */
  const connect = async () => {
    // Without a time limit, a server that hangs would block LISTEN for this and every later channel.
    const within = { connectionTimeoutMillis: CONNECT_WITHIN_MS, query_timeout: CONNECT_WITHIN_MS }
    const attempt = new pg.Client({ ...within, ...config, keepAlive: true })
    attempt.on('error', onTrouble)
    const ended = new Promise<void>((resolve) => attempt.once('end', () => resolve()))
    attempt.on('notification', ({ channel, payload = '' }) => {
      for (const one of subscriptions) if (one.channel === channel) one.listener.onNotify(payload)
    })
    await attempt.connect()
    try {
      const before = [...subscriptions]
      await listenOn(
        attempt,
        before.map(({ channel }) => channel),
      )
      signal.throwIfAborted()
      client = attempt
      for (const one of before) one.listener.onConnected()
      // Adds the subscriptions that callers made while the connection was being opened.
      for (const one of subscriptions) if (!before.includes(one)) await add(attempt, one)
      return ended
    } catch (error) {
      await attempt.end().catch(() => undefined)
      throw error
    }
  }
  const add = async (connected: pg.Client, one: { channel: string; listener: ChannelListener }) => {
    await listenOn(connected, [one.channel])
    one.listener.onConnected()
  }

  const run = async () => {
    while (!signal.aborted) {
      const ended = await pRetry(connect, { ...RECONNECT, signal, onFailedAttempt: ({ error }) => onTrouble(error) })
      await ended
      client = null
      for (const { listener } of subscriptions) listener.onLost?.()
      await new Promise((resolve) => setTimeout(resolve, LEAST_PAUSE_MS))
    }
  }

  return {
    listen(channel, listener) {
      const one = { channel, listener }
      subscriptions.add(one)
      // If LISTEN fails, the connection ends, and the next connection listens on the channel.
      const open = client
      if (open) add(open, one).catch(() => open.end().catch(() => undefined))
      // `run` opens connections until `close`, so it starts once.
      if (!signal.aborted) running ??= run().catch(() => undefined)
      return () => void subscriptions.delete(one)
    },

    async close() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await running
    },
  }
}
