import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { MOST_COLUMNS } from '../../../bible/kept-columns.ts'

/** A column; `id` stays while its version, book and chapter change. */
export type Column = ChapterReference & { readonly id: string }

/** Words of a verse, by UTF-16 offsets into its plain text, `end` exclusive. */
export type ChosenWords = { readonly verse: number; readonly start: number; readonly end: number }

/**
 * What is chosen, in one column: verses by their numbers, in order, or words. A range of verses goes on from `anchor`.
 * `held`: the person chose them by hand, so the next tap adds a verse. Otherwise an address or an action points to them.
 */
export type Choice = { readonly column: string } & (
  | {
      readonly by: 'verses'
      readonly verses: readonly [number, ...number[]]
      readonly anchor: number
      readonly held: boolean
    }
  | { readonly by: 'words'; readonly words: readonly ChosenWords[] }
)

/** What the reader shows: its columns, and what is chosen in them. */
export type ReaderState = {
  readonly columns: readonly [Column, ...Column[]]
  /** The column that keys act on, whose address the page has, and which a small screen shows. */
  readonly active: string
  /** Columns that are turned and scrolled together. */
  readonly synced: boolean
  readonly choice: Choice | null
}

export type ReaderAction =
  /** Another version, book or chapter in a column. */
  | {
      readonly type: 'go'
      readonly column: string
      readonly to: ChapterReference
      /** The verses that one goes to, in order. */
      readonly verses?: readonly number[]
      /** To the chapter before or after. */
      readonly turned?: boolean
    }
  | { readonly type: 'add'; readonly id: string; readonly version: string }
  | { readonly type: 'close'; readonly column: string }
  | { readonly type: 'synchronize' }
  | { readonly type: 'separate' }
  /** A column to another place in the row, counted from 0. */
  | { readonly type: 'move'; readonly column: string; readonly to: number }
  | { readonly type: 'activate'; readonly column: string }
  | { readonly type: 'choose'; readonly choice: Choice }
  /** What is chosen is only pointed to from now on. */
  | { readonly type: 'rest' }
  | { readonly type: 'letGo' }

type Columns = ReaderState['columns']

/** A list of columns never gets shorter by mapping it; the same list where nothing in it changes. */
const mapColumns = (columns: Columns, to: (column: Column) => Column): Columns => {
  const [first, ...rest] = columns
  const mapped: Columns = [to(first), ...rest.map(to)]
  return mapped.every((column, index) => column === columns[index]) ? columns : mapped
}

/** The column of this id; the first one where there is none. */
export const columnOf = ({ columns }: Pick<ReaderState, 'columns'>, id: string): Column =>
  columns.find((column) => column.id === id) ?? columns[0]

export const activeColumn = (reader: ReaderState): Column => columnOf(reader, reader.active)

const upTo = (from: number, to: number): readonly [number, ...number[]] => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  return [first, ...Array.from({ length: last - first }, (_, step) => first + step + 1)]
}

/** The numbers of what is chosen, by verses or by words of them, in order. */
export const versesOf = (choice: Choice | null): readonly number[] =>
  choice?.by === 'verses' ? choice.verses : (choice?.words.map(({ verse }) => verse) ?? [])

/** These verses, pointed to; null where there are none. */
const pointedTo = (column: string, [first, ...rest]: readonly number[]): Choice | null =>
  first === undefined ? null : { by: 'verses', column, verses: [first, ...rest], anchor: first, held: false }

/**
 * What is chosen after a verse was pressed: one verse more, or one less. A choice that was only pointed to is replaced.
 * Null: nothing.
 */
export const choiceWith = (choice: Choice | null, column: string, verse: number): Choice | null => {
  const alone: Choice = { by: 'verses', column, verses: [verse], anchor: verse, held: true }
  if (choice?.by !== 'verses' || choice.column !== column || !choice.held) return alone
  const others = choice.verses.filter((one) => one !== verse)
  const [first, ...rest] = others.length < choice.verses.length ? others : [...others, verse].toSorted((a, b) => a - b)
  return first === undefined ? null : { ...alone, verses: [first, ...rest] }
}

/** What is chosen after a range was drawn to a verse, from where it began or else from `from`. */
export const choiceUpTo = (choice: Choice | null, column: string, verse: number, from: number): Choice => {
  const anchor = choice?.by === 'verses' && choice.column === column ? choice.anchor : from
  return { by: 'verses', column, verses: upTo(anchor, verse), anchor, held: true }
}

/** One column, as an address names it. */
export const readerAt = (place: ChapterReference, verse: number | null = null, id = 'c1'): ReaderState => ({
  columns: [{ id, version: place.version, book: place.book, chapter: place.chapter }],
  active: id,
  synced: false,
  choice: verse === null ? null : pointedTo(id, [verse]),
})

const sameChapter = (a: ChapterReference, b: ChapterReference): boolean => a.book === b.book && a.chapter === b.chapter

