import type { AuditFilters } from '@pathlight/contracts/admin.ts'
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction, type AuditKind } from '@pathlight/contracts/admin-rules.ts'
import { HISTORY_ACTIONS } from '@pathlight/contracts/history-rules.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { ReadModelStore, Where } from '@pathlight/read-models/read-model-store.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { referencesOr400 } from '../passage.ts'
import { type AuditDocument, audit } from './projection.ts'

/** The filters with the ids of people in place of names; null: nobody has that name. */
export type Asked = Omit<AuditFilters, 'person' | 'actor'> & {
  readonly person?: string | null | undefined
  readonly actor?: string | null | undefined
}

/** A condition that one index answers. `key`: a range of time, from `gte` (inclusive) to `lt` (exclusive). */
type Question = Omit<Where<AuditDocument>, 'key'> & {
  readonly key?: { readonly gte?: string; readonly lt?: string }
}

/** The rows whose verses overlap the passage. */
const onPassage = (text: string): Question => {
  const { references } = referencesOr400(text)
  const [reference, ...more] = references
  const book = reference && findBook(reference.book)
  if (!reference || !book || more.length > 0)
    throw new HttpProblem(400, 'one_passage', 'The audit is asked for one passage at a time.')
  const { chapter, verse, endChapter, endVerse } = reference
  const { index } = book
  if (chapter === 1 && endChapter === chapterCount(book) && verse === null) return { book: index }
  const verseId = (inChapter: number, atVerse: number) => (index * 1_000 + inChapter) * 1_000 + atVerse
  return {
    book: index,
    first_verse: { lte: verseId(endChapter, endVerse ?? 999) },
    last_verse: { gte: verseId(chapter, verse ?? 0) },
  }
}

const OWN_AND_NOT: readonly Question[] = [{ own: true }, { own: false }]
const ITEM_ACTIONS: readonly AuditAction[] = [...HISTORY_ACTIONS, 'other']
const actionsOf = (kind: AuditKind): readonly AuditAction[] =>
  (HISTORY_KINDS as readonly string[]).includes(kind) ? ITEM_ACTIONS : AUDIT_ACTIONS

/** The conditions to which `questionsOf` adds the filters. One index answers each. No row meets two of them. */
const startsOf = ({ person, actor, item, device, passage, kind, action }: Asked): readonly Question[] => {
  if (item !== undefined) return [{}]
  if (person != null) return actor == null || actor === person ? OWN_AND_NOT : [{ own: false }]
  // A person's actions on their own data are found by the field `person`.
  if (actor != null) return [{ person: actor, own: true }, { own: false }]
  if (device !== undefined || passage !== undefined) return [{}]
  if (kind !== undefined) return action === undefined ? actionsOf(kind).map((one) => ({ action: one })) : [{}]
  return action === undefined ? OWN_AND_NOT : AUDIT_KINDS.map((one) => ({ kind: one }))
}

/** The questions that together answer the filters. [] if a filter names a person who does not exist. */
export const questionsOf = (asked: Asked): readonly Question[] => {
  const { person, actor, passage, from, to, kind, item, action, device } = asked
  if (person === null || actor === null) return []
  const filters: Question = {
    ...(passage !== undefined && onPassage(passage)),
    key: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) },
    ...(person !== undefined && { person }),
    ...(actor !== undefined && { actor }),
    ...(kind !== undefined && { kind }),
    ...(item !== undefined && { item }),
    ...(action !== undefined && { action }),
    ...(device !== undefined && { device }),
  }
  return startsOf(asked).map((start) => ({ ...filters, ...start }))
}

const NEWEST_FIRST = [['key', 'desc']] as const

/** Limits the question to rows before the key `before`, where the last page ended. */
const until = ({ key, ...rest }: Question, before: string | undefined): Where<AuditDocument> => {
  const lt = before !== undefined && (key?.lt === undefined || before < key.lt) ? before : key?.lt
  const range = { ...(key?.gte !== undefined && { gte: key.gte }), ...(lt !== undefined && { lt }) }
  return { ...rest, ...(Object.keys(range).length > 0 && { key: range }) }
}

/** Reads the rows of the audit that answer questions. A row that answered two questions would be listed twice. */
export const auditRows = (readModels: ReadModelStore) => {
  const documents = readModels.collection(audit)
  return {
    /** Reads at most `limit` rows, newest first. `next`: the `before` of the next page; null: this page is the last. */
    async page(
      questions: readonly Question[],
      { before, limit }: { readonly before: string | undefined; readonly limit: number },
    ): Promise<{ readonly rows: readonly AuditDocument[]; readonly next: string | null }> {
      const found = await Promise.all(
        questions.map((question) =>
          documents.find({ where: until(question, before), sort: NEWEST_FIRST, limit: limit + 1 }),
        ),
      )
      const sorted = found.flat().toSorted((a, b) => (a.key < b.key ? 1 : -1))
      const rows = sorted.slice(0, limit)
      return { rows, next: sorted.length > limit ? (rows.at(-1)?.key ?? null) : null }
    },
    /** Counts the rows. The count may stop as soon as it has reached `most`. */
    async count(questions: readonly Question[], most: number): Promise<number> {
      const counts = await Promise.all(
        questions.map((question) => documents.count(until(question, undefined), { most, sort: NEWEST_FIRST })),
      )
      return Math.min(
        most,
        counts.reduce((sum, count) => sum + count, 0),
      )
    },
  }
}
