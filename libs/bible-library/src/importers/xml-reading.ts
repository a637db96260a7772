import { decodeHTMLStrict } from 'entities'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'

export type XmlElement = {
  /** The name without its namespace prefix. */
  name: string
  attribute: (name: string) => string | undefined
  /** `<verse .../>`: nothing inside and no end tag of its own. */
  selfClosing: boolean
}

/** What a format does with the elements of its files. `leave` gets the very element that `enter` got. */
export type XmlFormat = {
  /** The name of the document's element. */
  root: string
  enter: (element: XmlElement) => void
  leave: (element: XmlElement) => void
  text: (words: string) => void
  /** The document is over and was well formed. */
  end?: () => void
}

/** No Bible nests deeper; what does is made to break programs. */
const MAX_DEPTH = 100
/** No verse, note or run of attributes is longer; what is would only fill memory. Characters. */
const MAX_WITHOUT_TAG = 1_000_000

/** The verses of the longest psalm, each by its name, have 2,000 characters. */
const MAX_ATTRIBUTE = 5_000

const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])
/** An ampersand, with the name of an entity after it if there is one. */
const AMPERSAND = /&(?!#)(?:([a-z][a-z0-9]{0,30});)?/gi
/** What may be the beginning of an entity that the next piece ends. */
const UNFINISHED = /&[a-z0-9]{0,31}$/i
// Controls that XML does not allow, and that no reader sees.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** Files that people write have "Bel & the Dragon" and HTML's names for letters (&nbsp;), which are no XML and no damage. */
const asXml = (text: string): string =>
  text.replace(CONTROLS, '').replace(AMPERSAND, (whole, name?: string) => {
    if (name === undefined) return '&amp;'
    const letter = XML_NAMES.has(name) ? whole : decodeHTMLStrict(whole)
    return letter === '<' || letter === '&' ? whole : letter
  })

/**
 * Reads XML in pieces. A DOCTYPE is refused: with it a few lines can unfold into gigabytes or name files of this
 * machine, and no Bible needs one.
 */
export const readXml = (receiver: ScriptureReceiver, format: XmlFormat): ScriptureReader => {
  const { place, refuse } = receiver
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let sinceTag = 0
  let hasBegun = false
  /** Lines before the declaration, which the parser does not see. */
  let blankLines = 0
  let unfinished = ''

  const here = () => {
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
    here()
    const cause = message.replace(/^\d+:\d+: /, '')
    refuse(
      /^unclosed tag|^unexpected end|^document must contain/.test(cause)
        ? `The file was cut off (${cause.replace(/\.$/, '')}).`
        : `This is not well-formed XML: ${cause}`,
    )
  })
  parser.on('doctype', () => {
    here()
    refuse('The file has a DOCTYPE, which can make programs open other files or run out of memory. Take it out.')
  })
  parser.on('opentag', (tag) => {
    here()
    sinceTag = 0
    const element = elementOf(tag)
    if (open.length === 0 && element.name.toLowerCase() !== format.root)
      refuse(`The document is <${tag.name.slice(0, 40)}>, not <${format.root}>.`)
    if (open.push(element) > MAX_DEPTH) refuse(`Elements are nested more than ${MAX_DEPTH} deep.`)
    format.enter(element)
  })
  parser.on('closetag', () => {
    here()
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
        // A declaration must be the first that there is; blank lines before it are no damage.
        const blank = /^\ufeff?\s*/.exec(piece)?.[0] ?? ''
        if (piece.startsWith('<?xml', blank.length)) {
          piece = piece.slice(blank.length)
          blankLines = blank.split('\n').length - 1
        }
        hasBegun = true
      }
      parser.write(piece)
      if (sinceTag <= MAX_WITHOUT_TAG) return
      here()
      refuse('A million characters without a tag: this is no Bible text.')
    },
    end: () => {
      if (unfinished !== '') parser.write(asXml(unfinished))
      parser.close()
      format.end?.()
    },
  }
}
