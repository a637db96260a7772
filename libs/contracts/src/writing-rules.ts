import { hasWords } from './find-rules.ts'
import { type AskedMention, type Mentions, mentions } from './mentions-rules.ts'
import { hasTag } from './tag-rules.ts'

// The filter of the search in all of a person's writing. The server and the browser use the same filter, so both find
// the same items.

export type Facts = {
  readonly color: string | null
  readonly tags?: readonly string[] | undefined
  /** The time of the last change, in milliseconds since 1970. */
  readonly changedAt: number
  /** The English name, or null if the item is on no passage. */
  readonly book: string | null
  /** The searchable text, as `hasWords` takes it. */
  readonly text: string
  /** The mentions in the item's text. Absent if there are none. */
  readonly mentions?: Mentions | undefined
}

/** A search. A null condition, or an empty list of words, matches any item. */
export type Asked = {
  /** The words, from `wordsToFind`. */
  readonly words: readonly string[]
  /** The English name of a book. */
  readonly book: string | null
  /** A colour as #RRGGBB, or SETTINGS_COLOR. */
  readonly color: string | null
  /** The key of a tag (tagKey). Null or absent: any tag. */
  readonly tag?: string | null | undefined
  /** The time of the last change: from `begin` (inclusive) to `end` (exclusive), in milliseconds since 1970. */
  readonly begin: number | null
  readonly end: number | null
  /** Limits the search to items whose text mentions these verses or this item. */
  readonly mentioned?: AskedMention | null
}

/** Whether an item matches the search. The cheapest tests come first. */
export const isAskedFor = (asked: Asked, facts: Facts): boolean => {
  const { words, book, color, tag = null, begin, end, mentioned = null } = asked
  if (color !== null && facts.color !== color) return false
  if (tag !== null && !hasTag(facts, tag)) return false
  if ((begin !== null && facts.changedAt < begin) || (end !== null && facts.changedAt >= end)) return false
  if (book !== null && facts.book !== book) return false
  if (mentioned !== null && !(facts.mentions && mentions(facts.mentions, mentioned))) return false
  return words.length === 0 || hasWords(facts.text, words)
}
