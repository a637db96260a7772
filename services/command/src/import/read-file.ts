import { EXPORT_FORMAT } from '@pathlight/contracts/export-rules.ts'
import { type ImportedApp, PASSAGES_FORMAT } from '@pathlight/contracts/import-rules.ts'
import type { Entry } from './entry.ts'
import { FileRefused, notUtf8, onYourDevice, TAKEN, unknownFormat } from './file-refused.ts'
import { type CsvOptions, readCsv } from './read-csv.ts'
import { readExport } from './read-export.ts'
import { type PassagesOptions, readPassages } from './read-passages.ts'

export type FileFormat = 'pathlight' | 'csv' | ImportedApp
export type FileOptions = CsvOptions &
  Omit<PassagesOptions, 'tellFormat'> & {
    readonly tellFormat?: (format: FileFormat) => void
  }

/** How many bytes are read to find out a file's format. */
const LOOKED_AT = 1_024

const startsWith = (bytes: Buffer, ...signs: readonly number[]) => signs.every((sign, n) => bytes[n] === sign)

/** The format of a file, by its first bytes. Throws FileRefused for a file that cannot be imported. */
const formatOf = (beginning: Buffer): 'pathlight' | 'csv' | 'passages' => {
  const refuse = (code: string, words: string): never => {
    throw new FileRefused(code, words, 1)
  }
  if (beginning.length === 0) refuse('import_empty', 'The file is empty.')
  if (startsWith(beginning, 0x50, 0x4b, 0x03, 0x04) || startsWith(beginning, 0x50, 0x4b, 0x05, 0x06))
    throw onYourDevice()
  if (beginning.toString('latin1').startsWith('SQLite format 3\0')) throw onYourDevice()
  if (startsWith(beginning, 0x1f, 0x8b))
    refuse('import_packed', 'The file is packed (zip or gzip), and is no backup of AndBible. Please unpack it first.')
  if (startsWith(beginning, 0xff, 0xfe) || startsWith(beginning, 0xfe, 0xff)) throw notUtf8(1)
  const text = beginning
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (beginning.includes(0) || text === '') throw unknownFormat()
  if (/^<(?:!doctype|html|\?xml|[a-z]+[\s>])/i.test(text)) refuse('import_html', `This is a page or XML. ${TAKEN}`)
  if (/^---\s*\n|^#{1,6} [^,;\t\n]*\n/.test(text)) refuse('import_markdown', `This is Markdown. ${TAKEN}`)
  if (!text.startsWith('{') && !text.startsWith('[')) return 'csv'
  const begins = text.slice(0, 200)
  if (begins.includes(`"${EXPORT_FORMAT}"`)) return 'pathlight'
  if (begins.includes(`"${PASSAGES_FORMAT}"`)) return 'passages'
  throw unknownFormat()
}

/** The entries of a file of any known format. The memory never holds the whole file. Throws FileRefused. */
export async function* readFile(source: AsyncIterable<Uint8Array>, options: FileOptions): AsyncGenerator<Entry> {
  const bytes = source[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < LOOKED_AT) {
    const { done, value } = await bytes.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  const beginning = Buffer.concat(first)
  async function* all() {
    yield beginning
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value
  }
  const format = formatOf(beginning.subarray(0, LOOKED_AT))
  if (format === 'passages') return yield* readPassages(all(), options)
  options.tellFormat?.(format)
  yield* format === 'csv' ? readCsv(all(), options) : readExport(all())
}
