import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { HEARTBEAT_MS, type ResyncMessage, STREAMS_OF_A_PERSON_MAX, syncQuery } from '@pathlight/contracts/sync.ts'
import { openEventStream } from '@pathlight/http/event-stream.ts'
import { openPlaces } from '@pathlight/http/places.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { openLimit } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { changesModel } from '../changes.ts'
import { openStreams, type SessionsOfPeople, type Stream } from './open-streams.ts'

/**
 * How often open streams are checked, in milliseconds. Sessions also end in other processes, and their streams must end
 * within five seconds.
 */
const LOOK_AT_SESSIONS_MS = 3_000
/** The time after which a browser reconnects, in milliseconds. */
const RETRY_MS = 2_000

/**
 * The most streams that a person may open in a minute. Each costs a few queries, even if the browser disconnects at
 * once.
 */
const OPENED = { name: 'streams-opened', max: 600, windowMs: 60_000 }

const POSITION = /^\d{1,20}$/

const tooMany = () =>
  new HttpProblem(429, 'too_many_streams', 'This is open in too many places at once.', {
    params: { max: STREAMS_OF_A_PERSON_MAX },
    headers: { 'retry-after': '60' },
  })

/** Sends the person's changes from all devices as they happen, as server-sent events. */
export const getSync = (
  app: App,
  url: string,
  dependencies: {
    readonly readModels: ReadModelStore
    readonly sessions: Sessions
    readonly logEnd: () => Promise<bigint>
    readonly identity: SessionsOfPeople
  },
): void => {
  const { readModels, sessions, logEnd, identity } = dependencies
  const streams = openStreams(readModels, identity)
  const places = openPlaces(app.rateLimitStore, { name: 'streams', max: STREAMS_OF_A_PERSON_MAX })
  // Each process has its own count, so that streams can be opened while Redis is away.
  const open = openLimit(null, OPENED)
  const report = (error: unknown) => app.log.warn({ err: error }, 'open streams could not be served')
  const look = () => void streams.endEnded().catch(report)

  const looking = setInterval(look, LOOK_AT_SESSIONS_MS).unref()
  const stops = [
    () => clearInterval(looking),
    sessions.onEnded(look),
    readModels.onMove((people) => {
      for (const userId of people ?? streams.people()) void streams.deliver(userId).catch(report)
    }),
  ]
  app.addHook('preClose', async () => {
    for (const stop of stops) stop()
    streams.closeAll()
    await places.close()
  })

  /** The position where a stream begins. `isSetBack`: the browser must request everything again. */
  const beginning = async (asked: string | undefined) => {
    const now = await readModels.position([changesModel])
    if (asked === undefined || !POSITION.test(asked)) return { position: now, isSetBack: false }
    const known = BigInt(asked)
    // A position after the read models' position comes from a recent write, or from a log that was replaced by a
    // backup.
    const isSetBack = known > now && known > (await logEnd())
    return { position: isSetBack ? now : known, isSetBack }
  }

  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'What of mine changes, as it happens (server-sent events)', querystring: syncQuery },
    },
    async (request, reply) => {
      const { userId, id: sessionId } = signedIn(request)
      if ((await open(userId, 1)) !== null) throw tooMany()
      const giveBack = await places.take(userId)
      if (giveBack === null) throw tooMany()
      const events = openEventStream(reply, HEARTBEAT_MS)
      // A browser may disconnect at any moment, even before this line.
      events.onGone(giveBack)
      if (events.isGone()) return events.answer()
      const asked = request.headers['last-event-id'] ?? request.query.after
      const { position, isSetBack } = await beginning(typeof asked === 'string' ? asked : undefined)
      if (events.isGone()) return events.answer()
      const { send, end } = events
      const goOn = () =>
        void streams.deliver(userId).catch((error) => {
          report(error)
          // The browser reconnects and goes on from its position.
          end()
        })
      const stream: Stream = { userId, sessionId, position, send, end, takesMore: () => events.takesMore(goOn) }
      events.onGone(streams.add(stream))
      events.send({ id: String(position), retry: RETRY_MS })
      if (isSetBack) {
        const data: ResyncMessage = { position: String(position), kinds: [...HISTORY_KINDS] }
        events.send({ event: 'resync', id: String(position), data })
      }
      // Sends the changes since `position`. Then ends the stream if the session has ended since the request was
      // checked.
      await streams.deliver(userId)
      await streams.endEnded([userId])
      // An open stream only waits for changes, so it must not count among the running requests.
      void app.stepAside(request, new Promise(() => undefined))
      return events.answer()
    },
  )
}
