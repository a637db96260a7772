import type { HeadingKind, SpanKind } from '../verse-builder.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { shortened } from './version-said.ts'
import { readXml, type XmlElement } from './xml-reading.ts'

type Work = { title?: string; rights?: string; language?: string }

/** Types of divisions that contain no scripture. */
const NO_SCRIPTURE = new Set(
  `introduction preface front titlePage back afterword glossary concordance imprimatur publicationData tableofContents
  coverPage dedication bibliography index gazetteer map outline acknowledgement colophonOfWork copyright`.split(/\s+/),
)
const SKIPPED = new Set(['figure', 'date', 'index', 'caption'])
/** Elements whose text is separated from the next text even if there is no space between the tags. */
const APART = ['cell', 'p', 'l', 'lg', 'item', 'closer', 'opener', 'salute', 'signed', 'speech']
/** Types of titles with the name of the book or chapter. The app shows these names anyway. */
const NAMES = new Set(['main', 'chapter', 'runningHead'])

const headingKindOf = (element: XmlElement): HeadingKind => {
  const type = element.attribute('type')
  if (type === 'psalm') return 'psalm'
  if (type === 'acrostic') return 'acrostic'
  if (type === 'sub' || type === 'parallel' || type === 'scope') return 'minor'
  return Number(element.attribute('level') ?? 1) > 1 ? 'minor' : 'section'
}

const spanOf = (element: XmlElement): SpanKind | null => {
  const type = element.attribute('type')
  if (element.name === 'divineName') return 'name'
  if (element.name === 'transChange') return type === 'added' || type === undefined ? 'added' : null
  if (element.name === 'q' && element.attribute('who') === 'Jesus') return 'jesus'
  if (element.name === 'l' && type === 'selah') return 'selah'
  if (element.name === 'seg' && type === 'otPassage') return 'quote'
  return null
}

/**
 * The verses that an osisID names: `Gen.1.3 Gen.1.4`, `Gen.1.3-Gen.1.4`, `Bible:Gen.1.3!a`. If the osisID names verses
 * of several chapters, only those of the first chapter count. Null for verses of several books, and for text of another
 * form.
 */
const versesOf = (osisId: string) => {
  const verses = osisId
    .trim()
    .split(/\s+|-(?=[^.]+\.\d+\.\d)/)
    .map((one) => /^(?:[^:]*:)?([^.]+)\.(\d+)\.(\d+)(?:[!.]?([^\d.].*))?$/.exec(one))
  const [first] = verses
  if (!first || verses.some((one) => one?.[1] !== first[1])) return null
  const last = verses.findLast((one) => one?.[2] === first[2]) ?? first
  return {
    book: first[1] ?? '',
    chapter: first[2] ?? '',
    first: Number(first[3]),
    last: Number(last[3]),
    part: first[4] !== undefined,
    /** Whether the osisID also names verses of another chapter. */
    further: verses.at(-1)?.[2] !== first[2],
  }
}
/** Matches an osisID whose verse may be malformed: `Gen.1.[3]`, `Gen.1.3, 4`. */
const AS_WRITTEN = /^\s*(?:[^:]*:)?([^.]+)\.(\d+)\.(\P{L}*\p{L}?\P{L}*)$/u

/** Matches the lemmas of Open Scriptures' Hebrew Bible, with letters for prefixes: b/7225, 1254 a, 1035+. */
const OF_MORPHEMES = /^(?:[a-z]+|\d+(?: ?[a-z])?\+?)(?:\/(?:[a-z]+|\d+(?: ?[a-z])?\+?))*$/

/**
 * The Strong's numbers and the lemma in a `lemma` attribute. The attribute has the form of OF_MORPHEMES, or it has parts
 * with spaces between them, such as `strong:G1722 lemma.TR:εν`. A part may lack the name of its scheme. The first part
 * that is not a number is the lemma.
 */
const lemmasOf = (written: string, isGreek: boolean): { numbers: string[]; lemma: string | undefined } => {
  if (OF_MORPHEMES.test(written)) {
    const numbers = written.split('/').flatMap((part) => /^(\d+)(?: ?([a-z]))?/.exec(part)?.slice(1).join('') ?? [])
    return { numbers: numbers.map((number) => (isGreek ? 'G' : 'H') + number), lemma: undefined }
  }
  const all = written.split(/\s+/).filter(Boolean)
  const isNumber = (one: string) => /^(?:strong:)?[HG]\d/i.test(one)
  const lemma = all.find((one) => !isNumber(one) && !one.startsWith('strong:'))
  return { numbers: all.filter(isNumber), lemma: lemma?.replace(/^lemma(?:\.[^:]*)?:/, '') }
}

/**
 * The codes in a `morph` attribute, without the prefix that names the scheme of each code. For example,
 * `robinson:T-NSM robinson:N-NSM` becomes `T-NSM N-NSM`. Codes with the prefix `strongMorph:` are left out.
 */
const morphOf = (written: string): string =>
  written
    .split(/\s+/)
    .filter((one) => !one.startsWith('strongMorph:'))
    .map((one) => one.replace(/^[a-z]+:/i, ''))
    .join(' ')

