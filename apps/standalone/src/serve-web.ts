import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Where Vite puts files whose name changes with their content. */
const HASHED = /\/assets\/[^/]+$/

/** An address of a file, such as a script of an older build: no page of the app has a dot in its last part. */
const A_FILE = /^\/assets\/|\.[^/]*$/

/** Browsers name HTML when a person opens an address; crawlers, link previews and curl take anything. */
const wantsPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  return accept.includes('text/html') || (accept.includes('*/*') && !A_FILE.test(url.replace(/\?.*/s, '')))
}

/** Answers what no route knows, outside /api: the app's page at any address of it (the app routes by itself), else 404. */
export const appPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  if (!wantsPage(request)) throw new HttpProblem(404, 'not_found', 'There is nothing at this address.')
  // While the web app is developed another server shows it, and there may be no build.
  if (!request.server.hasReplyDecorator('sendFile'))
    throw new HttpProblem(404, 'not_built', 'The web app is not built: npm start builds it.')
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}

/** Serves the built web app, if there is one in `folder`, and compresses every answer of later routes that is worth it. */
export const serveWeb = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Bodies of requests are small; inflating them would only open a door for bombs.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(serveStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const rule = HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
      reply.header('cache-control', rule)
    },
  })
}
