/** The longest line of an import file, in characters: longer than any item. */
export const IMPORT_LINE_MAX = 500_000
/** How many imports, and how many previews, a person may make in an hour. */
export const IMPORTS_AN_HOUR = 10
export const PREVIEWS_AN_HOUR = 60
/** The most problems of a file that are listed. */
export const IMPORT_PROBLEMS_MAX = 200

/** The other apps whose databases can be imported. */
export const IMPORTED_APPS = ['andbible', 'mysword'] as const
export type ImportedApp = (typeof IMPORTED_APPS)[number]

/**
 * The name of the format of passages (docs/export-format.md), which the import page makes of another app's database. It
 * is on the file's first line.
 */
export const PASSAGES_FORMAT = 'pathlight-passages'
/** The version of the format of passages: raised for each change that an older program would misread. */
export const PASSAGES_VERSION = 1
/** Why a row of another app's database cannot be imported. */
export const ROW_REFUSALS = ['import_not_on_bible', 'import_text_too_long'] as const

/** The columns of a passage, if its parts are in separate columns. */
export const PASSAGE_COLUMNS = ['book', 'chapter', 'verse', 'endChapter', 'endVerse'] as const
/** The meanings that a person can choose for a column, in the order of the menu. */
export const IMPORT_COLUMNS = [
  'reference',
  ...PASSAGE_COLUMNS,
  'text',
  'title',
  'color',
  'tags',
  'date',
  'version',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** The order in an ambiguous date of a table, such as 05/03/2022: the day first, or the month. */
export const DATE_ORDERS = ['day', 'month'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/**
 * English and Korean column headings, by the meaning that they tell. They are compared without case, blanks and signs.
 * If a table has several headings for one meaning, the first one in this list counts.
 */
export const COLUMN_NAMES: Readonly<Record<ImportColumn, readonly string[]>> = {
  reference: [
    ...['osisref', 'bibleref', 'reference', 'ref', 'verse', 'verses', 'passage', 'location', 'scripture'],
    ...['구절', '성경구절', '성구', '본문', '위치', '절'],
  ],
  book: ['book', 'bookname', 'biblebook', '책', '책이름', '성경책', '권', '성경'],
  chapter: ['chapter', 'chapterstart', 'startchapter', 'chapternumber', '장'],
  verse: ['verse', 'verses', 'versestart', 'startverse', 'versenumber', '절'],
  endChapter: ['chapterend', 'endchapter', 'tochapter', '끝장'],
  endVerse: ['verseend', 'endverse', 'toverse', '끝절'],
  text: ['note', 'notes', 'text', 'content', 'memo', 'body', 'comment', '내용', '메모', '노트', '글', '묵상'],
  title: ['title', 'subject', 'heading', '제목'],
  color: ['color', 'colour', 'highlight', 'highlightcolor', 'highlightcolour', '색', '색상', '색깔', '하이라이트'],
  tags: ['tags', 'tag', 'labels', 'label', 'category', 'categories', '태그', '분류', '라벨'],
  date: ['date', 'created', 'createdat', 'time', 'datetime', 'modified', 'updated', '날짜', '작성일', '일시', '시간'],
  version: [
    ...['version', 'translation', 'document', 'bible', 'bibleversion'],
    ...['번역', '번역본', '역본', '버전', '성경'],
  ],
}

/** Only this many characters of a heading are compared. No name in COLUMN_NAMES is longer. */
const HEAD_MAX = 60

/** The form in which headings are compared. */
export const columnKey = (head: string): string =>
  head
    .slice(0, HEAD_MAX)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
