import { type Editable, editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { type FoundAgain, findWordsAgain } from '@pathlight/scripture/find-words-again.ts'
import { type Aggregate, type DomainCommand, inStream } from '../aggregate.ts'
import { type Import, importDiffers, importedAlready, otherHistory, type Restore, type Retag } from '../item-kind.ts'
import { alreadySo } from '../life.ts'
import { RuleBroken } from '../rule.ts'
import { retagged, withTags } from '../tagged.ts'
import { type HighlightEvent, highlightAddress, type KeptHighlight } from './events.ts'
import { type HighlightItem, highlightKind } from './highlight-item.ts'

/** A person's verse in a version, and the id of a highlight on that verse. */
type Place = { userId: string; verseId: number; version: string; highlightId: string }

type VerseToday = {
  /** The verse's present text. Null if the text is not installed. */
  verseText: string | null
}

export type AddHighlight = DomainCommand<
  'AddHighlight',
  Place & {
    selectedText: string
    startOffset: number
    endOffset: number
  } & Editable['highlight'],
  VerseToday
>
/** Absent fields stay as they are. If `style` is null, the colour lies behind the words. */
export type ColorHighlight = DomainCommand<
  'ColorHighlight',
  Place & Tagged & { color?: string | null | undefined; style?: Editable['highlight']['style'] | null }
>
export type RemoveHighlight = DomainCommand<'RemoveHighlight', Place>
export type HighlightCommand =
  | AddHighlight
  | ColorHighlight
  | RemoveHighlight
  | Restore<HighlightItem, VerseToday>
  | Import<HighlightItem, VerseToday>
  | Retag

export type HighlightsState = {
  readonly highlights: readonly KeptHighlight[]
  readonly last: HighlightItem | null
  /** The number of events in the verse's stream. */
  readonly revision: number
}

/** The most highlights of a verse: more than a verse has words. */
export const HIGHLIGHTS_OF_A_VERSE_MAX = 200
/** The most tags of all highlights of a verse together. */
export const TAGS_OF_A_VERSE_MAX = 1_000

/** The highlight's place in the verse's present text, or its stored place if no text is installed. */
const rangeToday = ({ verseText }: VerseToday, { startOffset, endOffset, selectedText }: KeptHighlight): FoundAgain => {
  const kept = { start: startOffset, end: endOffset }
  return verseText === null ? { ...kept, as: 'there' } : findWordsAgain(verseText, { ...kept, words: selectedText })
}

/**
 * The highlights of the verse and one more. If the present text has the words of `more` nowhere, its stored offsets are
 * compared, so that the highlight can still be restored or imported. Throws RuleBroken for an overlap, and for more
 * than HIGHLIGHTS_OF_A_VERSE_MAX.
 */
const withOneMore = (state: HighlightsState, more: KeptHighlight, today: VerseToday): KeptHighlight[] => {
  const found = rangeToday(today, more)
  const { start, end } = found.as === 'lost' ? { start: more.startOffset, end: more.endOffset } : found
  const others = state.highlights.map((other) => rangeToday(today, other))
  if (others.some((other) => start < other.end && other.start < end))
    throw new RuleBroken('conflict', 'highlight_overlaps', 'Selected text overlaps with existing content')
  if (state.highlights.length >= HIGHLIGHTS_OF_A_VERSE_MAX)
    throw new RuleBroken('too_large', 'too_many_highlights', 'This verse has too many highlights.', {
      max: HIGHLIGHTS_OF_A_VERSE_MAX,
    })
  return [...state.highlights, more].toSorted((a, b) => a.startOffset - b.startOffset)
}

const there = ({ highlights }: HighlightsState, id: string): KeptHighlight => {
  const kept = highlights.find((highlight) => highlight.id === id)
  if (!kept) throw new RuleBroken('not_found', 'highlight_not_found', 'No such highlight.')
  return kept
}

const keptAs = (item: HighlightItem): KeptHighlight => ({
  id: item.id,
  selectedText: item.selected_text,
  startOffset: item.start_offset,
  endOffset: item.end_offset,
  ...withTags(editableOf('highlight', item), null),
  addedAt: item.created_at,
})

/** The field `madeAt`, only if its value is known. */
const madeAs = (madeAt: number | null | undefined) => madeAt != null && { madeAt }

const placeOf = (command: HighlightCommand) => {
  if (command.type === 'Restore') {
    const { id: highlightId, verse_id: verseId, version } = command.data.item
    return { highlightId, userId: command.data.userId, verseId, version }
  }
  if (command.type === 'Import' || command.type === 'Retag') {
    const { id: highlightId, userId } = command.data
    const { verseId, version } = highlightAddress(highlightId) ?? { verseId: 0, version: '' }
    return { highlightId, userId, verseId, version }
  }
  const { userId, verseId, version, highlightId } = command.data
  return { highlightId, userId, verseId, version }
}

const IMPORTED = { added: 'HighlightAdded', edited: 'HighlightColored', restored: 'HighlightRestored' } as const

/**
 * The event of an imported change. If the file has the item's history, the change must follow the verse's present
 * revision. A new highlight must not overlap others.
 */
const imported = (
  { data: { item, action, at, after }, metadata }: Extract<HighlightCommand, { type: 'Import' }>,
  place: Place,
  state: HighlightsState,
): HighlightEvent => {
  if (after !== null && state.revision !== after) throw otherHistory()
  const before = state.highlights.find(({ id }) => id === place.highlightId)
  if (item === null || action === 'removed') {
    if (!before) throw otherHistory()
    return {
      type: 'HighlightRemoved',
      data: { ...place, highlights: state.highlights.filter((kept) => kept !== before), at },
    }
  }
  const more = keptAs(item)
  if (before) {
    const isThere = before.startOffset === more.startOffset && before.endOffset === more.endOffset
    if (after === null) throw isThere && sameEditable('highlight', before, more) ? importedAlready() : importDiffers()
    if (!isThere) throw otherHistory()
  }
  const highlights = before
    ? state.highlights.map((kept) => (kept === before ? { ...more, ...madeAs(before.madeAt) } : kept))
    : withOneMore(state, { ...more, ...(action === 'added' && madeAs(state.revision + 1)) }, metadata)
  return { type: IMPORTED[after === null ? 'added' : action], data: { ...place, highlights, at } }
}

const decideOne = (command: HighlightCommand, state: HighlightsState): HighlightEvent | HighlightEvent[] => {
  const at = command.metadata.now.toISOString()
  const place = placeOf(command)
  const { highlightId } = place
  const replaced = (by: KeptHighlight) => state.highlights.map((kept) => (kept.id === by.id ? by : kept))
  const changed = (before: KeptHighlight, after: KeptHighlight): HighlightEvent[] =>
    sameEditable('highlight', before, after)
      ? []
      : [{ type: 'HighlightColored', data: { ...place, highlights: replaced(after), at } }]
  switch (command.type) {
    case 'AddHighlight': {
      const { selectedText, startOffset, endOffset } = command.data
      if (startOffset < 0 || startOffset >= endOffset)
        throw new RuleBroken('invalid', 'bad_offsets', 'The selected range is not part of the verse.')
      if (state.highlights.some(({ id }) => id === highlightId))
        throw new RuleBroken('conflict', 'highlight_exists', 'This highlight exists already.')
      const added = {
        id: highlightId,
        selectedText,
        startOffset,
        endOffset,
        ...withTags(editableOf('highlight', command.data), null),
        addedAt: at,
        madeAt: state.revision + 1,
      }
      const highlights = withOneMore(state, added, command.metadata)
      return { type: 'HighlightAdded', data: { ...place, highlights, at } }
    }
    case 'ColorHighlight': {
      const before = there(state, highlightId)
      const { style: styleBefore, ...others } = before
      const { color = before.color, style = styleBefore, tags } = command.data
      return changed(before, withTags({ ...others, color, ...(style && { style }), tags }, before))
    }
    case 'Retag': {
      const before = there(state, highlightId)
      return changed(before, withTags({ ...before, tags: retagged(before, command.data) }, null))
    }
    case 'RemoveHighlight': {
      there(state, highlightId)
      const highlights = state.highlights.filter(({ id }) => id !== highlightId)
      return { type: 'HighlightRemoved', data: { ...place, highlights, at } }
    }
    case 'Restore': {
      const before = state.highlights.find(({ id }) => id === highlightId)
      const after = { ...keptAs(command.data.item), ...madeAs(before?.madeAt ?? command.metadata.madeAt) }
      if (before && sameEditable('highlight', before, after)) throw alreadySo()
      const highlights = before ? replaced(after) : withOneMore(state, after, command.metadata)
      return { type: 'HighlightRestored', data: { ...place, highlights, at } }
    }
    case 'Import':
      return imported(command, place, state)
  }
}

/**
 * Decides, and limits the tags on a verse. Each event has all highlights of the verse, and their tags could make the
 * event larger than the log accepts.
 */
const decide = (command: HighlightCommand, state: HighlightsState): HighlightEvent[] => {
  const tagsOn = ({ highlights }: Pick<HighlightsState, 'highlights'>) =>
    highlights.flatMap(({ tags = [] }) => tags).length
  const events = [decideOne(command, state)].flat()
  for (const { data } of events)
    if (tagsOn(data) > Math.max(TAGS_OF_A_VERSE_MAX, tagsOn(state)))
      throw new RuleBroken('too_large', 'too_many_tags_on_verse', 'The highlights of this verse have too many tags.', {
        max: TAGS_OF_A_VERSE_MAX,
      })
  return events
}

/** A person's highlights on one verse in one version. */
export const highlights: Aggregate<HighlightsState, HighlightCommand, HighlightEvent, HighlightItem> = {
  ...highlightKind,
  initialState: () => ({ highlights: [], last: null, revision: 0 }),
  evolve: (state, event) => {
    const placed = inStream(event, state.revision)
    return {
      highlights: event.data.highlights,
      last: highlightKind.itemAfter(null, placed),
      revision: Number(placed.metadata.streamPosition),
    }
  },
  decide,
  item: ({ last }) => last,
  items: (state) => state.highlights.length,
}
