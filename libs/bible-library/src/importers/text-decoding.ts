import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js'
import { ImportRefused, type SourceLine } from './import-refused.ts'

// The characters of the bytes 0x80 to 0x9F in windows-1252. UTF-8 text that was decoded as windows-1252 has many of
// them.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const HIGH_RUN = new RegExp(`[\\u0080-\\u00ff${WINDOWS_1252}]+`, 'g')
const utf8 = new TextDecoder('utf-8', { fatal: true })

const byteOf = (character: string): number => {
  const place = WINDOWS_1252.indexOf(character)
  return place < 0 ? character.charCodeAt(0) : 0x80 + place
}

/** Whether the given characters are UTF-8 that was decoded as windows-1252 or Latin-1, such as 'Ã©' for 'é'. */
const isMisread = (run: string): boolean => {
  if (run.length < 2) return false
  try {
    utf8.decode(Uint8Array.from(run, byteOf))
    return true
  } catch {
    return false
  }
}

/** Code pages of Windows. Programs also write names for them that the Encoding Standard lacks, such as cp949. */
const CODE_PAGES: Readonly<Record<string, string>> = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' }
const CODE_PAGE = /^(?:cp|ms|x-cp|windows|x-windows|x-ms)?[-_]?(?<number>\d{3,4})$/i

/**
 * The Encoding Standard's name of a declared encoding.
 * @throws RangeError for an unknown encoding
 */
const encodingNamed = (name: string): string => {
  const page = /^uhc$/i.test(name) ? '949' : CODE_PAGE.exec(name)?.groups?.number
  return new LegacyDecoder(page === undefined ? name : (CODE_PAGES[page] ?? `windows-${page}`)).encoding
}

/**
 * Legacy encodings need a special decoder. Node's decoder silently turns 똠 of windows-949 into a control character and
 * a c.
 */
const decoderOf = (encoding: string, fatal: boolean): InstanceType<typeof TextDecoder> =>
  encoding.startsWith('utf-') ? new TextDecoder(encoding, { fatal }) : new LegacyDecoder(encoding, { fatal })

const newlinesIn = (text: string): number => text.split('\n').length - 1

/**
 * The encoding that a USFM file declares by \ide (CP-1252, 1252). If `chunk` has letters beyond ASCII and is valid
 * UTF-8, the file is read as UTF-8, because the declaration is often outdated.
 */
const encodingOfUsfm = (chunk: Uint8Array, ascii: string): string => {
  const declared = /^\s*\\id\s.*?\\ide[ \t]+([\w-]+)/is.exec(ascii)?.[1]
  if (declared === undefined) return 'utf-8'
  try {
    const encoding = encodingNamed(declared)
    const isUtf8 = isBeyondAscii(chunk) && isDecodable(chunk)
    return encoding.startsWith('utf-') || isUtf8 ? 'utf-8' : encoding
  } catch {
    return 'utf-8'
  }
}
const isBeyondAscii = (bytes: Uint8Array): boolean => bytes.some((byte) => byte >= 0x80)
const isDecodable = (bytes: Uint8Array): boolean => {
  try {
    utf8.decode(bytes.subarray(0, bytes.length - unfinished(bytes).length))
    return true
  } catch {
    return false
  }
}

/**
 * The encoding by the file's start: by the byte-order mark, else by the declaration of XML or USFM, else UTF-8.
 * `chunk`: the first chunk of the file; in a second call, after chunks of ASCII only, the first chunk with a letter
 * beyond ASCII.
 */
const encodingOf = (start: Uint8Array, chunk: Uint8Array, place: SourceLine): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  const ascii = Buffer.from(start.subarray(0, 1000)).toString('latin1')
  if (ascii.includes('\0')) throw new ImportRefused('This is not text (or UTF-16 without a byte-order mark).', place)
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(ascii)?.[1]
  if (!declared) return encodingOfUsfm(chunk, ascii)
  try {
    const encoding = encodingNamed(declared)
    if (!encoding.startsWith('utf-16')) return encoding
  } catch {
    throw new ImportRefused(`The encoding ${declared}, which the file declares, is not known.`, { ...place, line: 1 })
  }
  // The declaration was read as single bytes, so the file is not in UTF-16.
  throw new ImportRefused(`The file declares the encoding ${declared}, but is in another. Correct its first line.`, {
    ...place,
    line: 1,
  })
}

/** The bytes at the end of a chunk that may be an incomplete UTF-8 character. */
const unfinished = (bytes: Uint8Array): Uint8Array => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return bytes.subarray(bytes.length - back)
  }
  return bytes.subarray(bytes.length)
}

