import { verse } from '@pathlight/contracts/bible.ts'
import { z } from 'zod'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'

/** The header line of Pathlight's own format (docs/how-to/import-a-bible.md). */
const header = z.strictObject({
  pathlight: z.literal('bible'),
  format: z.literal(1),
  name: z.string().min(1).max(200).optional(),
  localName: z.string().min(1).max(200).optional(),
  language: z.string().min(2).max(35).optional(),
  direction: z.enum(['ltr', 'rtl']).optional(),
  licence: z.string().min(1).max(2000).optional(),
  copyright: z.string().max(2000).optional(),
  /** How many books and verses follow. A file that holds another number of them, as a cut-off file does, is refused. */
  books: z.int().min(1).max(66),
  verses: z.int().min(1).max(40_000),
})

const line = verse
  .pick({ text: true, through: true, headings: true, breaks: true, spans: true, notes: true })
  .extend({ book: z.string().min(1).max(60), chapter: z.int(), verse: z.int() })
  .strict()
type Line = z.infer<typeof line>

/** The longest line, in characters. No verse is so long. The limit protects the memory. */
const MAX_LINE = 1_000_000

const whatIsWrong = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'not as described'}`

/**
 * The calls to the receiver by ascending offset. At one offset, spans end first; notes, breaks and new spans follow.
 */
const actions = (receiver: ScriptureReceiver, { breaks = [], spans = [], notes = [] }: Line) =>
  [
    ...spans.map(({ end, kind }) => ({ at: end, order: 0, act: () => receiver.closeSpan(kind) })),
    ...notes.map(({ at, text }) => ({ at, order: 1, act: () => receiver.note(text) })),
    ...breaks.map(({ at, kind, indent }) => ({ at, order: 2, act: () => receiver.startLine(kind, indent) })),
    ...spans.map(({ start, kind }) => ({ at: start, order: 3, act: () => receiver.openSpan(kind) })),
  ].sort((a, b) => a.at - b.at || a.order - b.order)

/** Reads Pathlight's own format: lines of JSON, first a header and then one verse a line. */
export const readPathlightJson = (receiver: ScriptureReceiver): ScriptureReader => {
  const { place, refuse } = receiver
  /** The beginning of a line whose end has not arrived yet. */
  let partialLine = ''
  let number = 0
  let versionHeader: z.infer<typeof header> | null = null
  let verses = 0
  const books = new Set<string>()
  let book = ''
  let chapter = 0

  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return refuse('This line is not JSON; the file may have been cut off here.')
    }
  }

  const addVerse = (one: Line) => {
    const { text } = one
    if (!text.isWellFormed()) refuse('The text holds half of a character (a lone surrogate).')
    if (one.book !== book) {
      receiver.openBook(one.book)
      book = one.book
      books.add(book)
      chapter = 0
    }
    if (one.chapter !== chapter) receiver.openChapter(String(one.chapter))
    chapter = one.chapter
    for (const heading of one.headings ?? []) {
      receiver.openHeading(heading.kind)
      receiver.text(heading.text)
      receiver.closeHeading()
    }
    receiver.openVerses(one.verse, one.through ?? one.verse, false)
    let done = 0
    for (const { at, act } of actions(receiver, one)) {
      if (at > text.length) refuse(`An offset (${at}) lies beyond the end of the text (${text.length}).`)
      receiver.text(text.slice(done, at))
      done = at
      act()
    }
    receiver.text(text.slice(done))
    receiver.closeVerse()
    verses += 1
  }

  const readLine = (text: string) => {
    number += 1
    place.line = number
    if (!text.trim()) return
    const value = parse(text)
    if (versionHeader) {
      const one = line.safeParse(value)
      if (!one.success) return refuse(`Not a verse as described: ${whatIsWrong(one.error)}`)
      return addVerse(one.data)
    }
    const first = header.safeParse(value)
    if (!first.success) return refuse(`Not the first line of a Pathlight Bible: ${whatIsWrong(first.error)}`)
    versionHeader = first.data
  }

  return {
    write: (text) => {
      const lines = (partialLine + text).replace(/^\ufeff/, '').split('\n')
      partialLine = lines.pop() ?? ''
      for (const one of lines) readLine(one)
      if (partialLine.length > MAX_LINE) refuse('A line of more than a million characters: this is no Bible text.')
    },
    end: () => {
      if (partialLine) readLine(partialLine)
      receiver.closeBook()
      if (!versionHeader) return refuse('The file is empty.')
      if (versionHeader.verses !== verses || versionHeader.books !== books.size)
        refuse(
          `The file says ${versionHeader.books} books and ${versionHeader.verses} verses, but holds ${books.size} and ${verses}.`,
        )
    },
    details: () => {
      if (!versionHeader) return {}
      const { pathlight: _pathlight, format: _format, books: _books, verses: _verses, ...details } = versionHeader
      return details
    },
  }
}
