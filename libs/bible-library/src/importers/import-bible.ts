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
  /** The library's file. It is created if there is none. */
  library: string
  /** A file, a folder of files, or a zip. */
  path: string
  /** The code of the new version: a letter, then letters, digits and dashes; at most 20 characters. */
  code: string
  /** BCP 47, e.g. 'ko'. Required unless Pathlight knows the code or the file names its language. */
  language?: string
  name?: string
  localName?: string
  direction?: 'ltr' | 'rtl'
  licence?: string
  copyright?: string
  /**
   * Refuses a text with irregularities in its numbers (such as a verse that comes twice) or with missing chapters.
   * Otherwise they are only reported, and the words are imported.
   */
  strict?: boolean
  /** With `strict`: accepts missing chapters, and books and chapters that end early, as in an unfinished text. */
  partial?: boolean
  /** Checks every verse before the version becomes visible, and refuses a damaged version. */
  verify?: boolean
  /** The source of the text. Absent: the file's name. */
  source?: VersionSource
  /**
   * Called repeatedly with the number of bytes read so far, of `of` in total. Called with 'index' when all verses are
   * read.
   */
  onProgress?: (progress: { step: 'read' | 'index'; bytes: number; of: number }) => void
}

export type Imported = {
  code: string
  format: ImportFormat
  books: number
  verses: number
  /** The number of verses without words and notes. They were left out. */
  empty: number
  /** The number of texts that cover several verses (2-3). */
  bridges: number
  leftOut: string[]
  /** Files of the folder or zip that are no Bible text. */
  passedOver: string[]
  /** The number of verses from which the quotation marks of a spreadsheet were removed. */
  unquoted: number
  /**
   * At most 100 irregularities, in the order in which the import met them. If there are more, each kind gets an equal
   * share of the 100, and the earliest of the others fill the rest. `oddTotal`: the number of all irregularities.
   */
  odd: readonly OddPlace[]
  oddTotal: number
  licence: string
  replaced: boolean
}

/**
 * Increase this number when the code reads the same files differently. A text that is read again gets another
 * fingerprint, so caches of the text become invalid. An update reads all texts of the catalogue again.
 */
export const READING = 7

const CODE = /^[A-Za-z][A-Za-z0-9-]{0,19}$/

const readAll = async (
  request: ImportRequest,
  files: readonly SourceFile[],
  emit: (verse: VerseText, place: SourceLine, said: VersionSaid) => Added,
): Promise<{ format: ImportFormat; received: Received; details: VersionSaid; hash: Hash; passedOver: string[] }> => {
  const place: SourceLine = { file: '', line: 1 }
  const strict = request.strict ?? false
  const reading: Reading = {
    receiver: receiveScripture(place, (verse) => emit(verse, place, reading.details), strict),
    place,
    format: null,
    details: {},
    passedOver: [],
  }
  const hash = createHash('sha256').update(`read ${READING}`)
  const of = files.reduce((sum, { size }) => sum + size, 0)
  let bytes = 0
  for (const file of await damagedFirst(files)) {
    await readSourceFile(file, files.length === 1, reading, (chunk) => {
      hash.update(chunk)
      bytes += chunk.length
      request.onProgress?.({ step: 'read', bytes, of })
    })
  }
  reading.passedOver.sort()
  const received = reading.receiver.end()
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
  for (const file of reading.passedOver) received.odd.add('file_passed_over', { file }, null)
  const { format, details, passedOver } = reading
  if (!format) throw new ImportRefused('There is no text in it.')
  return { format, received, details, hash, passedOver }
}

const refuseDamaged = (db: DatabaseSync, code: string) => {
  const library = libraryIn(db)
  const version = library.version(code)
  const faults = version === null ? ['It is not there.'] : verifyVersion(library, version).wrong
  if (faults.length > 0) throw new ImportRefused(`The text is not sound. ${faults.join(' ')}`)
}

/**
 * Imports a Bible into the library. The format is recognised by the files' contents. The words of all verses of the 66
 * books are imported, and irregularities are reported. The import is one transaction: a refused file leaves the library
 * unchanged, and servers see the version only when it is complete.
 * @throws ImportRefused with file, line and cause in words
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
    const library = openForWriting(request.library)
    db = library
    library.exec('BEGIN IMMEDIATE')
    dropVersionIndex(library, code)
    const replaced = deleteVersion(library, code)
    const version = beginVersion(library, code)
    const letters = expectLetters()
    const { format, received, details, hash, passedOver } = await readAll(
      request,
      source.files,
      (verse, place, declared) => {
        letters.look(verse.text, languageOf(request, declared), place)
        return version.add(verse)
      },
    )
    const versionDetails = detailsOf(request, details, hash)
    letters.end(versionDetails.language)
    const { books, verses } = version.finish(versionDetails, versificationOf(received.lastVerses))
    if (verses === 0) throw new ImportRefused('There is not one verse in it.', { file: basename(request.path) })
    const unquoted = dropSpreadsheetQuotes(library, code)
    if (unquoted > 0) received.odd.add('quotes_taken_off', { count: unquoted }, null)
    const mended = mendBlanks(library, code, versionDetails.language, version.words)
    if (mended > 0) received.odd.add('blanks_taken_out', { count: mended }, null)
    const credit = { name: versionDetails.name, licence: versionDetails.licence }
    for (const verse of writeWords(library, { code, number: version.number, credit }, version.words))
      received.odd.add('words_do_not_fit', { verse }, received.placeOf(verse))
    const { places: odd, total: oddTotal } = received.odd.all()
    const from = request.source ?? { kind: 'file', name: basename(request.path) }
    writeAbout(library, code, { format, source: from, odd, oddTotal })
    request.onProgress?.({ step: 'index', bytes: 0, of: 0 })
    indexVersion(library, code, version.words)
    if (request.verify) refuseDamaged(library, code)
    library.exec('COMMIT')
    const { empty, bridges, leftOut } = received
    const { licence } = versionDetails
    const report = { empty, bridges, leftOut, passedOver, unquoted, odd, oddTotal }
    return { code, format, books: books.length, verses, ...report, licence, replaced }
  } catch (error) {
    if (db?.isTransaction) db.exec('ROLLBACK')
    throw error
  } finally {
    db?.close()
    source.close()
  }
}
