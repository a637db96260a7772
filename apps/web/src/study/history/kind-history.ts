import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LucideIcon } from '../../ui/lucide-icon.ts'

/** `than`: the revision to compare with. If it is null, the item is shown without marks. */
export type DifferenceProps<I> = { readonly item: I; readonly than: I | null }

/** How histories show a kind: the value `history` in kinds/<name>/history.ts. */
export type KindHistory<I> = {
  readonly kind: HistoryKind
  readonly icon: LucideIcon
  /** Shows the difference of an item; lazy. */
  readonly Difference: ComponentType<DifferenceProps<I>>
  /** The address of an item's page, for a kind whose items are on no passage. */
  readonly pathOf?: (id: string) => string
  /** The beginnings of the keys of all queries that show the item. `item` has the form of the answers of the kind's calls. */
  readonly touches: (userId: string, item: I) => readonly QueryKey[]
}

/** The history of any kind, without the type of its items. */
// biome-ignore lint/suspicious/noExplicitAny: each kind shows items of its own, so no other type holds them all
export type AnyKindHistory = KindHistory<any>
