import { createHash } from 'node:crypto'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { type DateOrder, IMPORT_COLUMNS, PASSAGE_COLUMNS } from '@pathlight/contracts/import-rules.ts'
import { TAGS_OF_ITEM_MAX, tagsFrom } from '@pathlight/contracts/tag-rules.ts'
import { wordsOfHtml } from '@pathlight/contracts/words-of-html-rules.ts'
import { highlightId } from '@pathlight/domain/highlights/events.ts'
import { nameBasedId } from '../event-id.ts'
import { dateInCell } from './date-in-cell.ts'
import { bookmarkOn, type PassageOptions } from './entries-of-passage.ts'
import { added, type Change, type Entry, type Why } from './entry.ts'
import { passagesIn, type Row, saidPassage } from './passages-in-row.ts'
import { MOST_VERSES, TOO_MANY_VERSES, textNotHere, versesBetween } from './verses-between.ts'

/**
 * `version`: for a row that names no version, or, in a table of AndBible, an unknown one. `now`: for a row without a
 * date.
 */
export type RowOptions = Omit<PassageOptions, 'versificationOf'> & {
  /** The order of ambiguous dates (05/03/2022); null: the person has not chosen one. */
  readonly dates: DateOrder | null
  /** Called for each row whose date is ambiguous. */
  readonly askDates?: () => void
}

