import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { Overlay } from '@pathlight/contracts/overlay.ts'
import type { Item } from '../../../api/pending-write.ts'
import type { KeptKind } from '../../../study/offline-kind.ts'

/** An item on verses, as an entry for a pad, with the item's name. */
export type OnVerses = { readonly entry: Extract<PadEntry, { type: 'item' }>; readonly words: string }

/** The longest name that is made from an item's text, in UTF-16 units. */
const SAID_MOST = 60
const cut = (text: string): string => (text.length > SAID_MOST ? `${text.slice(0, SAID_MOST)}…` : text)

/** The verse ids at which the overlay shows an item. Different kinds have different fields. */
type Shown = {
  readonly verse_id?: number
  readonly end_verse_id?: number | null
  readonly shown_at?: number
  readonly shown_from?: number
  readonly shown_to?: number
}

/** The person's items of every kind on verses of a chapter. `from`, `to`: the numbers of the first and last verse. */
export const itemsOnVerses = (
  overlay: Overlay,
  kinds: readonly KeptKind[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly OnVerses[] => {
  const isOn = ({ verse_id = 0, end_verse_id, shown_at, shown_from, shown_to }: Shown) => {
    const first = shown_from ?? shown_at ?? verse_id
    const last = shown_to ?? shown_at ?? end_verse_id ?? verse_id
    return first % 1000 <= to && from <= last % 1000
  }
  return kinds.flatMap(({ history, kind: { onVerses, searched } }) => {
    if (!onVerses || history === 'settings') return []
    // An overlay that was stored before a kind existed has no list for the kind.
    const items = (overlay[onVerses.name as keyof Overlay] ?? []) as unknown as readonly (Item & Shown)[]
    return items.filter(isOn).map((item) => {
      const says = searched(item as Item & { readonly created_at: string })
      return { entry: { type: 'item', kind: history, id: item.id }, words: cut(says.title || says.text) }
    })
  })
}
