import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import type { Item } from '../api/pending-write.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import type { Kind } from './kind.ts'

/** By what an item is found where all of one's writing is searched, and what is shown of it: as on the server. */
export type Findable = {
  /** Null: it stands nowhere. */
  readonly passage: FoundWriting['passage']
  readonly title: string | null
  readonly text: string
  /** #RRGGBB, or SETTINGS_COLOR; null: the kind has no colours. */
  readonly color: string | null
  /** ISO 8601. */
  readonly changedAt: string
  /** As `hasWords` takes it. */
  findable(): string
  /** What its text names; absent: the kind has no texts. */
  mentions?(): Mentions
}

/** An item as a device has it. `words`: what else it is found by. `links`: addresses in words that its list does not have. */
export type ItemHere<I extends Item> = I & {
  readonly words?: string
  readonly links?: string
  readonly created_at: string
}

/** A kind by its names, and how all of it is kept: the value `offline` in kinds/<name>/kept-offline.ts. */
export type KeptKind = Pick<Kind, 'name' | 'history' | 'moves' | 'pathOf'> & { readonly kind: OfflineKind }

/** How all of a kind is kept on a device, for when the server is away. */
export type OfflineKind<I extends Item = Item> = {
  /** Where the server gives all that a person has of it, page by page, newest first. */
  readonly path: string
  searched(item: ItemHere<I>): Findable
  /** An item as the person's list shows it, where the server's list has more. `words` and `links`: as in ItemHere. */
  listed?(item: I): Item & { readonly words?: string; readonly links?: string }
  /** Where the server gives the item by itself. */
  pathOf?(item: I): string
  /** For a kind that stands on verses: its list in the overlay, whether an item is on a chapter, and the item as the overlay shows it. */
  readonly onVerses?: {
    readonly name: string
    isOn(item: I, place: ChapterReference): boolean
    shown(item: I): unknown
  }
}
