import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type PackHead, packChapter } from '@pathlight/contracts/pack-rules.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { READ_TEXTS } from '../../device/device-form.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { keepText, type Progress } from './keep-text.ts'
import { keptChapter } from './kept-chapter.ts'

const head: PackHead = {
  format: 1,
  chapters: 3,
  kind: 'version',
  version: {
    code: 'TST',
    name: 'Test',
    localName: 'Test',
    language: 'en',
    direction: 'ltr',
    licence: 'test',
    copyright: null,
    books: [31, 32],
    versification: 'eng',
  },
}
/** Random words, so that even the compressed pack is larger than one write to the device. */
const noise = (seed: number, length: number): string =>
  Array.from({ length: length / 64 }, (_, at) => createHash('sha256').update(`${seed} ${at}`).digest('hex')).join('')
const verse = (book: string, chapter: number, number: number, text: string) => ({
  version: 'TST',
  book,
  chapter,
  verse: number,
  verse_id: 0,
  text,
})
const fileOf = (first: string): Uint8Array<ArrayBuffer> => {
  const chapters = [
    packChapter(31, 1, [verse('Obadiah', 1, 1, first), verse('Obadiah', 1, 2, noise(1, 400_000))]),
    packChapter(32, 1, [verse('Jonah', 1, 1, noise(2, 400_000))]),
    packChapter(32, 2, [verse('Jonah', 2, 3, 'Out of the deep')]),
  ]
  return new Uint8Array(gzipSync([head, ...chapters].map((line) => JSON.stringify(line)).join('\n')))
}

/** A server with one file. Its answer may break off after some bytes. */
const server = { file: fileOf('The vision'), tag: 'a', breaksAfter: Number.POSITIVE_INFINITY, isAway: false }
const asked: string[] = []
beforeEach(() => {
  Object.assign(server, { file: fileOf('The vision'), tag: 'a', breaksAfter: Number.POSITIVE_INFINITY, isAway: false })
  asked.length = 0
  vi.stubGlobal('fetch', async (_path: string, { method, headers }: RequestInit) => {
    if (server.isAway) throw new TypeError('fetch failed')
    const given = new Headers(headers)
    const range = given.get('if-range') === `"${server.tag}"` ? given.get('range') : null
    asked.push(method === 'HEAD' ? 'HEAD' : (range ?? 'all'))
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    const rest = server.file.slice(from)
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (at >= server.breaksAfter) return controller.error(new TypeError('network error'))
        if (at >= rest.length) return controller.close()
        controller.enqueue(rest.slice(at, at + 10_000))
        at += 10_000
      },
    })
    const said = { 'x-pathlight': '1', etag: `"${server.tag}"`, 'content-length': String(rest.length) }
    return new Response(method === 'HEAD' ? null : body, { status: from > 0 ? 206 : 200, headers: said })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await keptTexts.remove('TST')
})

const keep = async (signal = new AbortController().signal): Promise<Progress[]> => {
  const said: Progress[] = []
  await keepText(
    'TST',
    (head, lines) => ({ head: head.kind, lines: lines.length }),
    (one) => said.push(one),
    signal,
  )
  return said
}
const obadiah = async () => {
  const chapter = await keptChapter({ version: 'tst', book: 'Obadiah', chapter: 1 })
  return chapter !== null && typeof chapter === 'object' ? chapter.verses[0]?.text : chapter
}

