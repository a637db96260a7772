import { hasWords } from './find-rules.ts'
import { type AskedMention, type Mentions, mentions } from './mentions-rules.ts'
import { hasTag } from './tag-rules.ts'

// Which of all that a person wrote a search finds: the same in the browser, for what is there, and on the server.

/** By what an item is found. */
export type Facts = {
  readonly color: string | null
  /** Absent: none. */
  readonly tags?: readonly string[] | undefined
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedAt: number
  /** In English; null: it stands nowhere. */
  readonly book: string | null
  /** As `hasWords` takes it. */
  readonly text: string
  /** What its text names; absent: nothing. */
  readonly mentions?: Mentions | undefined
}

/** What is looked for; null, or no words: whatever it is. */
export type Asked = {
  /** As `wordsToFind` gives them. */
  readonly words: readonly string[]
  /** In English. */
  readonly book: string | null
  /** #RRGGBB, or SETTINGS_COLOR. */
  readonly color: string | null
  /** By its key (tagKey); null or absent: whichever. */
  readonly tag?: string | null | undefined
  /** From this time on (inclusive), and up to that one (exclusive), in milliseconds since 1970. */
  readonly begin: number | null
  readonly end: number | null
  /** Only what names this in its text. */
  readonly mentioned?: AskedMention | null
}

/** Whether an item is one of those that are asked for; what costs the least is looked at first. */
export const isAskedFor = (asked: Asked, facts: Facts): boolean => {
  const { words, book, color, tag = null, begin, end, mentioned = null } = asked
  if (color !== null && facts.color !== color) return false
  if (tag !== null && !hasTag(facts, tag)) return false
  if ((begin !== null && facts.changedAt < begin) || (end !== null && facts.changedAt >= end)) return false
  if (book !== null && facts.book !== book) return false
  if (mentioned !== null && !(facts.mentions && mentions(facts.mentions, mentioned))) return false
  return words.length === 0 || hasWords(facts.text, words)
}
