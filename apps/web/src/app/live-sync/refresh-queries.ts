import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { ChangedMessage, ResyncMessage } from '@pathlight/contracts/sync.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { hasReached } from '../../api/position.ts'
import { MINE } from '../../api/query-client.ts'
import type { Kind } from '../../study/kind.ts'

/**
 * A change of one item or, if `id` is null, of unknown items of a kind. `item` is present if the message carries the
 * item.
 */
export type Changed = Pick<ChangedMessage, 'position' | 'kind' | 'item'> & {
  readonly id: string | null
  readonly action: ChangedMessage['action'] | null
}
/** The changes that a resync message reports: of unknown items, one change for each kind that the message names. */
export const changedBy = ({ position, kinds }: ResyncMessage): readonly Changed[] =>
  kinds.map((kind) => ({ position, kind, id: null, action: null }))

type KindName = Pick<Kind, 'name' | 'history'>
type QueryState = Pick<Query, 'queryKey' | 'state'>

/** Whether an answer includes the change. False for an answer without a position. */
const isIn = (data: unknown, position: string): boolean => {
  const at = (data as { at?: unknown } | undefined)?.at
  // A revision in a history also has `at`, but there `at` is a time.
  return typeof at === 'string' && /^[1-9]\d*$/.test(at) && hasReached(at, position)
}
/** Whether all of a query's data includes the change. */
export const isServedWith = (data: unknown, position: string): boolean => {
  const pages = (data as { pages?: unknown } | undefined)?.pages
  return Array.isArray(pages) ? pages.every((page) => isIn(page, position)) : isIn(data, position)
}

/** Whether a query may show the change. The query's key is given without the person. */
const shows = ([what, ...rest]: QueryKey, change: Changed, kind: KindName | undefined): boolean => {
  const { id, action } = change
  if (what === 'history') return rest[0] !== 'of' || (rest[1] === change.kind && (id === null || rest[2] === id))
  if (what === 'settings') return change.kind === 'settings'
  // Items of every kind may have tags, and the settings have the tags' colours.
  if (what === 'tags') return true
  if (kind === undefined) return false
  // An edit does not change the counts.
  if (what === 'counts') return action !== 'edited'
  return (
    what === 'overlay' ||
    what === 'writing' ||
    (what === kind.name && (rest[0] !== 'one' || id === null || rest[1] === id))
  )
}

/** Makes a function that says whether a query may show one of the changes and was served before it. */
export const concernedBy = (kinds: readonly KindName[], changes: readonly Changed[]) => {
  const kindByHistory = new Map<HistoryKind, KindName>(kinds.map((kind) => [kind.history, kind]))
  return ({ queryKey: [, , ...key], state: { data } }: QueryState): boolean =>
    changes.some((change) => !isServedWith(data, change.position) && shows(key, change, kindByHistory.get(change.kind)))
}

/**
 * Fetches again the queries that may show one of the changes and were served before it. Queries that are not on the
 * screen are fetched when they are next shown. Resolves when the queries on the screen have their answers.
 */
export const refreshQueries = (
  queries: QueryClient,
  userId: string,
  kinds: readonly KindName[],
  changes: readonly Changed[],
): Promise<void> => queries.invalidateQueries({ queryKey: [MINE, userId], predicate: concernedBy(kinds, changes) })
