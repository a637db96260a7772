import { decodeHTMLStrict } from 'entities'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'

export type XmlElement = {
  /** The element's name without a namespace prefix. */
  name: string
  attribute: (name: string) => string | undefined
  /** Whether the element has the form `<verse .../>`, without content and end tag. */
  selfClosing: boolean
}

/** The handlers of an XML format. `leave` gets the same object as `enter`. */
export type XmlFormat = {
  /** The name of the root element, in lower case. */
  root: string
  enter: (element: XmlElement) => void
  leave: (element: XmlElement) => void
  text: (words: string) => void
  /** Called at the end of a well-formed document. */
  end?: () => void
}

/** The deepest nesting. No Bible is nested so deep. */
const MAX_DEPTH = 100
/** The most characters without a tag. No verse, note or run of attributes is so long. The limit protects the memory. */
const MAX_WITHOUT_TAG = 1_000_000

/** The longest attribute, in characters. An osisID with all verses of the longest psalm has 2,000. */
const MAX_ATTRIBUTE = 5_000

const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])
/** Matches an ampersand, with the name of an entity if one follows. */
const AMPERSAND = /&(?!#)(?:([a-z][a-z0-9]{0,30});)?/gi
/** Matches an ampersand at the end of a chunk, where an entity may begin. */
const UNFINISHED = /&[a-z0-9]{0,31}$/i
// Control characters. XML forbids them, and they are invisible.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/**
 * Corrects what XML forbids but some files have: removes control characters, escapes bare ampersands ("Bel & the
 * Dragon"), and decodes HTML entities (&nbsp;).
 */
const asXml = (text: string): string =>
  text.replace(CONTROLS, '').replace(AMPERSAND, (whole, name?: string) => {
    if (name === undefined) return '&amp;'
    const letter = XML_NAMES.has(name) ? whole : decodeHTMLStrict(whole)
    return letter === '<' || letter === '&' ? whole : letter
  })

/**
 * Reads XML in chunks. A DOCTYPE is refused, because its entities can expand to gigabytes or read files of this
 * machine, and no Bible needs one.
 */
export const readXml = (receiver: ScriptureReceiver, format: XmlFormat): ScriptureReader => {
  const { place, refuse } = receiver
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let sinceTag = 0
  let hasBegun = false
  /** The number of blank lines before the declaration. The parser does not get them. */
  let blankLines = 0
  let unfinished = ''

  const updateLine = () => {
    place.line = blankLines + parser.line
  }
  const elementOf = (tag: SaxesTagPlain): XmlElement => ({
    name: tag.name.slice(tag.name.indexOf(':') + 1),
    attribute: (name) => {
      const value = tag.attributes[name]
      if ((value?.length ?? 0) > MAX_ATTRIBUTE)
        refuse(`An attribute of more than ${MAX_ATTRIBUTE.toLocaleString('en')} characters: this is no Bible text.`)
      return value
    },
    selfClosing: tag.isSelfClosing,
  })

  parser.on('error', ({ message }) => {
    updateLine()
    const cause = message.replace(/^\d+:\d+: /, '')
    refuse(
      /^unclosed tag|^unexpected end|^document must contain/.test(cause)
        ? `The file was cut off (${cause.replace(/\.$/, '')}).`
        : `This is not well-formed XML: ${cause}`,
    )
  })
  parser.on('doctype', () => {
    updateLine()
    refuse('The file has a DOCTYPE, which can make programs open other files or run out of memory. Take it out.')
  })
  parser.on('opentag', (tag) => {
    updateLine()
    sinceTag = 0
    const element = elementOf(tag)
    if (open.length === 0 && element.name.toLowerCase() !== format.root)
      refuse(`The document is <${tag.name.slice(0, 40)}>, not <${format.root}>.`)
    if (open.push(element) > MAX_DEPTH) refuse(`Elements are nested more than ${MAX_DEPTH} deep.`)
    format.enter(element)
  })
  parser.on('closetag', () => {
    updateLine()
    sinceTag = 0
    const element = open.pop()
    if (element) format.leave(element)
  })
  parser.on('text', (words) => {
    if (open.length > 0) format.text(words)
  })
  parser.on('cdata', (words) => {
    if (open.length > 0) format.text(words)
  })

  return {
    write: (text) => {
      sinceTag += text.length
      let piece = unfinished + text
      unfinished = UNFINISHED.exec(piece)?.[0] ?? ''
      piece = asXml(piece.slice(0, piece.length - unfinished.length))
      if (!hasBegun) {
        // The declaration must be at the beginning of XML, so blank lines before it are removed.
        const blank = /^\ufeff?\s*/.exec(piece)?.[0] ?? ''
        if (piece.startsWith('<?xml', blank.length)) {
          piece = piece.slice(blank.length)
          blankLines = blank.split('\n').length - 1
        }
        hasBegun = true
      }
      parser.write(piece)
      if (sinceTag <= MAX_WITHOUT_TAG) return
      updateLine()
      refuse('A million characters without a tag: this is no Bible text.')
    },
    end: () => {
      if (unfinished !== '') parser.write(asXml(unfinished))
      parser.close()
      format.end?.()
    },
  }
}
