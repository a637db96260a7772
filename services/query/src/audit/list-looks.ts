import { type Looks, looksQuery, looks as looksShape } from '@pathlight/contracts/admin.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { type AdminLooked, adminStream } from '@pathlight/domain/admins/events.ts'
import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { reachPosition } from '../read-position.ts'
import { passageOf } from './audit-entries.ts'
import { type AuditDocument, audit, EVERYBODY } from './projection.ts'
import { auditRows } from './read-audit.ts'

/** How many views and acts of admins a page lists. */
const LENGTH = 100

type LookEvent = Recorded<AdminLooked> | Recorded<AccountHandled>

type Item = Looks['looks'][number]['item']

const itemOf = (looked: AdminLooked['data'], document: AuditDocument): Item => {
  const kind = HISTORY_KINDS.find((one) => one === looked.item?.kind)
  if (looked.item === null || kind === undefined) return null
  const { id, revision } = looked.item
  return { kind, id, revision, passage: passageOf(document) }
}

/**
 * Lists the views that admins had of the signed-in person's data, and the admins' acts on the account. The reasons are
 * read from the log, where they are sealed under the person's key.
 */
export const listLooks = (app: App, url: string, dependencies: QueryDependencies) => {
  const { readModels, sessions, log, people } = dependencies
  const read = auditRows(readModels)
  const eventOf = async ({ kind, actor, person, revision }: AuditDocument): Promise<LookEvent | null> => {
    const stream = kind === 'account' ? standingStream(person) : adminStream(actor)
    const { events } = await log.readEnds(stream, { upTo: BigInt(revision) })
    const event = events.find(({ metadata }) => Number(metadata.streamPosition) === revision) as LookEvent | undefined
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
      const user = await people.findUser(userId)
      const { rows, next } = await read.page(
        [
          { person: userId, own: false, looked: userId },
          // Of the exports of the whole audit, only those after the person signed up can have rows about this person.
          { own: false, looked: EVERYBODY, key: { ...(user !== null && { gte: user.createdAt }) } },
        ],
        { before: request.query.before, limit: LENGTH },
      )
      const names = await people.namesOf([...new Set(rows.map(({ actor }) => actor))])
      const looks = await Promise.all(
        rows.map(async (document) => {
          const event = await eventOf(document)
          if (event === null) return []
          const { at, actor } = document
          return [
            {
              at,
              by: names.get(actor) ?? null,
              what: event.type === 'AdminLooked' ? event.data.what : event.data.act,
              reason: event.data.reason ?? null,
              item: event.type === 'AdminLooked' ? itemOf(event.data, document) : null,
            },
          ]
        }),
      )
      return { looks: looks.flat(), next }
    },
  )
}
