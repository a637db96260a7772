import { IMPORT_LINE_MAX } from '@pathlight/contracts/import-rules.ts'
import { notUtf8, tooLong } from './file-refused.ts'

/** Bytes that become text at once: few, because V8 keeps a long text apart and frees it late. */
const DECODED_BYTES = 16_384

/** The text of bytes that must be UTF-8. Throws FileRefused. */
export async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  try {
    for await (const bytes of source)
      for (let begin = 0; begin < bytes.length; begin += DECODED_BYTES) {
        const text = decoder.decode(bytes.subarray(begin, begin + DECODED_BYTES), { stream: true })
        for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1
        yield text
      }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw notUtf8(line)
    throw error
  }
}

/** The lines of a text, from 1, without their ends. Throws FileRefused for one that is longer than any entry. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let rest = ''
  let line = 0
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
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
