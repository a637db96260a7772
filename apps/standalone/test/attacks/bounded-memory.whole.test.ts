import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLogger } from '@pathlight/http/logger.ts'
import { byAddress, openLimit } from '@pathlight/http/rate-limit.ts'
import { rememberSessions } from '@pathlight/http/session-memory.ts'
import { openFirstHtml } from '@pathlight/pages/first-html.ts'
import { openDoor } from '@pathlight/stores/door.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The number of different values that a test sends. The tests measure how much memory these values keep. */
const MANY = 100_000
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const keptBytes = async (): Promise<number> => {
  // Two collections: the second frees objects whose finalizers ran in the first.
  for (let n = 0; n < 2; n++) {
    collectGarbage()
    await new Promise(setImmediate)
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
/** The megabytes that stay in memory after MANY calls of `send`. */
const keptOf = async (send: (n: number) => unknown): Promise<number> => {
  const before = await keptBytes()
  for (let n = 0; n < MANY; n++) await send(n)
  return ((await keptBytes()) - before) / MB
}

const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
/** A word cut from a long string, like a value cut from a header. V8 keeps the whole string in memory for the word. */
const cutFrom = (word: string) => `${'9'.repeat(15_000)}, ${word}`.slice(15_002)
const tokenOf = (n: number) => String(n).padStart(43, 'x')

/** A fake build whose pages depend on the first characters of the address. */
const RENDERER = `
export const createRenderer = (template) => ({
  find: (address) => ({ key: address.slice(0, 300), render: async ({ origin }) => ({ status: 200, html: template + origin + address, language: 'en', kept: true }) }),
  shell: () => ({ status: 200, html: template, language: 'en', kept: true }),
  language: () => 'en',
})
`

describe('of 100,000 different ones that others choose', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-memory-'))
  beforeAll(() => {
    for (const part of ['client/.vite', 'server']) mkdirSync(join(folder, part), { recursive: true })
    writeFileSync(join(folder, 'client/index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'client/.vite/manifest.json'), '{}')
    writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'server/server.js'), RENDERER)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('addresses of pages keep no more than the pages may', async () => {
    const pages = await openFirstHtml(folder, () => '', createLogger('silent'))
    const ask = () => Promise.reject(new Error('Nothing is asked for'))
    const long = 'x'.repeat(3_500)
    const kept = await keptOf((n) =>
      pages?.page({
        address: n % 2 ? `/${n}${long.slice(0, 480)}` : `/${n}?${long}`,
        origin: `http://h${n % 100}.example.org`,
        ...{ chosen: undefined, accepted: undefined, packing: 'identity', ask },
      }),
    )
    // The caches hold up to 64 MB of pages and 4 MB of routes, and V8 needs some more.
    expect(kept).toBeLessThan(100)
  })

  it('addresses keep little where limits are counted', async () => {
    const count = openLimit(null, { name: 'many', max: 5, windowMs: 600_000 })
    type Request = Parameters<typeof byAddress>[0]
    const kept = await keptOf((n) => count(byAddress({ ip: cutFrom(addressOf(n)), socket: {} } as Request), 1))
    expect(kept).toBeLessThan(10)
    // The limit still counts the address that sent last.
    for (let n = 0; n < 4; n++) expect(await count(addressOf(MANY - 1), 1)).toBeNull()
    expect(await count(addressOf(MANY - 1), 1)).toBeGreaterThan(0)
  })

  it('sessions keep little where they are remembered', async () => {
    const memory = rememberSessions(600_000)
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    const kept = await keptOf((n) =>
      memory.find(cutFrom(tokenOf(n)), async () => ({
        ...{ id: `${n}`, userId: `${n}`, deviceId: '', username: '', email: '', locked: false },
        ...{ createdAt: '', expiresAt },
      })),
    )
    expect(kept).toBeLessThan(10)
  })

  it('askers keep little where they wait at a door', async () => {
    const door = openDoor({ places: 2, mostWaiting: 10, full: () => new Error('full') })
    // This request stays under way. A door (libs/stores/src/door.ts) without a request under way forgets everything.
    await door.enter(['always']).place
    const kept = await keptOf((n) => {
      const { place, withdraw } = door.enter([addressOf(n), 'guests', `${n}`, 'GET /'])
      withdraw(new Error('left'))
      return place.then(
        ({ leave }) => leave(),
        () => undefined,
      )
    })
    expect(kept).toBeLessThan(20)
  })
})
