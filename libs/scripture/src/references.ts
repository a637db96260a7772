import { BOOKS, type Book, findBook } from './books.ts'
import { chapterCount } from './chapters.ts'
import { type TwoReadings, withColonVerses } from './comma-verses.ts'
import { formatReference, type Reference } from './format-reference.ts'
import { gatherReferences } from './merge-references.ts'
import { normalForm, withoutInvisible } from './normal-form.ts'
import { parser, withPlainLetters } from './reference-parser.ts'
import { suggestBook, suggestLongerBook } from './suggest-book.ts'
import { verseCount } from './verse-counts.ts'
import { withPlainNumbers } from './written-references.ts'

/**
 * The reason why a text is no reference. A `code` never changes, because the web app finds the translated message by
 * it. The web app inserts `parameters` into that message.
 */
export type ReferenceProblem = {
  readonly code:
    | 'empty'
    | 'too_long'
    | 'too_many'
    | 'not_a_reference'
    | 'unknown_book'
    | 'no_chapter'
    | 'no_such_chapter'
    | 'no_such_verse'
    | 'ends_before_it_begins'
    | 'two_readings'
  /** The values in the message. Books have their English names. */
  readonly parameters: Readonly<Record<string, string | number>>
  /** The problem as an English sentence. */
  readonly message: string
}

export type ParsedReferences =
  | {
      readonly status: 'parsed'
      /** The references, at most MOST_REFERENCES. Overlapping passages are merged. */
      readonly references: readonly Reference[]
      /** Whether the text names more passages than `references` has. */
      readonly truncated: boolean
    }
  | { readonly status: 'refused'; readonly problem: ReferenceProblem }

/**
 * The longest text that is parsed, in UTF-16 units. It is longer than any list that people write, and bounds the
 * parser's time.
 */
const LONGEST_TEXT = 500
/**
 * The longest text after `withPlainNumbers`, in UTF-16 units. That function replaces book names by OSIS identifiers,
 * which can be longer: 요 becomes John.
 */
const LONGEST_PLAIN_TEXT = 1_000
/** The most passages in one text. The range Genesis to Revelation is 66 passages, one for each book. */
export const MOST_REFERENCES = 100
/**
 * Characters that become spaces before the parser sees them. Brackets: 요한복음(3:16) is a reference, and the parser's time
 * is quadratic in open brackets. Control characters: the parser puts some into the text as marks of its own.
 */
const BLANKS = /[()[\]\p{Cc}]/gu

/** The parser's number for the last chapter or the last verse. */
const UNTIL_THE_END = 999

/** The last verses of chapters that have one verse more in many editions than in the standard numbering. */
const EXTRA_LAST_VERSES: Readonly<Record<string, number>> = { '3John 1': 15, 'Rev 12': 18 }

const lastVerse = (book: Book, chapter: number): number =>
  Math.max(verseCount(book, chapter), EXTRA_LAST_VERSES[`${book.osis} ${chapter}`] ?? 0)

/** A book, chapter and verse in the parser's form. */
type Place = { b?: string; c?: number; v?: number }
type Entity = { start: Place; end: Place; type?: string }
type Outcome = Reference[] | ReferenceProblem
type Answer = { references: readonly Reference[]; truncated: boolean } | ReferenceProblem

/** The text, cut to 60 characters for a message. */
const quoted = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const wholeChapter = (book: Book, chapter: number): Reference => ({
  book: book.name.en,
  chapter,
  verse: null,
  endChapter: chapter,
  endVerse: null,
})

