import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { Parser } from 'htmlparser2'
import { buildVerses, type HeadingKind, type SpanKind } from '../verse-builder.ts'

/** An element's start, as the styles of a service are told by it. */
export type Element = {
  readonly name: string
  /** Words of its class attribute. */
  readonly classes: readonly string[]
  readonly attributes: Readonly<Record<string, string>>
}

/** What an element means. Its text belongs to the verse unless said otherwise. */
export type Meaning =
  /** Verse numbers, links, sounds: neither the element nor what is in it is text. */
  | { readonly is: 'nothing' }
  /** The verse begins here; what is in the element (the number, printed) is no text. */
  | { readonly is: 'verse number'; readonly verse: number; readonly through?: number }
  /** The verse is what the element holds. */
  | { readonly is: 'verse'; readonly verse: number }
  | { readonly is: 'heading'; readonly kind: HeadingKind }
  | { readonly is: 'paragraph' }
  | { readonly is: 'line'; readonly indent: number }
  | { readonly is: 'stanza' }
  | { readonly is: 'span'; readonly kind: SpanKind }
  /** A footnote: what the element holds, or the text given. */
  | { readonly is: 'note'; readonly text?: string }
  /** The element itself means nothing, what is in it does. */
  | { readonly is: 'plain' }

// Elements without an end.
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
const NEVER_TEXT = new Set(['script', 'style', 'head', 'title', 'template', 'audio', 'video', 'svg', 'noscript'])

/** The text of a note's markup. */
export const plainText = (html: string): string => {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true })
  parser.end(html)
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The verses of one chapter in a service's HTML: plain text, and what lies over it. No markup gets through; what the
 * meanings do not know is read as plain text.
 */
export const versesOfHtml = (
  html: string,
  place: { readonly version: string; readonly book: Book; readonly chapter: number },
  meaningOf: (element: Element) => Meaning,
): Verse[] => {
  const verses: Verse[] = []
  const builder = buildVerses(({ verse_id, ...rest }) => {
    const { version, book, chapter } = place
    verses.push({ version, book: book.name.en, chapter, verse: verse_id % 1000, verse_id, ...rest })
  })
  const open: Meaning[] = []
  let skipping = 0
  let note: string | null = null
  let headings = 0
  /** A verse begins with its first word: headings and breaks before that, even inside its element, stand before it. */
  let awaited: { readonly verse: number; readonly through: number | null } | null = null
  let current: { readonly verse: number; readonly through: number | null } | null = null
  const startAwaited = () => {
    if (awaited === null) return
    // Services say the verse again with each paragraph of it.
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
        const known: Meaning = NEVER_TEXT.has(name) ? { is: 'nothing' } : meaningOf(element)
        // Within what is no text, or a note, elements mean nothing more.
        const meaning: Meaning = skipping > 0 || note !== null ? nested(known) : known
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
        // No-break spaces are how these services indent.
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
