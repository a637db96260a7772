import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { Parser } from 'htmlparser2'
import { buildVerses, type HeadingKind, type SpanKind } from '../verse-builder.ts'

/** The parts of a start tag that show the element's meaning. */
export type Element = {
  readonly name: string
  /** The words of the attribute `class`. */
  readonly classes: readonly string[]
  readonly attributes: Readonly<Record<string, string>>
}

/** The meaning of an element. Its text belongs to the verse unless the meaning says otherwise. */
export type Meaning =
  /** The element is ignored with its content: verse numbers, links, audio. */
  | { readonly is: 'nothing' }
  /** A verse begins at the element. Its content, the printed number, is ignored. */
  | { readonly is: 'verse number'; readonly verse: number; readonly through?: number }
  /** The element contains a verse. */
  | { readonly is: 'verse'; readonly verse: number }
  | { readonly is: 'heading'; readonly kind: HeadingKind }
  | { readonly is: 'paragraph' }
  | { readonly is: 'line'; readonly indent: number }
  | { readonly is: 'stanza' }
  | { readonly is: 'span'; readonly kind: SpanKind }
  /** The element is a footnote. Its words are `text`, or else the element's content. */
  | { readonly is: 'note'; readonly text?: string }
  /** The element is ignored, but not its content. */
  | { readonly is: 'plain' }

// Elements without an end tag.
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
const NEVER_TEXT = new Set(['script', 'style', 'head', 'title', 'template', 'audio', 'video', 'svg', 'noscript'])

/** The text of HTML without its tags, with one space between words. */
export const plainText = (html: string): string => {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true })
  parser.end(html)
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The verses of one chapter in the HTML of a service: plain text with spans, breaks, headings and notes. The content of
 * elements without a meaning is plain text.
 */
export const versesOfHtml = (
  html: string,
  place: { readonly version: string; readonly book: Book; readonly chapter: number },
  meaningOf: (element: Element) => Meaning,
): Verse[] => {
  const verses: Verse[] = []
  const builder = buildVerses(({ verse_id, ...fields }) => {
    const { version, book, chapter } = place
    verses.push({ version, book: book.name.en, chapter, verse: verse_id % 1000, verse_id, ...fields })
  })
  const open: Meaning[] = []
  let skipping = 0
  let note: string | null = null
  let headings = 0
  /**
   * A verse whose first word has not come yet. Headings and breaks before that word come before the verse, even inside
   * the verse's element.
   */
  let awaited: { readonly verse: number; readonly through: number | null } | null = null
  let current: { readonly verse: number; readonly through: number | null } | null = null
  const startAwaited = () => {
    if (awaited === null) return
    // Some services repeat the verse number in each paragraph of the verse.
    if (awaited.verse === current?.verse) builder.continueVerse(current.through)
    else {
      builder.startVerse(verseId(place.book.index, place.chapter, awaited.verse), awaited.through)
      current = awaited
    }
    awaited = null
  }

  const begin = (meaning: Meaning) => {
    if (meaning.is === 'nothing') skipping++
    if (meaning.is === 'verse number') awaited = { verse: meaning.verse, through: meaning.through ?? null }
    if (meaning.is === 'verse') awaited = { verse: meaning.verse, through: null }
    if (meaning.is === 'verse number') skipping++
    if (meaning.is === 'heading') {
      headings++
      builder.openHeading(meaning.kind)
    }
    if (meaning.is === 'paragraph') builder.startLine('paragraph')
    if (meaning.is === 'line') builder.startLine('line', meaning.indent)
    if (meaning.is === 'stanza') builder.startLine('stanza')
    if (meaning.is === 'span') builder.openSpan(meaning.kind)
    if (meaning.is === 'note' && meaning.text !== undefined) {
      builder.note(meaning.text)
      skipping++
    } else if (meaning.is === 'note') note = ''
  }
  const end = (meaning: Meaning) => {
    if (meaning.is === 'nothing' || meaning.is === 'verse number') skipping--
    if (meaning.is === 'verse') {
      awaited = null
      builder.endVerse()
    }
    if (meaning.is === 'heading') {
      headings--
      builder.closeHeading()
    }
    if (meaning.is === 'span') builder.closeSpan(meaning.kind)
    if (meaning.is === 'note' && meaning.text !== undefined) skipping--
    else if (meaning.is === 'note') {
      builder.note(note ?? '')
      note = null
    }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'br') {
          if (skipping === 0) builder.text(' ')
          return
        }
        if (VOID.has(name)) return
        const element = { name, classes: (attributes.class ?? '').split(/\s+/), attributes }
        const ownMeaning: Meaning = NEVER_TEXT.has(name) ? { is: 'nothing' } : meaningOf(element)
        // Inside an ignored element or a note, an element has no meaning, except that it may be ignored itself.
        const meaning: Meaning = skipping > 0 || note !== null ? nested(ownMeaning) : ownMeaning
        open.push(meaning)
        begin(meaning)
      },
      ontext(text) {
        if (skipping > 0) return
        if (note !== null) {
          note += text
          return
        }
        if (headings === 0 && text.trim() !== '') startAwaited()
        // The services indent lines with no-break spaces.
        builder.text(text.replaceAll('\u00a0', ' '))
      },
      onclosetag(name) {
        if (VOID.has(name)) return
        const meaning = open.pop()
        if (meaning !== undefined) end(meaning)
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  builder.endBook()
  return verses
}

const nested = (meaning: Meaning): Meaning => (meaning.is === 'nothing' ? meaning : { is: 'plain' })
