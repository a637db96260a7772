import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LucideIcon } from '../../ui/lucide-icon.ts'

/** `than`: the revision to compare with. Null: the item is shown without marks. */
export type DifferenceProps<I> = { readonly item: I; readonly than: I | null }

/** How histories show the items of a kind: the value `history` in kinds/<name>/history.ts. */
export type KindHistory<I> = {
  readonly kind: HistoryKind
  readonly icon: LucideIcon
  /** Shows the difference between two states of an item. A lazy component. */
  readonly Difference: ComponentType<DifferenceProps<I>>
  /** The address of an item's page. Only for kinds whose items have pages of their own. */
  readonly pathOf?: (id: string) => string
  /** The beginnings of the keys of the queries that a restore changes. `item`: the server's answer to the restore. */
  readonly touches: (userId: string, item: I) => readonly QueryKey[]
}

/** KindHistory without the type of its items. */
// biome-ignore lint/suspicious/noExplicitAny: no other type fits the items of all kinds
export type AnyKindHistory = KindHistory<any>
