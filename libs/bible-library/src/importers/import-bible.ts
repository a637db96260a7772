import { createHash, type Hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import { type VersionSource, writeAbout } from '../about-version.ts'
import { BUILT_IN_CODES } from '../built-in/build-built-in.ts'
import { versificationOf } from '../last-verses.ts'
import { libraryIn } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { dropVersionIndex, indexVersion } from '../search/index-version.ts'
import { verifyVersion } from '../verify-version.ts'
import { type Added, beginVersion, deleteVersion, type VerseText } from '../version-writer.ts'
import { writeWords } from '../words/write-words.ts'
import { mendBlanks } from './blanks-before-punctuation.ts'
import { expectLetters } from './expected-letters.ts'
import type { ImportFormat } from './format-of.ts'
import { ImportRefused, type SourceLine } from './import-refused.ts'
import { missingBooks, whatIsMissing } from './missing-parts.ts'
import { oddInWords } from './odd-places.ts'
import { damagedFirst, type Reading, readSourceFile } from './read-source-file.ts'
import type { VersionSaid } from './scripture-reader.ts'
import { type Received, receiveScripture } from './scripture-receiver.ts'
import { openSource, type SourceFile } from './source-files.ts'
import { dropSpreadsheetQuotes } from './spreadsheet-quotes.ts'
import { detailsOf, languageOf } from './version-said.ts'

export type ImportRequest = {
  /** The library's file; made when there is none. */
  library: string
  /** A file, a folder of USFM or USX files, or a zip of them. */
  path: string
  /** The code it gets: letters, digits and dashes, at most 20. */
  code: string
  /** BCP 47, e.g. 'ko'. Needed unless the code is one that we know or the file says it. */
  language?: string
  name?: string
  localName?: string
  direction?: 'ltr' | 'rtl'
  licence?: string
  copyright?: string
  /** Refuse a text with odd places (odd-places.ts) instead of taking it with all its words and saying what was odd. */
  strict?: boolean
  /** Where strict: take a text in which books end early or miss chapters, as of a translation that is not finished. */
  partial?: boolean
  /** Read every verse again before the text is there for readers, and refuse one that is not sound. */
  verify?: boolean
  /** Where the text is from, if it is not the file's own name that should be said. */
  source?: VersionSource
  /** Called now and then with the bytes read so far, and 'index' once all verses are in. */
  onProgress?: (progress: { step: 'read' | 'index'; bytes: number; of: number }) => void
}

export type Imported = {
  code: string
  format: ImportFormat
  books: number
  verses: number
  /** Verses that the file names without a word in them: left out. */
  empty: number
  bridges: number
  leftOut: string[]
  /** Files of the folder or zip that hold no Bible text. */
  passedOver: string[]
  /** Verses that a spreadsheet had put into quotation marks, which were taken off. */
  unquoted: number
  /** What was odd about it; the first hundred of `oddTotal`. */
  odd: readonly OddPlace[]
  oddTotal: number
  licence: string
  /** The version that it replaced was there before. */
  replaced: boolean
}

/** Raise it when the same files are read differently, so that what is cached of their texts is known to be old. */
const READING = 6

const CODE = /^[A-Za-z][A-Za-z0-9-]{0,19}$/

/** Reads all files into a version that is begun already, and says what they held. */
const readAll = async (
  request: ImportRequest,
  files: readonly SourceFile[],
  emit: (verse: VerseText, place: SourceLine, said: VersionSaid) => Added,
): Promise<{ format: ImportFormat; received: Received; details: VersionSaid; hash: Hash; passedOver: string[] }> => {
  const place: SourceLine = { file: '', line: 1 }
  const strict = request.strict ?? false
  const into: Reading = {
    receiver: receiveScripture(place, (verse) => emit(verse, place, into.details), strict),
    place,
    format: null,
    details: {},
    passedOver: [],
  }
  const hash = createHash('sha256').update(`read ${READING}`)
  const of = files.reduce((sum, { size }) => sum + size, 0)
  let bytes = 0
  for (const file of await damagedFirst(files)) {
    await readSourceFile(file, files.length === 1, into, (chunk) => {
      hash.update(chunk)
      bytes += chunk.length
      request.onProgress?.({ step: 'read', bytes, of })
    })
  }
  into.passedOver.sort()
  const received = into.receiver.end()
  const missing = strict && request.partial ? [] : whatIsMissing(received)
  const [first] = missing
  if (strict && first)
    throw new ImportRefused(
      `${oddInWords(first.odd)} Was the file cut off? If the text is not finished, add --partial.`,
      first.place ?? place,
    )
  for (const { odd, place: where } of missing) received.odd.add(odd.kind, odd.params, where)
  const lacking = missingBooks(received)
  if (lacking.length > 0) received.odd.add('books_missing', { count: lacking.length, books: lacking.join(', ') }, null)
  for (const file of into.passedOver) received.odd.add('file_passed_over', { file }, null)
  if (!into.format) throw new ImportRefused('There is no text in it.')
  return { format: into.format, received, details: into.details, hash, passedOver: into.passedOver }
}

const refuseUnsound = (db: DatabaseSync, code: string) => {
  const library = libraryIn(db)
  const version = library.version(code)
  const wrong = version === null ? ['It is not there.'] : verifyVersion(library, version).wrong
  if (wrong.length > 0) throw new ImportRefused(`The text is not sound. ${wrong.join(' ')}`)
}

/**
 * Takes a Bible into the library, of any format that there is in format-of.ts, told apart by what is in the files.
 * A text is taken with all its words; what is odd about it is said. One transaction: whatever is wrong with a file, the
 * library stays as it was, and servers that read it meanwhile see the version once it is complete.
 * @throws ImportRefused naming file, line and cause, in words
 */
export const importBible = async (request: ImportRequest): Promise<Imported> => {
  const code = request.code.toUpperCase()
  if (!CODE.test(code))
    throw new ImportRefused('A version code begins with a letter and has letters, digits and dashes, at most 20.')
  if (BUILT_IN_CODES.includes(code))
    throw new ImportRefused(`${code} comes with Pathlight and cannot be replaced. Choose another code.`)
  const source = await openSource(request.path)
  let db: DatabaseSync | null = null
  try {
    mkdirSync(dirname(request.library), { recursive: true })
    const into = openForWriting(request.library)
    db = into
    into.exec('BEGIN IMMEDIATE')
    dropVersionIndex(into, code)
    const replaced = deleteVersion(into, code)
    const version = beginVersion(into, code)
    const letters = expectLetters()
    const { format, received, details, hash, passedOver } = await readAll(
      request,
      source.files,
      (verse, place, said) => {
        letters.look(verse.text, languageOf(request, said), place)
        return version.add(verse)
      },
    )
    const said = detailsOf(request, details, hash)
    letters.end(said.language)
    const { books, verses } = version.finish(said, versificationOf(received.lastVerses))
    if (verses === 0) throw new ImportRefused('There is not one verse in it.', { file: basename(request.path) })
    const unquoted = dropSpreadsheetQuotes(into, code)
    if (unquoted > 0) received.odd.add('quotes_taken_off', { count: unquoted }, null)
    const mended = mendBlanks(into, code, said.language, version.words)
    if (mended > 0) received.odd.add('blanks_taken_out', { count: mended }, null)
    const credit = { name: said.name, licence: said.licence }
    for (const verse of writeWords(into, { code, number: version.number, credit }, version.words))
      received.odd.add('words_do_not_fit', { verse }, received.placeOf(verse))
    const { places: odd, total: oddTotal } = received.odd.all()
    const from = request.source ?? { kind: 'file', name: basename(request.path) }
    writeAbout(into, code, { format, source: from, odd, oddTotal })
    request.onProgress?.({ step: 'index', bytes: 0, of: 0 })
    indexVersion(into, code)
    if (request.verify) refuseUnsound(into, code)
    into.exec('COMMIT')
    const { empty, bridges, leftOut } = received
    const { licence } = said
    const found = { empty, bridges, leftOut, passedOver, unquoted, odd, oddTotal }
    return { code, format, books: books.length, verses, ...found, licence, replaced }
  } catch (error) {
    if (db?.isTransaction) db.exec('ROLLBACK')
    throw error
  } finally {
    db?.close()
    source.close()
  }
}
