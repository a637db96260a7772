import { wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { askedMention, type Mentions } from '@pathlight/contracts/mentions-rules.ts'
import { type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { WritingQuery } from '@pathlight/contracts/writing.ts'
import { type Asked, type Facts, isAskedFor } from '@pathlight/contracts/writing-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { bookOr404 } from '../passage.ts'
import type { Searched } from './searched.ts'

/** The mentions of an item whose kind has no text that could name anything, for example a highlight. */
const NO_MENTIONS: Mentions = { verses: [], items: [] }

/** The facts of an item. Getters compute the costly facts, above all the text, at their first use. */
export const factsOf = (searched: Searched, document: unknown): Facts => ({
  color: searched.color?.(document) ?? null,
  tags: (document as Tagged).tags,
  get changedAt() {
    return Date.parse(searched.changedAt(document))
  },
  get book() {
    return searched.passage(document)?.book ?? null
  },
  get text() {
    return searched.findable(document)
  },
  get mentions() {
    return searched.mentions?.(document) ?? NO_MENTIONS
  },
})

/** Turns a call into a filter. Throws 404 where the call names an unknown book. */
export const asksFor = (call: WritingQuery): ((facts: Facts) => boolean) => {
  const { query: words = '', book, color, tag, from, to, names, links_to } = call
  const asked: Asked = {
    words: wordsToFind(words),
    book: book === undefined ? null : bookName(bookOr404(book), 'en'),
    color: color ?? null,
    tag: tag === undefined ? null : tagKey(tag),
    begin: from === undefined ? null : Date.parse(from),
    end: to === undefined ? null : Date.parse(to),
    mentioned: askedMention(names ?? null, links_to ?? null),
  }
  return (facts) => isAskedFor(asked, facts)
}
