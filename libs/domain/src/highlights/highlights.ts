import { placeWords } from '@pathlight/scripture/place-words.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { HighlightEvent, KeptHighlight } from './events.ts'
import { highlightEvents } from './events.ts'
import type { HighlightItem } from './highlight-item.ts'
import { highlightItem } from './highlight-item.ts'

/** Where a command's highlight is: the stream's verse. */
type Place = { userId: string; verseId: number; version: string; highlightId: string }

export type AddHighlight = DomainCommand<
  'AddHighlight',
  Place & {
    selectedText: string
    startOffset: number
    endOffset: number
    color: string | null
  },
  {
    /** The verse's text as it is today; null where it is not here. */
    verseText: string | null
  }
>
export type ColorHighlight = DomainCommand<'ColorHighlight', Place & { color: string | null }>
export type RemoveHighlight = DomainCommand<'RemoveHighlight', Place>
export type HighlightCommand = AddHighlight | ColorHighlight | RemoveHighlight

/** What a verse has, and the highlight that was changed last. */
export type HighlightsState = {
  readonly highlights: readonly KeptHighlight[]
  readonly last: HighlightItem | null
}

/** Most highlights a verse holds: more than a verse has words. */
export const HIGHLIGHTS_OF_A_VERSE_MAX = 200

/** Whether words to be highlighted have some of a highlight's: of those that it is on in today's text. */
const overlaps = (
  { data, metadata }: AddHighlight,
  { startOffset, endOffset, selectedText }: KeptHighlight,
): boolean => {
  const kept = { start: startOffset, end: endOffset, words: selectedText }
  const { start, end } = metadata.verseText === null ? kept : placeWords(metadata.verseText, kept)
  return data.startOffset < end && start < data.endOffset
}

const there = ({ highlights }: HighlightsState, id: string): KeptHighlight => {
  const kept = highlights.find((highlight) => highlight.id === id)
  if (!kept) throw new RuleBroken('not_found', 'highlight_not_found', 'No such highlight.')
  return kept
}

const decide: Aggregate<HighlightsState, HighlightCommand, HighlightEvent, HighlightItem>['decide'] = (
  command,
  state,
) => {
  const { now: at } = command.metadata
  const { userId, verseId, version, highlightId } = command.data
  const place = { highlightId, userId, verseId, version }
  switch (command.type) {
    case 'AddHighlight': {
      const { selectedText, startOffset, endOffset, color } = command.data
      if (startOffset < 0 || startOffset >= endOffset)
        throw new RuleBroken('invalid', 'bad_offsets', 'The selected range is not part of the verse.')
      if (state.highlights.some(({ id }) => id === highlightId))
        throw new RuleBroken('conflict', 'highlight_exists', 'This highlight exists already.')
      if (state.highlights.some((other) => overlaps(command, other)))
        throw new RuleBroken('conflict', 'highlight_overlaps', 'Selected text overlaps with existing content')
      if (state.highlights.length >= HIGHLIGHTS_OF_A_VERSE_MAX)
        throw new RuleBroken('too_large', 'too_many_highlights', 'This verse has too many highlights.', {
          max: HIGHLIGHTS_OF_A_VERSE_MAX,
        })
      const added = { id: highlightId, selectedText, startOffset, endOffset, color, addedAt: at }
      const highlights = [...state.highlights, added].toSorted((a, b) => a.startOffset - b.startOffset)
      return { type: 'HighlightAdded', data: { ...place, highlights, at } }
    }
    case 'ColorHighlight': {
      const { color } = command.data
      if (there(state, highlightId).color === color) return []
      const highlights = state.highlights.map((kept) => (kept.id === highlightId ? { ...kept, color } : kept))
      return { type: 'HighlightColored', data: { ...place, highlights, at } }
    }
    case 'RemoveHighlight': {
      there(state, highlightId)
      const highlights = state.highlights.filter(({ id }) => id !== highlightId)
      return { type: 'HighlightRemoved', data: { ...place, highlights, at } }
    }
  }
}

/** The highlights of one person on one verse in one version: none overlaps another. */
export const highlights: Aggregate<HighlightsState, HighlightCommand, HighlightEvent, HighlightItem> = {
  events: highlightEvents,
  initialState: () => ({ highlights: [], last: null }),
  evolve: (_state, event) => ({ highlights: event.data.highlights, last: highlightItem(event) }),
  decide,
  item: ({ last }) => last,
  items: (state) => state.highlights.length,
}
