import { Readable } from 'node:stream'
import { IMPORT_COLUMNS, IMPORT_LINE_MAX } from '@pathlight/contracts/import-rules.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { CsvError, parse } from 'csv-parse'
import { entriesOfRow, type RowOptions } from './entries-of-row.ts'
import type { Entry } from './entry.ts'
import { FileRefused, tooLong } from './file-refused.ts'
import type { Row } from './passages-in-row.ts'
import { decodedTable } from './read-lines.ts'
import { areEnough, type Columns, columnsIn, isTableOfAndBible } from './table-columns.ts'

export type CsvOptions = RowOptions & {
  /** The person's choice for each column; null: the table's heads say what each column means. */
  readonly columns: Columns | null
  /** Called with the heads and the meaning of each column. */
  readonly tell?: (heads: readonly string[], found: Columns) => void
}

const MOST_COLUMNS = 100
/** The most cells of a row. Some programs write a few more commas than the table has columns. */
const MOST_CELLS = 1_000
/** The most characters that are read in search of the end of a table's first line. The last chunk may exceed them. */
const LAYOUT_CHARACTERS = 16_384
/** Matches the first line that Excel may write to name the separator. The line is no row. */
const SEPARATOR = /^\uFEFF?"?sep=([,;\t|])"?\r?\n/i

/**
 * The separator, and the line where the table begins. Without a first line such as `sep=;`, the separator is the sign
 * that occurs most in the heads.
 */
const layoutIn = (beginning: string): { readonly delimiter: string; readonly from_line: number } => {
  const [, said] = SEPARATOR.exec(beginning) ?? []
  if (said !== undefined) return { delimiter: said, from_line: 2 }
  const [head = ''] = beginning.split(/\r?\n/, 1)
  const signs = [',', ';', '\t'] as const
  const most = signs.reduce<string>(
    (best, sign) => (head.split(sign).length > head.split(best).length ? sign : best),
    ',',
  )
  return { delimiter: most, from_line: 1 }
}

const parserOf = (layout: ReturnType<typeof layoutIn>) =>
  parse({
    ...{ ...layout, info: true, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    max_record_size: IMPORT_LINE_MAX,
  })

const TOO_MANY_CELLS = {
  code: 'import_too_many_cells',
  why: `A row may have at most ${MOST_CELLS} cells.`,
  params: { max: MOST_CELLS },
}

/**
 * The entries of a table with a row of heads. `entriesOfRow` makes the items of a row. Throws FileRefused for any other
 * file.
 */
export async function* readCsv(source: AsyncIterable<Uint8Array>, options: CsvOptions): AsyncGenerator<Entry> {
  const texts = decodedTable(source)
  let beginning = ''
  while (beginning.length < LAYOUT_CHARACTERS && !/\n/.test(beginning)) {
    const next = await texts.next()
    if (next.done) break
    beginning += next.value
  }
  const layout = layoutIn(beginning)
  const parser = parserOf(layout)
  // The CSV parser copies each row whose length differs from the first row's, which takes 25 ms with half a million
  // cells. So a long row is cut short. The published types lack `state`.
  const { state } = parser as unknown as { readonly state: { readonly record: string[] } }
  async function* all() {
    yield beginning
    for await (const text of texts) {
      if (state.record.length > MOST_CELLS) state.record.length = MOST_CELLS + 1
      yield text
    }
  }
  const refused: { error: unknown } = { error: null }
  const input = Readable.from(all())
  const rows = input.pipe(parser)
  input.once('error', (error) => {
    refused.error = error
    rows.destroy(error)
  })
  let columns: Columns | null = null
  let isOfAndBible = false
  const pause = pauses()
  let line = layout.from_line
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (columns === null) {
        const heads = record.slice(0, MOST_COLUMNS).map((head) => head.slice(0, 60))
        columns = options.columns ?? columnsIn(heads)
        isOfAndBible = isTableOfAndBible(heads)
        options.tell?.(heads, columns)
        if (!areEnough(columns))
          throw new FileRefused('import_no_columns', 'Which columns have the passage and the words?', line)
        line = info.lines + 1
        continue
      }
      const known = columns
      const cells = IMPORT_COLUMNS.map((column) => [column, record[known[column] ?? -1] ?? ''])
      if (record.length > MOST_CELLS) yield { line, kind: 'note', refused: TOO_MANY_CELLS }
      else yield* entriesOfRow(Object.fromEntries(cells) as Row, line, isOfAndBible, options)
      line = info.lines + 1
      // A chunk has many rows, and each row may take milliseconds.
      await pause()
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
