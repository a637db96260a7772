import { wordsOfHtml } from '@pathlight/contracts/words-of-html-rules.ts'
import {
  type AppLayout,
  cell,
  hasColumns,
  type ImportTable,
  NOT_ON_BIBLE,
  numberIn,
  numericCell,
  type Row,
  type Select,
  type Tables,
  TOO_LONG,
  textIn,
  tooLongText,
} from './app-layout.ts'
import { verseOfOrdinal } from './kjva-ordinal.ts'

// Source of the layout: AndBible/and-bible, app/schemas/net.bible.android.database.BookmarkDatabase/1.json to 13.json.

const MOST_LABELS = 10_000
const LABELS_OF_ONE = 20
/** The names of labels that AndBible makes for itself. */
const OF_THE_APP = /^__.*__$/
const KJV_NUMBERING: ReadonlySet<string> = new Set(['KJV', 'KJVA'])

type Label = { readonly name: string; readonly color: string }

/** An Android colour (0xAARRGGBB as a signed number) as #rrggbb. */
const colorOf = (argb: number): string => `#${(argb & 0xffffff).toString(16).padStart(6, '0')}`
/** The time, or null if JSON cannot represent it. */
const timeOf = (milliseconds: number) => (Number.isFinite(milliseconds) ? milliseconds : null)
const hexOf = (column: string, as = column): string => `hex(substr(${column}, 1, 32)) AS ${as}`

const labelsIn = (select: Select): ReadonlyMap<string, Label> => {
  const rows = select(
    `SELECT ${hexOf('id')}, ${cell('name', 60)}, ${numericCell('color')} FROM Label LIMIT ${MOST_LABELS}`,
  )()
  return new Map(
    [...rows]
      .map((row) => [textIn(row, 'id'), { name: textIn(row, 'name'), color: colorOf(numberIn(row, 'color')) }] as const)
      .filter(([, { name }]) => !OF_THE_APP.test(name)),
  )
}

/** The labels of a bookmark, the primary one first. */
const labelsOf = (select: Select, tables: Tables, links: string) => {
  if (!hasColumns(tables, links, 'bookmarkId', 'labelId')) return null
  const labels = labelsIn(select)
  const find = select(`SELECT ${hexOf('labelId')} FROM ${links} WHERE bookmarkId = unhex(?) LIMIT ${LABELS_OF_ONE}`)
  return (id: string, primary: string): readonly Label[] =>
    [...new Set([primary, ...[...find(id)].map((row) => textIn(row, 'labelId'))])].flatMap(
      (one) => labels.get(one) ?? [],
    )
}

/** The text of a bookmark: in a table of its own, or in its row in the first versions of the app. */
const wordsOf = (select: Select, tables: Tables, bookmarks: string) => {
  const notes = `${bookmarks}Notes`
  if (hasColumns(tables, bookmarks, 'notes'))
    return { columns: [cell('notes')], of: (row: Row) => textIn(row, 'notes') }
  if (!hasColumns(tables, notes, 'bookmarkId', 'notes')) return null
  const find = select(`SELECT ${cell('notes')} FROM ${notes} WHERE bookmarkId = unhex(?) LIMIT 1`)
  return {
    columns: [],
    of: (row: Row) => [...find(textIn(row, 'id'))].map((found) => textIn(found, 'notes')).join(''),
  }
}

/** Bookmarks on other books and entries of study pads cannot be imported. They are listed, so that the person knows. */
const unsupported = (tables: Tables): readonly ImportTable[] =>
  ['GenericBookmark', 'StudyPadTextEntry']
    .filter((table) => tables.has(table))
    .map((table) => ({ table, columns: [], read: () => NOT_ON_BIBLE }))

/** AndBible's bookmarks: with a text, with a label's colour, or with neither. */
export const andBible: AppLayout = {
  app: 'andbible',
  importTables: (select, tables) => {
    const needed = 'id kjvOrdinalStart kjvOrdinalEnd v11n createdAt book primaryLabelId lastUpdatedOn'.split(' ')
    const table = ['BibleBookmark', 'Bookmark'].find((one) => hasColumns(tables, one, ...needed))
    if (table === undefined || !hasColumns(tables, 'Label', 'id', 'name', 'color')) return null
    const labels = labelsOf(select, tables, `${table}ToLabel`)
    const words = wordsOf(select, tables, table)
    if (labels === null || words === null) return null
    const read: ImportTable['read'] = (row) => {
      const [first, last] = [numberIn(row, 'kjvOrdinalStart'), numberIn(row, 'kjvOrdinalEnd')].map(verseOfOrdinal)
      if (!first || !last || last < first) return NOT_ON_BIBLE
      const html = words.of(row)
      if (tooLongText(html)) return TOO_LONG
      const id = textIn(row, 'id')
      const bookmarkLabels = labels(id, textIn(row, 'primaryLabelId'))
      return {
        ...{ id, first, last, color: bookmarkLabels[0]?.color ?? null },
        text: wordsOfHtml(html),
        version: KJV_NUMBERING.has(textIn(row, 'v11n')) ? textIn(row, 'book') || null : null,
        tags: bookmarkLabels.map(({ name }) => name),
        created_at: timeOf(numberIn(row, 'createdAt')),
        updated_at: timeOf(numberIn(row, 'lastUpdatedOn')),
      }
    }
    const columns = [
      ...[hexOf('id'), hexOf('primaryLabelId'), ...words.columns, cell('v11n', 20), cell('book', 20)],
      ...['kjvOrdinalStart', 'kjvOrdinalEnd', 'createdAt', 'lastUpdatedOn'].map(numericCell),
    ]
    return [{ table, columns, read }, ...unsupported(tables)]
  },
}
