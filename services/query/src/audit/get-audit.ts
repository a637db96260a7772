import { Readable } from 'node:stream'
import { isNameOfNobody } from '@pathlight/contracts/account-rules.ts'
import { type AuditFilters, auditFilters, auditMatches, auditPage, auditQuery } from '@pathlight/contracts/admin.ts'
import { AUDIT_LENGTH, MATCHES_MOST } from '@pathlight/contracts/admin-rules.ts'
import { uuidKey } from '@pathlight/domain/item-kind.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import { type Sessions, signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import type { FastifyRequest } from 'fastify'
import { reachPosition } from '../read-position.ts'
import { CSV_HEAD, csvLine } from './audit-csv.ts'
import { auditEntries, type Names } from './audit-entries.ts'
import { type AuditDocument, audit } from './projection.ts'
import { type Asked, auditCounter, auditReader } from './read-audit.ts'

/** Puts into the log that an admin looked at a person's data (null: at all people's), before the admin sees them. */
export type RecordLook = (
  request: FastifyRequest,
  look: { readonly subjectId: string | null; readonly what: 'audit' | 'export' | 'account' },
) => Promise<void>

export type AuditDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Pick<Sessions, 'find'>
  readonly isAdmin: (userId: string) => Promise<boolean>
  readonly people: Names & { findPerson(name: string): Promise<string | null> }
  readonly recordLook: RecordLook
}

/** Documents that an export reads at once. */
const SLICE = 500

/** People by their ids. One who is not there has none. */
const byIds = async ({ findPerson }: AuditDependencies['people'], filters: AuditFilters): Promise<Asked> => {
  const idOf = async (named: string | undefined) => {
    if (named === undefined || isNameOfNobody(named)) return named?.toLowerCase()
    return uuidKey(named) ?? findPerson(named)
  }
  const [person, actor] = await Promise.all([idOf(filters.person), idOf(filters.actor)])
  return { ...filters, person, actor }
}

/** Whether the question is about somebody, and not about everybody. */
const asksForSomebody = ({ person, actor, item, device }: Asked): boolean =>
  person != null || actor != null || item !== undefined || device !== undefined

/** The people of whom these rows show something. That somebody was looked at was told to them by the look itself; a reveal names their verse, too. */
const shownIn = (found: readonly AuditDocument[]): readonly string[] =>
  found.filter(({ looked, book }) => looked === null || book !== null).map(({ person }) => person)

/** The people who were asked for by name and have an account: that nothing was found tells of them, too. */
const askedFor = async ({ person, actor }: Asked, { namesOf }: Names): Promise<readonly string[]> => {
  const ids = [person, actor].filter((id) => id != null && uuidKey(id) !== null) as string[]
  return ids.length === 0 ? [] : [...(await namesOf(ids)).keys()]
}

/** Tells each of these people once that an admin looked. An admin who looks at what they did themselves is not told. */
const teller = (request: FastifyRequest, what: 'audit' | 'export', recordLook: RecordLook) => {
  const told = new Set([signedIn(request).userId])
  return async (people: readonly string[]): Promise<void> => {
    for (const subjectId of people) {
      if (told.has(subjectId) || uuidKey(subjectId) === null) continue
      told.add(subjectId)
      await recordLook(request, { subjectId, what })
    }
  }
}

/** Who changed what, newest first. The look is recorded for each person of whom a row is shown, and for whoever was asked for. */
export const getAudit = (app: App, url: string, dependencies: AuditDependencies) => {
  const { readModels, sessions, isAdmin, people, recordLook } = dependencies
  const read = auditReader(readModels)
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'Who changed what, newest first', querystring: auditQuery, response: { 200: auditPage } },
    },
    async (request, reply) => {
      const { before, ...filters } = request.query as AuditFilters & { before?: string }
      const asked = await byIds(people, filters)
      await reachPosition(readModels, [audit], request, reply)
      const { found, next } = await read(asked, { before, limit: AUDIT_LENGTH })
      await teller(request, 'audit', recordLook)([...shownIn(found), ...(await askedFor(asked, people))])
      return { entries: await auditEntries(people, found), next }
    },
  )
}

/** How much of it there is. A number tells of a person who was asked for, too: it is the same look as a page. Of everybody it shows no person. */
export const getAuditMatches = (app: App, url: string, dependencies: AuditDependencies) => {
  const { readModels, sessions, isAdmin, people, recordLook } = dependencies
  const read = auditReader(readModels)
  const count = auditCounter(readModels)
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'How much of the audit matches', querystring: auditFilters, response: { 200: auditMatches } },
    },
    async (request, reply) => {
      const asked = await byIds(people, request.query)
      await reachPosition(readModels, [audit], request, reply)
      const { found } = await read(asked, { before: undefined, limit: AUDIT_LENGTH })
      // This is read before the look is recorded, because the look is a change, too.
      const counted = await count(asked, MATCHES_MOST + 1)
      const shown = asksForSomebody(asked) ? shownIn(found) : []
      await teller(request, 'audit', recordLook)([...shown, ...(await askedFor(asked, people))])
      return { matches: Math.min(counted, MATCHES_MOST), more: counted > MATCHES_MOST }
    },
  )
}

/** The same as a file, all of it: it is read while it is sent, so that memory stays small however long it is. */
export const getAuditFile = (app: App, url: string, dependencies: AuditDependencies) => {
  const { readModels, sessions, isAdmin, people, recordLook } = dependencies
  const read = auditReader(readModels)
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      schema: { summary: 'The audit as a file', querystring: auditFilters },
    },
    async (request, reply) => {
      const asked = await byIds(people, request.query)
      await reachPosition(readModels, [audit], request, reply)
      const first = await read(asked, { before: undefined, limit: SLICE })
      const isOfSomebody = asksForSomebody(asked)
      const tell = teller(request, 'export', recordLook)
      if (isOfSomebody) await tell([...shownIn(first.found), ...(await askedFor(asked, people))])
      else await recordLook(request, { subjectId: null, what: 'export' })
      const lines = async function* () {
        const pause = pauses()
        yield CSV_HEAD
        for (let page = first; ; page = await read(asked, { before: page.next ?? undefined, limit: SLICE })) {
          if (isOfSomebody) await tell(shownIn(page.found))
          const entries = await auditEntries(people, page.found)
          yield entries.map(csvLine).join('')
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
