import { z } from 'zod'
import { addHighlightBody, hexColor } from './highlights.ts'
import { HISTORY_ACTIONS, HISTORY_KINDS } from './history-rules.ts'
import { IMPORT_COLUMNS } from './import-rules.ts'
import { addNoteBody } from './notes.ts'
import { bookName, verseIfAny, versionCode } from './passage.ts'
import { editSermonBody } from './sermons.ts'
import { THEMES } from './theme-rules.ts'

const time = z.iso.datetime()

/** An item of each kind as it may be brought from elsewhere: what an export has, by the rules of what people write here. */
export const importedItems = {
  note: z.object({
    id: addNoteBody.shape.id.unwrap(),
    verse_id: addNoteBody.shape.verse_id,
    end_verse_id: verseIfAny,
    text: addNoteBody.shape.text,
    title: addNoteBody.shape.title,
    version: versionCode,
    created_at: time,
    updated_at: time,
  }),
  highlight: z.object({
    id: z.string().max(80),
    verse_id: addHighlightBody.shape.verseId,
    version: versionCode,
    selected_text: addHighlightBody.shape.selectedText,
    start_offset: addHighlightBody.shape.startOffset,
    end_offset: addHighlightBody.shape.endOffset,
    color: addHighlightBody.shape.color,
    created_at: time,
  }),
  sermon: z.object({
    id: addNoteBody.shape.id.unwrap(),
    title: editSermonBody.shape.title,
    speaker: editSermonBody.shape.speaker,
    content: z.looseObject({ type: z.literal('doc') }),
    version: versionCode,
    book: bookName,
    start_chapter: z.int(),
    start_verse_id: z.int(),
    end_chapter: z.int(),
    end_verse_id: z.int(),
    created_at: time,
    updated_at: time,
  }),
  bookmark: z.object({
    id: z.string().max(80),
    book: bookName,
    chapter: z.int(),
    verse_id: verseIfAny,
    end_verse_id: verseIfAny,
    version: versionCode,
    created_at: time,
  }),
  settings: z.object({
    defaultVersion: versionCode.nullable(),
    highlightColor: hexColor.nullable(),
    defaultLanguage: z.enum(['en', 'ko']).nullable(),
    // An export from before it was kept has none.
    theme: z.enum(THEMES).nullable().default(null),
  }),
} as const satisfies { readonly [Kind in (typeof HISTORY_KINDS)[number]]: z.ZodType }

/** An entry of an export: an item, or a change with its place in a history. */
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

/** POST /api/import . `columns`: of a table, which column has what, from 0: reference:0,text:3 . `version`: of verses of which none is named. */
export const importQuery = z.object({
  preview: z.enum(['true', 'false'], 'Preview is true or false.').default('false'),
  columns: z
    .string()
    .max(200, BAD_COLUMNS)
    .refine((columns) => columns.split(',').every(isColumn), BAD_COLUMNS)
    .optional(),
  version: versionCode.optional(),
})

const count = z.int().min(0)
const kindCounts = z.object({ new: count, same: count, different: count, refused: count })
const importProblem = z.object({
  /** Of the file, from 1. */
  line: count,
  why: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ImportProblem = z.infer<typeof importProblem>

const found = z.object({
  kinds: z.record(z.string(), kindCounts),
  problems: z.array(importProblem),
  /** How many problems there are beyond those. */
  more_problems: count,
})

/** What is in a file. `columns`: of a table, its heads, and what was taken for what. */
export const importPreview = found.extend({
  format: z.enum(['pathlight', 'csv']),
  columns: z.object({ heads: z.array(z.string()), found: z.record(z.string(), count) }).optional(),
})
export type ImportPreview = z.infer<typeof importPreview>

export const importJob = z.object({ job: z.uuid() })
export const importParams = z.object({ job: z.uuid('No such import.') })

/** How far an import is. `stopped`: the last problem says why; what is counted was taken over. */
export const importProgress = found.extend({
  job: z.uuid(),
  status: z.enum(['running', 'done', 'stopped']),
  entries: count,
  done: count,
})
export type ImportProgress = z.infer<typeof importProgress>
/** GET /api/import : the last one of this week. */
export const lastImport = z.object({ import: importProgress.nullable() })
