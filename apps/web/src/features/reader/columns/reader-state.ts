import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { MOST_COLUMNS } from '../../../bible/kept-columns.ts'

/** A column. `id` stays the same while its version, book and chapter change. */
export type Column = ChapterReference & { readonly id: string }

/** Words of a verse, as UTF-16 offsets into its plain text. `end` is exclusive. */
export type ChosenWords = { readonly verse: number; readonly start: number; readonly end: number }

/**
 * The choice in one column: verses by their numbers (ascending), or words. `anchor` is the verse from which a range is
 * extended. `held`: the person chose the verses, so the next press adds or removes a verse. Otherwise an address named
 * them, or an action was done with them, and the next press replaces them.
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

export type ReaderState = {
  readonly columns: readonly [Column, ...Column[]]
  /** The id of the active column: keys act on it, the address names it, and a small screen shows it. */
  readonly active: string
  /** Whether the columns show the same chapter and scroll together. */
  readonly synced: boolean
  readonly choice: Choice | null
}

export type ReaderAction =
  /** Opens another version, book or chapter in a column. */
  | {
      readonly type: 'go'
      readonly column: string
      readonly to: ChapterReference
      /** The verses to go to, ascending. */
      readonly verses?: readonly number[]
      /** Whether `to` is the previous or the next chapter. */
      readonly turned?: boolean
    }
  | { readonly type: 'add'; readonly id: string; readonly version: string }
  | { readonly type: 'close'; readonly column: string }
  | { readonly type: 'synchronize' }
  | { readonly type: 'separate' }
  | { readonly type: 'move'; readonly column: string; readonly to: number }
  | { readonly type: 'activate'; readonly column: string }
  | { readonly type: 'choose'; readonly choice: Choice }
  /** Sets `held` of the chosen verses to false. */
  | { readonly type: 'rest' }
  | { readonly type: 'letGo' }

type Columns = ReaderState['columns']

export const sameChapter = (a: ChapterReference, b: ChapterReference): boolean =>
  a.book === b.book && a.chapter === b.chapter

/** Maps the columns. A column that does not change stays the same object, and so does the array if none changes. */
const mapColumns = (columns: Columns, to: (column: Column) => Column): Columns => {
  const map = (column: Column) => {
    const next = to(column)
    return next.version === column.version && sameChapter(next, column) ? column : next
  }
  const [first, ...rest] = columns
  const mapped: Columns = [map(first), ...rest.map(map)]
  return mapped.every((column, index) => column === columns[index]) ? columns : mapped
}

/** The column with this id, otherwise the first column. */
export const columnOf = ({ columns }: Pick<ReaderState, 'columns'>, id: string): Column =>
  columns.find((column) => column.id === id) ?? columns[0]

export const activeColumn = (reader: ReaderState): Column => columnOf(reader, reader.active)

const upTo = (from: number, to: number): readonly [number, ...number[]] => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  return [first, ...Array.from({ length: last - first }, (_, step) => first + step + 1)]
}

/** The numbers of the verses that are wholly or partly chosen, ascending. */
export const versesOf = (choice: Choice | null): readonly number[] =>
  choice?.by === 'verses' ? choice.verses : (choice?.words.map(({ verse }) => verse) ?? [])

/** A choice of these verses that is not held. Null without verses. */
const choiceOf = (column: string, [first, ...rest]: readonly number[]): Choice | null =>
  first === undefined ? null : { by: 'verses', column, verses: [first, ...rest], anchor: first, held: false }

/**
 * The choice after a verse was pressed: the verse is added to a held choice, or removed from it. A choice that is not
 * held is replaced. Null if no verse is left. `through`: the last verse of a bridge.
 */
export const choiceWith = (choice: Choice | null, column: string, verse: number, through = verse): Choice | null => {
  const alone: Choice = { by: 'verses', column, verses: [verse], anchor: verse, held: true }
  if (choice?.by !== 'verses' || choice.column !== column || !choice.held) return alone
  const others = choice.verses.filter((one) => one < verse || one > through)
  const [first, ...rest] = others.length < choice.verses.length ? others : [...others, verse].toSorted((a, b) => a - b)
  return first === undefined ? null : { ...alone, verses: [first, ...rest] }
}

/** The choice after a range was extended to a verse. The range begins at the choice's anchor, otherwise at `from`. */
export const choiceUpTo = (choice: Choice | null, column: string, verse: number, from: number): Choice => {
  const anchor = choice?.by === 'verses' && choice.column === column ? choice.anchor : from
  return { by: 'verses', column, verses: upTo(anchor, verse), anchor, held: true }
}

export const readerAt = (place: ChapterReference, verse: number | null = null, id = 'c1'): ReaderState => ({
  columns: [{ ...place, id }],
  active: id,
  synced: false,
  choice: verse === null ? null : choiceOf(id, [verse]),
})

