import { JSONParser } from '@streamparser/json'
import { z } from 'zod'
import { boundJson } from './bounded-json.ts'
import { separator } from './joined-words.ts'
import type { ScriptureReader, VersionSaid } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'

/** The parts of the open catalogue's format (bible.helloao.org/docs/reference) that a text is made of. */
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
/** What it does not know, such as word-level data, is passed over: more may come. */
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
/** `contentIndex`: the piece of the verse's content; `start`, `end`: UTF-16 offsets into its text. */
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
/** Words beneath the text; a chapter without them, or with what we do not know, has none. */
const chapterWords = z
  .object({ verses: z.record(z.string(), z.array(wordData)) })
  .nullish()
  .catch(null)
/** In complete.json a chapter stands in an object with its links; a chapter alone will do. */
const chapter = z.union([
  z
    .object({ chapter: chapterData, thisChapterWords: chapterWords })
    .transform((one) => ({ ...one.chapter, words: one.thisChapterWords?.verses ?? {} })),
  chapterData.transform((one) => ({ ...one, words: {} as Record<string, WordData[]> })),
])
type Chapter = z.infer<typeof chapter>

const whatIsWrong = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'the value'}: ${issue?.message ?? 'not as described'}`

/** The licence in a line. */
const licenceOf = ({ licenseUrl, licenseNotes }: z.infer<typeof translation>): string | undefined =>
  [licenseNotes, licenseUrl].filter(Boolean).join(' ').trim() || undefined

const saidOf = (all: z.infer<typeof translation>): VersionSaid => ({
  name: all.englishName || all.name,
  localName: all.name,
  language: all.language,
  direction: all.textDirection ?? undefined,
  licence: licenceOf(all),
})

/** Lines of poetry are shorter, in UTF-16 units. */
const LONGEST_LINE = 110
/** Only marks that end something: they stay on the line that they end. */
const MARKS = /^[^\p{L}\p{N}]+$/u

const textOf = (one: Piece): string => (typeof one === 'string' ? one : (one.text ?? ''))
const poemOf = (one: Piece): number | null => (typeof one === 'string' ? null : (one.poem ?? null))
const breaksLine = (one: Piece): boolean =>
  typeof one !== 'string' && (one.lineBreak === true || one.heading !== undefined)

/**
 * The pieces that are lines of poetry. The catalogue's own tool calls prose that stands after poetry poetry as well, with
 * the indent of the last line: what is between two blank lines is none where a line is longer than any of poetry, or where
 * all are indented, as poetry begins at the margin.
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

/** The psalms that the five books of the Psalter begin with. */
const FIRST_OF_BOOKS = new Set([1, 42, 73, 90, 107])
/** BOOK I Psalms 1–41 */
const BOOK_OF_PSALMS = /^.{3,80}\d+\s*[-–—]\s*\d+$/su

/** The title of a book of the Psalter, which the catalogue has in the verse that it stands over. */
const bookTitle = (book: string, chapter: number, number: number, [first]: readonly Piece[]): Piece | null =>
  book === 'PSA' && FIRST_OF_BOOKS.has(chapter) && number === 1 && BOOK_OF_PSALMS.test(textOf(first ?? ''))
    ? (first ?? null)
    : null

/** The letter over the next stanza of Psalm 119, which the catalogue has at the end of the stanza before. */
const letterAfter = (psalm119: boolean, number: number, pieces: readonly Piece[]): Piece | null => {
  const last = pieces.at(-1)
  const isLetter = psalm119 && number % 8 === 0 && pieces.length > 1 && last !== undefined
  return isLetter && /^\p{L}{1,12}(?: \p{L}{1,12}){0,2}$/u.test(textOf(last)) ? last : null
}

/** A verse's words by its pieces, in order; null where one lies beyond its piece or over another: none can then be trusted. */
const wordsOfPieces = (pieces: readonly Piece[], words: readonly WordData[]) => {
  const byPiece = Map.groupBy(
    words.toSorted((a, b) => a.start - b.start),
    ({ contentIndex }) => contentIndex,
  )
  for (const [index, ofPiece] of byPiece) {
    const piece = pieces[index]
    let reached = 0
    for (const { start, end } of ofPiece) {
      if (piece === undefined || start < reached || end <= start || end > textOf(piece).length) return null
      reached = end
    }
  }
  return byPiece
}

/** Tells a chapter's contents to the receiver. */
const readContents = (
  receiver: ScriptureReceiver,
  book: string,
  { number: chapter, content: all, footnotes, words }: Chapter,
) => {
  const notes = new Map((footnotes ?? []).map((one) => [one.noteId, one.text]))
  const poetry = poetryIn(all)
  /** A blank line is before what comes next. */
  let blank = true
  /** The words before on this line; null where a line begins. */
  let before: string | null = null
  /** The indent of the line of poetry that we are on. */
  let indent: number | null = null
  /** A note came after the words before: a line of poetry may go on after it. */
  let noted = false

  const startLine = (poem: number | null) => {
    if (poem === null) receiver.startLine('paragraph')
    else {
      if (blank) receiver.startLine('stanza')
      receiver.startLine('line', poem)
    }
    blank = false
    before = null
    indent = poem
    noted = false
  }
  const say = (text: string, under: readonly WordData[] = []) => {
    receiver.text(before === null ? '' : separator(before, text))
    let said = 0
    for (const { start, end, strongs, lemma, morph } of under) {
      receiver.text(text.slice(said, start))
      receiver.openWord()
      receiver.text(text.slice(start, end))
      receiver.closeWord(strongs ?? [], { lemma: lemma ?? undefined, morph: morph ?? undefined })
      said = end
    }
    receiver.text(text.slice(said))
    before = text
    noted = false
  }
  const sayHeading = (kind: 'section' | 'acrostic', words: string) => {
    receiver.openHeading(kind)
    receiver.text(words)
    receiver.closeHeading()
    before = null
  }
  const sayPiece = (one: Piece, inTitle: boolean, under: readonly WordData[] = []) => {
    if (typeof one !== 'string') {
      const note = one.noteId === undefined ? undefined : notes.get(one.noteId)
      if (note !== undefined) receiver.note(note)
      noted ||= one.noteId !== undefined
      if (one.heading !== undefined) sayHeading('section', one.heading)
      if (one.lineBreak === true) blank = true
    }
    const words = textOf(one)
    if (words.trim() === '') return
    const poem = poetry.has(one) ? poemOf(one) : null
    const goesOn = before !== null && !blank && (MARKS.test(words) || (poem === indent && (poem === null || noted)))
    if (!inTitle && !goesOn && (blank || poem !== null || indent !== null)) startLine(poem)
    const isJesus = typeof one !== 'string' && one.wordsOfJesus === true
    if (isJesus) receiver.openSpan('jesus')
    say(words, under)
    if (isJesus) receiver.closeSpan('jesus')
  }

  for (const { type, number, content: pieces = [] } of all) {
    if (type === 'line_break') blank = true
    else if (type === 'heading') sayHeading('section', pieces.map(textOf).join(' '))
    else if (type === 'hebrew_subtitle') {
      receiver.openHeading('psalm')
      before = null
      for (const one of pieces) sayPiece(one, true)
      receiver.closeHeading()
      before = null
    } else if (type === 'verse' && number !== undefined) {
      const letter = letterAfter(book === 'PSA' && chapter === 119, number, pieces)
      const title = bookTitle(book, chapter, number, pieces)
      if (title !== null) sayHeading('section', textOf(title))
      receiver.openVerse(String(number))
      // Prose goes on over verses; a line of poetry begins with its verse.
      before = indent === null ? before && ' ' : null
      const under = wordsOfPieces(pieces, words[number] ?? [])
      if (under === null) receiver.wordsDoNotFit()
      for (const [index, one] of pieces.entries())
        if (one !== letter && one !== title) sayPiece(one, false, under?.get(index))
      receiver.closeVerse()
      if (letter !== null) sayHeading('acrostic', textOf(letter))
    }
  }
}

/** A whole translation of the open catalogue (complete.json), read a chapter at a time. */
export const readCatalogueJson = (receiver: ScriptureReceiver): ScriptureReader => {
  const { place, refuse } = receiver
  const parser = new JSONParser({
    paths: ['$.translation', '$.books.*.id', '$.books.*.chapters.*'],
    keepStack: false,
  })
  const bound = boundJson(refuse)
  let said: z.infer<typeof translation> | null = null
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
        said = parsed(translation, value, 'The translation')
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
      if (said === null) return refuse('The file does not say which translation it is.')
      const { totalNumberOfChapters, totalNumberOfVerses } = said
      if (chapters < (totalNumberOfChapters ?? 0) || verses < (totalNumberOfVerses ?? 0))
        refuse(
          `It says ${totalNumberOfChapters} chapters and ${totalNumberOfVerses} verses, but holds ${chapters} and ${verses}.`,
        )
    },
    details: () => (said === null ? {} : saidOf(said)),
  }
}