const problems = {
  empty: () => ({ code: 'empty', parameters: {}, message: 'Enter a reference, such as John 3:16.' }),
  tooLong: () => ({
    code: 'too_long',
    parameters: { limit: LONGEST_TEXT },
    message: `A reference has at most ${LONGEST_TEXT} characters.`,
  }),
  tooMany: () => ({
    code: 'too_many',
    parameters: {},
    message: 'These are too many references at once. Ask for fewer.',
  }),
  notAReference: (text: string) => ({
    code: 'not_a_reference',
    parameters: { text: quoted(text) },
    message: `“${quoted(text)}” is not a Bible reference. Try one like John 3:16.`,
  }),
  unknownBook: (name: string, suggestion: Book | null) => ({
    code: 'unknown_book',
    parameters: suggestion ? { name: quoted(name), suggestion: suggestion.name.en } : { name: quoted(name) },
    message: `There is no book called “${quoted(name)}”.${suggestion ? ` Did you mean ${suggestion.name.en}?` : ''}`,
  }),
  noChapter: (book: Book) => ({
    code: 'no_chapter',
    parameters: { book: book.name.en },
    message: `Say which chapter of ${book.name.en}.`,
  }),
  noSuchChapter: (book: Book, suggestion: Book | null) => ({
    code: 'no_such_chapter',
    parameters: {
      book: book.name.en,
      chapters: chapterCount(book),
      ...(suggestion ? { suggestion: suggestion.name.en } : {}),
    },
    message: `${book.name.en} has ${plural(chapterCount(book), 'chapter')}.${suggestion ? ` Did you mean ${suggestion.name.en}?` : ''}`,
  }),
  noSuchVerse: (book: Book, chapter: number) => ({
    code: 'no_such_verse',
    parameters: { book: book.name.en, chapter, verses: verseCount(book, chapter) },
    message: `${formatReference(wholeChapter(book, chapter), 'en')} has ${plural(verseCount(book, chapter), 'verse')}.`,
  }),
  endsBeforeItBegins: (text: string) => ({
    code: 'ends_before_it_begins',
    parameters: { text: quoted(text) },
    message: `“${quoted(text)}” ends before it begins.`,
  }),
  twoReadings: ({ text, one, other }: TwoReadings) => ({
    code: 'two_readings',
    parameters: { text, one, other },
    message: `“${text}” can be read in two ways. Write ${one} or ${other}.`,
  }),
} satisfies Record<string, (...of: never[]) => ReferenceProblem>

/** Why the chapter or verse does not exist. Null if it exists. A null `verse` means the whole chapter. */
const problemOf = (book: Book, chapter: number, verse: number | null): ReferenceProblem | null => {
  if (chapter < 1 || chapter > chapterCount(book)) return problems.noSuchChapter(book, suggestLongerBook(book, chapter))
  if (verse !== null && (verse < 1 || verse > lastVerse(book, chapter))) return problems.noSuchVerse(book, chapter)
  return null
}

/** A passage within one book. It begins at chapter 1 if the parser gives no chapter. */
const withinBook = (book: Book, from: Place, to: Place, text: string): Outcome => {
  const chapter = from.c ?? 1
  const endChapter = to.c === UNTIL_THE_END ? chapterCount(book) : (to.c ?? chapter)
  const wholeChapters = to.v === UNTIL_THE_END && (from.v ?? 1) === 1
  // For "John 0" the parser returns a chapter without a verse, so `from.v` may be undefined.
  const verse = wholeChapters || from.v === undefined ? null : from.v
  const endVerse = verse === null ? null : to.v === UNTIL_THE_END ? lastVerse(book, endChapter) : (to.v ?? verse)
  const problem = problemOf(book, chapter, verse) ?? problemOf(book, endChapter, endVerse)
  if (problem) return problem
  if (endChapter < chapter || (endChapter === chapter && (endVerse ?? 0) < (verse ?? 0)))
    return problems.endsBeforeItBegins(text)
  return [{ book: book.name.en, chapter, verse, endChapter, endVerse }]
}

/** The book that a name before a chapter means. The parser knows some misspellings that `findBook` does not know. */
const bookCalled = (name: string): Book | null => {
  const known = findBook(name)
  if (known) return known
  parser.parse(withPlainLetters(`${name} 1`))
  const [parsed] = parser.parsed_entities()
  return findBook((parsed?.entities as Entity[] | undefined)?.[0]?.start.b ?? '')
}

/**
 * Matches a last number with f, such as 16f: this verse or chapter, and the next. The parser alone would read f as ff:
 * this verse or chapter, and all further ones.
 */
const ONE_MORE = /(\d{1,3})\s*f\.?\s*$/i

/** The end of a passage whose last number is followed by f. */
const endOfOneMore = (book: Book, end: Place, number: number): Place => {
  const chapter = end.c ?? 1
  if (chapter === UNTIL_THE_END) return { ...end, c: number + 1 }
  const isLast = number === lastVerse(book, chapter) && chapter < chapterCount(book)
  return isLast ? { ...end, c: chapter + 1, v: 1 } : { ...end, v: number + 1 }
}

/** The references for a range of the parser, one for each book, or the reason why there are none. */
const referencesOf = ({ start, end: ending, type }: Entity, written: string, text: string): Outcome => {
  const first = findBook(start.b ?? '')
  const last = findBook(ending.b ?? start.b ?? '')
  if (!first || !last) return problems.notAReference(text)
  const oneMore = ending.v === UNTIL_THE_END ? ONE_MORE.exec(written)?.[1] : undefined
  const end = oneMore === undefined ? ending : endOfOneMore(last, ending, Number(oneMore))
  if (type === 'bv' && chapterCount(first) > 1) return problems.noChapter(first)
  if (last.index < first.index) return problems.endsBeforeItBegins(text)
  const references: Reference[] = []
  for (const book of BOOKS.slice(first.index - 1, last.index)) {
    const from = book === first ? start : { c: 1, v: 1 }
    const to = book === last ? end : { c: UNTIL_THE_END, v: UNTIL_THE_END }
    const outcome = withinBook(book, from, to, text)
    if (!Array.isArray(outcome)) return outcome
    references.push(...outcome)
  }
  return references
}

