import { JSONParser } from '@streamparser/json'
import { z } from 'zod'
import { boundJson } from './bounded-json.ts'
import { separator } from './joined-words.ts'
import type { ScriptureReader, VersionSaid } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'

/** The fields of the open catalogue's format (bible.helloao.org/docs/reference) that Pathlight reads. */
const translation = z.object({
  id: z.string().max(100),
  name: z.string().max(500),
  englishName: z.string().max(500).nullish(),
  language: z.string().max(40),
  textDirection: z.enum(['ltr', 'rtl']).nullish(),
  licenseUrl: z.string().max(2000).nullish(),
  licenseNotes: z.string().max(10_000).nullish(),
  totalNumberOfChapters: z.int().nullish(),
  totalNumberOfVerses: z.int().nullish(),
})
const noteId = z.union([z.int(), z.string()])
/** Unknown fields are ignored, because the format may grow. */
const piece = z.union([
  z.string(),
  z.object({
    text: z.string().optional(),
    poem: z.number().nullish(),
    wordsOfJesus: z.boolean().nullish(),
    heading: z.string().optional(),
    lineBreak: z.boolean().optional(),
    noteId: noteId.optional(),
  }),
])
type Piece = z.infer<typeof piece>
const content = z.object({ type: z.string(), number: z.int().optional(), content: z.array(piece).optional() })
/**
 * A Hebrew or Greek word beneath the text. `contentIndex`: the index of a piece in the verse's content. `start` and
 * `end`: UTF-16 offsets in the text of that piece.
 */
const wordData = z.object({
  contentIndex: z.int(),
  start: z.int(),
  end: z.int(),
  strongs: z.array(z.string()).nullish(),
  lemma: z.string().nullish(),
  morph: z.string().nullish(),
})
type WordData = z.infer<typeof wordData>
const chapterData = z.object({
  number: z.int(),
  content: z.array(content),
  footnotes: z.array(z.object({ noteId, text: z.string() })).nullish(),
})
/** The Hebrew and Greek words of a chapter. Missing or malformed words count as none. */
const chapterWords = z
  .object({ verses: z.record(z.string(), z.array(wordData)) })
  .nullish()
  .catch(null)
/** In complete.json an object holds a chapter and its links. A bare chapter is accepted, too. */
const chapter = z.union([
  z
    .object({ chapter: chapterData, thisChapterWords: chapterWords })
    .transform((one) => ({ ...one.chapter, words: one.thisChapterWords?.verses ?? {} })),
  chapterData.transform((one) => ({ ...one, words: {} as Record<string, WordData[]> })),
])
type Chapter = z.infer<typeof chapter>

