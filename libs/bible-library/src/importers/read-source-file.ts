import { readCatalogueJson } from './catalogue-json.ts'
import { formatOf, type ImportFormat, isNoText, NO_TEXT, ROOTS } from './format-of.ts'
import { ImportRefused, type SourceLine } from './import-refused.ts'
import { readMorphGnt } from './morphgnt.ts'
import { readNumberedXml } from './numbered-xml.ts'
import { readOsis } from './osis.ts'
import { readPathlightJson } from './pathlight-json.ts'
import type { ScriptureReader, VersionSaid } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import type { SourceFile } from './source-files.ts'
import { decodeText } from './text-decoding.ts'
import { readUsfm } from './usfm.ts'
import { readUsfx } from './usfx.ts'
import { readUsj } from './usj.ts'
import { readUsx } from './usx.ts'
import { readZefania } from './zefania.ts'

const FORMATS: Record<ImportFormat, (receiver: ScriptureReceiver) => ScriptureReader> = {
  OSIS: readOsis,
  USFX: readUsfx,
  Zefania: readZefania,
  USX: readUsx,
  USJ: readUsj,
  USFM: readUsfm,
  'Beblia or OpenSong': readNumberedXml,
  'Pathlight JSON': readPathlightJson,
  'catalogue JSON': readCatalogueJson,
  MorphGNT: readMorphGnt,
}
/** Names of Bible texts. A file with such a name and without Bible text is refused, except for XML of another kind. */
const NAMED_AS_TEXT = /\.(?:usfm|sfm|usx|usj|usfx|osis|ptx)$/i

export type Reading = {
  receiver: ScriptureReceiver
  place: SourceLine
  format: ImportFormat | null
  details: VersionSaid
  passedOver: string[]
}

/**
 * The size in bytes from which a file's end and bytes are checked before its verses are read. A shorter file is read so
 * quickly that its faults show soon without this check.
 */
const LONG = 64 * 1024

/** Refuses a long XML or catalogue file on disk if its last bytes show that it was cut off. */
const refuseIfCutOff = async (file: SourceFile, format: ImportFormat) => {
  const root = Object.entries(ROOTS).find(([, of]) => of === format)?.[0]
  const isJson = format === 'catalogue JSON'
  if (!(root || isJson) || !file.end || file.size < LONG) return
  // UTF-16 writes an ASCII letter with a zero byte, so zero bytes are removed before the search.
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

/**
 * Decodes a file's bytes without using the text.
 * @throws ImportRefused at the first byte that is no text
 */
export const readLetters = async (file: SourceFile): Promise<void> => {
  const decoder = decodeText(file.name)
  const stream = await file.open()
  try {
    for await (const chunk of stream) decoder.decode(chunk)
    decoder.end()
  } finally {
    stream.destroy()
  }
}

/**
 * Reads one file into `reading`. A file that is no Bible text is skipped, and its name goes to `reading.passedOver`.
 * But such a file is refused if it is the only file (`alone`), or if its name is that of a text (NAMED_AS_TEXT) and it
 * is not XML of another kind. A file that cannot be decoded is refused also if its name ends in .txt or .xml.
 */
export const readSourceFile = async (
  file: SourceFile,
  alone: boolean,
  reading: Reading,
  onBytes: (bytes: Uint8Array) => void,
) => {
  reading.place.file = file.name
  reading.place.line = 1
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
          reading.passedOver.push(file.name)
          return
        }
        if (reading.format && reading.format !== format)
          throw new ImportRefused(`This is ${format}, but the file before it ${reading.format}.`, { file: file.name })
        if (!/<!DOCTYPE/i.test(start)) await refuseIfCutOff(file, format)
        if (alone && file.size >= LONG) await readLetters(file)
        reading.format = format
        reader = FORMATS[format](reading.receiver)
      }
      reader.write(start)
      start = ''
    }
    decoder.end()
    if (!reader) throw new ImportRefused('The file is empty, or was cut off before any text.', { file: file.name })
    reader.end()
    reading.details = reader.details?.() ?? {}
  } catch (error) {
    const mayBeNoText =
      !alone && format === null && !NAMED_AS_TEXT.test(file.name) && !/\.(?:txt|xml)$/i.test(file.name)
    if (error instanceof ImportRefused && mayBeNoText) {
      reading.passedOver.push(file.name)
      return
    }
    if (error instanceof ImportRefused) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new ImportRefused(`It cannot be read to its end: ${cause}`, reading.place)
  } finally {
    stream.destroy()
  }
}

/** Puts files that cannot be decoded first, so that the import fails before it reads the others. */
export const damagedFirst = async (files: readonly SourceFile[]): Promise<readonly SourceFile[]> => {
  if (files.length < 2) return files
  const damaged = new Set<SourceFile>()
  for (const file of files) await readLetters(file).catch(() => damaged.add(file))
  return [...files].sort((a, b) => Number(damaged.has(b)) - Number(damaged.has(a)))
}
