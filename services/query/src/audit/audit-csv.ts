import type { AuditEntry } from '@pathlight/contracts/admin.ts'

/**
 * The beginning of a cell that a spreadsheet would run as a formula (OWASP, "CSV Injection"). Spreadsheets skip spaces
 * before a formula, and read full-width signs like the usual ones. A cell must not begin with a tab or a line break
 * either.
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** A cell by RFC 4180. An apostrophe before a formula makes it plain text. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const line = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

const COLUMNS = {
  position: ({ position }) => position,
  at: ({ at }) => at,
  actor: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  person: ({ person }) => person.id,
  person_name: ({ person }) => person.name,
  kind: ({ kind }) => kind,
  id: ({ id }) => id,
  action: ({ action }) => action,
  revision: ({ revision }) => revision,
  book: ({ passage }) => passage?.book ?? null,
  chapter: ({ passage }) => passage?.chapter ?? null,
  verse_id: ({ passage }) => passage?.verse_id ?? null,
  end_verse_id: ({ passage }) => passage?.end_verse_id ?? null,
  version: ({ passage }) => passage?.version ?? null,
  device: ({ device }) => device?.id ?? null,
  device_label: ({ device }) => device?.label ?? null,
  bytes: ({ bytes }) => bytes,
} as const satisfies Readonly<Record<string, (entry: AuditEntry) => string | number | null>>

/** The names of the columns. The byte order mark tells spreadsheets that the file is UTF-8. */
export const CSV_HEAD = `\uFEFF${line(Object.keys(COLUMNS))}`

export const csvLine = (entry: AuditEntry): string => line(Object.values(COLUMNS).map((column) => column(entry)))
