import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type { PartName, Section } from './archive-format.ts'
import { noArchive } from './archive-refused.ts'
import { isOlder, readOlderSections } from './older-archive.ts'

/** The most rows of a section. */
const MOST_ROWS = 500
/** The longest allowed line, in characters. Real lines are far shorter, because an event has at most a megabyte. */
const LONGEST_LINE = 64_000_000

const GZIP = 0x1f8b
/** The first characters of an archive's first line. */
const FIRST = '{"part":"archive",'

type Line = { readonly part: PartName; readonly row: unknown }

/**
 * The rows of a file, in sections. Throws where the gzip or JSON is damaged, a line is too long, or the file ends
 * within a line.
 */
async function* readLines(file: string): AsyncGenerator<Section> {
  const compressed = createReadStream(file)
  const text = compressed.pipe(createGunzip({ chunkSize: 256 * 1024 })).setEncoding('utf8')
  compressed.on('error', (error) => text.destroy(error))
  const all = createHash('sha256')
  let digest = ''
  let rest = ''
  let part: PartName = 'archive'
  let rows: unknown[] = []
  let isFirst = true
  const section = (): Section => {
    const full = { part, rows, readBytes: compressed.bytesRead, digest }
    rows = []
    return full
  }
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST_LINE) throw new Error('A line has no end')
      for (const line of lines) {
        if (isFirst && !line.startsWith(FIRST)) throw noArchive(file)
        isFirst = false
        const { part: next, row } = JSON.parse(line) as Line
        if (rows.length > 0 && (next !== part || rows.length === MOST_ROWS)) yield section()
        part = next
        rows.push(row)
        if (next === 'end') digest = all.copy().digest('hex')
        all.update(line).update('\n')
      }
    }
    if (isFirst) throw noArchive(file)
    if (rest !== '') throw new Error('It ends in the midst of a line')
    if (rows.length > 0) yield section()
  } finally {
    compressed.destroy()
    text.destroy()
  }
}

/** The rows of an archive of any version, in their order. Throws where the file cannot be read or is damaged. */
export async function* readSections(file: string): AsyncGenerator<Section> {
  const handle = await open(file, 'r')
  const begins = Buffer.alloc(4)
  await handle.read(begins, 0, begins.length, 0).finally(() => handle.close())
  if (begins.readUInt16BE() !== GZIP) throw noArchive(file)
  yield* isOlder(begins) ? readOlderSections(file) : readLines(file)
}
