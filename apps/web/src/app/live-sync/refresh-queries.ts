import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { ChangedMessage, ResyncMessage } from '@pathlight/contracts/sync.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { hasReached } from '../../api/position.ts'
import { MINE } from '../../api/query-client.ts'
import type { Kind } from '../../study/kind.ts'

/** What changed: one item, or, where `id` is null, whatever items of a kind. `item`: as the message brought it, where it did. */
export type Changed = Pick<ChangedMessage, 'position' | 'kind' | 'item'> & {
  readonly id: string | null
  readonly action: ChangedMessage['action'] | null
}
export const changedBy = ({ position, kinds }: ResyncMessage): readonly Changed[] =>
  kinds.map((kind) => ({ position, kind, id: null, action: null }))

type Known = Pick<Kind, 'name' | 'history' | 'moves'>
type Asked = Pick<Query, 'queryKey' | 'state'>

/** Items are in lists by the name of their kind in an overlay, and in the pages of a list. */
const holds = (value: unknown, name: string, id: string): boolean => {
  const items = (value as Record<string, unknown> | null)?.[name]
  return Array.isArray(items) && items.some((item: { id?: unknown }) => item.id === id)
}

/** Whether what was served has the change already. False for an answer without a position. */
const isIn = (data: unknown, position: string): boolean => {
  const at = (data as { at?: unknown } | undefined)?.at
  // A revision says by the same name when it was.
  return typeof at === 'string' && /^[1-9]\d*$/.test(at) && hasReached(at, position)
}
/** Whether all of what a query has was served with the change. */
export const isServedWith = (data: unknown, position: string): boolean => {
  const pages = (data as { pages?: unknown } | undefined)?.pages
  return Array.isArray(pages) ? pages.every((page) => isIn(page, position)) : isIn(data, position)
}

/** Whether a query shows what changed, as far as can be known without asking; `rest`: its key after the person. */
const shows = ([what, ...rest]: QueryKey, data: unknown, change: Changed, kind: Known | undefined): boolean => {
  const { id, action } = change
  if (what === 'history') return rest[0] !== 'of' || (rest[1] === change.kind && (id === null || rest[2] === id))
  if (what === 'settings') return change.kind === 'settings'
  if (kind === undefined) return false
  // How many there are does not depend on what is in them.
  if (what === 'counts') return action !== 'edited'
  if (what === kind.name) return rest[0] !== 'one' || id === null || rest[1] === id
  if (what !== 'overlay') return false
  const isKnownByItsPlace = id !== null && (action === 'removed' || (action === 'edited' && !kind.moves))
  const value = (data as { value?: unknown } | undefined)?.value
  return !isKnownByItsPlace || value === undefined || holds(value, kind.name, id)
}

/**
 * Asks again for exactly what shows one of the changes and does not have it yet. What is not on the screen is asked for when it
 * is come to. Resolves when what is on the screen has its answers.
 */
export const refreshQueries = (
  queries: QueryClient,
  userId: string,
  kinds: readonly Known[],
  changes: readonly Changed[],
): Promise<void> => {
  const known = new Map<HistoryKind, Known>(kinds.map((kind) => [kind.history, kind]))
  const isConcerned = ({ queryKey: [, , ...key], state: { data } }: Asked): boolean =>
    changes.some((change) => !isServedWith(data, change.position) && shows(key, data, change, known.get(change.kind)))
  return queries.invalidateQueries({ queryKey: [MINE, userId], predicate: isConcerned })
}
