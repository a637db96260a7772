import type { Item } from '../api/pending-write.ts'
import type { ChapterReference } from '../bible/chapter-reference.ts'

/** How all of a kind is kept on a device, for when the server is away. */
export type OfflineKind<I extends Item = Item> = {
  /** Where the server gives all that a person has of it, page by page, newest first. */
  readonly path: string
  /** An item as the person's list shows it, where the server's list has more. `words`: what else it is found by. */
  listed?(item: I): Item & { readonly words?: string }
  /** Where the server gives the item by itself. */
  pathOf?(item: I): string
  /** Of a kind that stands on verses: its list in the overlay, whether an item is on a chapter, and as what. */
  readonly onVerses?: {
    readonly name: string
    isOn(item: I, place: ChapterReference): boolean
    shown(item: I): unknown
  }
}