/** The beginning of a formula, which a spreadsheet would run. */
const FORMULA = /^\s*(?:=|@[A-Za-z]+\(|[+-][A-Za-z]+\()/
const MOST_TAGS = TAGS_OF_ITEM_MAX
/** The names of labels that AndBible itself makes. */
const OF_THE_APP = /^__.*__$/
/** The longest HTML of a note, in characters and in tags. Extracting the words reads all of the HTML. */
const MOST_HTML = 200_000
const MOST_HTML_TAGS = 10_000
const BEGINS_AS_HTML = /^<(?:p|div|ul|ol|h[1-6]|blockquote)[\s>]/i
const ENDS_AS_HTML = /<\/(?:p|div|ul|ol|h[1-6]|blockquote)>$/i
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

/**
 * The words of a cell. Tags are removed if `isHtml`, or if the cell begins and ends with block tags. Null: the HTML is
 * too long.
 */
const wordsOf = (cell: string, isHtml: boolean): string | null => {
  const text = cell.trim()
  if (!isHtml && !(BEGINS_AS_HTML.test(text) && ENDS_AS_HTML.test(text))) return text
  return text.length > MOST_HTML || text.split('<', MOST_HTML_TAGS + 1).length > MOST_HTML_TAGS
    ? null
    : wordsOfHtml(text)
}

/**
 * The digest from which the ids of a row's items are made. Each import of the same row gets the same digest, so that
 * nothing is added twice. A row without passage columns keeps the digest that older programs made. The default for a
 * missing date is not part of the digest, because it differs between imports.
 */
const digestOf = (row: Row, version: string): string => {
  const { reference, text, title, color, tags, date, version: named } = row
  const parts = PASSAGE_COLUMNS.map((column) => row[column])
  const words = [{ reference, text, title, color, tags, date, version: named }, version]
  return createHash('sha256')
    .update(JSON.stringify(parts.some(Boolean) ? [...words, parts] : words))
    .digest('base64url')
}

/**
 * Turns each passage of a row into a note if the row has words, highlights if it has a colour, and a bookmark if it has
 * only tags. A refused highlight does not refuse the note.
 */
export const entriesOfRow = (row: Row, line: number, isOfAndBible: boolean, options: RowOptions): readonly Entry[] => {
  const { userId, version: standard, now, verseText, knowsVersion } = options
  const changes: Change[] = []
  const taken = (): readonly Entry[] => (changes.length > 0 ? [{ line, changes }] : [])
  const refuse = (refused: Why): readonly Entry[] => [
    ...taken(),
    { line, kind: changes.length > 0 ? 'highlight' : 'note', refused },
  ]
  const formula = IMPORT_COLUMNS.find((column) => FORMULA.test(row[column]))
  if (formula) return refuse(why('import_formula', 'A cell of this row is a formula.', { column: formula }))
  const passages = passagesIn(row)
  const reference = saidPassage(row)
  if (passages === 'none') return refuse(why('import_no_reference', 'There is no such passage.', { reference }))
  if (passages === 'several')
    return refuse(why('import_several_passages', 'Please give each passage a row of its own.', { reference }))
  const cells = row.tags.split(/[,;|]/, MOST_TAGS + 1)
  if (cells.length > MOST_TAGS)
    return refuse(why('import_too_many_tags', `A row may have at most ${MOST_TAGS} tags.`, { max: MOST_TAGS }))
  const words = wordsOf(row.text, isOfAndBible)
  if (words === null) return refuse(why('import_text_too_long', 'This text is longer than a note may be.'))
  const date = row.date.trim()
  const written = date === '' ? { at: now } : dateInCell(date, options.dates, Date.parse(now))
  if (written === 'either') options.askDates?.()
  if (written === 'either')
    return refuse(why('import_date_either', 'This date can be read in two ways.', { date: date.slice(0, 60) }))
  if (written === 'unreadable')
    return refuse(why('import_no_date', 'This date cannot be read.', { date: date.slice(0, 60) }))
  const { at } = written
  const said = row.version.trim()
  // A version of AndBible may be unknown to Pathlight. Then `standard` is used instead.
  const version = (said === '' || (isOfAndBible && !knowsVersion(said)) ? standard : said).toUpperCase()
  // Any other unknown version is refused, because the person may have mistyped it.
  if (!knowsVersion(version))
    return refuse(why('unknown_version', 'Unknown version.', { version: version.slice(0, 30) }))
  const same = digestOf(row, version)
  const idOf = (...more: string[]) => nameBasedId(userId, 'csv', same, ...more)
  const add = (...change: Parameters<typeof added>) => changes.push(added(...change))
  const names = cells.map((name) => name.trim().replace(/^#/, ''))
  const tags = tagsFrom(names.filter((name) => name !== '' && !(isOfAndBible && OF_THE_APP.test(name))))
  const notes = passages.map(({ first, noteEnd }, n) => ({
    ...{ id: n === 0 ? idOf('note') : idOf('note', String(first)), verse_id: first, end_verse_id: noteEnd },
    ...{ version, text: words, title: row.title.trim() || null, tags, created_at: at, updated_at: at },
  }))
  for (const note of notes) {
    if (words !== '') add('note', note)
    else if (row.color.trim() === '' && tags.length > 0) {
      const { verse_id, end_verse_id } = note
      const item = bookmarkOn({ verse_id, end_verse_id, version, created_at: at, tags })
      if (item !== null) add('bookmark', item)
    }
  }
  if (row.color.trim() === '')
    return changes.length > 0 ? taken() : refuse(why('import_empty_row', 'This row has no words.'))
  const color = colorOf(row.color)
  if (color === null)
    return refuse(why('import_unknown_color', 'This colour is not known.', { color: row.color.trim().slice(0, 30) }))
  const verses = passages.flatMap(({ first, last }) => versesBetween(first, last))
  if (verses.length > MOST_VERSES) return refuse(TOO_MANY_VERSES)
  const here = verses.flatMap((verse) => {
    // An edition may omit a verse, or join it to the verse before. Such a verse has no text of its own.
    const its = verseText(version, verse)
    return its ? [{ verse, words: its }] : []
  })
  if (here.length === 0) return refuse(textNotHere(version))
  for (const { verse, words: selected_text } of here) {
    const place = { verse_id: verse, version, selected_text, start_offset: 0, end_offset: selected_text.length }
    add('highlight', {
      ...{ id: highlightId(verse, version, idOf('highlight', String(verse))), ...place },
      // A row has one set of tags for its words and its highlights. The note gets the tags, or the highlights if there
      // is no note.
      ...{ color, ...(words === '' && { tags }), created_at: at },
    })
  }
  return taken()
}
