import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'
import pRetry from 'p-retry'
import pg from 'pg'

const RECONNECT = { retries: Number.POSITIVE_INFINITY, minTimeout: 100, maxTimeout: 5_000, randomize: true }
/** A connection that breaks as soon as it is there is made again no sooner than this. */
const LEAST_PAUSE_MS = 50
const CONNECT_WITHIN_MS = 5_000

/** Hears NOTIFY over one connection of its own, for as many channels as are asked for, and mends itself. */
export type PostgresListener = {
  /** Hears `channel` until the function it answers is called. The first call connects. */
  listen(channel: string, listener: ChannelListener): () => void
  close(): Promise<void>
}

/** `onTrouble` hears of every connection that failed or broke, for the operator's log. */
export function postgresListener(
  config: pg.ClientConfig,
  onTrouble: (error: unknown) => void = () => undefined,
): PostgresListener {
  const closing = new AbortController()
  const { signal } = closing
  const heard = new Set<{ readonly channel: string; readonly listener: ChannelListener }>()
  let client: pg.Client | null = null
  let running: Promise<void> | null = null

  /** A connection takes one query at a time. */
  let turn: Promise<unknown> = Promise.resolve()
  const listenOn = (connected: pg.Client, channels: Iterable<string>): Promise<unknown> => {
    const listening = turn.then(async () => {
      for (const channel of new Set(channels)) await connected.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    })
    turn = listening.catch(() => undefined)
    return listening
  }

  /** A connection that hears every channel, and a promise of its end. */
  const connect = async () => {
    // A server that hangs would else keep LISTEN waiting, and every channel after it.
    const within = { connectionTimeoutMillis: CONNECT_WITHIN_MS, query_timeout: CONNECT_WITHIN_MS }
    const attempt = new pg.Client({ ...within, ...config, keepAlive: true })
    attempt.on('error', onTrouble)
    const ended = new Promise<void>((resolve) => attempt.once('end', () => resolve()))
    attempt.on('notification', ({ channel, payload = '' }) => {
      for (const one of heard) if (one.channel === channel) one.listener.onNotify(payload)
    })
    await attempt.connect()
    try {
      const there = [...heard]
      await listenOn(
        attempt,
        there.map(({ channel }) => channel),
      )
      signal.throwIfAborted()
      client = attempt
      for (const one of there) one.listener.onConnected()
      // Those who came while it connected.
      for (const one of heard) if (!there.includes(one)) await add(attempt, one)
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
      for (const { listener } of heard) listener.onLost?.()
      await new Promise((resolve) => setTimeout(resolve, LEAST_PAUSE_MS))
    }
  }

  return {
    listen(channel, listener) {
      const one = { channel, listener }
      heard.add(one)
      // A connection that breaks meanwhile is made again, and then hears this channel, too.
      if (client) add(client, one).catch(() => undefined)
      // It ends by the signal alone.
      if (!signal.aborted) running ??= run().catch(() => undefined)
      return () => void heard.delete(one)
    },

    async close() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await running
    },
  }
}
