import { BOOKS, type Book, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'
import { versesElsewhere } from '@pathlight/scripture/widest-chapters.ts'
import { type LastVerses, noteLastVerse } from '../last-verses.ts'
import { buildVerses } from '../verse-builder.ts'
import type { VersionDetails } from '../version-details.ts'
import type { VerseText } from '../version-writer.ts'
import { ImportRefused, type Place } from './import-refused.ts'

/** Books outside the 66, and the front and back matter, by USFM and OSIS identifiers: known, and left out. */
const LEFT_OUT = new Set(
  `tob jdt esg wis sir bar lje s3y sus bel 1ma 2ma 3ma 4ma 1es 2es man ps2 oda pss eza 5ez 6ez dag ps3 2ba lba jub eno 1mq
  2mq 3mq rep 4ba lao frt bak oth int cnc glo tdx ndx xxa xxb xxc xxd xxe xxf xxg addesth esthgr epjer prazar 1macc 2macc
  3macc 4macc 1esd 2esd prman addps odes psssol 4ezra 5ezra 6ezra adddan dangr eplao 1en songthr addps151 ps151`.split(
    /\s+/,
  ),
)
const BY_CODE = new Map(
  BOOKS.flatMap((book) => [
    [book.osis.toLowerCase(), book],
    [book.usfm.toLowerCase(), book],
  ]),
)
const PSALMS = 19
/** The longest verse (Esther 8:9) has some 600 letters, with titles, blanks and expansions a few thousand. */
const MAX_VERSE = 50_000

/** A verse number as files write it: 3, 3a, 3a-b, 3-4, 3,4; with marks of direction between. */
const VERSE_NUMBER = /^(\d{1,3})([a-z])?(?:[-\u2010-\u2015,](?:(?:\d{1,3}[,])*(\d{1,3})[a-z]?|[a-z]))?$/i
const NO_SIGN = /[\s\u200b-\u200f\u2060\ufeff]/g

const ENTITY = /&(?:(quot|amp|lt|gt|apos|nbsp)|#(\d{2,7})|#x([0-9a-f]{2,6}));/gi
const NAMED: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: '\u00a0' }

/** Some files escape their text twice, so that `&quot;` is still there when the XML is read. */
const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
        if (name) return NAMED[name.toLowerCase()] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
        return code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code)
      })
    : text

/** What a file held, beside the verses themselves. */
export type Received = {
  /** The last verse number that the file names in each chapter. */
  lastVerses: LastVerses
  /** Verses (bridges count once) that the file names. */
  named: number
  /** Of those, verses without a word, as where an edition leaves one out. */
  empty: number
  /** Verses that cover several numbers. */
  bridges: number
  /** Books outside the 66 that were left out, as the file calls them. */
  leftOut: string[]
  /** Where a verse was read, null when it was not. */
  placeOf: (verseId: number) => Place | null
}

/**
 * Takes what the readers of all formats meet, refuses what no Bible can hold (an unknown book, chapter 999, a verse
 * twice), and builds the verses. `place` is where the reader is: it keeps it current.
 */
