import type { Event } from '@event-driven-io/emmett'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { ItemEventCatalog } from '../event-catalog.ts'
import { streamsNamed } from '../stream-names.ts'

/**
 * One stream for each person, verse and version, so that two devices cannot make overlapping highlights at the same
 * moment.
 */
export const highlightStreams = streamsNamed('highlights')
export const highlightsStream = (userId: string, verseId: number, version: string): string =>
  highlightStreams.name(userId, `${verseId}.${version}`)

/** The verse and version in a highlight's id. Null if the text is no id of a highlight. */
export const highlightAddress = (id: string): { verseId: number; version: string } | null => {
  const [verse, version, own, more] = id.split('.')
  const verseId = Number(verse)
  const whole = verse !== undefined && /^\d{7,8}$/.test(verse) && version && own && more === undefined
  return whole ? { verseId, version } : null
}

/**
 * The id of a highlight. It contains the verse and the version, because a caller that removes a highlight knows only
 * the id. `own`: a UUID.
 */
export const highlightId = (verseId: number, version: string, own: string): string => `${verseId}.${version}.${own}`

/**
 * A highlight of a verse, as events store it. Offsets count UTF-16 units of the verse's plain text. `endOffset` is
 * exclusive.
 */
export type KeptHighlight = Editable['highlight'] & {
  readonly id: string
  readonly selectedText: string
  readonly startOffset: number
  readonly endOffset: number
  readonly addedAt: string
  /** The stream position of the event that added the highlight. Absent if it is unknown, as in older events. */
  readonly madeAt?: number
}

/**
 * Every event of a verse names the changed highlight, and has all highlights of the verse after the change. A new
 * highlight must not overlap others, so their words together stay short, and so does the event. Times are ISO 8601,
 * UTC.
 */
type Change = {
  highlightId: string
  userId: string
  /** The verse's id, in the numbering of `version`. */
  verseId: number
  version: string
  highlights: readonly KeptHighlight[]
  at: string
}

export type HighlightAdded = Event<'HighlightAdded', Change>
/** A highlight got another colour or style, or other tags. */
export type HighlightColored = Event<'HighlightColored', Change>
export type HighlightRemoved = Event<'HighlightRemoved', Change>

/** A highlight was restored to an earlier state, perhaps after its removal. */
export type HighlightRestored = Event<'HighlightRestored', Change>

export type HighlightEvent = HighlightAdded | HighlightColored | HighlightRemoved | HighlightRestored

export const highlightEvents: ItemEventCatalog<HighlightEvent['type']> = {
  HighlightAdded: { schemaVersion: 1, action: 'added', personal: ['highlights'] },
  HighlightColored: { schemaVersion: 1, action: 'edited', personal: ['highlights'] },
  HighlightRemoved: { schemaVersion: 1, action: 'removed', personal: ['highlights'] },
  HighlightRestored: { schemaVersion: 1, action: 'restored', personal: ['highlights'] },
}