/**
 * Decodes a file chunk by chunk: UTF-8, UTF-16 with a byte-order mark, or the encoding of an XML declaration or \ide.
 * Refuses invalid bytes, U+FFFD, and text that was decoded wrongly by another program. The refusal names the line.
 */
export const decodeText = (file: string) => {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let start: Uint8Array | null = null
  let line = 1
  let tail: Uint8Array = new Uint8Array()
  /**
   * A UTF-8 decoder that reads the same bytes as `decoder`, to test the declaration of another encoding. Null without
   * such a declaration, and once the bytes cannot be UTF-8.
   */
  let asUtf8: typeof utf8 | null = null
  let beyondAscii = false
  let misread = 0
  let otherHigh = 0
  let firstMisread = 0

  const lineOfBadByte = (chunk: Uint8Array): number => {
    const text = decoderOf(decoder?.encoding ?? 'utf-8', false).decode(Buffer.concat([tail, chunk]))
    return line + newlinesIn(text.slice(0, text.indexOf('\ufffd')))
  }

  const refuseBytes = (chunk: Uint8Array, atEnd: boolean): never => {
    if (asUtf8 && beyondAscii) refuseDeclaration()
    throw atEnd
      ? new ImportRefused('The file ends in the middle of a character: it was cut off.', { file, line })
      : new ImportRefused(
          `These bytes are not ${decoder?.encoding.toUpperCase()}: the file is in another encoding. Save it as UTF-8.`,
          { file, line: lineOfBadByte(chunk) },
        )
  }

  /** Tests whether a file with another declared encoding is UTF-8. Text in such an encoding is hardly ever UTF-8. */
  const readAsUtf8 = (chunk?: Uint8Array) => {
    try {
      asUtf8?.decode(chunk, { stream: chunk !== undefined })
    } catch {
      asUtf8 = null
    }
  }
  const refuseDeclaration = (): never => {
    throw new ImportRefused(
      `The file declares the encoding ${decoder?.encoding.toUpperCase()}, but is UTF-8. Correct its first line.`,
      { file, line: 1 },
    )
  }

  const refuseMisread = () => {
    if (asUtf8) refuseDeclaration()
    throw new ImportRefused(
      'The letters are garbled ("Ã©" for "é"): UTF-8 was read as Latin-1 once and stored so. Get the file anew.',
      { file, line: firstMisread },
    )
  }

  const check = (text: string) => {
    const damaged = text.indexOf('\ufffd')
    if (damaged >= 0)
      throw new ImportRefused('The text holds U+FFFD, the mark of letters that were lost before. Get the file anew.', {
        file,
        line: line + newlinesIn(text.slice(0, damaged)),
      })
    for (const { 0: run, index } of text.matchAll(HIGH_RUN)) {
      if (isMisread(run)) {
        misread += 1
        firstMisread ||= line + newlinesIn(text.slice(0, index))
      } else otherHigh += 1
    }
    // Correct text may contain a few misread runs by chance. Wrongly decoded text contains many.
    if (misread >= 20 && misread > otherHigh * 2) refuseMisread()
    line += newlinesIn(text)
  }

  return {
    /** Decodes the next bytes. A character that is split between two chunks comes with the second chunk. */
    decode: (chunk: Uint8Array): string => {
      const isFirstBeyond = !beyondAscii && isBeyondAscii(chunk)
      beyondAscii ||= isFirstBeyond
      if (!decoder || isFirstBeyond) {
        start ??= chunk.slice(0, 1000)
        decoder = decoderOf(encodingOf(start, chunk, { file, line }), true)
        asUtf8 = decoder.encoding.startsWith('utf-') ? null : new TextDecoder('utf-8', { fatal: true })
      }
      readAsUtf8(chunk)
      let text = ''
      try {
        text = decoder.decode(chunk, { stream: true })
      } catch {
        refuseBytes(chunk, false)
      }
      check(text)
      tail = decoder.encoding === 'utf-8' ? unfinished(chunk) : tail
      return text
    },
    /**
     * Call this after the last chunk. Refuses the file if it ends within a character, declares an encoding that it does
     * not have, or has garbled letters ("Ã©" for "é").
     */
    end: () => {
      try {
        decoder?.decode()
      } catch {
        refuseBytes(tail, true)
      }
      readAsUtf8()
      if (asUtf8 && beyondAscii) refuseDeclaration()
      if (misread >= 3 && misread > otherHigh) refuseMisread()
    },
  }
}
