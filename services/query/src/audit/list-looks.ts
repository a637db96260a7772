import { type Looks, looksQuery, looks as looksShape } from '@pathlight/contracts/admin.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { type AdminLooked, adminStream } from '@pathlight/domain/admins/events.ts'
import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import { type Sessions, signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore, Where } from '@pathlight/read-models/read-model-store.ts'
import { reachPosition } from '../read-position.ts'
import { type Names, passageOf } from './audit-entries.ts'
import { type AuditDocument, audit, EVERYBODY } from './projection.ts'

/** Looks in a page. */
const LENGTH = 100

/** What an admin looked at, or did with my account. */
type Told = Recorded<AdminLooked> | Recorded<AccountHandled>

type Item = Looks['looks'][number]['item']

const itemOf = (looked: AdminLooked['data'], document: AuditDocument): Item => {
  const kind = HISTORY_KINDS.find((one) => one === looked.item?.kind)
  if (looked.item === null || kind === undefined) return null
  const { id, revision } = looked.item
  return { kind, id, revision, passage: passageOf(document) }
}

/** What admins looked at of what is mine, and what they did with my account. The reason is in the log only, under my key. */
export const listLooks = (
  app: App,
  url: string,
  dependencies: {
    readonly readModels: ReadModelStore
    readonly sessions: Sessions
    readonly log: Pick<EventLog, 'readEnds'>
    readonly people: Names & { findUser(id: string): Promise<{ readonly createdAt: string } | null> }
  },
) => {
  const { readModels, sessions, log, people } = dependencies
  const documents = readModels.collection(audit)
  const eventOf = async ({ kind, actor, person, revision }: AuditDocument): Promise<Told | null> => {
    const stream = kind === 'account' ? standingStream(person) : adminStream(actor)
    const { events } = await log.readEnds(stream, { upTo: BigInt(revision) })
    const event = events.find(({ metadata }) => Number(metadata.streamPosition) === revision) as Told | undefined
    return event?.type === 'AdminLooked' || event?.type === 'AccountHandled' ? event : null
  }
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'What admins looked at of what is mine, and did with my account',
        querystring: looksQuery,
        response: { 200: looksShape },
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      await reachPosition(readModels, [audit], request, reply)
      const { before } = request.query
      const newest = (looks: Where<AuditDocument>, since = '') => {
        const key = { gte: since, ...(before !== undefined && { lt: before }) }
        return documents.find({ where: { own: false, ...looks, key }, sort: [['key', 'desc']], limit: LENGTH + 1 })
      }
      const user = await people.findUser(userId)
      // What an admin exported before the account was made holds nothing of this person.
      const [mine, everybodys] = await Promise.all([
        newest({ person: userId, looked: userId }),
        newest({ looked: EVERYBODY }, user?.createdAt),
      ])
      const sorted = [...mine, ...everybodys].toSorted((a, b) => (a.key < b.key ? 1 : -1))
      const page = sorted.slice(0, LENGTH)
      const names = await people.namesOf([...new Set(page.map(({ actor }) => actor))])
      const looks = await Promise.all(
        page.map(async (document) => {
          const told = await eventOf(document)
          if (told === null) return []
          const { at, actor } = document
          return [
            {
              at,
              by: names.get(actor) ?? null,
              what: told.type === 'AdminLooked' ? told.data.what : told.data.act,
              reason: told.data.reason ?? null,
              item: told.type === 'AdminLooked' ? itemOf(told.data, document) : null,
            },
          ]
        }),
      )
      return { looks: looks.flat(), next: sorted.length > LENGTH ? (page.at(-1)?.key ?? null) : null }
    },
  )
}
