import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type AuditFilters, auditFilters, auditMatches, auditPage, auditQuery } from '@pathlight/contracts/admin.ts'
import { AUDIT_LENGTH, MATCHES_MOST } from '@pathlight/contracts/admin-rules.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import { type Sessions, signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyRequest } from 'fastify'
import { reachPosition } from '../read-position.ts'
import { CSV_HEAD, csvLine } from './audit-csv.ts'
import { auditEntries, type Names } from './audit-entries.ts'
import type { AuditDocument } from './projection.ts'
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Actors that have no account. */
const NO_PEOPLE = ['operator', 'settings']
/** Documents that an export reads at once. */
const SLICE = 500

/** People by their ids. One who is not there has none. */
const byIds = async ({ findPerson }: AuditDependencies['people'], filters: AuditFilters): Promise<Asked> => {
  const idOf = async (named: string | undefined) => {
    if (named === undefined || NO_PEOPLE.includes(named)) return named
    return UUID.test(named) ? named.toLowerCase() : findPerson(named)
  }
  const [person, actor] = await Promise.all([idOf(filters.person), idOf(filters.actor)])
  return { ...filters, person, actor }
}

/** The people whose audit an admin asked for, by a person, actor, item or device; none where the query names none. */
const subjectsOf = ({ person, actor, item, device }: Asked, found: readonly AuditDocument[]): ReadonlySet<string> => {
  if (person == null && actor == null && item === undefined && device === undefined) return new Set()
  const ofPeople = found.map((one) => (person == null && actor != null ? one.actor : one.person))
  return new Set(ofPeople.filter((id) => UUID.test(id)))
}

/** The people whose audit this shows are told. An admin who looks at what they did themselves is not. */
const tellLook = async (
  request: FastifyRequest,
  asked: Asked,
  found: readonly AuditDocument[],
  recordLook: RecordLook,
) => {
  const { userId } = signedIn(request)
  for (const subjectId of subjectsOf(asked, found))
    if (subjectId !== userId) await recordLook(request, { subjectId, what: 'audit' })
}

/** Who changed what, newest first. Where an admin asks for what is a person's, the look is recorded for that person. */
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
      await reachPosition(readModels, request, reply)
      const { found, next } = await read(asked, { before, limit: AUDIT_LENGTH })
      await tellLook(request, asked, found, recordLook)
      return { entries: await auditEntries(people, found), next }
    },
  )
}

/** How much of it there is. A number tells of a person, too: it is the same look as a page. */
export const getAuditMatches = (app: App, url: string, dependencies: AuditDependencies) => {
  const { readModels, sessions, isAdmin, people, recordLook } = dependencies
  const read = auditReader(readModels)
  const count = auditCounter(readModels)
  app.get(
    url,
    {
      onRequest: adminsOnly(sessions, isAdmin),
      config: { cost: 10 },
      schema: { summary: 'How much of the audit matches', querystring: auditFilters, response: { 200: auditMatches } },
    },
    async (request, reply) => {
      const asked = await byIds(people, request.query)
      await reachPosition(readModels, request, reply)
      const { found } = await read(asked, { before: undefined, limit: AUDIT_LENGTH })
      // This is read before the look is recorded, because the look is a change, too.
      const counted = await count(asked, MATCHES_MOST + 1)
      await tellLook(request, asked, found, recordLook)
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
      config: { cost: 20 },
      schema: { summary: 'The audit as a file', querystring: auditFilters },
    },
    async (request, reply) => {
      const asked = await byIds(people, request.query)
      await reachPosition(readModels, request, reply)
      const first = await read(asked, { before: undefined, limit: SLICE })
      const subjects = subjectsOf(asked, first.found)
      for (const subjectId of subjects.size === 0 ? [null] : subjects)
        await recordLook(request, { subjectId, what: 'export' })
      const lines = async function* () {
        yield CSV_HEAD
        for (let page = first; ; page = await read(asked, { before: page.next ?? undefined, limit: SLICE })) {
          const entries = await auditEntries(people, page.found)
          yield entries.map(csvLine).join('')
          if (page.next === null) return
          await setImmediate()
        }
      }
      return reply
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(lines()))
    },
  )
}
