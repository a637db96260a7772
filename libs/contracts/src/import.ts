import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { z } from 'zod'
import { HISTORY_ACTIONS } from './history-rules.ts'
import { DATE_ORDERS, IMPORT_COLUMNS, IMPORTED_APPS, PASSAGES_FORMAT, ROW_REFUSALS } from './import-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'
import { PAD_TITLE_MAX } from './pad-rules.ts'
import { versionCode } from './passage.ts'

const time = z.iso.datetime()

/** An entry of an export: an item, or a change in an item's history. */
export const importedEntry = z.union([
  z.object({
    kind: z.enum(HISTORY_KINDS),
    id: z.string().max(80),
    revision: z.int().min(1),
    action: z.enum(HISTORY_ACTIONS),
    at: time,
    item: z.record(z.string(), z.unknown()).nullable(),
  }),
  z.object({ kind: z.enum(HISTORY_KINDS), item: z.record(z.string(), z.unknown()) }),
])

const BAD_COLUMNS = 'Columns are named like reference:0,text:3.'
const isColumn = (named: string): boolean => {
  const [column, at = '', ...more] = named.split(':')
  return more.length === 0 && IMPORT_COLUMNS.some((one) => one === column) && /^\d{1,3}$/.test(at)
}

/** The first line of a file of passages. */
export const passagesBegin = z.object({
  format: z.literal(PASSAGES_FORMAT),
  version: z.int().min(1),
  app: z.enum(IMPORTED_APPS),
})
export type PassagesBegin = z.infer<typeof passagesBegin>

const row = z.int().min(1)
const verse = z.int().refine((id) => parseVerseId(id) !== null)
/** The other app's own id of an annotation or study pad. */
const idOfApp = z.string().min(1).max(80)
/**
 * The other app's name of the Bible text. Null if the app names none, or names a text without the standard numbering.
 */
const versionOfApp = z.string().max(20).nullable()
/** Milliseconds since 1970, or null if the other app stored no time. */
const timeOfApp = z.number().nullable()
/** An annotation of another app on a passage: words, a colour, both, or neither (a bookmark). */
const passage = z
  .object({
    /** The number of the row, from 1, among all imported rows of the database. */
    row,
    id: idOfApp,
    /** The ids of the first and the last verse, in the standard numbering. */
    first: verse,
    last: verse,
    /** Plain text. '' if there are no words. */
    text: z.string(),
    /** The colour as #rrggbb, or null if there is none. */
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable(),
    version: versionOfApp,
    /** The other app's tags, labels or categories. Absent if there are none. */
    tags: z.array(z.string()).optional(),
    created_at: timeOfApp,
    updated_at: timeOfApp,
  })
  .refine(({ first, last }) => first <= last)
export type ImportedPassage = z.infer<typeof passage>
/**
 * A study pad of another app: plain texts, and passages. `note`: the id of the annotation whose words stand with the
 * passage, or null.
 */
const studyPad = z.object({
  row,
  id: idOfApp,
  title: z.string().max(PAD_TITLE_MAX),
  entries: z.array(
    z.union([
      z.object({ text: z.string() }),
      z
        .object({ first: verse, last: verse, version: versionOfApp, note: idOfApp.nullable() })
        .refine(({ first, last }) => first <= last),
    ]),
  ),
})
export type ImportedPad = z.infer<typeof studyPad>
/** A line of a file of passages: an annotation, a study pad, or a refused row with the reason. */
export const importedRow = z.union([passage, studyPad, z.object({ row, refused: z.enum(ROW_REFUSALS) })])
export type ImportedRow = z.infer<typeof importedRow>

/**
 * POST /api/import. `columns`: the columns of a table by number, from 0: reference:0,text:3. `version`: the version of
 * verses that name none. `dates`: the order in ambiguous dates of a table.
 */
export const importQuery = z.object({
  preview: z.enum(['true', 'false'], 'Preview is true or false.').default('false'),
  columns: z
    .string()
    .max(300, BAD_COLUMNS)
    .refine((columns) => columns.split(',').every(isColumn), BAD_COLUMNS)
    .optional(),
  version: versionCode.optional(),
  dates: z.enum(DATE_ORDERS, 'Dates begin with day or month.').optional(),
})

const count = z.int().min(0)
const kindCounts = z.object({ new: count, same: count, different: count, refused: count })
const importProblem = z.object({
  /** The line of the file, from 1. */
  line: count,
  why: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ImportProblem = z.infer<typeof importProblem>

const found = z.object({
  kinds: z.record(z.string(), kindCounts),
  problems: z.array(importProblem),
  /** The number of problems that are not listed. */
  more_problems: count,
})

/**
 * The contents of a file. `columns`: the headings of a table (`heads`), and the number of the column with each meaning,
 * from 0 (`found`). `asks_dates`: the table has ambiguous dates, so the caller must send `dates`.
 */
export const importPreview = found.extend({
  format: z.enum(['pathlight', 'csv', ...IMPORTED_APPS]),
  columns: z.object({ heads: z.array(z.string()), found: z.record(z.string(), count) }).optional(),
  asks_dates: z.boolean().optional(),
})
export type ImportPreview = z.infer<typeof importPreview>

export const importJob = z.object({ job: z.uuid() })
export const importParams = z.object({ job: z.uuid('No such import.') })

/**
 * The progress of an import. If the status is `stopped`, the last problem says why, and the entries that `done` counts
 * stay.
 */
export const importProgress = found.extend({
  job: z.uuid(),
  status: z.enum(['running', 'done', 'stopped']),
  entries: count,
  done: count,
})
export type ImportProgress = z.infer<typeof importProgress>
/** GET /api/import : the person's last import, if it began in the last seven days. */
export const lastImport = z.object({ import: importProgress.nullable() })
