import type { DatabaseSync } from 'node:sqlite'
import { verseRow } from '../schema.ts'

/** The least number of quoted verses with a comma. With fewer, the quotes may be real quotations of whole verses. */
const AT_LEAST = 20
/** The share of verses with a comma that must be quoted, and the share of quoted verses that must have a comma. */
const NEARLY_ALL = 0.95

/**
 * Removes the quotation marks that a spreadsheet puts around each text with a comma. They are recognised when nearly
 * all verses with a comma, and hardly any others, are quoted as a whole. Verses with titles, line breaks, notes or
 * spans stay unchanged. Returns the number of changed verses.
 */
export const dropSpreadsheetQuotes = (db: DatabaseSync, code: string): number => {
  const number = Number(db.prepare('SELECT number FROM version WHERE code = ?').get(code)?.number)
  const range = [verseRow(number, 0), verseRow(number + 1, 0) - 1]
  const counts = db
    .prepare(
      `SELECT count(*) FILTER (WHERE text LIKE '"%"') AS quoted,
              count(*) FILTER (WHERE text LIKE '%,%') AS comma,
              count(*) FILTER (WHERE text LIKE '"%,%"') AS both
       FROM verse WHERE row BETWEEN ? AND ?`,
    )
    .get(...range)
  const [quoted, comma, both] = [Number(counts?.quoted), Number(counts?.comma), Number(counts?.both)]
  if (both < AT_LEAST || both < quoted * NEARLY_ALL || both < comma * NEARLY_ALL) return 0
  const { changes } = db
    .prepare(
      `UPDATE verse SET text = trim(replace(substr(text, 2, length(text) - 2), '""', '"'))
       WHERE row BETWEEN ? AND ? AND layout IS NULL AND text LIKE '"%,%"'`,
    )
    .run(...range)
  return Number(changes)
}
