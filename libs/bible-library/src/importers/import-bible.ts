import { createHash, type Hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { NO_LICENCE_STATED } from '@pathlight/contracts/licence-rules.ts'
import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import { BOOKS, bookByIndex } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { lastVerses } from '@pathlight/scripture/versification.ts'
import { type VersionSource, writeAbout } from '../about-version.ts'
import { BUILT_IN_CODES } from '../built-in/build-built-in.ts'
import { catalogueNameOf } from '../catalogue/catalogue-codes.ts'
import { versificationOf } from '../last-verses.ts'
import { libraryIn } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { dropVersionIndex, indexVersion } from '../search/index-version.ts'
import { verifyVersion } from '../verify-version.ts'
import { KNOWN_VERSIONS, type VersionDetails } from '../version-details.ts'
import { type Added, beginVersion, deleteVersion, type VerseText } from '../version-writer.ts'
import { mendBlanks } from './blanks-before-punctuation.ts'
import { readCatalogueJson } from './catalogue-json.ts'
import { directionOf, expectLetters } from './expected-letters.ts'
import { ImportRefused, type Place } from './import-refused.ts'
import { oddInWords } from './odd-places.ts'
import { readOsis } from './osis.ts'
import { readPathlightJson } from './pathlight-json.ts'
import {
  type Received,
  receiveScripture,
  type ScriptureReader,
  type ScriptureReceiver,
  type VersionSaid,
} from './scripture-receiver.ts'
import { openSource, type SourceFile } from './source-files.ts'
import { dropSpreadsheetQuotes } from './spreadsheet-quotes.ts'
import { decodeText } from './text-decoding.ts'
import { readUsfm } from './usfm.ts'
import { readUsfx } from './usfx.ts'
import { readUsx } from './usx.ts'
import { readZefania } from './zefania.ts'

export type ImportFormat = 'OSIS' | 'USFX' | 'Zefania' | 'USX' | 'USFM' | 'Pathlight JSON' | 'catalogue JSON'

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
const READING = 4

const FORMATS: Record<ImportFormat, (receiver: ScriptureReceiver) => ScriptureReader> = {
  OSIS: readOsis,
  USFX: readUsfx,
  Zefania: readZefania,
  USX: readUsx,
  USFM: readUsfm,
  'Pathlight JSON': readPathlightJson,
  'catalogue JSON': readCatalogueJson,
}
const ROOTS: Record<string, ImportFormat> = { osis: 'OSIS', usfx: 'USFX', xmlbible: 'Zefania', usx: 'USX' }
/** The format must show within this many characters: comments and declarations may come before it. */
const MAX_BEFORE_ROOT = 100_000
const CODE = /^[A-Za-z][A-Za-z0-9-]{0,19}$/

/** A file of such a name must be a Bible text; others may lie beside it in a folder or zip (manifest.yaml, keys.asc). */
const NAMED_AS_TEXT = /\.(?:usfm|sfm|usx|usfx|osis|ptx)$/i

/** What a file is that is no Bible text, in words. */
const NO_TEXT = {
  'another XML': 'This XML is of no Bible format that we know.',
  'web page': 'This is a web page and no Bible text. Where it was shown, there is mostly a link to the file itself.',
  'no text': 'This is none of OSIS, USFX, Zefania, USX, USFM, Pathlight JSON or the open catalogue’s JSON.',
}

const isNoText = (format: string): format is keyof typeof NO_TEXT => format in NO_TEXT

/** What a text's beginning shows it to be, whatever the file is called; null when more of it is needed. */
const formatOf = (start: string, file: string): ImportFormat | keyof typeof NO_TEXT | null => {
  const text = start.replace(/^\ufeff/, '').trimStart()
  if (text.startsWith('\\')) return 'USFM'
  if (/^\{\s*[^\s"]/.test(text)) return 'no text'
  if (text.startsWith('{')) return /^\{\s*"(?:translation|books)"\s*:/.test(text) ? 'catalogue JSON' : 'Pathlight JSON'
  if (text && !text.startsWith('<')) return 'no text'
  const markup = text.replace(/<\?.*?\?>|<!--.*?(?:-->|$)/gs, '').trimStart()
  if (/^(?:<!DOCTYPE\s+html|<html[\s>])/i.test(markup)) return 'web page'
  // Any XML reader will do: each refuses it, and says the line.
  if (/^<!DOCTYPE/i.test(markup)) return 'OSIS'
  const root = /^<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s/>]/.exec(markup)?.[1]
  if (root) return ROOTS[root.toLowerCase()] ?? 'another XML'
  if (text.length > MAX_BEFORE_ROOT)
    throw new ImportRefused('No element within the first 100,000 characters: this is no Bible text.', { file })
  return null
}

type Reading = {
  receiver: ScriptureReceiver
  place: Place
  format: ImportFormat | null
  details: VersionSaid
  passedOver: string[]
}

/** Bytes. Shorter files are read to their end in no time. */
const LONG = 64 * 1024

/** A long file that was cut off is told by its end at once, not after all of it was read. */
const refuseIfCutOff = async (file: SourceFile, format: ImportFormat) => {
  const root = Object.entries(ROOTS).find(([, of]) => of === format)?.[0]
  const isJson = format === 'catalogue JSON'
  if (!(root || isJson) || !file.end || file.size < LONG) return
  // UTF-16 has a zero byte beside each of these letters.
  const end = Buffer.from(file.end()).toString('latin1').replaceAll('\0', '')
  if ((isJson ? /\}\s*$/ : new RegExp(`</(?:[\\w.-]+:)?${root}\\s*>`, 'i')).test(end)) return
  let line = 1
  for await (const chunk of await file.open())
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) line += 1
  throw new ImportRefused(`The file was cut off: it does not end with ${isJson ? '}' : `</${root}>`}.`, {
    file: file.name,
    line,
  })
}

/** Reads a file's bytes as letters and does nothing with them. @throws ImportRefused at the first that are none */
const readLetters = async (file: SourceFile): Promise<void> => {
  const decoder = decodeText(file.name)
  const stream = await file.open()
  try {
    for await (const chunk of stream) decoder.decode(chunk)
    decoder.end()
  } finally {
    stream.destroy()
  }
}

/** Reads one file to its end. `alone`: it is all there is, so it must be a Bible. */
const readFile = async (file: SourceFile, alone: boolean, into: Reading, onBytes: (bytes: Uint8Array) => void) => {
  into.place.file = file.name
  into.place.line = 1
  const decoder = decodeText(file.name)
  let format: ReturnType<typeof formatOf> = null
  let reader: ScriptureReader | null = null
  let start = ''
  let bytes = 0
  const stream = await file.open()
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > file.size) throw new ImportRefused('The file holds more than it says.', { file: file.name })
      onBytes(chunk)
      start += decoder.decode(chunk)
      if (!reader) {
        format = formatOf(start, file.name)
        if (!format) continue
        const isOther = format === 'Pathlight JSON' && !alone && !start.includes('"pathlight"')
        if (isNoText(format) || isOther) {
          if (alone || (format !== 'another XML' && NAMED_AS_TEXT.test(file.name)))
            throw new ImportRefused(isNoText(format) ? NO_TEXT[format] : NO_TEXT['no text'], {
              file: file.name,
              line: 1,
            })
          into.passedOver.push(file.name)
          return
        }
        if (into.format && into.format !== format)
          throw new ImportRefused(`This is ${format}, but the file before it ${into.format}.`, { file: file.name })
        if (!/<!DOCTYPE/i.test(start)) await refuseIfCutOff(file, format)
        if (alone && file.size >= LONG) await readLetters(file)
        into.format = format
        reader = FORMATS[format](into.receiver)
      }
      reader.write(start)
      start = ''
    }
    decoder.end()
    if (!reader) throw new ImportRefused('The file is empty, or was cut off before any text.', { file: file.name })
    reader.end()
    into.details = reader.details?.() ?? {}
  } catch (error) {
    const mayBeNoText =
      !alone && format === null && !NAMED_AS_TEXT.test(file.name) && !/\.(?:txt|xml)$/i.test(file.name)
    if (error instanceof ImportRefused && mayBeNoText) {
      into.passedOver.push(file.name)
      return
    }
    if (error instanceof ImportRefused) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new ImportRefused(`It cannot be read to its end: ${cause}`, into.place)
  } finally {
    stream.destroy()
  }
}

