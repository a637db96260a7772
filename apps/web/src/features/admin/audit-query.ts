import type { AuditEntry, AuditMatches, AuditPage } from '@pathlight/contracts/admin.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** What the address of the page may name, in the order of the form; the first six have a field. */
export const FILTERS = ['person', 'kind', 'action', 'passage', 'from', 'to', 'actor', 'item', 'device'] as const
export type Filter = (typeof FILTERS)[number]

const DATE = /^\d{4}-\d\d-\d\d$/
/**
 * The beginning of the day `later` days after `said`, in this device's zone, as a moment in UTC. What is no day stays
 * as it is.
 */
const startOfDay = (said: string, later = 0): string => {
  if (!DATE.test(said)) return said
  const [year = 0, month = 1, day = 1] = said.split('-').map(Number)
  return new Date(year, month - 1, day + later).toISOString()
}

/** What the call is asked, for the filters of the page's address: days are the admin's, `to` is a whole one. */
export const askedOf = (filters: URLSearchParams): URLSearchParams => {
  const asked = new URLSearchParams()
  for (const name of FILTERS) {
    const value = filters.get(name)?.trim() ?? ''
    if (value === '') continue
    asked.set(name, name === 'from' ? startOfDay(value) : name === 'to' ? startOfDay(value, 1) : value)
  }
  return asked
}

/** Changes, newest first, page by page. */
export const auditQuery = (adminId: string, asked: URLSearchParams) =>
  infiniteQueryOptions({
    queryKey: [MINE, adminId, 'audit', asked.toString()],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(asked)
      if (pageParam !== null) query.set('before', pageParam)
      return read<AuditPage>(`/api/admin/audit?${query}`, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: false,
  })

/** How much of it the filters match. */
export const matchesQuery = (adminId: string, asked: URLSearchParams) =>
  queryOptions({
    queryKey: [MINE, adminId, 'audit', 'matches', asked.toString()],
    queryFn: ({ signal }) => read<AuditMatches>(`/api/admin/audit/matches?${asked}`, signal),
    retry: false,
  })

/** The last changes of one item, oldest first. */
export const chainQuery = (adminId: string, { person, id, kind }: AuditEntry) =>
  queryOptions({
    queryKey: [MINE, adminId, 'audit', 'chain', person.id, kind, id],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ person: person.id, item: id, kind })
      const { entries } = await read<AuditPage>(`/api/admin/audit?${query}`, signal)
      return entries.toReversed()
    },
    retry: false,
  })
