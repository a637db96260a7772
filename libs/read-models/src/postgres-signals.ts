import pg from 'pg'
import { markFromText, type Signals } from './signals.ts'

const RECONNECT_MS = { first: 100, most: 2_000 }

/** Marks that commits send with NOTIFY on `channel`, heard over one connection of its own that comes back by itself. */
export function postgresSignals(config: pg.ClientConfig, channel: string): Signals {
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  return {
    listen(listener) {
      const connect = async (delayMs: number): Promise<void> => {
        const attempt = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 5_000, ...config })
        client = attempt
        let over = false
        const lost = () => {
          if (over) return
          over = true
          listener.onLost()
          attempt.end().catch(() => {})
          if (closed) return
          retry = setTimeout(() => void connect(Math.min(delayMs * 2, RECONNECT_MS.most)), delayMs)
        }
        attempt.on('error', lost)
        attempt.on('end', lost)
        attempt.on('notification', ({ payload }) => {
          const mark = markFromText(payload ?? '')
          if (mark !== null) listener.onMark(mark)
        })
        try {
          await attempt.connect()
          await attempt.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
          delayMs = RECONNECT_MS.first
          listener.onConnected()
        } catch {
          lost()
        }
      }
      void connect(RECONNECT_MS.first)
    },

    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
