import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import type { Item } from '../api/pending-write.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import type { Kind } from './kind.ts'

/**
 * The facts by which the search in all of a person's writing finds and shows an item. The server uses the same facts.
 */
export type Findable = {
  /** The item's passage. Null if the item has none. */
  readonly passage: FoundWriting['passage']
  readonly title: string | null
  readonly text: string
  /** The item's colour: #RRGGBB or SETTINGS_COLOR. Null if the kind has no colours. */
  readonly color: string | null
  /** The time of the item's last change, ISO 8601. */
  readonly changedAt: string
  /** The searchable text, in the form that `hasWords` takes. */
  findable(): string
  /** The verses and items that the item's text mentions. Absent if the kind has no text. */
  mentions?(): Mentions
}

/**
 * An item as stored on a device. `words`, `quoted` and `links`: the text, the references of quoted passages and the
 * addresses of links, for kinds whose list lacks them. An older build stored no `quoted`.
 */
export type ItemHere<I extends Item> = I & {
  readonly words?: string
  readonly quoted?: readonly string[]
  readonly links?: string
  readonly created_at: string
}

/** A kind with its names and the rules of its offline items (the value `offline` in kinds/<name>/kept-offline.ts). */
export type KeptKind = Pick<Kind, 'name' | 'history' | 'moves' | 'pathOf'> & { readonly kind: OfflineKind }

/** How a device stores all items of a kind for offline use. */
export type OfflineKind<I extends Item = Item> = {
  /** The address of the server's list of a person's items, in pages, newest first. */
  readonly path: string
  searched(item: ItemHere<I>): Findable
  /** An item in the form of the kind's list. Absent if the list has complete items. */
  listed?(item: I): Item & Pick<ItemHere<I>, 'words' | 'quoted' | 'links'>
  /** The address of one item on the server. */
  pathOf?(item: I): string
  /**
   * For a kind on verses: the name of its list in the overlay, whether an item is on a chapter, and an item in the
   * overlay's form.
   */
  readonly onVerses?: {
    readonly name: string
    isOn(item: I, place: ChapterReference): boolean
    shown(item: I): unknown
  }
}
