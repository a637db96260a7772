import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createLogger } from '@pathlight/http/logger.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { openWebApp } from '@pathlight/pages/serve-web.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en-US' }

/**
 * A fake build of the web app. /text calls the server for a word, /host answers the host that the server sees,
 * /licensed has a page that may not be cached, /slow never ends, /broken fails, /nothing answers 404, and /old
 * redirects to /text. `rendered` counts the renderings of /text and /licensed.
 */
const RENDERER = `
export let rendered = 0
export const createRenderer = (template) => {
  const page = (language, words, kept = true) => ({ status: 200, html: template.replace('en', language) + words, language, kept })
  const render = { 
    '/text': async ({ language, origin, ask }) => {
      rendered += 1
      const { word } = JSON.parse(await (await ask('/api/word')).text())
      return page(language ?? 'ko', word.repeat(500) + origin)
    },
    '/host': async ({ ask }) => page('en', JSON.parse(await (await ask('/api/host')).text()).host),
    '/licensed': async ({ language }) => { rendered += 1; return page(language, 'once', false) },
    '/slow': () => new Promise(() => {}),
    '/broken': () => Promise.reject(new Error('broken')),
    '/nothing': async ({ language }) => ({ ...page(language, 'nothing'), status: 404 }),
    '/old': async () => ({ status: 301, to: '/text' }),
  }
  return {
    find: (address) => {
      const key = new URL(address, 'http://any').pathname
      return render[key] ? { key, render: render[key] } : null
    },
    shell: ({ language }, again) => page(language ?? 'en', again ? 'shell, then ' + again.path : 'shell'),
    paths: ['/text', '/slow', '/by/:name'],
    language: (chosen, accepted) => chosen ?? (accepted?.slice(0, 2) || null),
  }
}
`

