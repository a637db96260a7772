import { IMPORT_LINE_MAX } from '@pathlight/contracts/import-rules.ts'
import { backgroundPauses } from '@pathlight/stores/pauses.ts'
import iconv from 'iconv-lite'
import { FileRefused, notUtf8, tooLong } from './file-refused.ts'

/**
 * The number of bytes that are decoded at once. The number is small, because a table of commas takes a millisecond for
 * each 4 KB, and because V8 frees a long string late.
 */
const DECODED_BYTES = 4_096
/** How many bytes are read to find out a table's encoding, from its first byte that is not ASCII. */
const SAMPLE_BYTES = 4_096

type Decoder = { readonly decode: (bytes: Uint8Array) => string; readonly end: () => string }

/** A decoder that throws a TypeError at bytes that are not UTF-8. */
const utf8 = (): Decoder => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

/**
 * A decoder that throws a TypeError at bytes that are not CP949. The platform's own decoder lacks most syllables of
 * CP949.
 */
const cp949 = (): Decoder => {
  const decoder = iconv.getDecoder('cp949')
  const refuseUnknown = (text = '') => {
    if (text.includes('\uFFFD')) throw new TypeError('This is no CP949.')
    return text
  }
  return {
    decode: (bytes) => refuseUnknown(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))),
    end: () => refuseUnknown(decoder.end()),
  }
}

/** Decodes bytes to text. Throws FileRefused at bytes that are not in the encoding. */
async function* decodedBy(decoder: Decoder, source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A long line of commas takes long to split, so the reader pauses.
  const pause = backgroundPauses()
  let line = 1
  try {
    for await (const bytes of source)
      for (let begin = 0; begin < bytes.length; begin += DECODED_BYTES) {
        const text = decoder.decode(bytes.subarray(begin, begin + DECODED_BYTES))
        for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1
        yield text
        await pause()
      }
    yield decoder.end()
  } catch (error) {
    if (error instanceof TypeError) throw notUtf8(line)
    throw error
  }
}

/** Decodes UTF-8. Throws FileRefused at other bytes. */
export const decoded = (source: AsyncIterable<Uint8Array>): AsyncGenerator<string> => decodedBy(utf8(), source)

const reads = (decoder: Decoder, bytes: Uint8Array): boolean => {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Whether bytes that are not UTF-8 are Korean text of Windows (CP949). Most syllables of Korean text are among the
 * 2,350 usual ones, whose bytes are B0 to C8 and A1 to FE. Western European text hardly ever has such pairs.
 */
const isKorean = (bytes: Uint8Array): boolean => {
  if (!reads(cp949(), bytes)) return false
  let [usual, other] = [0, 0]
  for (let at = 0; at < bytes.length - 1; at++) {
    const [lead = 0, trail = 0] = bytes.subarray(at, at + 2)
    if (lead < 0x80) continue
    at += 1
    if (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) usual += 1
    else other += 1
  }
  return usual > other
}

/** Decodes a table in UTF-8, or in CP949 as Korean Excel writes it. Throws FileRefused. */
export async function* decodedTable(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const bytes = source[Symbol.asyncIterator]()
  let sample = Buffer.alloc(0)
  async function* asciiFirst(): AsyncGenerator<Uint8Array> {
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
      const at = next.value.findIndex((byte) => byte >= 0x80)
      yield at === -1 ? next.value : next.value.subarray(0, at)
      if (at === -1) continue
      sample = Buffer.from(next.value.subarray(at))
      return
    }
  }
  let line = 1
  for await (const text of decoded(asciiFirst())) {
    line += text.split('\n').length - 1
    if (text !== '') yield text
  }
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
    sample = Buffer.concat([sample, next.value])
    if (sample.length >= SAMPLE_BYTES) break
  }
  async function* others(): AsyncGenerator<Uint8Array> {
    yield sample
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value
  }
  const decoder = !reads(utf8(), sample) && isKorean(sample) ? cp949() : utf8()
  try {
    yield* decodedBy(decoder, others())
  } catch (error) {
    throw error instanceof FileRefused ? notUtf8(line + error.line - 1) : error
  }
}

/**
 * The numbered lines of a text (from 1), without line ends. Throws FileRefused for a line that is longer than any
 * entry.
 */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let rest = ''
  let line = 0
  for await (const text of texts) {
    // Only the new text is searched for line ends. Searching the whole line again with each new text would take
    // quadratic time.
    const lines = text.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    for (const one of lines) {
      line += 1
      if (one.length > IMPORT_LINE_MAX) throw tooLong(line)
      yield { line, text: one.endsWith('\r') ? one.slice(0, -1) : one }
    }
    if (rest.length > IMPORT_LINE_MAX) throw tooLong(line + 1)
  }
  if (rest !== '') yield { line: line + 1, text: rest }
}
