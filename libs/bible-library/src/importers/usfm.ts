import type { SpanKind } from '../verse-builder.ts'
import type { SourceWord } from '../words/verse-words.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { receiveSpeech } from './speech-milestones.ts'
import { type MarkerMeaning, meaningOf, wordsOfNote } from './usfm-markers.ts'
import { splitNumber } from './usfm-numbers.ts'

/** How many characters of the attributes of a milestone or a word are read. */
const MAX_ATTRIBUTES = 1_000
/** Matches a chapter or verse marker with its number directly after it. */
const GLUED = /\\([cv])(?=\d)/g
const CLOSING = /\\\+?[a-z][a-z0-9-]*\*/gi
/** Matches the beginning of an attribute with a name: |strong="H1" */
const ATTRIBUTE = /^\|\s*[a-z][\w-]*\s*=/i
const WORD_ATTRIBUTE = /\b(strong|lemma|x-morph)\s*=\s*"([^"]*)"/g
/** In texts of the publisher unfoldingWord, Greek Strong's numbers have a fifth digit, which counts senses. */
const SENSE = /^(G\d{4})\d$/
/** Matches the caller of a note: the sign that marks the note in the text. Some files leave the caller out. */
const CALLER = /^\s*(?:[^\p{L}\p{N}\s]|[\p{L}\p{N}]{1,3}(?=\s|$))/u

const [SPACE, TAB, STAR, PLUS, HYPHEN] = [0x20, 0x09, 0x2a, 0x2b, 0x2d]
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

const endOfName = (line: string, start: number): number => {
  let end = start
  while (isLetter(line.charCodeAt(end)) || isDigit(line.charCodeAt(end))) end++
  return end
}

/**
 * The marker at a backslash: `\v`, `\+nd`, `\wj*`, `\zaln-s`. The `\*` that ends a milestone has an empty name. `end`:
 * the offset after the marker, and after the one space that may follow it (`hasSpace`).
 */
const markerAt = (line: string, backslash: number) => {
  const start = backslash + 1
  const first = line.charCodeAt(start) === PLUS ? start + 1 : start
  let end = start
  if (isLetter(line.charCodeAt(first))) {
    end = endOfName(line, first)
    const endOfSuffix = line.charCodeAt(end) === HYPHEN ? endOfName(line, end + 1) : 0
    if (endOfSuffix > end + 1) end = endOfSuffix
  }
  const name = line.slice(start, end)
  const isClosing = line.charCodeAt(end) === STAR
  if (isClosing) end++
  const hasSpace = line.charCodeAt(end) === SPACE || line.charCodeAt(end) === TAB
  return { name, isClosing, hasSpace, end: hasSpace ? end + 1 : end }
}

/** The longest line, in characters. No line of a Bible is so long. The limit protects the memory. */
const MAX_LINE = 1_000_000

/**
 * Reads USFM 2 and 3 (Unified Standard Format Markers) one line at a time, and keeps only open markers in memory. The
 * parsers on npm build a tree of a whole book, and some of them lose footnotes or alignments.
 */
