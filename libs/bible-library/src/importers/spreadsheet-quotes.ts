import type { DatabaseSync } from 'node:sqlite'
import { verseRow } from '../schema.ts'

/** Fewer could be quotations that happen to fill their verse. */
const AT_LEAST = 20
/** Of the quoted verses with a comma, and of the verses with a comma in quotes. */
const NEARLY_ALL = 0.95

/**
 * Takes off the quotation marks that a spreadsheet put around every text with a comma in it, when a Bible went through
 * one on its way into its file: where nearly all verses with a comma, and no others, stand in quotes as a whole.
 * Returns how many verses there were.
 */
export const dropSpreadsheetQuotes = (db: DatabaseSync, code: string): number => {
  const number = Number(db.prepare('SELECT number FROM version WHERE code = ?').get(code)?.number)
  const range = [verseRow(number, 0), verseRow(number + 1, 0) - 1]
  const counted = db
    .prepare(
      `SELECT count(*) FILTER (WHERE text LIKE '"%"') AS quoted,
              count(*) FILTER (WHERE text LIKE '%,%') AS comma,
              count(*) FILTER (WHERE text LIKE '"%,%"') AS both
       FROM verse WHERE row BETWEEN ? AND ?`,
    )
    .get(...range)
  const [quoted, comma, both] = [Number(counted?.quoted), Number(counted?.comma), Number(counted?.both)]
  if (both < AT_LEAST || both < quoted * NEARLY_ALL || both < comma * NEARLY_ALL) return 0
  const { changes } = db
    .prepare(
      `UPDATE verse SET text = trim(replace(substr(text, 2, length(text) - 2), '""', '"'))
       WHERE row BETWEEN ? AND ? AND layout IS NULL AND text LIKE '"%,%"'`,
    )
    .run(...range)
  return Number(changes)
}
