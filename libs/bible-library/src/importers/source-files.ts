import { closeSync, createReadStream, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ImportRefused } from './import-refused.ts'

export type SourceFile = {
  name: string
  /** The uncompressed size, in bytes. */
  size: number
  open: () => Promise<Readable>
  /** Reads the file's last bytes. Only files on disk have this function. */
  end?: () => Uint8Array
}

/** The files of an import. Call `close` when they have been read. */
export type Source = { files: SourceFile[]; close: () => void }

/** The largest text, in bytes. The largest known Bible, with word-by-word markup, has about 60 MB. */
const MAX_BYTES = 200_000_000
/** The most files: 1,189 chapters, about 1,400 with the Apocrypha, a folder for each book, and other files. */
const MAX_FILES = 2_000
/** The highest compression ratio. Markup shrinks to a tenth, at most to a thirtieth; a zip bomb to a thousandth. */
const MAX_RATIO = 100
/** The size from which an entry's compression ratio is checked, in bytes. */
const RATIO_MATTERS_FROM = 1_000_000
/** Names of files that are no text. They are ignored in folders and zips. */
const BESIDE_THE_TEXT =
  /(?:^|\/)(?:\.|__MACOSX\/|metadata\.xml$|license|licence|readme|copyright|copr\.)|\.(?:ldml|vrs|sty|css|html?|htm|pdf|md|png|jpe?g|svg|ttf|ini|json5|lds|ssf|bat|exe|docx?)$/i

const BLANK = 0x20
/** Whether a file on disk ends without white space. Such a file may have been cut off. */
const lacksFinalBlank = ({ end }: SourceFile): boolean => (end?.().at(-1) ?? BLANK) > BLANK

/** Puts files that may have been cut off first, so that the import fails before it reads the others. */
const doubtfulFirst = (files: readonly SourceFile[]): SourceFile[] => {
  const doubtful = new Set(files.filter(lacksFinalBlank))
  return [...files.filter((file) => doubtful.has(file)), ...files.filter((file) => !doubtful.has(file))]
}

const tooMany = (file: string) =>
  new ImportRefused(`More than ${MAX_FILES.toLocaleString('en')} files: no Bible has as many chapters.`, { file })

const byName = (a: SourceFile, b: SourceFile) => (a.name < b.name ? -1 : 1)

const bytesOf = (path: string, from: number, length: number): Buffer => {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from))
  } finally {
    closeSync(descriptor)
  }
}

/** Whether a file is a zip. A zip begins with its first entry's signature or, if empty, its directory end's. */
const isZip = (start: Buffer): boolean => ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(start.toString('latin1'))

const checkTotal = (name: string, files: readonly SourceFile[]) => {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_BYTES)
    throw new ImportRefused(`${Math.round(total / 1e6)} MB of text; a Bible has at most ${MAX_BYTES / 1e6} MB.`, {
      file: name,
    })
  if (files.length > MAX_FILES) throw tooMany(name)
  if (files.length === 0) throw new ImportRefused('There is no text in it.', { file: name })
}

const checkEntry = (zipName: string, entry: Entry) => {
  const place = { file: `${zipName} (${entry.fileName})` }
  if (entry.isEncrypted()) throw new ImportRefused('It is locked with a password. Unlock it first.', place)
  if (/\.zip$/i.test(entry.fileName)) throw new ImportRefused('A zip within a zip. Unpack it first.', place)
  if (entry.uncompressedSize > RATIO_MATTERS_FROM && entry.uncompressedSize > entry.compressedSize * MAX_RATIO)
    throw new ImportRefused('It unpacks to more than a hundred times its size: no text does.', place)
}

const readZip = async (path: string): Promise<Source> => {
  const zipName = basename(path)
  let zip: ZipFile | null = null
  const refuse = (error: unknown): never => {
    zip?.close()
    if (error instanceof ImportRefused) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new ImportRefused(`This zip cannot be read; it may have been cut off (${cause}).`, { file: zipName })
  }
  try {
    // yauzl uses the central directory, turns backslashes into slashes, refuses names that lead out of the zip, and
    // unpacks at most the size in the directory.
    const opened = await openPromise(path, { autoClose: false })
    zip = opened
    const files: SourceFile[] = []
    if (opened.entryCount > MAX_FILES) throw tooMany(zipName)
    for await (const entry of opened.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      checkEntry(zipName, entry)
      if (BESIDE_THE_TEXT.test(entry.fileName)) continue
      files.push({
        name: entry.fileName,
        size: entry.uncompressedSize,
        open: () => opened.openReadStreamPromise(entry).catch(refuse),
      })
    }
    checkTotal(zipName, files)
    return { files: files.sort(byName), close: () => opened.close() }
  } catch (error) {
    return refuse(error)
  }
}

/** How many bytes `end` reads. They are many, because comments may follow the last tag of a document. */
const END = 64 * 1024

const onDisk = (path: string, name: string): SourceFile => {
  const { size } = statSync(path)
  return {
    name,
    size,
    open: async () => createReadStream(path, { highWaterMark: 64 * 1024 }),
    end: () => bytesOf(path, Math.max(0, size - END), Math.min(size, END)),
  }
}

/**
 * Opens the files of a path: a single file, the files of a folder without its subfolders, or the files of a zip. They
 * are sorted by name. In a folder, the files that may have been cut off come first. Nothing is unpacked to disk.
 * @throws ImportRefused if the path cannot be opened, has no text or too much, or is an unsafe or damaged zip
 */
export const openSource = async (path: string): Promise<Source> => {
  try {
    return await sourceAt(path)
  } catch (error) {
    if (error instanceof ImportRefused || !(error instanceof Error)) throw error
    const forbidden = 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
    throw new ImportRefused(forbidden ? 'You may not read it.' : `It cannot be opened: ${error.message}`, {
      file: path,
    })
  }
}

const sourceAt = async (path: string): Promise<Source> => {
  const name = basename(path)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new ImportRefused('There is no such file or folder.', { file: path })
  if (!stats.isFile() && !stats.isDirectory())
    throw new ImportRefused('This is neither a file nor a folder.', { file: path })
  if (stats.isFile()) {
    if (isZip(bytesOf(path, 0, 4))) return readZip(path)
    const files = [onDisk(path, name)]
    checkTotal(name, files)
    return { files, close: () => {} }
  }
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !BESIDE_THE_TEXT.test(entry.name))
  const files = entries.filter((entry) => entry.isFile()).map((entry) => onDisk(join(path, entry.name), entry.name))
  const folder = entries.find((entry) => entry.isDirectory())
  if (files.length === 0 && folder)
    throw new ImportRefused(`There is no text in it, but a folder: name that one, ${join(path, folder.name)}.`, {
      file: name,
    })
  checkTotal(name, files)
  return { files: doubtfulFirst(files.sort(byName)), close: () => {} }
}
