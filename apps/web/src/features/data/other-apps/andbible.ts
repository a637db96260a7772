import { withoutHalfCharacter } from '@pathlight/contracts/excerpt-rules.ts'
import { PAD_TITLE_MAX } from '@pathlight/contracts/pad-rules.ts'
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

// The source of the table layout is AndBible/and-bible, app/schemas/net.bible.android.database.BookmarkDatabase/1.json
// to 13.json.

const MOST_LABELS = 10_000
const LABELS_OF_ONE = 20
/**
 * The most bookmarks, and the most texts, that are read from one study pad. A study pad becomes one line of the import,
 * and a line that is longer than IMPORT_LINE_MAX is refused.
 */
const MOST_ENTRIES = 10_000
/** Matches the names of the labels that AndBible makes for itself. */
const OF_THE_APP = /^__(.*)__$/
const KJV_NUMBERING: ReadonlySet<string> = new Set(['KJV', 'KJVA'])

type Label = { readonly name: string; readonly color: string }

/** An Android colour (0xAARRGGBB as a signed number) as #rrggbb. */
const colorOf = (argb: number): string => `#${(argb & 0xffffff).toString(16).padStart(6, '0')}`
/** The time, or null if it is infinite or not a number, which JSON cannot represent. */
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

/**
 * Returns a function that finds the labels of a bookmark, the primary label first. Returns null if the tables lack the
 * needed columns.
 */
const labelsOf = (select: Select, tables: Tables, links: string) => {
  if (!hasColumns(tables, links, 'bookmarkId', 'labelId')) return null
  const labels = labelsIn(select)
  const find = select(`SELECT ${hexOf('labelId')} FROM ${links} WHERE bookmarkId = unhex(?) LIMIT ${LABELS_OF_ONE}`)
  return (id: string, primary: string): readonly Label[] =>
    [...new Set([primary, ...[...find(id)].map((row) => textIn(row, 'labelId'))])].flatMap(
      (one) => labels.get(one) ?? [],
    )
}

/**
 * How to read the text that belongs to a row. In the app's first versions the text is in the row itself, otherwise in a
 * table of its own. Null if there is neither.
 */
const wordsOf = (select: Select, tables: Tables, table: string, column: string, own: string, key: string) => {
  if (hasColumns(tables, table, column)) return { columns: [cell(column)], of: (row: Row) => textIn(row, column) }
  if (!hasColumns(tables, own, key, column)) return null
  const find = select(`SELECT ${cell(column)} FROM ${own} WHERE ${key} = unhex(?) LIMIT 1`)
  return {
    columns: [],
    of: (row: Row) => [...find(textIn(row, 'id'))].map((found) => textIn(found, column)).join(''),
  }
}
type Words = NonNullable<ReturnType<typeof wordsOf>>

/** The columns that `placeIn` reads. */
const PLACE = [cell('v11n', 20), cell('book', 20), ...['kjvOrdinalStart', 'kjvOrdinalEnd'].map(numericCell)]
/**
 * The verses of a bookmark, and its version if that has the KJV's numbering. Null if the verses are invalid or outside
 * of the 66 books.
 */
const placeIn = (row: Row) => {
  const [first, last] = [numberIn(row, 'kjvOrdinalStart'), numberIn(row, 'kjvOrdinalEnd')].map(verseOfOrdinal)
  if (!first || !last || last < first) return null
  return { first, last, version: KJV_NUMBERING.has(textIn(row, 'v11n')) ? textIn(row, 'book') || null : null }
}

/** A table whose rows cannot be imported. Each row is listed as refused, so that the person knows. */
const unsupported = (table: string): ImportTable => ({ table, columns: [], read: () => NOT_ON_BIBLE })

