import { z } from 'zod'
import { EXPORT_FORMAT, EXPORT_VERSION } from './export-rules.ts'
import { HISTORY_KINDS } from './kind-rules.ts'
import { type ExportedKind, exportedItems } from './kind-shapes.ts'
import { timeZoneName } from './time-zone.ts'

/**
 * GET /api/export. `history`: whether the export has every change ever made (JSON only). `language`: the language of
 * the headings (Markdown only). `time_zone`: the time zone of the days in texts and names of files. An unknown time
 * zone counts as UTC, because some browsers send `Etc/Unknown`.
 */
export const exportQuery = z.object({
  format: z.enum(['json', 'markdown'], 'An export is json or markdown.').default('json'),
  history: z.enum(['true', 'false'], 'History is true or false.').default('false'),
  language: z.enum(['en', 'ko'], 'The language is en or ko.').default('en'),
  time_zone: timeZoneName.default('UTC').catch('UTC'),
})

const fieldsOf = Object.fromEntries(
  Object.entries(exportedItems).map(([kind, shape]) => [kind, Object.keys(shape.shape)]),
) as unknown as Readonly<Record<ExportedKind, readonly string[]>>

/** Fields with a list. If an item lacks the field, the export writes an empty list. */
const LISTS: ReadonlySet<string> = new Set(['tags', 'tagColors'])

/** The exported fields of an item, always in the same order. */
export const exportedItem = (kind: ExportedKind, item: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(fieldsOf[kind].map((field) => [field, item[field] ?? (LISTS.has(field) ? [] : null)]))

const kindOf = (kind: ExportedKind) => z.literal(kind)
/** An item in its last state. */
const itemEntries = HISTORY_KINDS.map((kind) => z.object({ kind: kindOf(kind), item: exportedItems[kind] }))
/** A change of an item. `item`: the item after the change, or null if the change removed it. */
const changeEntries = HISTORY_KINDS.map((kind) =>
  z.object({
    kind: kindOf(kind),
    id: z.string(),
    revision: z.int().min(1),
    action: z.enum(['added', 'edited', 'removed', 'restored']),
    at: z.iso.datetime(),
    item: exportedItems[kind].nullable(),
  }),
)

/**
 * The whole file: the history in the order of its changes, the items of each kind in the order in which they were made.
 */
export const exportFile = z
  .object({
    format: z.literal(EXPORT_FORMAT),
    version: z.literal(EXPORT_VERSION),
    history: z.array(z.union(changeEntries)),
    items: z.array(z.union(itemEntries)),
    counts: z.record(z.enum(HISTORY_KINDS), z.int().min(0)),
  })
  .meta({ title: 'Pathlight export', description: 'All that a person keeps in Pathlight: docs/export-format.md.' })
