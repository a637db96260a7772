import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import {
  COLUMN_NAMES,
  columnKey,
  IMPORT_COLUMNS,
  IMPORT_LINE_MAX,
  type ImportColumn,
} from '@pathlight/contracts/import-rules.ts'
import { highlightId } from '@pathlight/domain/highlights/events.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { CsvError, parse } from 'csv-parse'
import { nameBasedId } from '../event-id.ts'
import type { Change, Entry, Why } from './entry.ts'
import { FileRefused, tooLong } from './file-refused.ts'
import { decoded } from './read-lines.ts'
import { endInChapter, MOST_VERSES, TOO_MANY_VERSES, textNotHere, versesBetween } from './verses-between.ts'

export type Columns = Readonly<Partial<Record<ImportColumn, number>>>

export type CsvOptions = {
  readonly userId: string
  /** What the person chose for each column; null: what the heads of the table say. */
  readonly columns: Columns | null
  /** The version of verses for which the table names none. */
  readonly version: string
  /** The date of rows that have none: the same each time one file is read. ISO 8601. */
  readonly now: string
  /** The plain text of a verse; null or '': it is not here. */
  readonly verseText: (version: string, verseId: number) => string | null
  /** Told what heads there are and what they were taken for. */
  readonly tell?: (heads: readonly string[], found: Columns) => void
}