/** Shows a passage in a column. If the columns are synchronized, the others show its book and chapter too. */
const showPassage = (reader: ReaderState, id: string, { version, book, chapter }: ChapterReference): Columns =>
  mapColumns(reader.columns, (column) =>
    column.id === id ? { id, version, book, chapter } : reader.synced ? { ...column, book, chapter } : column,
  )

/**
 * The choice after the columns changed. It stays if its column shows the same chapter; chosen words also need the same
 * version.
 */
const choiceAfter = (before: ReaderState, columns: Columns): Choice | null => {
  const { choice } = before
  if (!choice) return null
  const old = before.columns.find(({ id }) => id === choice.column)
  const now = columns.find(({ id }) => id === choice.column)
  const isStillValid = old && now && sameChapter(old, now) && (choice.by === 'verses' || old.version === now.version)
  return isStillValid ? choice : null
}

const close = (reader: ReaderState, id: string): ReaderState => {
  const at = reader.columns.findIndex((column) => column.id === id)
  const [first, ...rest] = reader.columns.filter((column) => column.id !== id)
  if (!first || at === -1) return reader
  const columns: Columns = [first, ...rest]
  const active = reader.active === id ? (columns[Math.min(at, columns.length - 1)]?.id ?? first.id) : reader.active
  return { columns, active, synced: reader.synced && columns.length > 1, choice: choiceAfter(reader, columns) }
}

const move = (reader: ReaderState, id: string, to: number): ReaderState => {
  const moved = reader.columns.find((column) => column.id === id)
  if (!moved) return reader
  const others = reader.columns.filter((column) => column !== moved)
  const at = Math.max(0, Math.min(to, others.length))
  const [first, ...rest] = [...others.slice(0, at), moved, ...others.slice(at)]
  return first ? { ...reader, columns: [first, ...rest] } : reader
}

/** The state after an action. Returns the same object if the action cannot apply, such as closing the only column. */
export const reduceReader = (reader: ReaderState, action: ReaderAction): ReaderState => {
  switch (action.type) {
    case 'go': {
      const columns = showPassage(reader, action.column, action.to)
      const choice = choiceOf(action.column, action.verses ?? []) ?? choiceAfter(reader, columns)
      return { ...reader, columns, active: action.column, choice }
    }
    case 'add': {
      // There are already MOST_COLUMNS, or the person pressed the button again before the new column appeared.
      if (reader.columns.length >= MOST_COLUMNS || reader.columns.some(({ id }) => id === action.id)) return reader
      const { book, chapter } = activeColumn(reader)
      const added = { id: action.id, version: action.version, book, chapter }
      return { ...reader, columns: [...reader.columns, added], active: action.id }
    }
    case 'close':
      return close(reader, action.column)
    case 'synchronize': {
      // All columns show the first column's chapter (specification section 4).
      const { book, chapter } = reader.columns[0]
      const columns = mapColumns(reader.columns, (column) => ({ ...column, book, chapter }))
      return { ...reader, columns, synced: true, choice: choiceAfter(reader, columns) }
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
 * Opens an address from outside the reader. The column with the address's version shows the passage, otherwise the
 * first column. The other columns show its chapter too if the columns are synchronized.
 */
export const openAddress = (reader: ReaderState, place: ChapterReference, verses: readonly number[]): ReaderState => {
  const { id } = reader.columns.find(({ version }) => version === place.version) ?? reader.columns[0]
  return { ...reader, columns: showPassage(reader, id, place), active: id, choice: choiceOf(id, verses) }
}

/**
 * The state after going back in the browser's history. The columns show their earlier chapters again. No column is
 * opened or closed. A synchronized column that is not in `earlier` shows the chapter of the column that was active in
 * `earlier`. If the chapters differ, the columns are separated.
 */
export const goBack = (reader: ReaderState, earlier: ReaderState): ReaderState => {
  const { book, chapter } = activeColumn(earlier)
  const followed = reader.synced && { book, chapter }
  const columns = mapColumns(
    reader.columns,
    (column) => earlier.columns.find(({ id }) => id === column.id) ?? { ...column, ...followed },
  )
  const isOpen = (id: string | undefined) => columns.some((column) => column.id === id)
  return {
    columns,
    active: isOpen(earlier.active) ? earlier.active : reader.active,
    synced: reader.synced && columns.every((column) => sameChapter(column, columns[0])),
    choice: isOpen(earlier.choice?.column) ? earlier.choice : null,
  }
}

/** An id that no column has yet. */
export const freeId = ({ columns }: ReaderState): string => {
  let number = 1
  while (columns.some(({ id }) => id === `c${number}`)) number += 1
  return `c${number}`
}