describe('keeping a text on the device', () => {
  it('says how far it is, and then the text is read as the server answers it', async () => {
    const said = await keep()
    const size = server.file.length
    expect(said[0]).toEqual({ here: 0, size, preparing: false })
    expect(said.at(-1)).toEqual({ here: size, size, preparing: true })
    expect(said.length).toBeGreaterThan(4)
    const jonah = await keptChapter({ version: 'TST', book: 'Jonah', chapter: 2 })
    expect(jonah).toEqual({
      version: 'TST',
      book: 'Jonah',
      chapter: 2,
      language: 'en',
      direction: 'ltr',
      copyright: null,
      verses: [{ ...verse('Jonah', 2, 3, 'Out of the deep'), verse_id: 32_002_003 }],
      previous: { book: 'Jonah', chapter: 1 },
      next: { book: 'Jonah', chapter: 3 },
    })
    expect(await keptChapter({ version: 'TST', book: 'Jonah', chapter: 4 })).toBe('no such chapter')
    expect(await keptChapter({ version: 'TST', book: 'John', chapter: 1 })).toBe('no such chapter')
    expect(await keptChapter({ version: 'NONE', book: 'Jonah', chapter: 1 })).toBeNull()
    expect(await keptTexts.index('TST')).toEqual({ head: 'version', lines: 3 })
    expect(await keptTexts.allBegun()).toEqual([])
  })

  it('goes on where the connection broke, as often as it breaks', async () => {
    server.breaksAfter = 300_000
    await expect(keep()).rejects.toMatchObject({ why: 'offline' })
    expect(await keptTexts.kept('TST')).toBeUndefined()
    const here = await keptTexts.here('TST')
    expect(here).toBeGreaterThanOrEqual(131_072)
    server.isAway = true
    await expect(keep()).rejects.toMatchObject({ why: 'offline' })
    expect(await keptTexts.here('TST')).toBe(here)
    server.isAway = false
    server.breaksAfter = Number.POSITIVE_INFINITY
    const [first] = await keep()
    expect(first).toEqual({ here, size: server.file.length, preparing: false })
    expect(asked).toEqual(['HEAD', 'all', 'HEAD', `bytes=${here}-`])
    expect(await obadiah()).toBe('The vision')
  })

  it('fetches nothing of a file that another tab has kept meanwhile', async () => {
    await keep()
    expect(await keep()).toEqual([])
    expect(asked).toEqual(['HEAD', 'all', 'HEAD'])
  })

  it('begins anew where the text is another one meanwhile; what was kept is read until then', async () => {
    await keep()
    Object.assign(server, { file: fileOf('Another vision'), tag: 'b', breaksAfter: 300_000 })
    await expect(keep()).rejects.toMatchObject({ why: 'offline' })
    Object.assign(server, { file: fileOf('A third vision'), tag: 'c', breaksAfter: 300_000 })
    await expect(keep()).rejects.toMatchObject({ why: 'offline' })
    expect(await obadiah()).toBe('The vision')
    server.breaksAfter = Number.POSITIVE_INFINITY
    await keep()
    expect(await obadiah()).toBe('A third vision')
    expect((await keptTexts.kept('TST'))?.tag).toBe('c')
  })

  it('leaves no answer of before with its words, in which the service worker would find them first', async () => {
    const at = (path: string) => `https://pathlight.test/api/bible/${path}`
    const borrowed = (from: string) => at(`words?version=KJV&book=${from}&chapter=2&borrow=true`)
    const stay = [at('versions'), at('about?version=TST'), at('chapter?version=KJV&book=Jonah&chapter=2')]
    stay.push(borrowed('HEB'))
    const go = [
      at('chapter?version=TST&book=Jonah&chapter=2'),
      at('words?version=TST&book=Jonah&chapter=2'),
      borrowed('TST'),
    ]
    const answers = new Set([...stay, ...go])
    const cache = {
      keys: async () => [...answers].map((url) => ({ url })),
      match: async ({ url }: { url: string }) =>
        Response.json({ borrowed: { version: new URL(url).searchParams.get('book') } }),
      delete: async ({ url }: { url: string }) => answers.delete(url),
    }
    vi.stubGlobal('caches', { open: async (name: string) => (name === READ_TEXTS ? cache : null) })
    await keep()
    expect([...answers]).toEqual(stay)
  })

  it('keeps nothing of a file that is broken, nor what was kept before any less', async () => {
    await keep()
    Object.assign(server, { file: fileOf('Another vision').slice(0, -20_000), tag: 'b' })
    await expect(keep()).rejects.toMatchObject({ why: 'failed' })
    expect(await obadiah()).toBe('The vision')
    Object.assign(server, { file: fileOf('Another vision'), tag: 'b' })
    await keep()
    expect(await obadiah()).toBe('Another vision')
  })

  it('says that the server lacks it, whose answer to HEAD has no body', async () => {
    const absent = new Response(null, { status: 404, headers: { 'x-pathlight': '1' } })
    vi.stubGlobal('fetch', async () => absent)
    await expect(keep()).rejects.toMatchObject({ why: 'failed' })
  })

  it('says that the device refuses it', async () => {
    vi.spyOn(keptTexts, 'addPart').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    await expect(keep()).rejects.toMatchObject({ why: 'refused' })
    vi.restoreAllMocks()
    vi.spyOn(keptTexts, 'keep').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    await expect(keep()).rejects.toMatchObject({ why: 'refused' })
    expect(await keptTexts.kept('TST')).toBeUndefined()
  })

  it('is taken off as a whole', async () => {
    await keep()
    await keptTexts.remove('TST')
    expect(await obadiah()).toBeNull()
    expect(await keptTexts.allKept()).toEqual([])
  })
})
