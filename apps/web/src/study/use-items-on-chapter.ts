import type { User } from '@pathlight/contracts/accounts.ts'
import type { Overlay } from '@pathlight/contracts/overlay.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isNetworkFailure } from '../api/api-problem.ts'
import type { Item, WriteKind } from '../api/pending-write.ts'
import { shownItems } from '../api/shown-items.ts'
import { usePendingWrites } from '../api/use-pending-writes.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import { isUnknown } from './is-unknown.ts'
import { overlayQuery } from './overlay-query.ts'

/** The overlay's lists of items, by the names of the kinds. */
export type Lists = {
  [Name in keyof Overlay as NonNullable<Overlay[Name]> extends readonly Item[] ? Name : never]: Overlay[Name]
}
export type ItemOf<Name extends keyof Lists> = Lists[Name][number]

/** A kind on verses. `Written`: the form of an item in the kind's writes. */
export type OnChapterKind<Name extends keyof Lists, Written extends Item> = {
  /** The name of the kind's list in the overlay. */
  readonly name: Name
  readonly writes: WriteKind<Written>
  /** Whether an unsent item is on a chapter of its own version. For other versions only the server knows. */
  isOn(item: Written, place: ChapterReference): boolean
  /** An item in the form of the overlay. */
  shown(item: ItemOf<Name> | Written): ItemOf<Name>
}

const NONE: readonly never[] = []

/**
 * The person's items of a kind on a chapter, unsent changes included, and all writes of the kind. `isComing`: the
 * server's items have not loaded, so `items` has only unsent ones. `retry` asks again after an error other than a lost
 * connection; otherwise it is null.
 */
export const useItemsOnChapter = <Name extends keyof Lists, Written extends Item>(
  kind: OnChapterKind<Name, Written>,
  user: User | null,
  { version, book, chapter }: ChapterReference,
) => {
  const query = useQuery(overlayQuery(user, { version, book, chapter }))
  const { data: served } = query
  const changes = usePendingWrites(kind.writes, user?.id)
  const items = useMemo((): readonly ItemOf<Name>[] => {
    const list: readonly ItemOf<Name>[] = served?.value[kind.name] ?? NONE
    const belongs = (item: Written, known: boolean) => known || kind.isOn(item, { version, book, chapter })
    const current = shownItems(list as unknown as readonly Written[], served?.at ?? '0', changes, belongs)
    return (current as unknown) === list ? list : current.map(kind.shown)
  }, [served, changes, kind, version, book, chapter])
  const unknown = isUnknown(query)
  const isRefused = unknown && query.error !== null && !isNetworkFailure(query.error)
  return {
    items,
    writes: changes,
    isComing: served === undefined && !unknown,
    retry: isRefused ? () => void query.refetch() : null,
  }
}