/** Imports labels as study pads if they have texts of their own. Other labels are only tags. */
const studyPads = (select: Select, tables: Tables, bookmarks: string, notes: Words): ImportTable => {
  const [texts, links] = ['StudyPadTextEntry', `${bookmarks}ToLabel`]
  const words = wordsOf(select, tables, texts, 'text', `${texts}Text`, 'studyPadTextEntryId')
  if (
    words === null ||
    !hasColumns(tables, texts, 'labelId', 'orderNumber') ||
    !hasColumns(tables, links, 'orderNumber')
  )
    return unsupported(texts)
  const of = `WHERE labelId = unhex(?) ORDER BY orderNumber LIMIT ${MOST_ENTRIES}`
  const order = numericCell('orderNumber')
  const textsOf = select(`SELECT ${[hexOf('id'), order, ...words.columns].join(', ')} FROM ${texts} ${of}`)
  const bookmarksOf = select(
    `SELECT ${[hexOf('id'), order, ...PLACE, ...notes.columns].join(', ')} FROM ${links} JOIN ${bookmarks} ON id = bookmarkId ${of}`,
  )
  /** Entries whose order was never set (-1) come last. */
  const orderOf = (row: Row) =>
    numberIn(row, 'orderNumber') >= 0 ? numberIn(row, 'orderNumber') : Number.POSITIVE_INFINITY
  const read: ImportTable['read'] = (row) => {
    const id = textIn(row, 'id')
    const padTexts = [...textsOf(id)].map((text) => ({ order: orderOf(text), html: words.of(text) }))
    if (padTexts.every(({ html }) => html === '')) return null
    if (padTexts.some(({ html }) => tooLongText(html))) return TOO_LONG
    const passages = [...bookmarksOf(id)].flatMap((bookmark) => {
      const place = placeIn(bookmark)
      if (place === null) return []
      const html = notes.of(bookmark)
      const hasNote = !tooLongText(html) && wordsOfHtml(html) !== ''
      return { order: orderOf(bookmark), entry: { ...place, note: hasNote ? textIn(bookmark, 'id') : null } }
    })
    const entries = [
      ...padTexts.map(({ order, html }) => ({ order, entry: { text: wordsOfHtml(html) } })),
      ...passages,
    ].sort((one, other) => (one.order < other.order ? -1 : Number(one.order > other.order)))
    // SQLite cuts the name by characters. `slice` counts UTF-16 units and may split a character, so a half character
    // at the end is removed.
    const title = withoutHalfCharacter(textIn(row, 'name').replace(OF_THE_APP, '$1').slice(0, PAD_TITLE_MAX))
    return { id, title, entries: entries.map(({ entry }) => entry) }
  }
  return { table: 'Label', columns: [hexOf('id'), cell('name', PAD_TITLE_MAX)], read }
}

/** Imports AndBible's bookmarks and study pads. A bookmark may have a text, a label's colour, both, or neither. */
export const andBible: AppLayout = {
  app: 'andbible',
  importTables: (select, tables) => {
    const needed = 'id kjvOrdinalStart kjvOrdinalEnd v11n createdAt book primaryLabelId lastUpdatedOn'.split(' ')
    const table = ['BibleBookmark', 'Bookmark'].find((one) => hasColumns(tables, one, ...needed))
    if (table === undefined || !hasColumns(tables, 'Label', 'id', 'name', 'color')) return null
    const labels = labelsOf(select, tables, `${table}ToLabel`)
    const words = wordsOf(select, tables, table, 'notes', `${table}Notes`, 'bookmarkId')
    if (labels === null || words === null) return null
    const read: ImportTable['read'] = (row) => {
      const place = placeIn(row)
      if (place === null) return NOT_ON_BIBLE
      const html = words.of(row)
      if (tooLongText(html)) return TOO_LONG
      const id = textIn(row, 'id')
      const bookmarkLabels = labels(id, textIn(row, 'primaryLabelId'))
      return {
        ...{ id, ...place, color: bookmarkLabels[0]?.color ?? null },
        text: wordsOfHtml(html),
        tags: bookmarkLabels.map(({ name }) => name),
        created_at: timeOf(numberIn(row, 'createdAt')),
        updated_at: timeOf(numberIn(row, 'lastUpdatedOn')),
      }
    }
    const columns = [
      ...[hexOf('id'), hexOf('primaryLabelId'), ...words.columns, ...PLACE],
      ...['createdAt', 'lastUpdatedOn'].map(numericCell),
    ]
    return [
      { table, columns, read },
      ...(tables.has('GenericBookmark') ? [unsupported('GenericBookmark')] : []),
      // Study pads come after the bookmarks, because their entries name the imported notes.
      ...(tables.has('StudyPadTextEntry') ? [studyPads(select, tables, table, words)] : []),
    ]
  },
}
