import { type Looks, looks as looksShape } from '@pathlight/contracts/admin.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/history-rules.ts'
import { type AdminLooked, adminStream } from '@pathlight/domain/admins/events.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import { type Sessions, signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { reachPosition } from '../read-position.ts'
import { type Names, passageOf } from './audit-entries.ts'
import { type AuditDocument, audit, EVERYBODY } from './projection.ts'

/** More are not shown. */
const MOST = 100

type Item = Looks['looks'][number]['item']

const itemOf = (looked: AdminLooked['data'], document: AuditDocument): Item => {
  const kind = HISTORY_KINDS.find((one) => one === looked.item?.kind)
  if (looked.item === null || kind === undefined) return null
  const { id, revision } = looked.item
  return { kind, id, revision, passage: passageOf(document) }
}

/** Which admins looked at what is mine. The reason is in the log only, under my key. */
export const listLooks = (
  app: App,
  url: string,
  dependencies: {
    readonly readModels: ReadModelStore
    readonly sessions: Sessions
    readonly log: Pick<EventLog, 'readEnds'>
    readonly people: Names
  },
) => {
  const { readModels, sessions, log, people } = dependencies
  const documents = readModels.collection(audit)
  const eventOf = async ({ actor, revision }: AuditDocument): Promise<AdminLooked['data'] | null> => {
    const { events } = await log.readEnds(adminStream(actor), { upTo: BigInt(revision) })
    const event = events.find(({ metadata }) => Number(metadata.streamPosition) === revision)
    return event?.type === 'AdminLooked' ? (event as Recorded<AdminLooked>).data : null
  }
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      config: { cost: 5 },
      schema: { summary: 'Which admins looked at what is mine', response: { 200: looksShape } },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      await reachPosition(readModels, request, reply)
      const found = await Promise.all(
        [userId, EVERYBODY].map((looked) =>
          documents.find({ where: { looked }, sort: [['key', 'desc']], limit: MOST }),
        ),
      )
      const newest = found
        .flat()
        .toSorted((a, b) => (a.key < b.key ? 1 : -1))
        .slice(0, MOST)
      const names = await people.namesOf([...new Set(newest.map(({ actor }) => actor))])
      const looks = await Promise.all(
        newest.map(async (document) => {
          const looked = await eventOf(document)
          if (looked === null) return []
          const { at, actor } = document
          return [
            {
              at,
              by: names.get(actor) ?? null,
              what: looked.what,
              reason: looked.reason ?? null,
              item: itemOf(looked, document),
            },
          ]
        }),
      )
      return { looks: looks.flat() }
    },
  )
}
