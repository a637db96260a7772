import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import type { WritingQuery } from '@pathlight/contracts/writing.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { bookOr404 } from '../passage.ts'
import type { Searched } from './searched.ts'

/** By what an item is found. */
export type Facts = {
  readonly color: string | null
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedAt: number
  /** In English; null: it stands nowhere. */
  readonly book: string | null
  /** As `hasWords` takes it. */
  readonly text: string
}

/** The facts of an item, each made when it is asked for: the text costs the most. */
export const factsOf = (searched: Searched, document: unknown): Facts => ({
  color: searched.color?.(document) ?? null,
  get changedAt() {
    return Date.parse(searched.changedAt(document))
  },
  get book() {
    return searched.passage(document)?.book ?? null
  },
  get text() {
    return searched.findable(document)
  },
})

/** Whether an item is one of those that are asked for; what costs the least is looked at first. */
export const asksFor = ({ query = '', book, color, from, to }: WritingQuery): ((facts: Facts) => boolean) => {
  const words = wordsToFind(query)
  const inBook = book === undefined ? null : bookName(bookOr404(book), 'en')
  const [begin, end] = [from === undefined ? null : Date.parse(from), to === undefined ? null : Date.parse(to)]
  return (facts) => {
    if (color !== undefined && facts.color !== color) return false
    if ((begin !== null && facts.changedAt < begin) || (end !== null && facts.changedAt >= end)) return false
    if (inBook !== null && facts.book !== inBook) return false
    return words.length === 0 || hasWords(facts.text, words)
  }
}
