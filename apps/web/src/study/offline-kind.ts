import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import type { Item } from '../api/pending-write.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import type { Kind } from './kind.ts'

/** The facts by which the search in all of a person's writing finds and shows an item, as on the server. */
export type Findable = {
  /** Null: the item has no passage. */
  readonly passage: FoundWriting['passage']
  readonly title: string | null
  readonly text: string
  /** #RRGGBB, or SETTINGS_COLOR; null: the kind has no colours. */
  readonly color: string | null
  /** ISO 8601. */
  readonly changedAt: string
  /** In the form of `hasWords`. */
  findable(): string
  /** The mentions in its text; absent: the kind has no text. */
  mentions?(): Mentions
}

/** An item as a device has it. `words`: further searchable text. `links`: addresses in words that its list lacks. */
export type ItemHere<I extends Item> = I & {
  readonly words?: string
  readonly links?: string
  readonly created_at: string
}

/** A kind by its names, with the rules of its offline items: the value `offline` in kinds/<name>/kept-offline.ts. */
export type KeptKind = Pick<Kind, 'name' | 'history' | 'moves' | 'pathOf'> & { readonly kind: OfflineKind }

/** How a device stores all items of a kind for offline use. */
export type OfflineKind<I extends Item = Item> = {
  /** The server's list of a person's items, page by page, newest first. */
  readonly path: string
  searched(item: ItemHere<I>): Findable
  /** An item in the form of the person's list, if the stored one has more. `words` and `links`: as in ItemHere. */
  listed?(item: I): Item & { readonly words?: string; readonly links?: string }
  /** The server's address of one item. */
  pathOf?(item: I): string
  /** For a kind on verses: its list in the overlay, whether an item is on a chapter, and the item in the overlay's form. */
  readonly onVerses?: {
    readonly name: string
    isOn(item: I, place: ChapterReference): boolean
    shown(item: I): unknown
  }
}