describe('the web app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-web-'))
  let app: FastifyInstance
  let libraryVersion = 'first'
  const texts = () => [{ code: 'KJV', books: [1, 65], fingerprint: libraryVersion }]
  let word = 'light'
  let wordsAsked = 0
  let rendered: () => number
  const isAdmin = async ({ headers }: { headers: Record<string, unknown> }) => headers['x-test'] === 'admin'
  const serverOn = async (webFolder: string, serviceWorker: 'on' | 'off' = 'on', publicUrl: string | null = null) => {
    const logger = createLogger('silent')
    const web = await openWebApp({
      folder: webFolder,
      publicUrl,
      serviceWorker,
      answerWithin: async () => null,
      isAdmin,
      texts,
      references: () => null,
      logger,
    })
    const server = await serverAlone({ log: logger, page: web.page })
    await web.serve(server)
    server.get('/api/word', async (_request, reply) => {
      wordsAsked += 1
      return reply.header('cache-control', 'public, no-cache').send({ word })
    })
    server.get('/api/host', async (request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send({ host: request.host }),
    )
    const long = JSON.stringify({ text: 'word '.repeat(1000) })
    server.get('/api/long', async (_request, reply) => reply.type('application/json').send(long))
    server.get('/api/very-long', async (_request, reply) => reply.type('application/json').send(long.repeat(100)))
    server.get('/api/short', async () => ({ text: 'word' }))
    return server
  }
  beforeAll(async () => {
    for (const part of ['client/assets', 'client/.vite', 'server']) mkdirSync(join(folder, part), { recursive: true })
    writeFileSync(join(folder, 'client/index.html'), '<!doctype html><html lang="en"><title>Pathlight</title>')
    writeFileSync(join(folder, 'client/.vite/manifest.json'), '{}')
    writeFileSync(join(folder, 'client/assets/app-1a2b3c.js'), 'console.log(1)')
    writeFileSync(join(folder, 'client/assets/app-1a2b3c.js.br'), brotliCompressSync('console.log(1)'))
    writeFileSync(join(folder, 'client/assets/database-worker-1a2b3c.js'), 'onmessage = null')
    writeFileSync(join(folder, 'client/assets/database-worker-1a2b3c.js.br'), brotliCompressSync('onmessage = null'))
    writeFileSync(join(folder, 'client/before-scripts.js'), 'console.log(2)')
    writeFileSync(join(folder, 'client/.secret'), 'secret')
    writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'server/server.js'), RENDERER)
    app = await serverOn(folder)
    const module = (await import(join(folder, 'server/server.js'))) as { rendered: number }
    rendered = () => module.rendered
  })
  beforeEach(() => {
    libraryVersion = `${libraryVersion} and on`
  })
  it('names its pages by their routes, not by their addresses, in metrics', async () => {
    for (const url of ['/text', '/by/ann', '/by/ben', '/nowhere']) await app.inject({ url, headers: asPerson })
    const { body } = await app.inject('/metrics')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/text",status="200"} 1')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/by/:name",status="200"} 2')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="unknown",status="200"} 1')
  })

  it('lets the worker that reads databases of other apps compile WebAssembly, and no page and no other script', async () => {
    const policyOf = async (url: string, packing = 'identity') =>
      String(
        (await app.inject({ url, headers: { ...asPerson, 'accept-encoding': packing } })).headers[
          'content-security-policy'
        ],
      )
    for (const packing of ['identity', 'br'])
      expect(await policyOf('/assets/database-worker-1a2b3c.js', packing)).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      )
    for (const url of ['/text', '/assets/app-1a2b3c.js']) {
      expect(await policyOf(url)).toContain("default-src 'self'")
      expect(await policyOf(url)).not.toContain('wasm')
    }
  })

  it('has pages for admins, where there is nothing for everybody else, and no cache keeps either', async () => {
    for (const url of ['/admin', '/admin/audit', '/admin/audit?person=ann']) {
      const [admin, other] = await Promise.all(
        ['admin', 'other'].map((who) => app.inject({ url, headers: { ...asPerson, 'x-test': who } })),
      )
      expect([admin?.statusCode, other?.statusCode]).toEqual([200, 404])
      for (const answer of [admin, other]) expect(answer?.headers['cache-control']).toBe('private, no-cache')
      const fresh = { ...asPerson, 'if-none-match': String(admin?.headers.etag) }
      expect((await app.inject({ url, headers: fresh })).statusCode).toBe(404)
    }
    expect((await app.inject({ url: '/administration', headers: asPerson })).statusCode).toBe(200)
  })

  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is rendered from what the services of the same process say, for each reader of a page', async () => {
    for (const headers of [asPerson, {}, { accept: '*/*' }, { accept: 'image/webp,*/*;q=0.8' }]) {
      const answer = await app.inject({ url: '/text', headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('lightlight')
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
    }
    const head = await app.inject({ method: 'HEAD', url: '/text', headers: asPerson })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
  })

  it('does not wait for itself: what a page asks for has no turn of its own', async () => {
    // Every request is for a different page, and the pages take all places among the running requests. If a page's own
    // calls waited for a place, the word would be missing.
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        app.inject({ url: '/text', headers: { ...asPerson, host: `${n}.example.org` } }),
      ),
    )
    for (const { body } of pages) expect(body).toContain('lightlight')
  })

  it('is in the language that was chosen, else in the one the browser asks for, and says what it depends on', async () => {
    const languageOf = async (headers: Record<string, string>) => {
      const answer = await app.inject({ url: '/text', headers })
      expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie')
      expect(answer.body).toContain(`lang="${answer.headers['content-language']}"`)
      return answer.headers['content-language']
    }
    expect(await languageOf({ 'accept-language': 'ko-KR,ko;q=0.9' })).toBe('ko')
    expect(await languageOf({ 'accept-language': 'en' })).toBe('en')
    expect(await languageOf({ 'accept-language': 'en', cookie: 'a=b; language=ko' })).toBe('ko')
    // A search engine, which names no language, gets the language of the text.
    expect(await languageOf({})).toBe('ko')
  })

  it('is rendered once for all who want it in one language, also when they come at once', async () => {
    const before = rendered()
    const cookies = ['', 'pathlight_session=1', 'pathlight_session=2']
    await Promise.all(cookies.map((cookie) => app.inject({ url: '/text?from=mail', headers: { ...asPerson, cookie } })))
    await app.inject({ url: '/text', headers: asPerson })
    expect(rendered() - before).toBe(1)
    await app.inject({ url: '/text', headers: { ...asPerson, 'accept-language': 'ko' } })
    expect(rendered() - before).toBe(2)
  })

  it('asks the services once for what is the same in both languages', async () => {
    const before = wordsAsked
    for (const language of ['en', 'ko'])
      expect(
        (await app.inject({ url: '/text', headers: { ...asPerson, 'accept-language': language } })).body,
      ).toContain(word)
    expect(wordsAsked - before).toBe(1)
  })

  it('asks the services as at the address that people use, whatever host a client names', async () => {
    const hostsOf = async (server: FastifyInstance) => {
      const ask = (host: string) => server.inject({ url: '/host', headers: { ...asPerson, host } })
      return [(await ask('one.example.org')).body, (await ask('two.example.org')).body].map(
        (body) => /\w+\.example\.org/.exec(body)?.[0],
      )
    }
    // Without PUBLIC_URL, the pages use the host that each client names, and no client gets the answer for another.
    expect(await hostsOf(app)).toEqual(['one.example.org', 'two.example.org'])
    const named = await serverOn(folder, 'on', 'https://bible.example.org')
    onTestFinished(() => named.close())
    expect(await hostsOf(named)).toEqual(['bible.example.org', 'bible.example.org'])
  })

  it('is another one as soon as a text of the library is another one', async () => {
    word = 'lamp'
    libraryVersion = 'second'
    expect((await app.inject({ url: '/text', headers: asPerson })).body).toContain('lamplamp')
    word = 'light'
    expect((await app.inject({ url: '/text', headers: asPerson })).body).toContain('lamplamp')
    libraryVersion = 'third'
    expect((await app.inject({ url: '/text', headers: asPerson })).body).toContain('lightlight')
  })

  it('need not be sent again to a browser that has it, and may be kept by a proxy that asks', async () => {
    const first = await app.inject({ url: '/text', headers: asPerson })
    expect(first.headers['cache-control']).toBe('public, no-cache')
    const tag = String(first.headers.etag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await app.inject({ url: '/text', headers: { ...asPerson, 'if-none-match': known } })
      expect(again).toMatchObject({ statusCode: 304, body: '' })
      expect(again.headers.etag).toBe(tag)
    }
    const other = { ...asPerson, 'if-none-match': tag, 'accept-language': 'ko' }
    expect((await app.inject({ url: '/text', headers: other })).statusCode).toBe(200)
  })

  it('is kept nowhere where its text may not be', async () => {
    const before = rendered()
    for (const _time of [1, 2]) {
      const answer = await app.inject({ url: '/licensed', headers: asPerson })
      expect(answer.headers['cache-control']).toBe('private, no-cache')
    }
    expect(rendered() - before).toBe(2)
  })

  it('is left to the browser where it cannot be rendered, or not in time, and asked for again', async () => {
    for (const [url, shell] of [
      ['/broken', 'shell, then /broken'],
      ['/slow?from=mail', 'shell, then /slow'],
      ['/login', 'shell'],
    ] as const) {
      const answer = await app.inject({ url, headers: asPerson })
      expect(answer.statusCode).toBe(200)
      expect(answer.body.endsWith(shell)).toBe(true)
    }
    expect((await app.inject({ url: '/broken', headers: asPerson })).headers['cache-control']).toBe('private, no-cache')
  })

  it('says where a page is that moved, and that there is none', async () => {
    const moved = await app.inject({ url: '/old', headers: asPerson })
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/text'])
    const nothing = await app.inject({ url: '/nothing', headers: asPerson })
    expect([nothing.statusCode, nothing.body.includes('nothing')]).toEqual([404, true])
  })

  it('is packed as the client takes it, and so are long answers', async () => {
    const ask = (accepted: string) =>
      app.inject({ url: '/text', headers: { ...asPerson, 'accept-encoding': accepted } })
    const plain = (await ask('identity')).body
    const packed = await ask('gzip, deflate, br, zstd')
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain)
    const zipped = await ask('gzip;q=1.0, br;q=0')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain)
    expect(new Set([packed, zipped, await ask('')].map(({ headers }) => headers.etag)).size).toBe(3)
    const headers = { 'accept-encoding': 'br, gzip' }
    const { payload } = await app.inject({ url: '/api/long' })
    for (const [url, encoding, unpack] of [
      ['/api/long', 'br', brotliDecompressSync],
      ['/api/very-long', 'br', brotliDecompressSync],
      ['/api/very-long', 'gzip', gunzipSync],
    ] as const) {
      const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding'])
      expect(unpack(answer.rawPayload).toString()).toBe(url === '/api/long' ? payload : payload.repeat(100))
    }
    expect((await app.inject({ url: '/api/short', headers })).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['/bible/KJV/1%20John/3?x=%EA%B0%80', '/bible/KJV/1%20John/3?x=%EA%B0%80'],
    ['/bible/KJV/요한복음/3', '/bible/KJV/%EC%9A%94%ED%95%9C%EB%B3%B5%EC%9D%8C/3'],
    ['//example.org/', '/'],
    ['/\\\\example.org', '/'],
    ['/.//example.org', '/'],
    ['https://example.org/', '/'],
    ['javascript:alert(1)', '/'],
    ['http://[', '/'],
    [undefined, '/'],
  ])('goes over to a language by a link, back to %s', async (back, to) => {
    const answer = await app.inject({ url: '/language', query: { to: 'ko', ...(back && { back }) } })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, to])
    expect(answer.headers['set-cookie']).toMatch(/^language=ko; Max-Age=34560000; Path=\/; SameSite=Lax$/)
  })
  it('keeps no language that it has not', async () => {
    const answer = await app.inject({ url: '/language', query: { to: 'xx; Domain=example.org', back: '/text' } })
    expect([answer.headers.location, answer.headers['set-cookie']]).toEqual(['/text', undefined])
  })

  it('tells search engines of every chapter that is installed, and what is not for them', async () => {
    const robots = (await app.inject('/robots.txt')).body
    expect(robots).toContain('Sitemap: http://localhost/sitemap.xml')
    expect(robots).toContain('Disallow: /api/')
    // A crawler must read the `noindex` of shared pages, so robots.txt allows them.
    expect(robots.match(/.*shared.*/g)).toEqual(['Disallow: /shared/*/words'])
    const index = (await app.inject('/sitemap.xml')).body
    const lists = [...index.matchAll(/<loc>http:\/\/localhost(.+?)<\/loc>/g)].map(([, path]) => String(path))
    expect(lists).toEqual(['/sitemap-pages.xml', '/sitemap-KJV.xml'])
    const chapters = (await app.inject('/sitemap-KJV.xml')).body.match(/<loc>.+<\/loc>/g)
    expect(chapters).toHaveLength(51)
    expect(chapters?.[0]).toBe('<loc>http://localhost/bible/KJV/Genesis/1</loc>')
    expect(chapters?.at(-1)).toBe('<loc>http://localhost/bible/KJV/Jude/1</loc>')
    expect((await app.inject('/sitemap-ESV.xml')).statusCode).toBe(404)
  })

  it('has files that are kept for good where their name tells their content, and else asked for again', async () => {
    const hashed = await app.inject('/assets/app-1a2b3c.js')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/before-scripts.js')).headers['cache-control']).toBe('no-cache')
  })

  it('sends the packed form of a file in its place, which has no address of its own', async () => {
    const packed = await app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'br' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('script'),
    })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('console.log(1)')
    expect((await app.inject('/assets/app-1a2b3c.js.br')).statusCode).toBe(404)
  })

  it('has a service worker that is asked for again each time, and by a switch the one that takes it back', async () => {
    for (const [name, which] of [
      ['service-worker.js', 'on'],
      ['no-service-worker.js', 'off'],
    ] as const) {
      writeFileSync(join(folder, 'client', name), `// ${which}`)
      const server = await serverOn(folder, which)
      const { payload, headers } = await server.inject('/service-worker.js')
      expect([payload, headers['cache-control']]).toEqual([`// ${which}`, 'no-cache'])
      expect(headers['content-type']).toContain('javascript')
      await server.close()
    }
  })

  it('has no page for a missing file, an unknown call or a hidden file', async () => {
    for (const url of [
      '/assets/app-old.js',
      '/assets/app-old',
      '/appearance-old.js?v=1',
      '/api/unknown',
      '/.secret',
      '/.vite/manifest.json',
      '/../package.json',
      '/assets/',
    ])
      expect((await app.inject(url)).statusCode, url).toBe(404)
    expect((await app.inject({ url: '//example.org/text', headers: asPerson })).statusCode).toBe(404)
    for (const url of ['/assets/..%5c..%5cpackage.json', '/api//health', `/${'a'.repeat(3_000)}`])
      expect((await app.inject({ url, headers: asPerson })).body, url).not.toContain('name')
    const call = await app.inject({ url: '/api/unknown', headers: asPerson })
    expect(call.statusCode).toBe(404)
    expect(call.headers['content-type']).toContain('application/problem+json')
    expect(await app.inject({ method: 'POST', url: '/bible' })).toMatchObject({
      statusCode: 405,
      headers: { allow: 'GET, HEAD' },
    })
    expect((await app.inject({ url: '/text', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  })

  it('looks for no page at an address that is longer than any of a page', async () => {
    const longest = `/text/${'.'.repeat(505)}/`
    for (const headers of [{}, asPerson]) expect((await app.inject({ url: longest, headers })).statusCode).toBe(200)
    const query = `/text?${'x'.repeat(4_090)}`
    expect((await app.inject({ url: query, headers: asPerson })).statusCode).toBe(200)
    for (const url of [`/${'.'.repeat(15_900)}/`, `${longest}x`, `/${'/'.repeat(15_000)}x`, `${query}xx`]) {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.json().code], url.slice(0, 20)).toEqual([414, 'url_too_long'])
    }
  })

  it('says how to get it where it is not built', async () => {
    const bare = await serverOn(join(folder, 'nothing'))
    const answer = await bare.inject({ url: '/', headers: asPerson })
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_built' })
    await bare.close()
  })
})
