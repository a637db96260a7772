import type { DatabaseSync } from 'node:sqlite'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { verseRow } from '../schema.ts'
import type { WordsOfVerses } from '../words/write-words.ts'

/** A blank before a mark that ends a phrase: 가로되 , 빛이. Not before an ellipsis, nor where the mark begins something. */
const BLANK = / +(?=[,.;:!?](?:["'”’)\]]*(?:\s|$)))/g
/** French sets its marks off by a blank. */
const SET_OFF = new Set(['fr', 'br', 'oc', 'wa', 'co'])

/** How many characters before each offset were taken out. */
const offsets = (text: string) => {
  const cuts = [...text.matchAll(BLANK)].map((match) => ({ at: match.index, length: match[0].length }))
  return (offset: number): number =>
    offset - cuts.reduce((sum, { at, length }) => sum + Math.max(0, Math.min(length, offset - at)), 0)
}

/**
 * Takes out the blanks that programs left before punctuation, as in some Korean files, with every offset moved along.
 * Not in languages that set punctuation off. Answers how many verses had some.
 */
export const mendBlanks = (db: DatabaseSync, code: string, language: string, words: WordsOfVerses): number => {
  if (SET_OFF.has(new Intl.Locale(language).language)) return 0
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
    const moved = offsets(before)
    const over: Pick<Verse, 'headings' | 'breaks' | 'spans' | 'notes'> =
      layout === null ? {} : JSON.parse(String(layout))
    const placed = {
      ...over,
      ...(over.breaks && { breaks: over.breaks.map((one) => ({ ...one, at: moved(one.at) })) }),
      ...(over.spans && {
        spans: over.spans.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) })),
      }),
      ...(over.notes && { notes: over.notes.map((one) => ({ ...one, at: moved(one.at) })) }),
    }
    const verseId = Number(row) - verseRow(number, 0)
    const ofVerse = words.get(verseId)
    if (ofVerse)
      words.set(
        verseId,
        ofVerse.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) })),
      )
    update.run(after, layout === null ? null : JSON.stringify(placed), Number(row))
    mended += 1
  }
  return mended
}
