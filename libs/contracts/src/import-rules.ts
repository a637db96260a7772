/** Longest entry of it, in characters: longer than any item may be. */
export const IMPORT_LINE_MAX = 500_000
/** How often a person may import a file, and look at what is in one, an hour. */
export const IMPORTS_AN_HOUR = 10
export const PREVIEWS_AN_HOUR = 60
/** So many problems of a file are told one by one. */
export const IMPORT_PROBLEMS_MAX = 200

/** The other apps whose databases are taken over. */
export const IMPORTED_APPS = ['andbible', 'mysword'] as const
export type ImportedApp = (typeof IMPORTED_APPS)[number]

/** What lines of passages say they are, on their first line: docs/export-format.md. */
export const PASSAGES_FORMAT = 'pathlight-passages'
/** Of that format: one higher for each change that an older program would misread. */
export const PASSAGES_VERSION = 1
/** Why a row of another app's database is no passage with something on it. */
export const ROW_REFUSALS = ['import_not_on_bible', 'import_text_too_long'] as const

/** What of a passage may stand in columns of its own. */
export const PASSAGE_COLUMNS = ['book', 'chapter', 'verse', 'endChapter', 'endVerse'] as const
/** What a column of a table may have, in the order in which they are offered. */
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

/** How the dates of a table are meant that can be read in two ways, such as 05/03/2022: the day first, or the month. */
export const DATE_ORDERS = ['day', 'month'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** By which heads a column is known, in both languages; compared without case, blanks and signs. The first that is there is taken. */
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

/** The characters of a head that are compared: none of the names above is longer. */
const HEAD_MAX = 60

/** What of a head is compared. */
export const columnKey = (head: string): string =>
  head
    .slice(0, HEAD_MAX)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
