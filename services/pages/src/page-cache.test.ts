import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPageCache, type PackedPage, type RenderedPage } from './page-cache.ts'

const page = (html: string): RenderedPage => ({ status: 200, html, language: 'en', kept: true })

describe('the cache of pages', () => {
  it('holds no more than its bytes, whatever is asked for, and lets go of what is not asked for', async () => {
    const cache = createPageCache({ maxBytes: 100_000, maxAgeMs: 60_000 })
    let rendered = 0
    const ask = (name: string) =>
      cache.get(name, 'identity', async () => {
        rendered += 1
        return page('x'.repeat(2_000))
      })
    await ask('first')
    for (let one = 0; one < 1_000; one += 1) {
      await ask(`page ${one}`)
      await ask('first')
      expect(cache.size).toBeLessThanOrEqual(100_000)
    }
    expect(rendered).toBe(1_001)
    await ask('page 0')
    expect(rendered).toBe(1_002)
  })

  it('renders again what failed, and passes on why', async () => {
    const cache = createPageCache({ maxBytes: 100_000, maxAgeMs: 60_000 })
    await expect(cache.get('a', 'br', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('a', 'br', async () => page('here'))).toMatchObject({ status: 200 })
  })

  it('gives each page its own bytes, however long it is', async () => {
    const cache = createPageCache({ maxBytes: 10_000_000, maxAgeMs: 60_000 })
    const texts = ['<p>a</p>', '<p>길빛</p>'.repeat(60_000), '<p>빛</p>', 'x'.repeat(300_000)]
    const plainOf = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync }
    for (const packing of ['identity', 'br', 'gzip'] as const) {
      const packed = []
      for (const text of texts) packed.push(await cache.get(`${texts.indexOf(text)}`, packing, async () => page(text)))
      const plain = packed.map((one) => plainOf[packing]((one as PackedPage).body).toString())
      expect(plain.map((text, at) => text === texts[at])).toEqual([true, true, true, true])
    }
  })
})