/** Puts a passage into a column; where columns are turned together, its book and chapter into all. */
const put = (reader: ReaderState, id: string, { version, book, chapter }: ChapterReference): Columns =>
  mapColumns(reader.columns, (column) =>
    column.id === id
      ? column.version === version && sameChapter(column, { version, book, chapter })
        ? column
        : { id, version, book, chapter }
      : reader.synced && !sameChapter(column, { version, book, chapter })
        ? { ...column, book, chapter }
        : column,
  )

/** What is chosen stays chosen as long as its column shows the same chapter. Words are those of one version. */
const keptChoice = (before: ReaderState, columns: Columns): Choice | null => {
  const { choice } = before
  if (!choice) return null
  const old = before.columns.find(({ id }) => id === choice.column)
  const now = columns.find(({ id }) => id === choice.column)
  const stays = old && now && sameChapter(old, now) && (choice.by === 'verses' || old.version === now.version)
  return stays ? choice : null
}

const close = (reader: ReaderState, id: string): ReaderState => {
  const at = reader.columns.findIndex((column) => column.id === id)
  const [first, ...rest] = reader.columns.filter((column) => column.id !== id)
  if (!first || at === -1) return reader
  const columns: Columns = [first, ...rest]
  const active = reader.active === id ? (columns[Math.min(at, columns.length - 1)]?.id ?? first.id) : reader.active
  return { columns, active, synced: reader.synced && columns.length > 1, choice: keptChoice(reader, columns) }
}

const move = (reader: ReaderState, id: string, to: number): ReaderState => {
  const moved = reader.columns.find((column) => column.id === id)
  if (!moved) return reader
  const others = reader.columns.filter((column) => column !== moved)
  const at = Math.max(0, Math.min(to, others.length))
  const [first, ...rest] = [...others.slice(0, at), moved, ...others.slice(at)]
  return first ? { ...reader, columns: [first, ...rest] } : reader
}

/** The state after an action; the same object where it changes nothing. */
export const reduceReader = (reader: ReaderState, action: ReaderAction): ReaderState => {
  switch (action.type) {
    case 'go': {
      const columns = put(reader, action.column, action.to)
      const choice = pointedTo(action.column, action.verses ?? []) ?? keptChoice(reader, columns)
      return { ...reader, columns, active: action.column, choice }
    }
    case 'add': {
      // Twice with one id: pressed again before it was there.
      if (reader.columns.length >= MOST_COLUMNS || reader.columns.some(({ id }) => id === action.id)) return reader
      const { book, chapter } = activeColumn(reader)
      const added = { id: action.id, version: action.version, book, chapter }
      return { ...reader, columns: [...reader.columns, added], active: action.id }
    }
    case 'close':
      return close(reader, action.column)
    case 'synchronize': {
      // To where the first one is (specification section 4).
      const { book, chapter } = reader.columns[0]
      const columns = mapColumns(reader.columns, (column) => ({ ...column, book, chapter }))
      return { ...reader, columns, synced: true, choice: keptChoice(reader, columns) }
    }
    case 'separate':
      return reader.synced ? { ...reader, synced: false } : reader
    case 'move':
      return move(reader, action.column, action.to)
    case 'activate':
      return reader.active === action.column ? reader : { ...reader, active: action.column }
    case 'choose':
      return { ...reader, active: action.choice.column, choice: action.choice }
    case 'rest':
      return reader.choice?.by === 'verses' && reader.choice.held
        ? { ...reader, choice: { ...reader.choice, held: false } }
        : reader
    case 'letGo':
      return reader.choice ? { ...reader, choice: null } : reader
  }
}

/**
 * An address that comes from outside wins over what the reader shows. It opens in the column that has its version, else
 * in the first one. The other columns stay; those that are turned together follow.
 */
export const openAddress = (reader: ReaderState, place: ChapterReference, verses: readonly number[]): ReaderState => {
  const { id } = reader.columns.find(({ version }) => version === place.version) ?? reader.columns[0]
  return { ...reader, columns: put(reader, id, place), active: id, choice: pointedTo(id, verses) }
}

/** Going back in the browser turns the columns that are here to where they were. It opens none and closes none. */
export const goBack = (reader: ReaderState, earlier: ReaderState): ReaderState => {
  const at = (id: string) => earlier.columns.find((column) => column.id === id)
  const columns = mapColumns(reader.columns, (column) => at(column.id) ?? column)
  const active = columns.some(({ id }) => id === earlier.active) ? earlier.active : reader.active
  const choice = columns.some(({ id }) => id === earlier.choice?.column) ? earlier.choice : null
  return { ...reader, columns, active, choice }
}

/** An id that no column has. */
export const freeId = ({ columns }: ReaderState): string => {
  let number = 1
  while (columns.some(({ id }) => id === `c${number}`)) number += 1
  return `c${number}`
}
