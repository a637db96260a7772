import { revealBody, revealed } from '@pathlight/contracts/admin.ts'
import { itemAsOf, uuidKey } from '@pathlight/domain/item-kind.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { asAdmin } from './admins.ts'

const notFound = () => new HttpProblem(404, 'history_not_found', 'There is no such history.')

/** The version and first verse of the item, from its last event. */
const placeOf = ({ data }: Recorded): { version: string | null; verseId: number | null } => {
  const verseId = data.verseId ?? data.startVerseId
  return {
    version: typeof data.version === 'string' ? data.version : null,
    verseId: typeof verseId === 'number' ? verseId : null,
  }
}

/**
 * Shows an admin the words of one revision of one item, for a reason. The event of this view is appended with the
 * reason before the answer, and the person sees it. The words of a closed account cannot be revealed.
 */
export const revealItem = (app: App, url: string, dependencies: CommandDependencies) => {
  const { log, sessions, admins, kinds } = dependencies
  app.post(
    url,
    {
      onRequest: adminsOnly(sessions, admins.isAdmin),
      schema: {
        summary: 'Show the words of one revision, for a reason',
        body: revealBody,
        response: { 200: revealed },
      },
    },
    async (request) => {
      const { person, kind: name, revision, reason } = request.body
      const id = uuidKey(request.body.id) ?? request.body.id
      const subjectId = person.toLowerCase()
      const kind = kinds.find(({ item }) => item.kind === name)
      const key = kind?.item.keyOf(id) ?? null
      if (!kind || key === null) throw notFound()
      const { events, version } = await log.readEnds(kind.item.streams.name(subjectId, key), { upTo: BigInt(revision) })
      if (version === 0n) throw notFound()
      const last = events.at(-1)
      if (version === BigInt(revision) && last === undefined)
        throw new HttpProblem(410, 'words_gone', 'These words are gone: the account was closed.')
      const item: object | null = version === BigInt(revision) ? itemAsOf(kind.item, events, id) : null
      if (item === null || last === undefined)
        throw new HttpProblem(404, 'revision_not_found', 'There is no such revision.')
      await admins.look(asAdmin(request), {
        subjectId,
        what: 'reveal',
        item: { kind: name, id, revision, ...placeOf(last) },
        reason,
      })
      const { answer } = kind as { answer?: (item: never) => object } as { answer?: (item: object) => object }
      return { item: answer?.(item) ?? item }
    },
  )
}
