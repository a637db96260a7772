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

/** The lists of the overlay, one for each kind, by name. */
export type Lists = {
  [Name in keyof Overlay as NonNullable<Overlay[Name]> extends readonly Item[] ? Name : never]: Overlay[Name]
}
export type ItemOf<Name extends keyof Lists> = Lists[Name][number]

/** A kind on verses. `Written`: an item in the form of the kind's writes. */
export type OnChapterKind<Name extends keyof Lists, Written extends Item> = {
  /** The name of its list in the overlay. */
  readonly name: Name
  readonly writes: WriteKind<Written>
  /** Whether a new or moved item is on a chapter, in the item's own numbering. For other numberings, the server's answer decides. */
  isOn(item: Written, place: ChapterReference): boolean
  /** An item in the form of the overlay. */
  shown(item: ItemOf<Name> | Written): ItemOf<Name>
}

const NONE: readonly never[] = []

/**
 * The person's items of a kind on a chapter, unsent changes included, and all of the kind's writes. `isComing`: so far `items` are only the unsent changes. They stay
 * alone if neither the server nor the device has an answer, and the reader says so (features/reader/on-verse/study-unknown.tsx).
 * `retry` fetches again after the server's refusal, and is null otherwise.
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