export const receiveScripture = (place: Place, emit: (verse: VerseText) => void) => {
  let emitted = 0
  const builder = buildVerses((verse) => {
    emitted += 1
    emit(verse)
  })
  const seen = new Map<number, Place>()
  const lastVerses: LastVerses = new Map()
  const leftOut: string[] = []
  let named = 0
  let bridges = 0
  let book: Book | null = null
  /** A book is being read that is none of the 66. */
  let isLeftOut = false
  let chapter = 0
  let wordsInVerse = 0
  /** The verse that was begun last, and how far it reaches. */
  let current = 0
  let reach = 0
  let inHeading = false
  let inPsalmTitle = false

  const refuse: (reason: string) => never = (reason) => {
    throw new ImportRefused(reason, place)
  }

  const endPsalmTitle = () => {
    if (inPsalmTitle) builder.closeHeading()
    inPsalmTitle = false
  }

  const endHeading = () => {
    endPsalmTitle()
    // A title that is numbered as a verse, as those of psalms are in Hebrew numbering, is the verse.
    if (inHeading) builder.closeHeading()
    inHeading = false
  }

  const verse = (first: number, last: number, part: boolean) => {
    endHeading()
    wordsInVerse = 0
    const of = book
    if (!of) return
    if (chapter === 0) refuse(`Verse ${first} comes before any chapter.`)
    if (first === 0 && of.index === PSALMS) {
      // Some files number the title of a psalm as its verse 0.
      builder.openHeading('psalm')
      inPsalmTitle = true
      return
    }
    const id = verseId(of.index, chapter, first)
    if (last < first) refuse(`${first}-${last} is no run of verses.`)
    // 4b after 4a, and after 3-4a: more of the verse before, which may reach further now (4b-5).
    const continues = part && current > 0 && id >= current && id <= reach
    const known = continues ? reach % 1000 : first - 1
    for (let number = known + 1; number <= last; number++) {
      const one = verseId(of.index, chapter, number)
      if (!parseVerseId(one)) refuse(`There is no verse ${of.name.en} ${chapter}:${number}.`)
      const before = seen.get(one)
      if (before)
        refuse(
          `${of.name.en} ${chapter}:${number} comes twice; it was there already at ${before.file}, line ${before.line}.`,
        )
      seen.set(one, { ...place })
    }
    const lastId = verseId(of.index, chapter, Math.max(last, known))
    noteLastVerse(lastVerses, lastId)
    const wasBridge = continues && reach > current
    if (!continues) current = id
    reach = lastId
    if (reach > current && !wasBridge) bridges += 1
    const through = reach > current ? reach % 1000 : null
    if (continues) {
      builder.continueVerse(through)
      return builder.text(' ')
    }
    named += 1
    builder.startVerse(id, through)
  }

  /** Gives a function that does nothing while a book is read that is left out, or none. */
  const within =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      if (book) act(...args)
    }
  /** Besides refuses what comes before any book: its file would be passed over without a word. */
  const withinBook = <A extends unknown[]>(act: (...args: A) => void) => {
    const acted = within(act)
    return (...args: A) => {
      if (!book && !isLeftOut) refuse('A chapter or verse that is in no book: the book must be named before it.')
      acted(...args)
    }
  }

  return {
    place,
    refuse,
    /** A book begins. `code`: its OSIS or USFM identifier, or a name in English or Korean. */
    openBook: (code: string) => {
      endHeading()
      builder.endBook()
      const key = code.trim().toLowerCase()
      book = BY_CODE.get(key) ?? (LEFT_OUT.has(key) ? null : findBook(code))
      isLeftOut = !book
      chapter = 0
      current = 0
      if (book) return
      if (!LEFT_OUT.has(key)) refuse(`There is no book "${code.slice(0, 40)}".`)
      leftOut.push(code.trim())
    },
    /** A book begins that a format only numbers: 1 to 66, and above them what is left out. */
    openBookNumber: (number: number, name: string) => {
      endHeading()
      builder.endBook()
      book = BOOKS[number - 1] ?? null
      isLeftOut = !book
      chapter = 0
      current = 0
      if (book) return
      if (!(number > 66 && number < 100)) refuse(`There is no book number ${number}.`)
      leftOut.push(name || `book ${number}`)
    },
    closeBook: () => {
      endHeading()
      builder.endBook()
      book = null
      isLeftOut = false
    },
    openChapter: withinBook((written: string) => {
      const number = /^\d{1,4}$/.test(written) ? Number(written) : Number.NaN
      if (Number.isNaN(number)) refuse(`"${written.slice(0, 20)}" is no chapter number.`)
      endHeading()
      if (book && !hasChapter(book, number)) {
        if (book.index === PSALMS || versesElsewhere(book, number) === 0)
          refuse(`${book.name.en} has ${chapterCount(book)} chapters; there is no chapter ${number}.`)
        // What Greek and Latin Bibles add at the end of Daniel and Esther is left out like a book outside the 66.
        leftOut.push(`${book.name.en} from chapter ${number}`)
        builder.endBook()
        book = null
        isLeftOut = true
        return
      }
      builder.startChapter()
      wordsInVerse = 0
      chapter = number
      current = 0
    }),
    /** A verse begins, by its number as written. */
    openVerse: withinBook((written: string) => {
      const number = VERSE_NUMBER.exec(written.replace(NO_SIGN, ''))
      if (!number) return refuse(`"${written.slice(0, 20)}" is no verse number.`)
      const first = Number(number[1])
      verse(first, Number(number[3] ?? first), number[2] !== undefined)
    }),
    openVerses: withinBook(verse),
    closeVerse: () => {
      endPsalmTitle()
      builder.endVerse()
    },
    text: (words: string) => {
      if (!book || (chapter === 0 && !inHeading)) return
      wordsInVerse += words.length
      if (wordsInVerse > MAX_VERSE)
        refuse(`More than ${MAX_VERSE.toLocaleString('en')} letters in one verse: this is no Bible text.`)
      builder.text(withoutEntities(words))
    },
    startLine: within(builder.startLine),
    openSpan: within(builder.openSpan),
    closeSpan: within(builder.closeSpan),
    openHeading: within((kind: Parameters<typeof builder.openHeading>[0]) => {
      endHeading()
      inHeading = true
      builder.openHeading(kind)
    }),
    closeHeading: within(() => {
      inHeading = false
      builder.closeHeading()
    }),
    note: (words: string) => {
      // What stands before the first chapter introduces the book.
      if (book && (chapter > 0 || inHeading)) builder.note(words)
    },
    /** The files are over: the last verse is given out. */
    end: (): Received => {
      endHeading()
      builder.endBook()
      return { lastVerses, named, empty: named - emitted, bridges, leftOut, placeOf: (id) => seen.get(id) ?? null }
    },
  }
}
export type ScriptureReceiver = ReturnType<typeof receiveScripture>

/** What a file says of the version that it holds. */
export type VersionSaid = {
  [K in 'name' | 'localName' | 'language' | 'direction' | 'licence' | 'copyright']?: VersionDetails[K] | undefined
}

/** Reads one format: gets a file's text in pieces as they come, and tells the receiver what it meets. */
export type ScriptureReader = {
  write: (text: string) => void
  end: () => void
  /** What the file says of its version, in formats that say it so that it can be relied on. */
  details?: () => VersionSaid
}
