import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { Overlay } from '@pathlight/contracts/overlay.ts'

/** An item on verses: the entry for a pad, and the item's name. */
export type OnVerses = { readonly entry: Extract<PadEntry, { type: 'item' }>; readonly words: string }

/** The longest name that is made from an item's text, in UTF-16 units. */
const SAID_MOST = 60
const cut = (text: string): string => (text.length > SAID_MOST ? `${text.slice(0, SAID_MOST)}…` : text)

/** The person's notes, highlights and sermons on verses of a chapter. `from`, `to`: the numbers of the first and last verse. */
export const itemsOnVerses = (
  { notes, highlights, sermons }: Pick<Overlay, 'notes' | 'highlights' | 'sermons'>,
  { from, to }: { readonly from: number; readonly to: number },
): readonly OnVerses[] => {
  const isOn = (first: number, last: number) => first % 1000 <= to && from <= last % 1000
  return [
    ...notes
      .filter(({ verse_id, end_verse_id, shown_at, shown_to }) =>
        isOn(shown_at ?? verse_id, shown_at === undefined ? (end_verse_id ?? verse_id) : (shown_to ?? shown_at)),
      )
      .map(({ id, title, text }) => ({
        entry: { type: 'item', kind: 'note', id } as const,
        words: cut(title || text),
      })),
    ...highlights
      .filter(({ verse_id, shown_at = verse_id }) => isOn(shown_at, shown_at))
      .map(({ id, selected_text }) => ({
        ...{ entry: { type: 'item', kind: 'highlight', id } as const, words: cut(selected_text) },
      })),
    ...sermons
      .filter(({ shown_from, shown_to }) => isOn(shown_from, shown_to))
      .map(({ id, title }) => ({ entry: { type: 'item', kind: 'sermon', id } as const, words: cut(title) })),
  ]
}