/** Mark 16 ends at verse 8 in editions that leave out or set apart what the oldest manuscripts lack. */
const MARK_16 = { book: 41, chapter: 16, end: 8 }
/** Verses by which the ends of chapters differ among editions that are whole (Romans 16, 3 John). */
const EDITIONS_DIFFER_BY = 3
/** Hebrew numbering has Malachi's fourth chapter in its third. */
const CHAPTERS_IN_HEBREW: Record<number, number> = { 39: 3 }

type Missing = { readonly odd: Pick<OddPlace, 'kind' | 'params'>; readonly place: Place | null }

/** Where books and chapters break off, by the numbering that the text follows, and what they lack in between. */
const whatIsMissing = ({ lastVerses: found, placeOf }: Received): Missing[] => {
  const versification = versificationOf(found)
  const missing: Missing[] = []
  for (const [index, chapters] of found) {
    const book = bookByIndex(index)
    if (!book) continue
    const expected = lastVerses(versification, book)
    const last = Math.max(...chapters.keys())
    const count = chapterCount(book)
    const wanted = Math.min(count, CHAPTERS_IN_HEBREW[index] ?? Number.POSITIVE_INFINITY)
    const endOf = (chapter: number) => placeOf(verseId(index, chapter, chapters.get(chapter) ?? 0))
    const add = (kind: OddPlace['kind'], params: OddPlace['params'], place: Place | null) =>
      missing.push({ odd: { kind, params: { book: book.name.en, ...params } }, place })
    if (last < wanted) add('book_ends_early', { chapter: last, of: count }, endOf(last))
    for (let chapter = 1; chapter <= last; chapter++) {
      const ends = chapters.get(chapter)
      if (ends === undefined) {
        const before = endOf(chapter - 1) ?? endOf(last)
        const first = chapter
        while (!chapters.has(chapter + 1)) chapter += 1
        if (first === chapter) add('chapter_missing', { chapter }, before)
        else add('chapter_range_missing', { chapter: first, through: chapter }, before)
        continue
      }
      const full = expected[chapter - 1] ?? 0
      const isMark16 = index === MARK_16.book && chapter === MARK_16.chapter
      if (ends < (isMark16 ? MARK_16.end : full - EDITIONS_DIFFER_BY))
        add('chapter_ends_early', { chapter, verse: ends, of: full }, endOf(chapter))
    }
  }
  return missing
}