const whatIsWrong = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'the value'}: ${issue?.message ?? 'not as described'}`

const licenceOf = ({ licenseUrl, licenseNotes }: z.infer<typeof translation>): string | undefined =>
  [licenseNotes, licenseUrl].filter(Boolean).join(' ').trim() || undefined

const detailsOf = (all: z.infer<typeof translation>): VersionSaid => ({
  name: all.englishName || all.name,
  localName: all.name,
  language: all.language,
  direction: all.textDirection ?? undefined,
  licence: licenceOf(all),
})

/** The longest line of poetry, in UTF-16 units. A longer line is prose. */
const LONGEST_LINE = 110
/** Matches a piece without letters and digits. Such a piece stays on the line of the piece before it. */
const MARKS = /^[^\p{L}\p{N}]+$/u

const textOf = (one: Piece): string => (typeof one === 'string' ? one : (one.text ?? ''))
const poemOf = (one: Piece): number | null => (typeof one === 'string' ? null : (one.poem ?? null))
const breaksLine = (one: Piece): boolean =>
  typeof one !== 'string' && (one.lineBreak === true || one.heading !== undefined)

/**
 * The pieces that are lines of poetry. The catalogue's tool wrongly marks prose after poetry as poetry, with the indent
 * of the last line. So a block between two blank lines or titles counts as prose when one of its lines is longer than
 * LONGEST_LINE, or when no line begins at the margin.
 */
const poetryIn = (all: Chapter['content']): ReadonlySet<Piece> => {
  const poetry = new Set<Piece>()
  let block: Piece[] = []
  let line = 0
  let isProse = false
  const endBlock = () => {
    if (!isProse && block.some((one) => poemOf(one) === 1)) for (const one of block) poetry.add(one)
    block = []
    line = 0
    isProse = false
  }
  for (const { type, content: pieces = [] } of all) {
    if (type !== 'verse') endBlock()
    if (type === 'verse') line = 0
    let level: number | null = null
    for (const one of type === 'verse' ? pieces : []) {
      if (breaksLine(one)) endBlock()
      if (textOf(one) === '' || poemOf(one) === null) continue
      line = level === poemOf(one) ? line + textOf(one).length : textOf(one).length
      level = poemOf(one)
      isProse ||= line > LONGEST_LINE
      block.push(one)
    }
  }
  endBlock()
  return poetry
}

/** The psalms that begin the five books of the Psalter. */
const FIRST_OF_BOOKS = new Set([1, 42, 73, 90, 107])
/** Matches the title of a book of the Psalter: "BOOK I Psalms 1–41". */
const BOOK_OF_PSALMS = /^.{3,80}\d+\s*[-–—]\s*\d+$/su

/** The title of a book of the Psalter. In the catalogue this title is the first piece of the verse after it. */
const bookTitle = (book: string, chapter: number, number: number, [first]: readonly Piece[]): Piece | null =>
  book === 'PSA' && FIRST_OF_BOOKS.has(chapter) && number === 1 && BOOK_OF_PSALMS.test(textOf(first ?? ''))
    ? (first ?? null)
    : null

/** The letter of the next stanza of Psalm 119. In the catalogue it is the last piece of the stanza before it. */
const letterAfter = (psalm119: boolean, number: number, pieces: readonly Piece[]): Piece | null => {
  const last = pieces.at(-1)
  const isLetter = psalm119 && number % 8 === 0 && pieces.length > 1 && last !== undefined
  return isLetter && /^\p{L}{1,12}(?: \p{L}{1,12}){0,2}$/u.test(textOf(last)) ? last : null
}

/** Matches a letter of a script whose words are separated by spaces. */
const LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}]/u
const isWithinWord = (text: string, at: number): boolean =>
  LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at))

/**
 * A verse's Hebrew and Greek words by the index of their piece, ordered by `start`. Null if a word lies outside its
 * piece, overlaps another, or begins or ends within a word of the text. The words may then belong to another text, so
 * none of them is used.
 */
const wordsOfPieces = (pieces: readonly Piece[], words: readonly WordData[]) => {
  const byPiece = Map.groupBy(
    words.toSorted((a, b) => a.start - b.start),
    ({ contentIndex }) => contentIndex,
  )
  for (const [index, ofPiece] of byPiece) {
    const piece = pieces[index]
    let reached = 0
    for (const { start, end } of ofPiece) {
      const text = piece === undefined ? '' : textOf(piece)
      if (start < reached || end <= start || end > text.length) return null
      if (isWithinWord(text, start) || isWithinWord(text, end)) return null
      reached = end
    }
  }
  return byPiece
}

const readContents = (
  receiver: ScriptureReceiver,
  book: string,
  { number: chapter, content: all, footnotes, words }: Chapter,
) => {
  const notes = new Map((footnotes ?? []).map((one) => [one.noteId, one.text]))
  const poetry = poetryIn(all)
  /** Whether a blank line comes before the next piece. */
  let blank = true
  /** The last text on the current line; null at the beginning of a line. */
  let before: string | null = null
  /** The indent of the current line of poetry; null in prose. */
  let indent: number | null = null
  /** Whether a note came after `before`. If so, the line of poetry goes on after the note. */
  let afterNote = false

  const startLine = (poem: number | null) => {
    if (poem === null) receiver.startLine('paragraph')
    else {
      if (blank) receiver.startLine('stanza')
      receiver.startLine('line', poem)
    }
    blank = false
    before = null
    indent = poem
    afterNote = false
  }
  const addWords = (text: string, originals: readonly WordData[] = []) => {
    receiver.text(before === null ? '' : separator(before, text))
    let reached = 0
    for (const { start, end, strongs, lemma, morph } of originals) {
      receiver.text(text.slice(reached, start))
      receiver.openWord()
      receiver.text(text.slice(start, end))
      const numbers = strongs ?? []
      const said = `${numbers.join('\u0001')}\u0000${lemma ?? ''}\u0000${morph ?? ''}`
      receiver.closeWord(said, () => ({ numbers, lemma: lemma ?? undefined, morph: morph ?? undefined }))
      reached = end
    }
    receiver.text(text.slice(reached))
    before = text
    afterNote = false
  }
  const addHeading = (kind: 'section' | 'acrostic', words: string) => {
    receiver.openHeading(kind)
    receiver.text(words)
    receiver.closeHeading()
    before = null
  }
  const addPiece = (one: Piece, inTitle: boolean, originals: readonly WordData[] = []) => {
    if (typeof one !== 'string') {
      const note = one.noteId === undefined ? undefined : notes.get(one.noteId)
      if (note !== undefined) receiver.note(note)
      afterNote ||= one.noteId !== undefined
      if (one.heading !== undefined) addHeading('section', one.heading)
      if (one.lineBreak === true) blank = true
    }
    const words = textOf(one)
    if (words.trim() === '') return
    const poem = poetry.has(one) ? poemOf(one) : null
    const continuesLine =
      before !== null && !blank && (MARKS.test(words) || (poem === indent && (poem === null || afterNote)))
    if (!inTitle && !continuesLine && (blank || poem !== null || indent !== null)) startLine(poem)
    const isJesus = typeof one !== 'string' && one.wordsOfJesus === true
    if (isJesus) receiver.openSpan('jesus')
    addWords(words, originals)
    if (isJesus) receiver.closeSpan('jesus')
  }

  for (const { type, number, content: pieces = [] } of all) {
    if (type === 'line_break') blank = true
    else if (type === 'heading') addHeading('section', pieces.map(textOf).join(' '))
    else if (type === 'hebrew_subtitle') {
      receiver.openHeading('psalm')
      before = null
      for (const one of pieces) addPiece(one, true)
      receiver.closeHeading()
      before = null
    } else if (type === 'verse' && number !== undefined) {
      const letter = letterAfter(book === 'PSA' && chapter === 119, number, pieces)
      const title = bookTitle(book, chapter, number, pieces)
      if (title !== null) addHeading('section', textOf(title))
      receiver.openVerse(String(number))
      // In prose the text goes on in the same line. In poetry each verse begins a new line.
      before = indent === null ? before && ' ' : null
      const originals = wordsOfPieces(pieces, words[number] ?? [])
      if (originals === null) receiver.wordsDoNotFit()
      for (const [index, one] of pieces.entries())
        if (one !== letter && one !== title) addPiece(one, false, originals?.get(index))
      receiver.closeVerse()
      if (letter !== null) addHeading('acrostic', textOf(letter))
    }
  }
}

/** Reads a whole translation of the open catalogue (complete.json), one chapter at a time. */
export const readCatalogueJson = (receiver: ScriptureReceiver): ScriptureReader => {
  const { place, refuse } = receiver
  const parser = new JSONParser({
    paths: ['$.translation', '$.books.*.id', '$.books.*.chapters.*'],
    keepStack: false,
  })
  const bound = boundJson(refuse)
  let header: z.infer<typeof translation> | null = null
  let book = ''
  let chapters = 0
  let verses = 0

  const parsed = <T>(shape: z.ZodType<T>, value: unknown, what: string): T => {
    const result = shape.safeParse(value)
    return result.success
      ? result.data
      : refuse(`${what} is not as the catalogue describes it: ${whatIsWrong(result.error)}`)
  }
  const wrongJson = (error: unknown): never =>
    refuse(`This is not JSON; the file may have been cut off here (${error instanceof Error ? error.message : error}).`)

  let failure: unknown = null
  parser.onError = (error) => {
    failure ??= error
  }
  parser.onValue = ({ key, value, stack }) => {
    if (failure) return
    try {
      if (key === 'translation' && stack.length === 1) {
        header = parsed(translation, value, 'The translation')
        return
      }
      if (key === 'id') {
        if (typeof value !== 'string') refuse('A book without an id.')
        book = String(value)
        receiver.openBook(book)
        return
      }
      const one = parsed(chapter, value, `A chapter of ${book || 'no book'}`)
      receiver.openChapter(String(one.number))
      bound.chapterEnded()
      chapters += 1
      verses += one.content.filter(({ type }) => type === 'verse').length
      readContents(receiver, book, one)
    } catch (error) {
      failure = error
    }
  }
  const rethrow = () => {
    if (failure === null) return
    if (failure instanceof Error && failure.name === 'ImportRefused') throw failure
    wrongJson(failure)
  }

  return {
    write: (text) => {
      bound.look(text)
      parser.write(text)
      rethrow()
      place.line += text.split('\n').length - 1
    },
    end: () => {
      if (!parser.isEnded) parser.end()
      rethrow()
      receiver.closeBook()
      if (header === null) return refuse('The file does not say which translation it is.')
      const { totalNumberOfChapters, totalNumberOfVerses } = header
      if (chapters < (totalNumberOfChapters ?? 0) || verses < (totalNumberOfVerses ?? 0))
        refuse(
          `It says ${totalNumberOfChapters} chapters and ${totalNumberOfVerses} verses, but holds ${chapters} and ${verses}.`,
        )
    },
    details: () => (header === null ? {} : detailsOf(header)),
  }
}
