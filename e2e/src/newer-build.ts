import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'

const assets = join(import.meta.dirname, '../../apps/web/dist/client/assets')
/** Matches the addresses of scripts and styles of the newer build. */
export const NEWER = /\/assets\/n-|\?n-/
const TYPES = { js: 'text/javascript', css: 'text/css' } as const

/**
 * A proxy before the app. After `release` it imitates a server with a newer build: each script and style has a new
 * name, and those of the older build are gone. A real second build would take a minute.
 */
export const beforeNewerBuild = async (app: string): Promise<{ address: string; release: () => void }> => {
  const older = new Set(readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
  const renamed = (words: string) =>
    words
      .replace(/[\w-]+\.(?:js|css)\b/g, (name) => (older.has(name) ? `n-${name}` : name))
      // Also changes the hash of a file whose name stays the same.
      .replace(/\b[0-9a-f]{64}\b/g, (content) => `n-${content}`)
  const { hostname, port } = new URL(app)
  let isNewer = false

  /**
   * Answers a request for a script or style: with a file of the newer build, or with 404 for a file of the older one.
   * Returns false for any other path.
   */
  const answersFile = (path: string, answer: ServerResponse): boolean => {
    const name = /^\/assets\/([^/]+)$/.exec(path)?.[1] ?? ''
    const original = name.startsWith('n-') ? name.slice(2) : null
    if (older.has(name)) answer.writeHead(404).end()
    else if (original === null || !older.has(original)) return false
    else {
      const type = TYPES[original.endsWith('.js') ? 'js' : 'css']
      answer.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
      answer.end(renamed(readFileSync(join(assets, original), 'utf8')))
    }
    return true
  }

  const forward = (asked: IncomingMessage, answer: ServerResponse, isText: boolean) => {
    // The browser's cached copy of a page belongs to the older build, so the request must not be conditional.
    const { 'if-none-match': _, 'if-modified-since': __, ...others } = asked.headers
    const headers = isText ? { ...others, 'accept-encoding': 'identity' } : asked.headers
    const forwarded = request({ hostname, port, headers, method: asked.method, path: asked.url }, (got) => {
      const { statusCode = 502, headers: said } = got
      if (!isText || !/html|javascript/.test(said['content-type'] ?? '')) {
        answer.writeHead(statusCode, said)
        return void got.pipe(answer)
      }
      const { 'content-length': _, etag: __, 'last-modified': ___, ...kept } = said
      void text(got).then(
        (words) => answer.writeHead(statusCode, kept).end(renamed(words)),
        () => answer.destroy(),
      )
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  }

  const server = createServer((asked, answer) => {
    const [path = ''] = (asked.url ?? '').split('?')
    if (isNewer && answersFile(path, answer)) return
    forward(asked, answer, isNewer && asked.method === 'GET' && !path.startsWith('/api/'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atTheEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNewer = true
    },
  }
}
