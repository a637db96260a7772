import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { absentVersion } from '@pathlight/bible-library/version-details.ts'
import { packQuery } from '@pathlight/contracts/bible.ts'
import { CROSS_REFERENCES_PACK } from '@pathlight/contracts/pack-rules.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'

/** Bytes from the first up to, not including, the last. */
type Part = { readonly from: number; readonly to: number }

/**
 * The one part that Range asks for (RFC 9110); null: all of it, also where it asks for several, as the RFC lets a server
 * do. 416 where the part is behind the end.
 */
const partAsked = (range: string | undefined, size: number): Part | null => {
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
 * A version, or the list of cross-references, as one file that a browser keeps. HEAD says how large it is. A browser that has a part
 * of it gets the rest by Range, with If-Range for the same file.
 */
export const getPack = (app: App, url: string, { packs }: Pick<Bible, 'packs'>) =>
  app.get(url, { schema: { summary: 'A version as one file', querystring: packQuery } }, async (request, reply) => {
    const { version: name, tag: wanted } = request.query
    const pack = await packs(name)
    if (pack === null) {
      if (name === CROSS_REFERENCES_PACK) throw new HttpProblem(404, 'not_here', 'Cross-references are not here yet.')
      const absent = absentVersion(name)
      if (absent === null) throw new HttpProblem(404, 'unknown_version', `There is no version called “${name}”.`)
      throw new HttpProblem(404, 'version_not_here', `${absent.name} is not here. ${absent.hint}`)
    }
    const { bytes, tag } = pack
    const etag = `"${tag}"`
    // What names its content never changes.
    const lasts = wanted === tag ? 'public, max-age=31536000, immutable' : 'public, no-cache'
    reply.header('etag', etag).header('cache-control', lasts).header('accept-ranges', 'bytes')
    if (isFresh(request, etag)) return reply.code(304).send()
    reply.type('application/gzip')
    const { range, 'if-range': same } = request.headers
    const part = same === undefined || same === etag ? partAsked(range, bytes.length) : null
    if (part === null) return reply.send(bytes)
    reply.code(206).header('content-range', `bytes ${part.from}-${part.to - 1}/${bytes.length}`)
    return reply.send(bytes.subarray(part.from, part.to))
  })