export const readUsfm = (receiver: ScriptureReceiver): ScriptureReader => {
  const { place, refuse } = receiver
  /** The beginning of a line whose end has not arrived yet. */
  let partialLine = ''
  let line = 0
  /** The open character markers, outermost first. */
  let open: { marker: string; span: SpanKind | null; leftOut: boolean }[] = []
  /** `origin`: the text of the note's \fr. */
  let note: { marker: string; line: number; origin: string; text: string | null } | null = null
  /** The part of the open note to which the next text belongs. */
  let part: 'words' | 'origin' | 'left-out' = 'words'
  /** Whether the caller of the note comes next. */
  let awaitsCaller = false
  let inSidebar = false
  let paragraph: MarkerMeaning = { is: 'left-out' }
  const speech = receiveSpeech(receiver)
  let milestone: { marker: string; attributes: string } | null = null
  let inAttributes = false
  /** The attributes of the open word, as far as they have been read. */
  let attributes = ''
  let awaits: 'book' | 'chapter' | 'verse' | null = null

  /**
   * Reads a word with attributes: \w grace|lemma="χάρις" strong="G5485" x-morph="Gr,N"\w*. An attribute without a name
   * is the lemma.
   */
  const wordIn = (attributes: string): SourceWord => {
    const said = new Map([...attributes.matchAll(WORD_ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]))
    const value = attributes.slice(1)
    const lemma = said.get('lemma') ?? (/[="|]/.test(value) ? undefined : value)
    const numbers = (said.get('strong') ?? '').split(/[\s,;]+/).filter(Boolean)
    return { numbers: numbers.map((number) => number.replace(SENSE, '$1')), lemma, morph: said.get('x-morph') }
  }
  const closeWord = () => {
    const written = attributes
    attributes = ''
    receiver.closeWord(written, () => wordIn(written))
  }

  const closeCharacters = (downTo = 0) => {
    while (open.length > downTo) {
      const last = open.pop()
      if (last?.span) receiver.closeSpan(last.span)
      if (last?.marker === 'w') closeWord()
    }
    inAttributes = false
  }

  const closeNote = () => {
    if (note && note.text !== null) receiver.note(wordsOfNote(note.origin, note.text))
    note = null
    part = 'words'
  }

  const closeParagraph = (atEnd = false) => {
    if (note) {
      const reason = `The note \\${note.marker} of line ${note.line} is never closed.`
      if (atEnd) refuse(`${reason} The file was cut off.`)
      receiver.noteNotClosed(reason)
      closeNote()
    }
    closeCharacters()
    if (paragraph.is === 'heading') receiver.closeHeading()
    paragraph = { is: 'plain' }
  }

  const openParagraph = (meaning: MarkerMeaning) => {
    closeParagraph()
    paragraph = meaning
    if (meaning.is === 'heading') receiver.openHeading(meaning.kind)
    else if (meaning.is === 'line') receiver.startLine('line', meaning.indent)
    else if (meaning.is === 'blank') receiver.startLine('stanza')
    else if (meaning.is === 'paragraph') receiver.startLine('paragraph')
  }

  const closeMarker = (marker: string) => {
    if (note?.marker === marker) {
      closeNote()
    } else if (note) part = 'words'
    else {
      const place = open.findLastIndex((one) => one.marker === marker)
      if (place >= 0) closeCharacters(place)
    }
    inAttributes = false
  }

  const closeMilestone = () => {
    const { marker, attributes: written } = milestone ?? { marker: '', attributes: '' }
    const attributes = written.slice(0, MAX_ATTRIBUTES)
    milestone = null
    if (!/^qt\d?-/.test(marker)) return
    const id = /\b[se]id\s*=\s*"([^"]*)"/.exec(attributes)?.[1]
    // An attribute without a name is the speaker: \qt-s |Jesus\*
    const who = /\bwho\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? /^\s*\|\s*([^="|]+)$/.exec(attributes)?.[1]
    if (marker.endsWith('-s')) speech.start(who, id)
    else speech.end(id)
  }

  /**
   * Ends a milestone without an end mark. The text after its marker counts as words, unless that text has attributes.
   */
  const endMilestone = () => {
    const words = milestone?.attributes ?? ''
    closeMilestone()
    if (!words.includes('|')) addText(words)
  }

  /** Handles an opening marker. `at`: the offset after the marker in the text of its line. */
  const openMarker = (written: string, text: string, at: number) => {
    if (milestone) endMilestone()
    awaitsCaller = false
    const marker = written.replace('+', '').toLowerCase()
    if (marker === 'esb' || marker === 'esbe') {
      closeParagraph()
      inSidebar = marker === 'esb'
      return
    }
    if (inSidebar && marker !== 'c' && marker !== 'id') return
    inSidebar = false
    const isCompound = marker.includes('-')
    if (isCompound && /-[se]$/.test(marker) && !note) {
      milestone = { marker, attributes: '' }
      return
    }
    if (marker === 'c' || marker === 'v' || marker === 'id') {
      // A verse can begin inside a paragraph and inside words of Jesus, but the verse ends a title, a note, or text
      // that is left out. \c and \id end everything.
      if (marker !== 'v' || note || paragraph.is === 'heading' || paragraph.is === 'left-out') closeParagraph()
      awaits = marker === 'c' ? 'chapter' : marker === 'v' ? 'verse' : 'book'
      return
    }
    // \tc1-2 is a table cell of two columns.
    const meaning = meaningOf(isCompound ? marker.replace(/-\d+$/, '') : marker)
    if (note && BEGIN_PARAGRAPH.has(meaning.is) && !receiver.strict) closeParagraph()
    if (note) {
      part = marker === 'fr' ? 'origin' : meaning.is === 'left-out' ? 'left-out' : 'words'
      return
    }
    inAttributes = false
    switch (meaning.is) {
      case 'note':
      case 'cross-reference':
        note = { marker, line, origin: '', text: meaning.is === 'note' && paragraph.is !== 'left-out' ? '' : null }
        awaitsCaller = true
        break
      case 'span':
        if (paragraph.is !== 'heading' && paragraph.is !== 'left-out') receiver.openSpan(meaning.kind)
        open.push({ marker, span: paragraph.is === 'heading' ? null : meaning.kind, leftOut: false })
        break
      case 'cell':
        receiver.text(' ')
        break
      case 'left-out':
        // A marker inside a line (CHARACTER_LEFT_OUT) is opened only if its closing marker follows in the line.
        // Otherwise all later words would be left out.
        if (!CHARACTER_LEFT_OUT.has(marker)) openParagraph(meaning)
        else if (text.indexOf(`\\${written}*`, at) >= 0) open.push({ marker, span: null, leftOut: true })
        break
      case 'plain':
        open.push({ marker, span: null, leftOut: false })
        if (marker === 'w') receiver.openWord()
        break
      default:
        openParagraph(meaning)
    }
  }

  /** Reads the number or code after \id, \c or \v, and returns the remaining text. */
  const takeNumber = (text: string): string => {
    const [whole = '', value = ''] = /^\s*(\S+)\s?/.exec(text) ?? []
    if (!value) refuse(`A ${awaits} marker with nothing after it.`)
    const what = awaits
    awaits = null
    if (what === 'verse') {
      if (receiver.strict) {
        receiver.openVerse(value)
        return text.slice(whole.length)
      }
      const split = splitNumber(text)
      receiver.openVerse(split?.number ?? '')
      return split?.rest ?? text
    }
    if (what === 'chapter') {
      receiver.openChapter(value)
      return text.slice(whole.length)
    }
    // A book name with a space: 1 John.
    const name = /^\s*([1-3]\s+\p{L}+)/u.exec(text)?.[1]
    receiver.openBook(name ?? value)
    paragraph = { is: 'left-out' }
    return ''
  }

  /** Adds text. `endsNext`: a closing marker follows. */
  const addText = (raw: string, endsNext = false) => {
    let text = raw
    if (milestone) milestone.attributes = receiver.bounded(milestone.attributes + raw)
    if (inAttributes && !milestone) attributes = (attributes + raw).slice(0, MAX_ATTRIBUTES)
    if (milestone || inAttributes || inSidebar) return
    if (awaits && text.trim() === '') return
    if (awaits) text = takeNumber(text)
    // The attributes of a word follow a bar: \w grace|strong="H1234"\w*
    const bar = open.length > 0 || note ? text.indexOf('|') : -1
    if (bar >= 0 && (endsNext || ATTRIBUTE.test(text.slice(bar)))) {
      inAttributes = true
      attributes = text.slice(bar, bar + MAX_ATTRIBUTES)
      text = text.slice(0, bar)
    }
    if (awaitsCaller) {
      text = text.replace(CALLER, '')
      awaitsCaller = false
    }
    if (text.includes('~')) text = text.replaceAll('~', '\u00a0')
    if (text.includes('//')) text = text.replace(/(?<!:)\/\//g, ' ')
    if (note) {
      if (note.text === null || part === 'left-out') return
      if (part === 'origin') note.origin = receiver.bounded(note.origin + text)
      else note.text = receiver.bounded(note.text + text)
    } else if (paragraph.is !== 'left-out' && !open.some(({ leftOut }) => leftOut)) receiver.text(text)
  }

  /**
   * Handles a marker without its number. `instead`: the marker that comes instead of the number. A verse gets the next
   * number, unless `instead` begins a verse, chapter or book. A chapter or book is refused; when strict, a verse, too.
   */
  const goWithoutNumber = (instead: string) => {
    if (receiver.strict || awaits !== 'verse') takeNumber('')
    awaits = null
    if (!['v', 'c', 'id'].includes(instead)) receiver.openVerse('')
  }

  /** Whether an unknown marker begins a paragraph: it begins the line, and the line has no closing marker for it. */
  const isUnknownParagraph = (marker: string, line: string) =>
    !['v', 'c', 'id'].includes(marker) &&
    line.trimStart().startsWith(`\\${marker}`) &&
    !line.includes(`\\${marker}*`) &&
    meaningOf(marker).is === 'plain'

  const readLine = (written: string) => {
    line += 1
    place.line = line
    const text = written.replace(/^\ufeff/, '').replace(GLUED, '\\$1 ')
    for (let at = 0; at < text.length; ) {
      const backslash = text.indexOf('\\', at)
      const marker = backslash < 0 ? null : markerAt(text, backslash)
      if (backslash !== at) addText(text.slice(at, marker === null ? text.length : backslash), marker?.isClosing)
      if (marker === null) break
      const { name, isClosing, hasSpace } = marker
      at = marker.end
      if (name === '') closeMilestone()
      else {
        if (awaits) goWithoutNumber(name)
        if (isClosing) closeMarker(name.replace('+', '').toLowerCase())
        else if (paragraph.is === 'heading' && isUnknownParagraph(name, text)) openParagraph({ is: 'paragraph' })
        else openMarker(name, text, at)
      }
      // The space after a closing marker is text. The space after an opening marker belongs to the marker.
      if (hasSpace && (isClosing || name === '')) addText(' ')
    }
    // The number of a verse may follow in the next line.
    if (awaits && (receiver.strict || awaits !== 'verse')) takeNumber('')
    if (milestone && !milestone.attributes.includes('|')) endMilestone()
    if (!milestone) {
      inAttributes = false
      if (paragraph.is === 'heading' || note) addText(' ')
      else receiver.text(' ')
    }
  }

  return {
    write: (text) => {
      const lines = (partialLine + text).split(/\r\n|\n|\r(?!$)/)
      partialLine = lines.pop() ?? ''
      for (const one of lines) readLine(one)
      if (partialLine.length > MAX_LINE) refuse('A line of more than a million characters: this is no Bible text.')
    },
    end: () => {
      if (partialLine) readLine(partialLine)
      if (awaits) takeNumber('')
      const unclosed = open.find(({ marker }) => meaningOf(marker).is !== 'plain' || marker === 'w')
      const mayBeCut = receiver.strict || partialLine !== '' || !receiver.isAtEndOfChapter()
      if (unclosed && mayBeCut) refuse(`The file was cut off: \\${unclosed.marker} is never closed.`)
      closeParagraph(true)
      if (partialLine.trim() && !receiver.strict) receiver.endOfLastLine(partialLine.replace(CLOSING, ''))
      open = []
      receiver.closeBook()
    },
  }
}

/** The kinds of markers that begin a paragraph. Unless the import is strict, they end an open note. */
const BEGIN_PARAGRAPH: ReadonlySet<MarkerMeaning['is']> = new Set(['paragraph', 'line', 'blank', 'heading'] as const)
/** Markers that leave out the words between them and their closing markers. They stand inside a line. */
const CHARACTER_LEFT_OUT = new Set('ca va vp pro rq fig ndx cat fr fm fdc xo xop xta xdc'.split(' '))
