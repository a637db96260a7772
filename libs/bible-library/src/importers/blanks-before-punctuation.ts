import type { DatabaseSync } from 'node:sqlite'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { verseRow } from '../schema.ts'
import type { WordsOfVerses } from '../words/write-words.ts'

/**
 * Matches spaces before a mark that ends a phrase: 가로되 , 빛이. Spaces before an ellipsis, or before a mark that begins a
 * word, do not match.
 */
const BLANK = / +(?=[,.;:!?](?:["'”’)\]]*(?:\s|$)))/g
/** Languages that put a space before punctuation, as French does. */
const SPACED_PUNCTUATION = new Set(['fr', 'br', 'oc', 'wa', 'co'])

/** Returns a function that maps an offset in `text` to the offset in the text without the matches of BLANK. */
const offsetMap = (text: string) => {
  const cuts = [...text.matchAll(BLANK)].map((match) => ({ at: match.index, length: match[0].length }))
  return (offset: number): number =>
    offset - cuts.reduce((sum, { at, length }) => sum + Math.max(0, Math.min(length, offset - at)), 0)
}

/**
 * Removes spaces before punctuation, which some programs leave in Korean files, and adjusts all offsets. Texts in
 * French and similar languages stay unchanged. Returns the number of changed verses.
 */
export const mendBlanks = (db: DatabaseSync, code: string, language: string, words: WordsOfVerses): number => {
  if (SPACED_PUNCTUATION.has(new Intl.Locale(language).language)) return 0
  const number = Number(db.prepare('SELECT number FROM version WHERE code = ?').get(code)?.number)
  const rows = db
    .prepare(`SELECT row, text, layout FROM verse WHERE row BETWEEN ? AND ? AND text GLOB '* [,.;:!?]*'`)
    .all(verseRow(number, 0), verseRow(number + 1, 0) - 1)
  const update = db.prepare('UPDATE verse SET text = ?, layout = ? WHERE row = ?')
  let mended = 0
  for (const { row, text, layout } of rows) {
    const before = String(text)
    const after = before.replace(BLANK, '')
    if (after === before) continue
    const newOffset = offsetMap(before)
    const oldLayout: Pick<Verse, 'headings' | 'breaks' | 'spans' | 'notes'> =
      layout === null ? {} : JSON.parse(String(layout))
    const newLayout = {
      ...oldLayout,
      ...(oldLayout.breaks && { breaks: oldLayout.breaks.map((one) => ({ ...one, at: newOffset(one.at) })) }),
      ...(oldLayout.spans && {
        spans: oldLayout.spans.map((one) => ({ ...one, start: newOffset(one.start), end: newOffset(one.end) })),
      }),
      ...(oldLayout.notes && { notes: oldLayout.notes.map((one) => ({ ...one, at: newOffset(one.at) })) }),
    }
    const verseId = Number(row) - verseRow(number, 0)
    const ofVerse = words.get(verseId)
    if (ofVerse)
      words.set(
        verseId,
        ofVerse.map((one) => ({ ...one, start: newOffset(one.start), end: newOffset(one.end) })),
      )
    update.run(after, layout === null ? null : JSON.stringify(newLayout), Number(row))
    mended += 1
  }
  return mended
}