const MOST_COLUMNS = 100
/** Characters that are read for cells before the event loop is left to others: a line may be nothing but commas. */
const PIECE = 16_384
/** What a table's program would run, were the cell opened there again. */
const FORMULA = /^\s*(?:=|@[A-Za-z]+\(|[+-][A-Za-z]+\()/
const COLORS: Readonly<Record<string, string>> = {
  yellow: DEFAULT_HIGHLIGHT_COLOR,
  노랑: DEFAULT_HIGHLIGHT_COLOR,
  green: '#b6d7a8',
  초록: '#b6d7a8',
  blue: '#9fc5e8',
  파랑: '#9fc5e8',
  pink: '#f4b6c2',
  분홍: '#f4b6c2',
  orange: '#f9cb9c',
  주황: '#f9cb9c',
  red: '#ea9999',
  빨강: '#ea9999',
  purple: '#b4a7d6',
  보라: '#b4a7d6',
}

const columnsIn = (heads: readonly string[]): Columns => {
  const keys = heads.map(columnKey)
  const entries = IMPORT_COLUMNS.flatMap((column) => {
    const at = COLUMN_NAMES[column].map((name) => keys.indexOf(columnKey(name))).find((index) => index !== -1)
    return at === undefined ? [] : [[column, at] as const]
  })
  return Object.fromEntries(entries)
}

const why = (code: string, sentence: string, params?: Why['params']): Why => ({
  code,
  why: sentence,
  ...(params && { params }),
})

const colorOf = (cell: string): string | null => {
  const key = cell.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(key)) return key
  if (/^[0-9a-f]{6}$/.test(key)) return `#${key}`
  return COLORS[key] ?? null
}

/** The verses of the first reference in a text: the first and the last id. A chapter is all its verses. */
const passageIn = (text: string) => {
  const read = parseReferences(text)
  const [passage] = read.status === 'parsed' ? read.references : []
  const book = passage && findBook(passage.book)
  if (!passage || !book) return null
  const { chapter, verse, endChapter, endVerse } = passage
  const first = verseId(book.index, chapter, verse ?? 1)
  const last = verseId(book.index, endChapter, endVerse ?? verseCount(book, endChapter))
  // A note on a chapter is kept on its first verse, and one on verses of several chapters on those of the first.
  return { first, last, noteEnd: verse === null ? first : endInChapter(first, last) }
}

const dateOf = (cell: string, now: string): string => {
  const time = cell === '' ? Number.NaN : Date.parse(cell)
  return Number.isNaN(time) || time > Date.now() || time < 0 ? now : new Date(time).toISOString()
}

type Row = Readonly<Record<ImportColumn, string>>

/** What a row becomes: a note where it has words, highlights where it has a colour. What cannot be highlighted leaves the note. */
const entriesOf = (row: Row, line: number, options: CsvOptions): readonly Entry[] => {
  const { userId, version: standard, now, verseText } = options
  const changes: Change[] = []
  const taken = (): readonly Entry[] => (changes.length > 0 ? [{ line, changes }] : [])
  const refuse = (refused: Why): readonly Entry[] => [
    ...taken(),
    { line, kind: changes.length > 0 ? 'highlight' : 'note', refused },
  ]
  const formula = IMPORT_COLUMNS.find((column) => FORMULA.test(row[column]))
  if (formula) return refuse(why('import_formula', 'A cell of this row is a formula.', { column: formula }))
  const passage = passageIn(row.reference)
  if (passage === null)
    return refuse(why('import_no_reference', 'There is no such passage.', { reference: row.reference.slice(0, 60) }))
  const { first, last, noteEnd } = passage
  const version = (row.version.trim() || standard).toUpperCase()
  const at = dateOf(row.date.trim(), now)
  // The same row is the same item for ever; a date that is not there is no part of it.
  const same = createHash('sha256')
    .update(JSON.stringify([row, version]))
    .digest('base64url')
  const idOf = (...more: string[]) => nameBasedId(userId, 'csv', same, ...more)
  const add = (kind: Change['kind'], item: Change['item']) =>
    changes.push({ kind, id: null, action: 'added', at: null, item, after: null })
  const tags = row.tags.split(/[,;|]/).flatMap((tag) => tag.trim().replace(/^#/, '').replaceAll(/\s+/g, '_') || [])
  const text = [row.text.trim(), tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean).join('\n\n')
  if (text !== '')
    add('note', {
      ...{ id: idOf('note'), verse_id: first, end_verse_id: noteEnd, version, text },
      ...{ title: row.title.trim() || null, created_at: at, updated_at: at },
    })
  if (row.color.trim() === '')
    return changes.length > 0 ? taken() : refuse(why('import_empty_row', 'This row has no words.'))
  const color = colorOf(row.color)
  if (color === null)
    return refuse(why('import_unknown_color', 'This colour is not known.', { color: row.color.trim().slice(0, 30) }))
  const verses = versesBetween(first, last)
  if (verses.length > MOST_VERSES) return refuse(TOO_MANY_VERSES)
  const here = verses.flatMap((verse) => {
    // What the edition leaves out, or joins to the verse before, has no words of its own.
    const words = verseText(version, verse)
    return words ? [{ verse, words }] : []
  })
  if (here.length === 0) return refuse(textNotHere(version))
  for (const { verse, words } of here) {
    const place = { verse_id: verse, version, selected_text: words, start_offset: 0, end_offset: words.length }
    add('highlight', {
      ...{ id: highlightId(verse, version, idOf('highlight', String(verse))), ...place },
      ...{ color, created_at: at },
    })
  }
  return taken()
}

/** The sign between the cells: the one that the first line has most of. */
const delimiterIn = (beginning: string): string => {
  const [head = ''] = beginning.slice(0, PIECE).split(/\r?\n/)
  const signs = [',', ';', '\t'] as const
  return signs.reduce<string>((best, sign) => (head.split(sign).length > head.split(best).length ? sign : best), ',')
}

const parserOf = (delimiter: string) =>
  parse({
    ...{ delimiter, info: true, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    max_record_size: IMPORT_LINE_MAX,
  })

/** A table with a row of heads: each row is a note, or highlights, or both. Throws FileRefused where it is no such table. */
export async function* readCsv(source: AsyncIterable<Uint8Array>, options: CsvOptions): AsyncGenerator<Entry> {
  const texts = decoded(source)
  const first = await texts.next()
  const beginning = first.done ? '' : first.value
  async function* pieces(text: string) {
    for (let at = 0; at < text.length; at += PIECE) {
      yield text.slice(at, at + PIECE)
      await setImmediate()
    }
  }
  async function* all() {
    yield* pieces(beginning)
    for await (const text of texts) yield* pieces(text)
  }
  const refused: { error: unknown } = { error: null }
  const input = Readable.from(all())
  const rows = input.pipe(parserOf(delimiterIn(beginning)))
  input.once('error', (error) => {
    refused.error = error
    rows.destroy(error)
  })
  let columns: Columns | null = null
  let line = 1
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (columns === null) {
        const heads = record.slice(0, MOST_COLUMNS).map((head) => head.slice(0, 60))
        columns = options.columns ?? columnsIn(heads)
        options.tell?.(heads, columns)
        if (columns.reference === undefined || (columns.text === undefined && columns.color === undefined))
          throw new FileRefused('import_no_columns', 'Which columns have the passage and the words?', 1)
        line = info.lines + 1
        continue
      }
      const known = columns
      const cell = (column: ImportColumn) => record[known[column] ?? -1] ?? ''
      const row = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, cell(column)])) as Row
      yield* entriesOf(row, line, options)
      line = info.lines + 1
      // Many rows come at once, and each may take milliseconds.
      await setImmediate()
    }
  } catch (error) {
    if (refused.error instanceof FileRefused) throw refused.error
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLong(line)
    throw new FileRefused(
      'import_bad_csv',
      'From this line on the file is no table: a quotation mark is missing.',
      line,
    )
  } finally {
    input.destroy()
  }
  if (columns === null) throw new FileRefused('import_empty', 'The file is empty.', 1)
}