/**
 * Matches two numbers with a hyphen, such as 5-3 or 3:16-12. Does not match 5-3:2, where a chapter and verse follow the
 * hyphen, nor 50-2 Kings, where a numbered book follows it.
 */
const NUMBERS_DOWN = /(?<![\d.:-])(?:\d+[:.])?(\d{1,3})\s*-\s*(\d{1,3})(?![\d:.]|\s*\p{L})/gu
/** Matches two places with chapter and verse, such as 4:2-3:16. */
const CHAPTERS_DOWN = /(?<![\d.:-])(\d{1,3})[:.](\d{1,3})\s*-\s*(\d{1,3})[:.](\d{1,3})/g
/** Whether a range runs backwards. The parser would read such a range as something else, without an error. */
const isBackwards = (text: string): boolean =>
  [...text.matchAll(NUMBERS_DOWN)].some(([, from, to]) => Number(to) < Number(from)) ||
  [...text.matchAll(CHAPTERS_DOWN)].some(([, ...numbers]) => {
    const [chapter = 0, verse = 0, endChapter = 0, endVerse = 0] = numbers.map(Number)
    return endChapter * 1000 + endVerse < chapter * 1000 + verse
  })

/** Text that may stand between and around references. */
const BETWEEN = /^(?:[\s,;.:&*•#_()[\]{}"'“”‘’「」『』<>《》〈〉·、。!?-]|and\b|말씀)*$/iu
/** Words before a number. The words may be the name of an unknown book. */
const NAMED = /((?:[1-5]\.?\s*)?\p{L}[\p{L}\p{M}'’. ]*?)\.?\s*\d/u

/** The problem of a text with other words than references. `leftOver`: the text that the parser did not use. */
const leftOverProblem = (leftOver: string, text: string): ReferenceProblem => {
  const name = NAMED.exec(leftOver)?.[1]
  return name && name.split(/\s+/).length <= 4
    ? problems.unknownBook(name, suggestBook(name))
    : problems.notAReference(text)
}

/**
 * The references in a text that has nothing else, in the order of the text. Names of books are in English or Korean,
 * full or abbreviated (John 3:16-18, 20; 요한복음 3장 16절; 고전 13; Jude 5; Gen 1:1-2:3; 1John 4.8 and 16). A book alone means
 * all its chapters. A range over several books becomes one reference for each book. Overlapping passages become one.
 * Other text, missing chapters and verses, and unknown books are refused with a reason. The function never throws, and
 * takes a few milliseconds at most for any text.
 */
export const parseReferences = (text: string): ParsedReferences => {
  const answer = answerTo(text)
  return 'references' in answer ? { status: 'parsed', ...answer } : { status: 'refused', problem: answer }
}

const answerTo = (raw: string): Answer => {
  if (raw.length > LONGEST_TEXT) return problems.tooLong()
  const trimmed = withoutInvisible(raw).trim()
  if (trimmed === '') return problems.empty()
  const normal = normalForm(trimmed, 'NFKC')
  // NFKC can turn one character into a phrase, so the length is checked again.
  if (normal.length > LONGEST_TEXT) return problems.tooLong()
  const plain = withPlainNumbers(normal).replace(BLANKS, ' ')
  if (plain.length > LONGEST_PLAIN_TEXT) return problems.tooMany()
  const text = withColonVerses(plain, bookCalled)
  if (typeof text !== 'string') return problems.twoReadings(text)
  if (isBackwards(text)) return problems.endsBeforeItBegins(trimmed)
  parser.parse(withPlainLetters(text))
  const references = gatherReferences(MOST_REFERENCES)
  let leftOver = ''
  let end = 0
  for (const { indices, entities } of parser.parsed_entities()) {
    leftOver += `${text.slice(end, indices[0])} ; `
    end = indices[1]
    for (const entity of entities as Entity[]) {
      const outcome = referencesOf(entity, text.slice(...indices), trimmed)
      if (!Array.isArray(outcome)) return outcome
      for (const reference of outcome) references.add(reference)
    }
  }
  leftOver += text.slice(end)
  const answer = references.all()
  if (answer.references.length === 0 || !BETWEEN.test(leftOver)) return leftOverProblem(leftOver, trimmed)
  return answer
}

// V8 compiles a regular expression at its first use, and optimizes it at the second. These two texts cause both at the
// start-up, so that no request is slow.
for (const text of ['With 요한일서 4장, 8', 'With 1 John 4,8']) parseReferences(text)
