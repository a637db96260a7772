import type { AuditFilters } from '@pathlight/contracts/admin.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { ReadModelStore, Where } from '@pathlight/read-models/read-model-store.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { referencesOr400 } from '../passage.ts'
import { type AuditDocument, audit } from './projection.ts'

/** Filters with people by their ids; `null`: there is no such person. */
export type Asked = Omit<AuditFilters, 'person' | 'actor'> & {
  readonly person?: string | null | undefined
  readonly actor?: string | null | undefined
}

const NEWEST_FIRST = [['key', 'desc']] as const

/** Chapters or verses that are asked for one by one. Of more, the whole book or the whole chapter is looked through. */
const ONE_BY_ONE = 12
const upTo = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, nth) => first + nth)

/**
 * What is on a passage, as questions that have nothing in common, and each of which has an index: what begins in each of its chapters or
 * verses, and what begins before and reaches it.
 */
const onPassage = (text: string): readonly Where<AuditDocument>[] => {
  const { references } = referencesOr400(text)
  const [reference, ...more] = references
  const book = reference && findBook(reference.book)
  if (!reference || !book || more.length > 0)
    throw new HttpProblem(400, 'one_passage', 'The audit is asked for one passage at a time.')
  const { chapter, verse, endChapter, endVerse } = reference
  const { index } = book
  if (chapter === 1 && endChapter === chapterCount(book) && verse === null) return [{ book: index }]
  const place = (inChapter: number, atVerse: number) => (index * 1_000 + inChapter) * 1_000 + atVerse
  const [first, last] = [place(chapter, verse ?? 0), place(endChapter, endVerse ?? 999)]
  const reaching = { last_verse: { gte: first } }
  /** What goes over chapters, and begins in one before the passage. */
  const spanning = { spans: index, first_verse: { lt: place(chapter, 0) }, ...reaching }
  if (chapter === endChapter && verse !== null && endVerse !== null && endVerse - verse < ONE_BY_ONE)
    return [
      ...upTo(first, last).map((begins) => ({ first_verse: begins })),
      { ranges: index * 1_000 + chapter, first_verse: { lt: first }, ...reaching },
      spanning,
    ]
  const within = verse === null ? {} : { first_verse: { lte: last }, ...reaching }
  if (endChapter - chapter >= ONE_BY_ONE) return [{ book: index, first_verse: { lte: last }, ...reaching }]
  return [...upTo(chapter, endChapter).map((one) => ({ chapter: index * 1_000 + one, ...within })), spanning]
}

/** One question, or several that have nothing in common; each is answered by an index. `end`: where in the order of keys it ends. */
const questionsOf = (
  { person, actor, passage, from, to: _, ...rest }: Asked,
  end: string | undefined,
): readonly Where<AuditDocument>[] => {
  if (person === null || actor === null) return []
  const { kind, item, action, device } = rest
  const key = { ...(from !== undefined && { gte: from }), ...(end !== undefined && { lt: end }) }
  const common: Where<AuditDocument> = {
    ...(Object.keys(key).length > 0 && { key }),
    ...(person !== undefined && { person }),
    ...(actor !== undefined && { actor }),
    ...(kind !== undefined && { kind }),
    ...(item !== undefined && { item }),
    ...(action !== undefined && { action }),
    ...(device !== undefined && { device }),
  }
  return (passage === undefined ? [{}] : onPassage(passage)).map((where) => ({ ...where, ...common }))
}

/** Reads the audit: at most `limit` documents, newest first, and where the next page begins; null after the last. */
export const auditReader = (readModels: ReadModelStore) => {
  const documents = readModels.collection(audit)
  return async (
    asked: Asked,
    { before, limit }: { readonly before: string | undefined; readonly limit: number },
  ): Promise<{ readonly found: readonly AuditDocument[]; readonly next: string | null }> => {
    const { to } = asked
    const end = before === undefined || (to !== undefined && to < before) ? to : before
    const pages = await Promise.all(
      questionsOf(asked, end).map((where) => documents.find({ where, sort: NEWEST_FIRST, limit: limit + 1 })),
    )
    const sorted = pages.flat().toSorted((a, b) => (a.key < b.key ? 1 : -1))
    const found = sorted.slice(0, limit)
    return { found, next: sorted.length > limit ? (found.at(-1)?.key ?? null) : null }
  }
}

/** Counts what matches, up to `most`. */
export const auditCounter = (readModels: ReadModelStore) => {
  const documents = readModels.collection(audit)
  return async (asked: Asked, most: number): Promise<number> => {
    const counts = await Promise.all(
      questionsOf(asked, asked.to).map((where) => documents.count(where, { most, sort: NEWEST_FIRST })),
    )
    return Math.min(
      most,
      counts.reduce((sum, count) => sum + count, 0),
    )
  }
}