const languageTag = (written: string | undefined): string | undefined => {
  try {
    return written ? Intl.getCanonicalLocales(written.trim())[0] : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads OSIS 2.1 (Open Scripture Information Standard of the SBL). Verses and chapters can be containers or pairs of
 * milestones (sID, eID), and real files mix both. Footnotes are imported. Cross-references are skipped, because they
 * would become hundreds of footnotes.
 */
export const readOsis = (receiver: ScriptureReceiver): ScriptureReader => {
  let skipDepth = 0
  let noteText: string | null = null
  let noteDepth = 0
  let bookDepth = 0
  let depth = 0
  let inPoetry = false
  let book = ''
  let chapter = ''
  /** The spans that milestones opened, by sID. The closing milestone need not repeat the span's kind. */
  const spansBySId = new Map<string, SpanKind>()

  /** The osisWork of the text itself. The header also describes other works. */
  let ownWork = ''
  let ownLanguage: string | undefined
  const works = new Map<string, Work>()
  let work: Work | null = null
  /** The field of `work` whose element is open. Null when another element is open. */
  let field: keyof Work | null = null
  let inHeader = false

  const enterHeader = (element: XmlElement) => {
    const { name } = element
    if (name === 'work') {
      work = {}
      works.set(element.attribute('osisWork') ?? '', work)
    }
    field = name === 'title' || name === 'rights' || name === 'language' ? name : null
    if (field && work?.[field] !== undefined) field = null
  }
  const addToWork = (words: string) => {
    if (work && field) work[field] = receiver.bounded((work[field] ?? '') + words)
  }

  const openBook = (code: string) => {
    receiver.openBook(code)
    book = code
    chapter = ''
    inPoetry = false
  }

  const enterChapter = (inBook: string, number: string) => {
    if (inBook !== book) openBook(inBook)
    if (number === chapter) return
    chapter = number
    receiver.openChapter(chapter)
  }

  const startVerse = (osisId: string, splits: boolean) => {
    const verses = versesOf(osisId)
    if (verses && !(verses.further && receiver.strict)) {
      enterChapter(verses.book, verses.chapter)
      receiver.openVerses(verses.first, verses.last, verses.part || splits)
      if (verses.further) receiver.numberRead(osisId)
      return
    }
    // An incomplete osisID, such as "3" or "1.3", names a verse of the open chapter.
    const alone = /^\s*(?:\d+\.)?([^.:\s]*\d[^.:\s]*)\s*$/.exec(osisId)?.[1]
    if (alone !== undefined && chapter !== '' && !receiver.strict) return receiver.openVerse(alone)
    const [, inBook, number, verse] = AS_WRITTEN.exec(osisId) ?? []
    if (inBook === undefined || number === undefined || verse === undefined)
      return receiver.refuse(`"${osisId.slice(0, 40)}" does not name a verse, or verses of one book.`)
    enterChapter(inBook, number)
    receiver.openVerse(verse)
  }

  const enterVerse = (element: XmlElement) => {
    const osisId = element.attribute('osisID')
    const sID = element.attribute('sID')
    if (element.attribute('eID') !== undefined) return receiver.closeVerse()
    const name = osisId ?? (receiver.strict ? sID : (element.attribute('n') ?? sID))
    if (!name) return receiver.refuse('A verse without an osisID.')
    startVerse(name, element.attribute('splitID') !== undefined)
  }

  const enterTitle = (element: XmlElement) => {
    const type = element.attribute('type') ?? ''
    const namesBook = type === '' && chapter === '' && depth === bookDepth + 1
    if (NAMES.has(type) || namesBook) {
      skipDepth = depth
      return
    }
    inPoetry = false
    receiver.openHeading(headingKindOf(element))
  }

  const switchSpan = (element: XmlElement) => {
    const eID = element.attribute('eID')
    const span = (eID !== undefined && spansBySId.get(eID)) || spanOf(element)
    if (!span) return
    if (eID !== undefined) {
      spansBySId.delete(eID)
      receiver.closeSpan(span)
      return
    }
    const sID = element.attribute('sID')
    if (sID !== undefined) spansBySId.set(sID, span)
    receiver.openSpan(span)
  }

  const startParagraph = () => {
    receiver.startLine('paragraph')
    inPoetry = false
  }

  const enterLine = (element: XmlElement) => {
    if (element.attribute('eID') !== undefined) return
    if (element.attribute('type') === 'selah') {
      // Selah is printed at the end of the previous line.
      receiver.text(' ')
      return
    }
    receiver.startLine('line', Number(element.attribute('level') ?? 1) || 1)
    inPoetry = true
  }

  /** The actions at the start of elements, besides notes and spans. Of other elements only the text is read. */
  const enter: Record<string, (element: XmlElement) => void> = {
    div: (element) => {
      const type = element.attribute('type') ?? ''
      if (type === 'book' && element.attribute('eID') === undefined) {
        const code = element
          .attribute('osisID')
          ?.split(' ')[0]
          ?.replace(/^[^:]*:/, '')
        if (code) openBook(code)
        if (!element.selfClosing) bookDepth = depth
      } else if (NO_SCRIPTURE.has(type) && !element.selfClosing) skipDepth = depth
      else if ((type === 'paragraph' || type === 'x-p') && element.attribute('eID') === undefined) startParagraph()
    },
    chapter: (element) => {
      const osisId =
        element.attribute('osisID') ??
        (receiver.strict ? undefined : element.attribute('n')) ??
        element.attribute('sID')
      if (element.attribute('eID') !== undefined || !osisId) return
      const [, ofBook = '', number = osisId] = /^(?:[^:]*:)?([^.]+)\.(\d+)/.exec(osisId) ?? []
      if (ofBook && ofBook !== book) openBook(ofBook)
      chapter = number
      inPoetry = false
      receiver.openChapter(chapter)
    },
    verse: enterVerse,
    title: enterTitle,
    speaker: () => receiver.openHeading('speaker'),
    p: (element) => {
      if (element.attribute('eID') === undefined) startParagraph()
    },
    lg: (element) => {
      if (element.attribute('eID') === undefined) receiver.startLine(inPoetry ? 'stanza' : 'line')
    },
    l: enterLine,
    item: () => receiver.startLine('line'),
    row: () => receiver.startLine('paragraph'),
    lb: () => receiver.startLine(inPoetry ? 'stanza' : 'paragraph'),
    milestone: (element) => {
      const type = element.attribute('type') ?? ''
      if (type === 'x-p' || type === 'x-extra-p') receiver.startLine('paragraph')
      else if (type === 'line') receiver.startLine('line')
      else if (type === 'cQuote') receiver.text(element.attribute('marker') ?? '')
    },
    q: (element) => receiver.text(element.attribute('marker') ?? ''),
    w: () => receiver.openWord(),
  }
  const leave: Record<string, (element: XmlElement) => void> = {
    verse: ({ attribute, selfClosing }) => {
      const milestone = attribute('sID') !== undefined || attribute('eID') !== undefined
      if (!milestone && !(selfClosing && attribute('osisID') === undefined)) receiver.closeVerse()
    },
    w: (element) => {
      const isGreek = receiver.isGreek()
      const lemma = element.attribute('lemma') ?? ''
      const morph = element.attribute('morph') ?? ''
      receiver.closeWord(`${isGreek ? 'G' : 'H'}${lemma}\u0000${morph}`, () => ({
        ...lemmasOf(lemma, isGreek),
        morph: morphOf(morph),
      }))
    },
    title: () => receiver.closeHeading(),
    speaker: () => receiver.closeHeading(),
    ...Object.fromEntries(APART.map((name) => [name, () => receiver.text(' ')])),
  }

  const reader = readXml(receiver, {
    root: 'osis',
    enter: (element) => {
      depth += 1
      if (inHeader) return enterHeader(element)
      if (element.name === 'header') {
        inHeader = true
        return
      }
      if (element.name === 'osisText') {
        ownWork = element.attribute('osisIDWork') ?? ''
        ownLanguage = element.attribute('xml:lang') ?? element.attribute('lang')
      }
      if (skipDepth || noteText !== null) {
        // In a note the reference to the note's own verse ('1:20') is skipped. Everything else is the note's text.
        if (!skipDepth && element.name === 'reference' && element.attribute('type') === 'annotateRef') skipDepth = depth
        return
      }
      if (SKIPPED.has(element.name)) skipDepth = depth
      else if (element.name === 'note') {
        if (element.attribute('type') === 'crossReference') skipDepth = depth
        else {
          noteText = ''
          noteDepth = depth
        }
      } else {
        // The quotation mark of the element is inside the span. So the span opens before the mark and closes after it.
        const ends = element.attribute('eID') !== undefined
        if (!ends) switchSpan(element)
        enter[element.name]?.(element)
        if (ends) switchSpan(element)
      }
    },
    leave: (element) => {
      const level = depth
      depth -= 1
      if (inHeader) {
        field = null
        if (element.name === 'work') work = null
        inHeader = element.name !== 'header'
        return
      }
      if (skipDepth) {
        if (level === skipDepth) skipDepth = 0
        return
      }
      if (noteText !== null) {
        if (level !== noteDepth) return
        receiver.note(noteText)
        noteText = null
        return
      }
      const span = spanOf(element)
      const milestone = element.attribute('sID') !== undefined || element.attribute('eID') !== undefined
      if (span && !milestone) receiver.closeSpan(span)
      leave[element.name]?.(element)
      if (level === bookDepth) {
        receiver.closeBook()
        book = ''
        bookDepth = 0
      }
    },
    text: (words) => {
      if (inHeader) return addToWork(words)
      if (skipDepth) return
      if (noteText === null) receiver.text(words)
      else noteText = receiver.bounded(noteText + words)
    },
  })
  return {
    ...reader,
    details: () => {
      const { title, rights, language } = works.get(ownWork) ?? {}
      return {
        name: shortened(title, 200),
        licence: shortened(rights),
        language: languageTag(ownLanguage) ?? languageTag(language),
      }
    },
  }
}