/** The books that a testament lacks of which the text has most: a New Testament does not lack Genesis. */
const missingBooks = ({ lastVerses: found }: Received): string[] =>
  (['old', 'new'] as const).flatMap((testament) => {
    const books = BOOKS.filter((book) => book.testament === testament)
    const lacking = books.filter(({ index }) => !found.has(index))
    return lacking.length < books.length / 2 ? lacking.map(({ name }) => name.en) : []
  })

const WHICH_LANGUAGE = 'Which language is it? Add --language, e.g. --language en.'

/** The text's language as a canonical tag: what the request says, else the file, else what is known of the code. */
const languageOf = (request: ImportRequest, said: VersionSaid): string | null => {
  const known = KNOWN_VERSIONS.find(({ code }) => code === request.code.toUpperCase())
  const language = request.language ?? said.language ?? known?.language
  if (!language) return null
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    throw new ImportRefused(`"${language}" is no language tag. English is en, Korean ko, German de.`)
  }
}

/** The version's details: what the request says, else the file, else what is known of the code. */
const detailsOf = (request: ImportRequest, said: VersionSaid, hash: Hash): VersionDetails => {
  const known = KNOWN_VERSIONS.find(({ code }) => code === request.code.toUpperCase())
  const language = languageOf(request, said)
  if (!language) throw new ImportRefused(WHICH_LANGUAGE)
  const name = request.name ?? said.name ?? known?.name ?? catalogueNameOf(request.code) ?? request.code.toUpperCase()
  const details = {
    code: request.code.toUpperCase(),
    name,
    localName: request.localName ?? said.localName ?? known?.localName ?? name,
    language,
    direction: request.direction ?? said.direction ?? known?.direction ?? directionOf(language),
    licence: request.licence ?? said.licence ?? known?.licence ?? NO_LICENCE_STATED,
    copyright: request.copyright ?? said.copyright ?? null,
    source: 'imported' as const,
  }
  const fingerprint = hash.update(JSON.stringify(details)).digest('hex').slice(0, 16)
  return { ...details, fingerprint }
}

/** Those first that cannot be read as letters, so that it is told before all others were read. */
const damagedFirst = async (files: readonly SourceFile[]): Promise<readonly SourceFile[]> => {
  if (files.length < 2) return files
  const damaged = new Set<SourceFile>()
  for (const file of files) await readLetters(file).catch(() => damaged.add(file))
  return [...files].sort((a, b) => Number(damaged.has(b)) - Number(damaged.has(a)))
}

/** Reads all files into a version that is begun already, and says what they held. */
const readAll = async (
  request: ImportRequest,
  files: readonly SourceFile[],
  emit: (verse: VerseText, place: Place, said: VersionSaid) => Added,
): Promise<{ format: ImportFormat; received: Received; details: VersionSaid; hash: Hash; passedOver: string[] }> => {
  const place: Place = { file: '', line: 1 }
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
    await readFile(file, files.length === 1, into, (chunk) => {
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
 * Takes a Bible into the library: OSIS, USFX, Zefania, USX, USFM, the open catalogue's JSON or our own, told apart by what is in the files.
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
    const mended = mendBlanks(into, code, said.language)
    if (mended > 0) received.odd.add('blanks_taken_out', { count: mended }, null)
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
