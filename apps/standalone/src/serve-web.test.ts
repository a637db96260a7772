import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { createLogger } from '@pathlight/http/logger.ts'
import { buildServer } from '@pathlight/http/server.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appPage, serveWeb } from './serve-web.ts'

const PAGE = `<!doctype html><title>Pathlight</title>${'<p>light</p>'.repeat(200)}`
const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the web app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-web-'))
  let app: FastifyInstance
  const serverOn = async (webFolder: string) => {
    const server = await buildServer({
      log: createLogger('silent'),
      publicUrl: null,
      trustProxy: false,
      rateLimitStore: null,
      readiness: async () => ({ ready: true, parts: {} }),
      gauges: async () => [],
      page: appPage,
    })
    await serveWeb(server, webFolder)
    server.get('/api/long', async () => ({ text: 'word '.repeat(1000) }))
    server.get('/api/short', async () => ({ text: 'word' }))
    return server
  }
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'assets/app-1a2b3c.js'), 'console.log(1)')
    writeFileSync(join(folder, 'appearance.js'), 'console.log(2)')
    writeFileSync(join(folder, '.built-from'), 'secret')
    app = await serverOn(folder)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(['/', '/bible/KJV/1%20John/3', '/bible/KJV/%EC%9A%94%ED%95%9C%EB%B3%B5%EC%9D%8C/3', '/my-memos?x=1'])(
    'is the answer to a person at %s, and never kept without asking',
    async (url) => {
      const answer = await app.inject({ url, headers: asPerson })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(PAGE)
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
      const head = await app.inject({ method: 'HEAD', url, headers: asPerson })
      expect(head).toMatchObject({ statusCode: 200, body: '' })
      expect(head.headers['content-type']).toBe(answer.headers['content-type'])
    },
  )

  it.each([{}, { accept: '*/*' }, { accept: 'image/webp,*/*;q=0.8' }])(
    'is the answer to a program that takes %j',
    async (headers) => {
      for (const url of ['/bible/KJV/John/3', '/search?query=a.b', '/about/explore-pathlight'])
        expect(await app.inject({ url, headers })).toMatchObject({ statusCode: 200, body: PAGE })
      for (const url of ['/assets/app-old.js', '/assets/app-old', '/appearance-old.js?v=1', '/service-worker.js'])
        expect((await app.inject({ url, headers })).statusCode).toBe(404)
      expect((await app.inject({ url: '/bible/KJV/John/3', headers: { accept: 'application/json' } })).statusCode).toBe(
        404,
      )
    },
  )

  it('has files that are kept for good where their name tells their content, and else asked for again', async () => {
    const hashed = await app.inject('/assets/app-1a2b3c.js')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/appearance.js')).headers['cache-control']).toBe('no-cache')
  })

  it('has no page for a missing file, an unknown call or a hidden file', async () => {
    for (const url of ['/assets/app-old.js', '/api/unknown', '/.built-from', '/../package.json', '/assets/'])
      expect((await app.inject(url)).statusCode).toBe(404)
    for (const url of ['//example.org', '/assets/..%5c..%5cpackage.json', '/api//health', `/${'a'.repeat(3_000)}`])
      expect((await app.inject({ url, headers: asPerson })).statusCode).toBe(404)
    const call = await app.inject({ url: '/api/unknown', headers: asPerson })
    expect(call.statusCode).toBe(404)
    expect(call.headers['content-type']).toContain('application/problem+json')
    expect((await app.inject({ method: 'POST', url: '/bible' })).statusCode).toBe(404)
  })

  it('is compressed where that is worth it, as are long answers', async () => {
    const headers = { 'accept-encoding': 'br, gzip', ...asPerson }
    const page = await app.inject({ url: '/', headers })
    expect(page.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(page.rawPayload).toString()).toBe(PAGE)
    expect((await app.inject({ url: '/api/long', headers })).headers['content-encoding']).toBe('br')
    expect((await app.inject({ url: '/api/short', headers })).headers['content-encoding']).toBeUndefined()
  })

  it('says how to get it where it is not built', async () => {
    const bare = await serverOn(join(folder, 'nothing'))
    const answer = await bare.inject({ url: '/', headers: asPerson })
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_built' })
    await bare.close()
  })
})
