import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { packQuery } from '@pathlight/contracts/bible.ts'
import { CROSS_REFERENCES_PACK, isWordsPack } from '@pathlight/contracts/pack-rules.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { notInLibrary } from './chapter-or-404.ts'

/** The bytes from `from` (inclusive) to `to` (exclusive). */
type Part = { readonly from: number; readonly to: number }

/**
 * The part that a Range header names (RFC 9110); null: the whole file. A Range of several parts, or of the last bytes,
 * is ignored, as the RFC allows. Throws 416 when the part begins beyond the end.
 */
const partOf = (range: string | undefined, size: number): Part | null => {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(range?.trim() ?? '') ?? []
  if (first === undefined) return null
  const from = Number(first)
  if (from >= size)
    throw new HttpProblem(416, 'beyond_end', 'The file ends before that.', {
      headers: { 'content-range': `bytes */${size}` },
    })
  const to = last === '' ? size : Math.min(size, Number(last) + 1)
  return to > from ? { from, to } : null
}

/**
 * How long an answer may take, in milliseconds. The first request of a pack waits until the pack is made. A gateway
 * gives up after 30 seconds.
 */
const MADE_WITHIN_MS = 25_000
const OPTIONS = {
  schema: { summary: 'A version as one file', querystring: packQuery },
  config: { answerWithinMs: MADE_WITHIN_MS },
}

/**
 * Answers a pack: a version, the original words of a version, or the list of cross-references, as one file. HEAD
 * answers the size. A browser that has a part of the file gets the rest by Range, and with If-Range only if the file is
 * still the same.
 */
export const getPack = (app: App, url: string, { packs }: Pick<Bible, 'packs'>) =>
  app.get(url, OPTIONS, async (request, reply) => {
    const { version: name, tag: wanted } = request.query
    const pack = await packs(name)
    if (pack === null) {
      if (name === CROSS_REFERENCES_PACK) throw new HttpProblem(404, 'not_here', 'Cross-references are not here yet.')
      if (isWordsPack(name)) throw new HttpProblem(404, 'no_words', 'There are no words beneath this text.')
      throw notInLibrary(name)
    }
    const { bytes, tag } = pack
    const etag = `"${tag}"`
    // An address with the tag never changes its content.
    const cacheControl = wanted === tag ? 'public, max-age=31536000, immutable' : 'public, no-cache'
    reply.header('etag', etag).header('cache-control', cacheControl).header('accept-ranges', 'bytes')
    if (isFresh(request, etag)) return reply.code(304).send()
    reply.type('application/gzip')
    const { range, 'if-range': same } = request.headers
    const part = same === undefined || same === etag ? partOf(range, bytes.length) : null
    if (part === null) return bytes
    reply.code(206).header('content-range', `bytes ${part.from}-${part.to - 1}/${bytes.length}`)
    return bytes.subarray(part.from, part.to)
  })
