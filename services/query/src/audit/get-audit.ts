import { Readable } from 'node:stream'
import { isNameOfNobody } from '@pathlight/contracts/account-rules.ts'
import { type AuditFilters, auditFilters, auditMatches, auditPage, auditQuery } from '@pathlight/contracts/admin.ts'
import { AUDIT_LENGTH, MATCHES_MOST } from '@pathlight/contracts/admin-rules.ts'
import { uuidKey } from '@pathlight/domain/item-kind.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryDependencies, RecordLook } from '../dependencies.ts'
import { reachPosition } from '../read-position.ts'
import { CSV_HEAD, csvLine } from './audit-csv.ts'
import { auditEntries, type Names } from './audit-entries.ts'
import { type AuditDocument, audit } from './projection.ts'
import { type Asked, auditRows, questionsOf } from './read-audit.ts'

/** How many rows an export reads at once. */
const SLICE = 500

/** The filters with people's ids instead of names or addresses; null where there is no such person. */
const byIds = async ({ findPerson }: QueryDependencies['people'], filters: AuditFilters): Promise<Asked> => {
  const idOf = async (named: string | undefined) => {
    if (named === undefined || isNameOfNobody(named)) return named?.toLowerCase()
    return uuidKey(named) ?? findPerson(named)
  }
  const [person, actor] = await Promise.all([idOf(filters.person), idOf(filters.actor)])
  return { ...filters, person, actor }
}

/** Whether a filter names a person, or a person's item or device. */
const asksForSomebody = ({ person, actor, item, device }: Asked): boolean =>
  person != null || actor != null || item !== undefined || device !== undefined

/**
 * The people about whom the given rows say something. A row about an admin's view does not count, because the person is
 * told of that view already. A row about a reveal (an admin read an item's words) counts if it names a passage.
 */
const shownIn = (rows: readonly AuditDocument[]): readonly string[] =>
  rows.filter(({ looked, book }) => looked === null || book !== null).map(({ person }) => person)

/** The people whom a filter names and who have an account. Even an empty answer says something about them. */
const askedFor = async ({ person, actor }: Asked, { namesOf }: Names): Promise<readonly string[]> => {
  const ids = [person, actor].filter((id) => id != null && uuidKey(id) !== null) as string[]
  return ids.length === 0 ? [] : [...(await namesOf(ids)).keys()]
}

/** Makes a function that records the admin's view once for each of the given people. It leaves out the admin. */
const lookRecorder = (request: FastifyRequest, what: 'audit' | 'export', recordLook: RecordLook) => {
  const recorded = new Set([signedIn(request).userId])
  return async (people: readonly string[]): Promise<void> => {
    for (const subjectId of people) {
      if (recorded.has(subjectId) || uuidKey(subjectId) === null) continue
      recorded.add(subjectId)
      await recordLook(request, { subjectId, what })
    }
  }
}

/**
 * The calls of the audit: a page of rows, the number of matching rows, and all matching rows as a file. Before an admin
 * sees rows, the view is recorded for the people of whom `shownIn` and `askedFor` tell. If the filters of a file name
 * no person, item or device, the view is recorded once, as a view of everybody's data.
 */
export const auditRoutes = (app: App, url: string, dependencies: QueryDependencies) => {
  const { readModels, sessions, isAdmin, people, recordLook } = dependencies
  const rowsOf = auditRows(readModels)
  const onRequest = adminsOnly(sessions, isAdmin)
  // Each call may record a view.
  const config = { changesState: true }
  /** Replaces names by ids, and waits for the audit's read model before anything is read. */
  const asks = async (filters: AuditFilters, request: FastifyRequest, reply: FastifyReply) => {
    const asked = await byIds(people, filters)
    await reachPosition(readModels, [audit], request, reply)
    return { asked, questions: questionsOf(asked) }
  }

  app.get(
    url,
    {
      onRequest,
      config,
      schema: { summary: 'Who changed what, newest first', querystring: auditQuery, response: { 200: auditPage } },
    },
    async (request, reply) => {
      const { before, ...filters } = request.query as AuditFilters & { before?: string }
      const { asked, questions } = await asks(filters, request, reply)
      const { rows, next } = await rowsOf.page(questions, { before, limit: AUDIT_LENGTH })
      await lookRecorder(request, 'audit', recordLook)([...shownIn(rows), ...(await askedFor(asked, people))])
      return { entries: await auditEntries(people, rows), next }
    },
  )

  // If a filter names a person, an item or a device, the number says something about the people in the rows, so the
  // view is recorded. Without such a filter the number says nothing about anybody.
  app.get(
    `${url}/matches`,
    {
      onRequest,
      config,
      schema: { summary: 'How much of the audit matches', querystring: auditFilters, response: { 200: auditMatches } },
    },
    async (request, reply) => {
      const { asked, questions } = await asks(request.query, request, reply)
      const { rows } = await rowsOf.page(questions, { before: undefined, limit: AUDIT_LENGTH })
      // The rows are counted before the view is recorded, because recording adds a row.
      const counted = await rowsOf.count(questions, MATCHES_MOST + 1)
      const shown = asksForSomebody(asked) ? shownIn(rows) : []
      await lookRecorder(request, 'audit', recordLook)([...shown, ...(await askedFor(asked, people))])
      return { matches: Math.min(counted, MATCHES_MOST), more: counted > MATCHES_MOST }
    },
  )

  // The rows are read while they are sent, so that memory stays small.
  app.get(
    `${url}.csv`,
    { onRequest, config, schema: { summary: 'The audit as a file', querystring: auditFilters } },
    async (request, reply) => {
      const { asked, questions } = await asks(request.query, request, reply)
      const slice = (before?: string) => rowsOf.page(questions, { before, limit: SLICE })
      const first = await slice()
      const isOfSomebody = asksForSomebody(asked)
      const tell = lookRecorder(request, 'export', recordLook)
      if (isOfSomebody) await tell([...shownIn(first.rows), ...(await askedFor(asked, people))])
      else await recordLook(request, { subjectId: null, what: 'export' })
      const lines = async function* () {
        const pause = pauses()
        yield CSV_HEAD
        for (let page = first; ; page = await slice(page.next ?? undefined)) {
          if (isOfSomebody) await tell(shownIn(page.rows))
          yield (await auditEntries(people, page.rows)).map(csvLine).join('')
          if (page.next === null) return
          await pause()
        }
      }
      return reply
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(lines()))
    },
  )
}
