import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Answers a request in place of the catalogue and returns true, or returns false to let the catalogue answer it. If it
 * returns true without an answer, the request hangs.
 */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * A catalogue on loopback for tests. It serves documents by path like a static server, with ETag and Range. `asked`:
 * the requested paths, with their ranges.
 */
export const serveCatalogue = async (
  documents: Readonly<Record<string, unknown>>,
  behaviour: Behaviour = () => false,
) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push([path, request.headers.range].filter(Boolean).join(' '))
    if (behaviour(request, response)) return
    const document = documents[path]
    if (document === undefined) return response.writeHead(404).end('Not found')
    const body = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
    const etag = `"${body.length}-${body.subarray(0, 8).toString('hex')}"`
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const goesOn = from > 0 && from < body.length && request.headers['if-range'] === etag
    const part = goesOn ? body.subarray(from) : body
    response.writeHead(goesOn ? 206 : 200, {
      'content-type': 'application/json',
      'content-length': part.length,
      etag,
      ...(goesOn && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
    })
    response.end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The three chapters of Titus in the catalogue's format, with the same words in each verse. */
export const titusOf = (words: string) => ({
  id: 'TIT',
  name: 'Titus',
  chapters: [16, 15, 15].map((verses, at) => ({
    chapter: {
      number: at + 1,
      content: [
        { type: 'heading', content: [`Chapter ${at + 1}`] },
        { type: 'line_break' },
        ...Array.from({ length: verses }, (_, n) => ({
          type: 'verse',
          number: n + 1,
          content: [words, { noteId: n }],
        })),
      ],
      footnotes: [{ noteId: 0, text: 'A note.', caller: '+' }],
    },
  })),
})

export const translationOf = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  name: `The ${id}`,
  englishName: `The ${id}`,
  shortName: id,
  language: 'eng',
  languageName: 'English',
  languageEnglishName: 'English',
  textDirection: 'ltr',
  licenseUrl: 'https://example.org/licence',
  licenseNotes: null,
  website: 'https://example.org/',
  numberOfBooks: 1,
  totalNumberOfChapters: 3,
  totalNumberOfVerses: 46,
  ...more,
})
