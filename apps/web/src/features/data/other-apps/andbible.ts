import { wordsOfHtml } from '@pathlight/contracts/words-of-html-rules.ts'
import {
  type AppLayout,
  cell,
  hasColumns,
  NOT_ON_BIBLE,
  numberIn,
  type Part,
  type Row,
  type Select,
  type Tables,
  TOO_LONG,
  textIn,
  tooLongText,
  whole,
} from './app-layout.ts'
import { verseOfOrdinal } from './kjva-ordinal.ts'

// Source of the layout: AndBible/and-bible, app/schemas/net.bible.android.database.BookmarkDatabase/1.json to 13.json.

const MOST_LABELS = 10_000
const LABELS_OF_ONE = 20
/** Labels that the app makes for itself have such names. */
const OF_THE_APP = /^__.*__$/
const KJV_NUMBERING: ReadonlySet<string> = new Set(['KJV', 'KJVA'])

type Label = { readonly name: string; readonly color: string }

/** A colour of Android, 0xAARRGGBB as a signed number, as #rrggbb. */
const colorOf = (argb: number): string => `#${(argb & 0xffffff).toString(16).padStart(6, '0')}`
/** A time as JSON may have it. */
const timeOf = (milliseconds: number) => (Number.isFinite(milliseconds) ? milliseconds : null)
const hexOf = (column: string, as = column): string => `hex(substr(${column}, 1, 32)) AS ${as}`

const labelsIn = (select: Select): ReadonlyMap<string, Label> => {
  const rows = select(`SELECT ${hexOf('id')}, ${cell('name', 60)}, ${whole('color')} FROM Label LIMIT ${MOST_LABELS}`)()
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

/** The words of a bookmark: in a table of their own, or with it in the first versions of the app. */
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

/** What the app keeps on other books and in study pads has no place here: it is listed, so that the person knows. */
const listed = (tables: Tables): readonly Part[] =>
  ['GenericBookmark', 'StudyPadTextEntry']
    .filter((table) => tables.has(table))
    .map((table) => ({ table, columns: [], read: () => NOT_ON_BIBLE }))

/** The bookmarks of AndBible: with words, with a label's colour, or with neither. */
export const andBible: AppLayout = {
  app: 'andbible',
  partsIn: (select, tables) => {
    const needed = 'id kjvOrdinalStart kjvOrdinalEnd v11n createdAt book primaryLabelId lastUpdatedOn'.split(' ')
    const table = ['BibleBookmark', 'Bookmark'].find((one) => hasColumns(tables, one, ...needed))
    if (table === undefined || !hasColumns(tables, 'Label', 'id', 'name', 'color')) return null
    const labels = labelsOf(select, tables, `${table}ToLabel`)
    const words = wordsOf(select, tables, table)
    if (labels === null || words === null) return null
    const read: Part['read'] = (row) => {
      const [first, last] = [numberIn(row, 'kjvOrdinalStart'), numberIn(row, 'kjvOrdinalEnd')].map(verseOfOrdinal)
      if (!first || !last || last < first) return NOT_ON_BIBLE
      const html = words.of(row)
      if (tooLongText(html)) return TOO_LONG
      const id = textIn(row, 'id')
      const its = labels(id, textIn(row, 'primaryLabelId'))
      const written = wordsOfHtml(html)
      const tags = its.map(({ name }) => `#${name.trim().replaceAll(/\s+/g, '_')}`).join(' ')
      return {
        ...{ id, first, last, color: its[0]?.color ?? null },
        text: written === '' || tags === '' ? written : `${written}\n\n${tags}`,
        version: KJV_NUMBERING.has(textIn(row, 'v11n')) ? textIn(row, 'book') || null : null,
        created_at: timeOf(numberIn(row, 'createdAt')),
        updated_at: timeOf(numberIn(row, 'lastUpdatedOn')),
      }
    }
    const columns = [
      ...[hexOf('id'), hexOf('primaryLabelId'), ...words.columns, cell('v11n', 20), cell('book', 20)],
      ...['kjvOrdinalStart', 'kjvOrdinalEnd', 'createdAt', 'lastUpdatedOn'].map(whole),
    ]
    return [{ table, columns, read }, ...listed(tables)]
  },
}
