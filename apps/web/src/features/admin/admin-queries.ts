import type {
  AdminCounts,
  AuditEntry,
  AuditMatches,
  AuditPage,
  People,
  PersonOfAdmins,
} from '@pathlight/contracts/admin.ts'
import type { AdminBiblesAnswer, BibleErrand, BibleUse, CatalogueAnswer } from '@pathlight/contracts/admin-bibles.ts'
import type { Backups, Mail } from '@pathlight/contracts/backups.ts'
import type { Invitation } from '@pathlight/contracts/invitations.ts'
import type { SystemReport } from '@pathlight/contracts/system.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** A query of an admin. `key` identifies it among this admin's queries. */
const adminQuery = <T>(adminId: string, key: readonly string[], path: string) =>
  queryOptions({
    queryKey: [MINE, adminId, ...key],
    queryFn: ({ signal }) => read<T>(`/api/admin/${path}`, signal),
    retry: false,
  })

/**
 * The numbers of changes, people and texts. `admin` in the key keeps this query apart from the query for the numbers of
 * the person's own items, whose key has `counts` alone (features/my-memos/use-counts.ts).
 */
export const countsQuery = (adminId: string) => adminQuery<AdminCounts>(adminId, ['admin', 'counts'], 'counts')

/** People found by the beginning of a username or by a whole email address. */
export const peopleQuery = (adminId: string, name: string) =>
  adminQuery<People>(adminId, ['people', 'named', name], `people?${new URLSearchParams({ name })}`)

/** The invitations whose end is in the future, also those that are used up. */
export const invitationsQuery = (adminId: string) =>
  adminQuery<{ invitations: Invitation[] }>(adminId, ['invitations'], 'invitations')

/** The archives, their schedule, and the texts and keys that are missing after a restore. */
export const backupsQuery = (adminId: string) => adminQuery<Backups>(adminId, ['backups'], 'backups')

/** Whether mail is sent, and the outcome of the last test mail. */
export const mailQuery = (adminId: string) => adminQuery<Mail>(adminId, ['mail'], 'mail')

export const personQuery = (adminId: string, id: string) =>
  adminQuery<PersonOfAdmins>(adminId, ['people', id], `people/${encodeURIComponent(id)}`)

/** The audit's entries that match the filters, newest first, page by page. */
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

/** The number of the audit's entries that match the filters, counted up to MATCHES_MOST. */
export const matchesQuery = (adminId: string, asked: URLSearchParams) =>
  adminQuery<AuditMatches>(adminId, ['audit', 'matches', asked.toString()], `audit/matches?${asked}`)

/** The last changes of one item, newest first. */
export const chainQuery = (adminId: string, { person, id, kind }: AuditEntry) =>
  adminQuery<AuditPage>(
    adminId,
    ['audit', 'chain', person.id, kind, id],
    `audit?${new URLSearchParams({ person: person.id, item: id, kind })}`,
  )

/** How often the list of texts is fetched while the server adds or updates a text, in milliseconds. */
const PROGRESS_EVERY_MS = 1_000
/** How often the list of texts is fetched at other times, in milliseconds. Another admin may add a text. */
const BIBLES_EVERY_MS = 15_000

export const isOver = ({ state }: BibleErrand): boolean => state === 'done' || state === 'failed'

/** The installed texts, and the errands: the server's tasks that add or update texts. */
export const biblesQuery = (adminId: string) =>
  queryOptions({
    ...adminQuery<AdminBiblesAnswer>(adminId, ['bibles'], 'bibles'),
    refetchInterval: ({ state }) => (state.data?.errands.every(isOver) === false ? PROGRESS_EVERY_MS : BIBLES_EVERY_MS),
  })

/** The number of texts in the open catalogue that match these words, and the first of them. */
export const catalogueQuery = (adminId: string, words: string) =>
  queryOptions({
    ...adminQuery<CatalogueAnswer>(
      adminId,
      ['bibles', 'catalogue', words],
      `bibles/catalogue?${new URLSearchParams({ words })}`,
    ),
    enabled: words !== '',
  })

/** The number of people who have items in a text, and the number of these items. Never cached. */
export const bibleUseQuery = (adminId: string, code: string) =>
  queryOptions({
    ...adminQuery<BibleUse>(adminId, ['bibles', 'use', code], `bibles/${encodeURIComponent(code)}/use`),
    staleTime: 0,
    gcTime: 0,
  })

/** How often the system's state is fetched while the page is visible, in milliseconds. */
const LOOK_EVERY_MS = 5_000

export const systemQuery = (adminId: string) =>
  queryOptions({ ...adminQuery<SystemReport>(adminId, ['system'], 'system'), refetchInterval: LOOK_EVERY_MS })
