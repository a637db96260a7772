import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bibleEnvironment } from '@pathlight/bible-library/bible-settings.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { openBible } from '@pathlight/bible-library/open-bible.ts'
import { removeVersion } from '@pathlight/bible-library/remove-version.ts'
import { openWords } from '@pathlight/bible-library/words/open-words.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bibleRoutes } from './bible-routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'pathlight-bible-routes-'))
const file = join(folder, 'bibles.sqlite')
beforeAll(() => copyBuiltLibrary(file))
afterAll(() => rmSync(folder, { recursive: true }))

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server with the calls about Bible texts, on a library with KJV, ASV and WEB. */
const bibleServer = async (environment: Record<string, string> = {}): Promise<FastifyInstance> => {
  const app = await serverAlone()
  const library = openLibrary(file)
  const bible = openBible(library, bibleEnvironment.parse({ DAILY_VERSE_URL: 'off', ...environment }))
  await app.register((part) =>
    bibleRoutes(part, bible, {
      operatorToken: null,
      sessions: { find: async () => null },
      isAdmin: async () => false,
      recordDeed: async () => undefined,
      shareText: async () => undefined,
      useOf: async () => ({ people: 0, items: 0 }),
    }),
  )
  closing.push(async () => library.close())
  closing.push(() => app.close())
  return app
}

/** An HTTP server on loopback in place of a third party. */
const stub = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const jsonAnswer =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const get = async (app: FastifyInstance, url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url: encodeURI(url), headers })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() }
}

describe('GET /api/bible/chapter', () => {
  it('answers a chapter by any name of the book, with what is before and after it', async () => {
    const app = await bibleServer()
    const { status, body } = await get(app, '/api/bible/chapter?version=kjv&book=요한복음&chapter=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: 'KJV',
      book: 'John',
      previous: { book: 'Luke', chapter: 24 },
      next: { book: 'John', chapter: 2 },
    })
    expect(body.verses).toHaveLength(51)
    expect(body.verses[0]).toMatchObject({ verse_id: 43001001, text: expect.stringContaining('In the beginning was') })
  })

  it('ends at both ends of the Bible', async () => {
    const app = await bibleServer()
    const first = await get(app, '/api/bible/chapter?version=WEB&book=Genesis&chapter=1')
    const last = await get(app, '/api/bible/chapter?version=WEB&book=Revelation&chapter=22')
    expect([first.body.previous, last.body.next]).toEqual([null, null])
  })

  it('answers 304 to who has it already', async () => {
    const app = await bibleServer()
    const url = '/api/bible/chapter?version=KJV&book=John&chapter=3'
    const { headers } = await get(app, url)
    const etag = String(headers.etag)
    // The ETag is strong: it does not begin with W/.
    expect(etag).toMatch(/^"/)
    expect(await get(app, url, { 'if-none-match': etag })).toMatchObject({ status: 304, body: null })
    const other = '/api/bible/chapter?version=KJV&book=John&chapter=4'
    expect(await get(app, other, { 'if-none-match': etag })).toMatchObject({ status: 200 })
  })

  it.each([
    ['version=KJV&book=Hezekiah&chapter=1', 404, 'unknown_book', 'There is no book called “Hezekiah”.'],
    ['version=KJV&book=Psalms&chapter=151', 404, 'unknown_chapter', 'Psalms has 150 chapters.'],
    ['version=KJV&book=Psalms&chapter=0', 404, 'unknown_chapter', 'Psalms has 150 chapters.'],
    ['version=KJV&book=Jude&chapter=2', 404, 'unknown_chapter', 'Jude has one chapter.'],
    ['version=KJV&book=John&chapter=-1', 404, 'unknown_chapter', 'John has 21 chapters.'],
    ['version=KJV&book=John&chapter=three', 400, 'invalid', 'A chapter is a whole number.'],
    ['version=KJV&book=John&chapter=1.5', 400, 'invalid', 'A chapter is a whole number.'],
    ['version=KJV&book=John&chapter=0x3', 400, 'invalid', 'A chapter is a whole number.'],
    ['version=KJV&book=John&chapter=', 400, 'invalid', 'A chapter is a whole number.'],
    ['version=KJV&book=John&chapter=1e300', 400, 'invalid', 'A chapter is a whole number.'],
    ['version=XYZ&book=John&chapter=1', 404, 'unknown_version', 'There is no version called “XYZ”.'],
    ['book=John&chapter=1', 400, 'invalid', 'Which version?'],
    [`version=${'K'.repeat(21)}&book=John&chapter=1`, 400, 'invalid', 'There is no such version.'],
  ])('refuses %s in words', async (query, status, code, message) => {
    const answer = await get(await bibleServer(), `/api/bible/chapter?${query}`)
    expect(answer).toMatchObject({ status, body: { code, message } })
  })

  it('says what would bring a version that is not here', async () => {
    const { status, body } = await get(await bibleServer(), '/api/bible/chapter?version=ESV&book=John&chapter=1')
    expect(status).toBe(404)
    expect(body.code).toBe('version_not_here')
    expect(body.message).toContain('ESV_API_KEY')
  })
})

describe('a version of a remote service', () => {
  const esv = jsonAnswer({
    passages: ['<p><b class="chapter-num" id="v43011001-1">11:1</b>Now a certain man was ill.</p>'],
  })

  it('is read with its copyright, and asked for once', async () => {
    let calls = 0
    const base = await stub((request, response) => {
      calls++
      esv(request, response)
    })
    const app = await bibleServer({ ESV_API_KEY: 'k', ESV_API_URL: base })
    const url = '/api/bible/chapter?version=ESV&book=John&chapter=11'
    const both = await Promise.all([get(app, url), get(app, url)])
    for (const { status, body } of [...both, await get(app, url)]) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ version: 'ESV', verses: [{ text: 'Now a certain man was ill.' }] })
      expect(body.copyright).toContain('Crossway')
    }
    expect(calls).toBe(1)
    const { body } = await get(app, '/api/bible/versions')
    expect(body.default).toBe('ESV')
    expect(body.versions.find(({ code }: { code: string }) => code === 'ESV')).toMatchObject({
      source: 'remote',
      available: true,
      hint: null,
    })
  })

  it('fails in words while it is down, and everything else goes on', async () => {
    const base = await stub(jsonAnswer({}, 500))
    const app = await bibleServer({ ESV_API_KEY: 'k', ESV_API_URL: base })
    const answer = await get(app, '/api/bible/chapter?version=ESV&book=John&chapter=11')
    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'provider_failed', message: 'The ESV API cannot be reached right now. Please try again later.' },
    })
    expect((await get(app, '/api/bible/chapter?version=KJV&book=John&chapter=11')).status).toBe(200)
  })

  it('may be our own external call on another server', async () => {
    const other = await bibleServer()
    const base = await other.listen({ port: 0, host: '127.0.0.1' })
    const app = await bibleServer({ BIBLE_SERVICE_URL: base, BIBLE_SERVICE_VERSIONS: 'esv, KJV' })
    const missing = await get(app, '/api/bible/chapter?version=ESV&book=John&chapter=3')
    expect(missing).toMatchObject({ status: 404, body: { message: expect.stringContaining('ESV_API_KEY') } })
  })
})

describe('GET /api/bible/versions', () => {
  it('lists what is here first, then what would be, and a default that can be read', async () => {
    const { body } = await get(await bibleServer(), '/api/bible/versions')
    const codes = body.versions.map(({ code }: { code: string }) => code)
    expect(codes.slice(0, 3).toSorted()).toEqual(['ASV', 'KJV', 'WEB'])
    expect(codes).toEqual(expect.arrayContaining(['KRV', 'ESV', 'NIV', 'NLT']))
    expect(body.versions.find(({ code }: { code: string }) => code === 'NIV')).toMatchObject({ available: false })
    expect(body.default).toBe('KJV')
  })
})

describe('GET /api/search', () => {
  it('answers the specification’s list, a section title in angle brackets', async () => {
    const text = join(folder, 'titled.usfm')
    writeFileSync(text, '\\id RUT\n\\c 1\n\\s1 Naomi\n\\p\n\\v 1 Now it came to pass.\n\\v 2 And the name.\n')
    await importBible({ library: file, path: text, code: 'TTL', language: 'en', partial: true })
    const { status, body } = await get(await bibleServer(), '/api/search?book=Ruth&chapter=1&version=TTL')
    expect(status).toBe(200)
    expect(body).toEqual([
      { version: 'TTL', book: 'Ruth', chapter: 1, verse: 1, verse_id: 8001001, text: '<Naomi> Now it came to pass.' },
      { version: 'TTL', book: 'Ruth', chapter: 1, verse: 2, verse_id: 8001002, text: 'And the name.' },
    ])
  })

  it('carries a message when it fails', async () => {
    const answer = await get(await bibleServer(), '/api/search?book=Ruth&chapter=9&version=KJV')
    expect(answer).toMatchObject({ status: 404, body: { message: 'Ruth has 4 chapters.' } })
  })
})

describe('a search', () => {
  it('answers the specification’s list, best first', async () => {
    const { body } = await get(await bibleServer(), '/api/bible/search?query=Jesus wept')
    expect(body.length).toBeLessThanOrEqual(100)
    expect(Object.keys(body[0])).toEqual(['id', 'book', 'chapter', 'verse', 'version', 'text'])
    const places = body.slice(0, 3).map(({ id, text }: { id: number; text: string }) => [id, text])
    expect(places).toEqual(Array(3).fill([43011035, 'Jesus wept.']))
  })

  it('comes in pages with counts, each hit once', async () => {
    const app = await bibleServer()
    const url = '/api/bible/find?query=maranatha shepherd&version=kjv,WEB&book=Psalms&limit=2'
    expect((await get(app, url)).body).toMatchObject({ total: 0, hits: [], next: null })
    const seen: number[] = []
    let after = ''
    do {
      const { status, body } = await get(app, `/api/bible/find?query=shepherd&version=KJV&limit=7&after=${after}`)
      expect(status).toBe(200)
      expect(body.total).toBe(74)
      seen.push(...body.hits.map(({ id }: { id: number }) => id))
      after = body.next ?? ''
    } while (after !== '')
    expect(new Set(seen).size).toBe(74)
    expect(seen).toHaveLength(74)
  })

  it.each([
    ['search?query=', 400, 'empty_query'],
    ['search?query=%20%20', 400, 'empty_query'],
    ['search', 400, 'invalid'],
    [`find?query=${'a'.repeat(201)}`, 400, 'query_too_long'],
    ['find?query=God&after=nonsense', 400, 'bad_cursor'],
    ['find?query=God&limit=0', 400, 'invalid'],
    ['find?query=God&limit=101', 400, 'invalid'],
    ['find?query=God&book=Hezekiah', 404, 'unknown_book'],
    ['find?query=God&version=XYZ', 404, 'unknown_version'],
    ['find?query=God&version=ESV', 404, 'version_not_here'],
  ])('refuses %s in words', async (call, status, code) => {
    const app = await bibleServer()
    const answer = await app.inject(`/api/bible/${call}`)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.json().message).toMatch(/[.?]$/)
  })
})

describe('GET /api/bible/reference', () => {
  it('answers the references of a text', async () => {
    const { body } = await get(await bibleServer(), '/api/bible/reference?text=요 3:16; Ps 23')
    expect(body).toEqual({
      references: [
        { book: 'John', chapter: 3, verse: 16, endChapter: 3, endVerse: 16 },
        { book: 'Psalms', chapter: 23, verse: null, endChapter: 23, endVerse: null },
      ],
      truncated: false,
    })
  })

  it('explains what is wrong', async () => {
    const answer = await get(await bibleServer(), '/api/bible/reference?text=John 3:99')
    expect(answer).toMatchObject({ status: 400, body: { code: 'no_such_verse', message: 'John 3 has 36 verses.' } })
  })
})

describe('GET /api/bible/about', () => {
  it('says what is to be said about a text', async () => {
    const { status, body } = await get(await bibleServer(), '/api/bible/about?version=web')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: 'WEB',
      licence: expect.stringContaining('Public domain'),
      from: { kind: 'built-in' },
      counts: { books: 66, chapters: 1189, verses: 31_098 },
      numbering: { scheme: 'byz', exceptions: [] },
      odd: [],
    })
    expect(body.leftOut).toEqual([42_017_036, 44_008_037, 44_015_034, 44_024_007])
    expect(body.books.find(({ book }: { book: string }) => book === 'Jude')).toEqual({
      book: 'Jude',
      chapters: 1,
      verses: 25,
      expected: 25,
    })
  })

  it('says what was odd about its source', async () => {
    const text = join(folder, 'odd.usfm')
    writeFileSync(text, '\\id JUD\n\\c 1\n\\p\n\\v 1... Jude\n\\v 2-3 Mercy\n')
    await importBible({ library: file, path: text, code: 'ODD', language: 'en' })
    const { body } = await get(await bibleServer(), '/api/bible/about?version=ODD')
    expect(body).toMatchObject({
      format: 'USFM',
      from: { kind: 'file', name: 'odd.usfm' },
      counts: { books: 1, chapters: 1, verses: 2 },
      leftOutTotal: 22,
      odd: [{ kind: 'number_read', file: 'odd.usfm', line: 4 }, { kind: 'chapter_ends_early' }],
      oddTotal: 2,
    })
  })

  it.each([
    ['XYZ', 'unknown_version', undefined],
    ['krv', 'version_not_here', { name: 'Korean Revised Version', command: 'npm run bible -- add KRV' }],
    ['bsb', 'version_not_here', { name: 'Berean Standard Bible', command: 'npm run bible -- add BSB' }],
  ])('refuses %s in words', async (version, code, params) => {
    const app = await bibleServer()
    for (const path of ['about?', 'chapter?book=John&chapter=3&']) {
      const answer = await get(app, `/api/bible/${path}version=${version}`)
      expect(answer).toMatchObject({ status: 404, body: { code, ...(params && { params }) } })
    }
  })
})

describe('GET /api/bible/cross-references', () => {
  it('says what would bring them, and refuses what is no verse', async () => {
    const app = await bibleServer()
    const { status, headers, body } = await get(
      app,
      '/api/bible/cross-references?book=요&chapter=3&verse=16&version=KJV',
    )
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ available: false, references: [] })
    for (const query of ['book=John&chapter=3&verse=x', 'book=John&chapter=3&verse=-1', 'book=John&chapter=3'])
      expect((await get(app, `/api/bible/cross-references?${query}`)).status).toBe(400)
    expect((await get(app, '/api/bible/cross-references?book=John&chapter=30&verse=1')).status).toBe(404)
  })
})

describe('GET /api/bible/words', () => {
  it('gives the words beneath a chapter at their places, to be kept until they change', async () => {
    const app = await bibleServer()
    const { status, headers, body } = await get(app, '/api/bible/words?version=kjv&book=요&chapter=1')
    expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache'])
    expect(body).toMatchObject({
      ...{ version: 'KJV', book: 'John', chapter: 1 },
      source: { name: expect.stringContaining('Strong'), licence: 'Public domain' },
    })
    const chapter = await get(app, '/api/bible/chapter?version=KJV&book=John&chapter=1')
    const [{ text }] = chapter.body.verses
    const [word] = body.verses[1].filter(({ strongs }: { strongs: string[] }) => strongs.includes('G3056'))
    expect([text.slice(word.start, word.end), word.original, word.transliteration]).toEqual(['Word', 'λόγος', 'lógos'])
    const again = await app.inject({
      url: '/api/bible/words?version=KJV&book=John&chapter=1',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('gives them the parsing of a Greek text that is here, and says which', async () => {
    const path = join(folder, 'greek.txt')
    writeFileSync(path, '040316 V- 3AAI-S-- ἠγάπησεν ἠγάπησεν ἠγάπησε(ν) ἀγαπάω')
    const app = await bibleServer()
    const url = '/api/bible/words?version=KJV&book=John&chapter=3'
    const before = await get(app, url)
    expect(before.body).not.toHaveProperty('parsing')
    await importBible({ library: file, path, code: 'SBLG' })
    try {
      const { headers, body } = await get(app, url, { 'if-none-match': String(before.headers.etag) })
      expect(body.verses[16]).toContainEqual(expect.objectContaining({ strongs: ['G25'], morph: 'V- 3AAI-S--' }))
      expect(body.parsing.licence).toContain('MorphGNT')
      expect(headers.etag).not.toBe(before.headers.etag)
    } finally {
      removeVersion(file, 'SBLG')
    }
  })

  it('lends them to a text that has none, if it asks', async () => {
    const app = await bibleServer()
    const { status, headers, body } = await get(app, '/api/bible/words?version=ASV&book=John&chapter=3&borrow=true')
    expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache'])
    expect(body).toMatchObject({ version: 'ASV', verses: {}, borrowed: { version: 'KJV', language: 'en' } })
    expect(body.borrowed.verses[16]).toContainEqual({
      ...{ text: 'loved', strongs: ['G25'], original: 'ἀγαπάω', transliteration: 'agapáō', gloss: 'to love' },
    })
    const own = await get(app, '/api/bible/words?version=KJV&book=John&chapter=3&borrow=true')
    expect(own.body).not.toHaveProperty('borrowed')
  })

  it('lends them to a chapter that has none, of a text that has some elsewhere', async () => {
    const path = join(folder, 'some.usfm')
    const [said, unsaid] = ['\\v 1 In the \\w Word|strong="G3056"\\w*', '\\v 16 For God so loved']
    writeFileSync(path, `\\id JHN\n\\c 1\n\\p\n${said}\n\\c 3\n\\p\n${unsaid}`)
    await importBible({ library: file, path, code: 'SOME', language: 'en' })
    try {
      const url = '/api/bible/words?version=SOME&book=John&chapter'
      const app = await bibleServer()
      expect((await get(app, `${url}=1&borrow=true`)).body).not.toHaveProperty('borrowed')
      expect((await get(app, `${url}=3&borrow=true`)).body).toMatchObject({ verses: {}, borrowed: { version: 'KJV' } })
      expect((await get(app, `${url}=3`)).body).not.toHaveProperty('borrowed')
    } finally {
      removeVersion(file, 'SOME')
    }
  })

  it.each([
    ['version=ASV&book=John&chapter=1', 404, 'no_words'],
    ['version=ASV&book=John&chapter=1&borrow=false', 404, 'no_words'],
    ['version=ASV&book=John&chapter=1&borrow=x', 400, undefined],
    ['version=ABC&book=John&chapter=1', 404, 'unknown_version'],
    ['version=KRV&book=John&chapter=1', 404, 'version_not_here'],
    ['version=KJV&book=John&chapter=22', 404, undefined],
    ['version=KJV&book=Jon%00&chapter=1', 404, undefined],
    ['version=KJV&book=John&chapter=x', 400, undefined],
    ['version=KJV&book=John', 400, undefined],
  ])('refuses %s', async (query, expected, code) => {
    const { status, body } = await get(await bibleServer(), `/api/bible/words?${query}`)
    expect([status, code && body.code]).toEqual([expected, code])
  })
})

describe('GET /api/lexicon/{strongs}', () => {
  it.each(['G26', 'g0026'])('says what there is of %s, and how often the first text has it', async (strongs) => {
    const { status, body } = await get(await bibleServer(), `/api/lexicon/${strongs}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ strongs: 'G26', language: 'grc', original: 'ἀγάπη', transliteration: 'agápē', pronunciation: "ag-ah'-pay" },
      ...{
        gloss: 'love',
        gloss_ko: null,
        definition: 'love, i.e. affection or benevolence; specially (plural) a love-feast',
      },
      occurrences: 117,
      source: { name: expect.stringContaining('Strong'), licence: 'CC BY-SA' },
    })
  })

  it('counts in the text that is read, and has no count where a text has no words', async () => {
    const app = await bibleServer()
    const countIn = async (version: string) => (await get(app, `/api/lexicon/G25?version=${version}`)).body.occurrences
    const inWords = (version: string) => {
      const library = openLibrary(file)
      const { ofChapter } = openWords(library)
      const all = library
        .version(version)
        ?.books.flatMap((book) =>
          Array.from({ length: 150 }, (_, at) =>
            [...(ofChapter(version, book, at + 1)?.verses.values() ?? [])].flat(2),
          ),
        )
      library.close()
      return all?.flat().filter(({ strongs }) => strongs.includes('G25')).length
    }
    for (const version of ['KJV', 'WEB']) expect(await countIn(version)).toBe(inWords(version))
    expect(await countIn('web')).not.toBe(await countIn('KJV'))
    expect(await countIn('ASV')).toBeNull()
    expect(await countIn('XYZ')).toBeNull()
  })

  it('is kept until it changes', async () => {
    const app = await bibleServer()
    const { headers } = await get(app, '/api/lexicon/G25?version=KJV')
    expect(headers['cache-control']).toBe('public, no-cache')
    const known = { 'if-none-match': String(headers.etag) }
    expect(await get(app, '/api/lexicon/G25?version=KJV', known)).toMatchObject({ status: 304, body: null })
    expect(await get(app, '/api/lexicon/G25?version=WEB', known)).toMatchObject({ status: 200 })
  })

  it.each(['G0', 'G9999', 'A1', 'G26x1', '%00', 'x'.repeat(21)])('refuses %s', async (strongs) => {
    expect([400, 404]).toContain((await get(await bibleServer(), `/api/lexicon/${strongs}`)).status)
  })
})

describe('a search for a word of the original', () => {
  it('finds each place where it stands, with what stands for it marked', async () => {
    const app = await bibleServer()
    const { body } = await get(app, '/api/bible/find?query=strong:G25 world&version=KJV&book=John')
    const [hit] = body.hits.filter(
      ({ chapter, verse }: { chapter: number; verse: number }) => chapter === 3 && verse === 16,
    )
    const [{ text, marks }] = hit.texts
    expect(marks.map(([start, end]: [number, number]) => text.slice(start, end))).toEqual(['loved', 'world'])
    const asSpecified = await get(app, '/api/bible/search?query=strong:G25 world')
    expect(asSpecified.status).toBe(200)
  })

  it('is combined with operators, and says what it cannot understand', async () => {
    const app = await bibleServer()
    const { body } = await get(app, '/api/bible/find?query=strong:G25 near/2 world in:요&version=KJV')
    expect(body).toMatchObject({ malformed: null, books: [{ book: 'John', count: body.total }] })
    expect(body.hits.map(({ id }: { id: number }) => id)).toContain(43_003_016)
    const either = await get(app, '/api/bible/find?query=strong:G25 OR strong:G26 in:1John&version=KJV')
    expect(either.body.total).toBeGreaterThan(15)
    const malformed = await get(app, '/api/bible/find?query=love near/0 god')
    expect(malformed.body).toMatchObject({ total: 0, malformed: { code: 'near_distance', params: { most: 50 } } })
    const asSpecified = await get(app, '/api/bible/search?query=love OR')
    expect([asSpecified.status, asSpecified.body.code]).toEqual([400, 'malformed_query'])
  })
})

describe('GET /api/bible/pack', () => {
  const ask = (
    app: FastifyInstance,
    query: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) => app.inject({ method, url: `/api/bible/pack?${query}`, headers })

  it('says how large a version is, gives it, and gives the rest to a browser that has a part of it', async () => {
    const app = await bibleServer()
    const head = await ask(app, 'version=kjv', {}, 'HEAD')
    const etag = String(head.headers.etag)
    const size = Number(head.headers['content-length'])
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect(size).toBeGreaterThan(1_000_000)
    expect(size).toBeLessThanOrEqual(1_500_000)
    const all = await ask(app, 'version=KJV', { 'accept-encoding': 'br, gzip' })
    expect([all.statusCode, all.headers.etag, all.headers['content-encoding']]).toEqual([200, etag, undefined])
    expect(all.headers['cache-control']).toBe('public, no-cache')
    expect(all.rawPayload).toHaveLength(size)
    const rest = await ask(app, 'version=KJV', { range: 'bytes=1000000-', 'if-range': etag })
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 1000000-${size - 1}/${size}`])
    expect(rest.rawPayload.equals(all.rawPayload.subarray(1_000_000))).toBe(true)
    const part = await ask(app, 'version=KJV', { range: 'bytes=10-19' })
    expect(part.rawPayload.equals(all.rawPayload.subarray(10, 20))).toBe(true)
    // If-Range names another file, so the answer is the whole file.
    const other = await ask(app, 'version=KJV', { range: 'bytes=1000000-', 'if-range': '"another"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, size])
    expect((await ask(app, 'version=KJV', { 'if-none-match': etag })).statusCode).toBe(304)
    const named = await ask(app, `version=KJV&tag=${etag.slice(1, -1)}`)
    expect(named.headers['cache-control']).toContain('immutable')
  })

  it('refuses what is not here, and a part that there is not', async () => {
    const app = await bibleServer()
    expect((await ask(app, 'version=KJV', { range: 'bytes=9000000-' })).statusCode).toBe(416)
    // A Range that is not valid, or that the server does not support, is ignored (RFC 9110).
    for (const range of ['bytes=5-2', 'bytes=-5', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=x'])
      expect((await ask(app, 'version=KJV', { range })).statusCode).toBe(200)
    for (const [query, code] of [
      ['version=ESV', 'version_not_here'],
      ['version=NONE', 'unknown_version'],
      ['version=cross-references', 'not_here'],
    ] as const) {
      const answer = await ask(app, query)
      expect([answer.statusCode, answer.json().code]).toEqual([404, code])
    }
    expect((await ask(app, '')).statusCode).toBe(400)
  })
})

describe('whatever a guest asks for', () => {
  const longest = (unit: string, length: number) => encodeURIComponent(unit.repeat(length).slice(0, length))

  it.each([
    ['/api/bible/reference?text=', '요(', 240],
    ['/api/bible/reference?text=', '요(', 500],
    ['/api/bible/reference?text=', '창-계,', 500],
    ['/api/bible/compare?reference=', '요(', 500],
    ['/api/bible/search?query=', '요3(', 199],
    ['/api/bible/search?query=', '창1-계22,', 199],
    ['/api/bible/find?limit=100&query=', '창1-계22,', 199],
    ['/api/bible/find?limit=100&query=', '시119:1,3,5,7,9,', 199],
  ])('is answered, and in less than 1 MB: %s with %s repeated to %i', async (path, unit, length) => {
    // Other tests measure the work of hostile references.
    const base = await (await bibleServer()).listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(base + path + longest(unit, length))
    expect([200, 400]).toContain(answer.status)
    expect(Buffer.byteLength(await answer.text())).toBeLessThan(1_000_000)
  })

  it('is told where not all of it was looked for', async () => {
    const app = await bibleServer()
    const odd = Array.from({ length: 60 }, (_, place) => place * 2 + 1)
    const list = `시119:${odd.slice(0, 60)};78:${odd.slice(0, 36)};89:${odd.slice(0, 26)}`
    const { body } = await get(app, `/api/bible/reference?text=${list}`)
    expect(body).toMatchObject({ references: { length: 100 }, truncated: true })
    const short = await get(app, '/api/bible/find?query=창1-계22,창1-계22&limit=1')
    expect(short.body).toMatchObject({ truncated: false, total: 31_102 })
    expect(short.body.versions).toContainEqual({ version: 'WEB', count: 31_098 })
  })
})

describe('a comparison', () => {
  type Result = { version: string; text: string | null; message: string | null; source: string | null }
  const result = (body: { results: Result[] }, version: string) => body.results.find((one) => one.version === version)

  it('shows 20 translations, those that are here with their text', async () => {
    const { body } = await get(await bibleServer(), '/api/bible/compare?reference=요 11:35')
    expect(body.reference).toBe('John 11:35')
    expect(body.results).toHaveLength(20)
    for (const code of ['KJV', 'ASV', 'WEB'])
      expect(result(body, code)).toMatchObject({ text: 'Jesus wept.', source: 'library', message: null })
    expect(result(body, 'NKJV')).toMatchObject({ text: null, message: 'No verse available', source: null })
    expect(body.message).toBeNull()
  })

  it('takes the rest from a provider with the specification’s call, and 400 for a missing verse', async () => {
    const asked: string[] = []
    const base = await stub((request, response) => {
      asked.push(`${request.headers['api-key']} ${decodeURIComponent(request.url ?? '')}`)
      const missing = request.url?.includes('a81b73293d3080c9-01') === true
      jsonAnswer({ data: [{ content: '<p>Jesus cried.</p>' }] }, missing ? 400 : 200)(request, response)
    })
    const app = await bibleServer({ BIBLE_PROVIDER_URL: base, API_BIBLE_KEY: 'k', API_BIBLE_URL: base })
    const { body } = await get(app, '/api/bible/compare?reference=John 11:35')
    expect(asked).toContain('k /bibles/63097d2a0a2f7db3-01/passages?reference=John+11:35')
    expect(result(body, 'NKJV')).toMatchObject({ text: 'Jesus cried.', source: 'remote', message: null })
    expect(result(body, 'AMP')).toMatchObject({ text: null, message: 'No verse available' })
    const before = asked.length
    await get(app, '/api/bible/compare?reference=John 11:35')
    // Verses that were found are cached. Only two may be requested again: the AMP, which has no verse here, and the
    // NIV, which is requested as a chapter.
    expect(asked.length - before).toBeLessThanOrEqual(2)
  })

  it('shows what was found beside a failure', async () => {
    const base = await stub(jsonAnswer({}, 500))
    const app = await bibleServer({ BIBLE_PROVIDER_URL: base })
    const { status, body } = await get(app, '/api/bible/compare?reference=John 11:35')
    expect(status).toBe(200)
    expect(body.message).toBe('Failed to fetch the verse. Please try again.')
    expect(result(body, 'KJV')?.text).toBe('Jesus wept.')
    expect(result(body, 'NKJV')?.message).toBe('Failed to fetch the verse. Please try again.')
  })

  it('says at once what is here, and which of the others are worth asking, one by one', async () => {
    const asked: string[] = []
    const base = await stub((request, response) => {
      asked.push(decodeURIComponent(request.url ?? ''))
      jsonAnswer({ data: [{ content: '<p>Jesus cried.</p>' }] })(request, response)
    })
    const app = await bibleServer({ BIBLE_PROVIDER_URL: base })
    const here = await get(app, '/api/bible/compare?reference=John 11:35&from=library')
    expect(asked).toEqual([])
    expect(here.body).toMatchObject({ reference: 'John 11:35', passage: { book: 'John', chapter: 11, verse: 35 } })
    const verses = [{ chapter: 11, verse: 35, text: 'Jesus wept.' }]
    expect(result(here.body, 'KJV')).toMatchObject({ text: 'Jesus wept.', verses, pending: false })
    expect(result(here.body, 'NKJV')).toMatchObject({ text: null, message: null, pending: true })
    const one = await get(app, '/api/bible/compare?reference=John 11:35&version=nkjv')
    expect(one.body.results).toMatchObject([{ version: 'NKJV', text: 'Jesus cried.', pending: false }])
    expect(asked).toHaveLength(1)
    const others = await app.inject('/api/bible/compare/others?reference=John%2011:35')
    const lines = others.body.trimEnd().split('\n')
    const pending = here.body.results.filter((one: { pending: boolean }) => one.pending)
    expect(lines.map((line) => JSON.parse(line).version).toSorted()).toEqual(
      pending.map(({ version }: Result) => version).toSorted(),
    )
    const none = await get(app, '/api/bible/compare?reference=John 11:35&version=XYZ')
    expect(none).toMatchObject({ status: 404, body: { code: 'unknown_version' } })
  })

  it('sends each of the others as it comes, and waits for none', async () => {
    const held: (() => void)[] = []
    const base = await stub((request, response) => {
      const answer = () => jsonAnswer({ data: [{ content: '<p>Jesus cried.</p>' }] })(request, response)
      if (request.url?.includes('63097d2a0a2f7db3-01')) answer()
      else held.push(answer)
    })
    const app = await bibleServer({ BIBLE_PROVIDER_URL: base })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${address}/api/bible/compare/others?reference=John+11:35`)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader?.read()
    expect(JSON.parse(first?.value ?? '')).toMatchObject({ version: 'NKJV', text: 'Jesus cried.' })
    for (const send of held) send()
    let rest = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value
    expect(rest.trimEnd().split('\n')).toHaveLength(held.length)
  })

  it('compares every version that is in the library, without any service', async () => {
    const list = join(folder, 'translations.json')
    writeFileSync(list, JSON.stringify([{ code: 'KJV', name: 'King James Version', bibleId: 'x' }]))
    const app = await bibleServer({ COMPARE_TRANSLATIONS_FILE: list })
    const { body } = await get(app, '/api/bible/compare?reference=John 3:16-17&from=library')
    for (const version of ['KJV', 'ASV', 'WEB'])
      expect(result(body, version)).toMatchObject({ verses: [{ verse: 16 }, { verse: 17 }], pending: false })
    expect(body.results[0].version).toBe('KJV')
  })

  it('goes over the end of a chapter, up to 20 verses', async () => {
    const { body } = await get(await bibleServer(), '/api/bible/compare?reference=John 3:36-4:2&from=library')
    const kjv = body.results.find(({ version }: Result) => version === 'KJV')
    expect(kjv.verses.map((one: { chapter: number; verse: number }) => `${one.chapter}:${one.verse}`)).toEqual([
      '3:36',
      '4:1',
      '4:2',
    ])
    expect((await get(await bibleServer(), '/api/bible/compare?reference=John 3:17-36&from=library')).status).toBe(200)
  })

  it('asks licensed services for no more than 600 texts a minute', async () => {
    // The clock stands still, so that the minute of the limit does not end during the test.
    vi.useFakeTimers({ toFake: ['performance'] })
    const app = await bibleServer()
    const statuses: number[] = []
    for (let call = 0; call < 31; call += 1)
      statuses.push((await get(app, '/api/bible/compare?reference=John 11:35')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect((await get(app, '/api/bible/compare?reference=John 11:35&version=KJV')).status).toBe(429)
    expect((await get(app, '/api/bible/compare?reference=John 11:35&from=library')).status).toBe(200)
  })

  it.each([
    ['', 'No verses found. Please enter a verse to compare translations.'],
    ['   ', 'No verses found. Please enter a verse to compare translations.'],
    ['Psalm 119', 'A comparison holds at most 20 verses.'],
    ['John 3:16-36', 'A comparison holds at most 20 verses.'],
    ['John 3:99', 'John 3 has 36 verses.'],
  ])('refuses “%s” in words', async (reference, message) => {
    const answer = await get(await bibleServer(), `/api/bible/compare?reference=${reference}`)
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })
})

describe('the verse of the day', () => {
  const today = '2026-11-23'
  // The clock stands still at noon, so that no midnight comes while a test runs.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T12:00:00Z`) }))

  it('is the same for a date, every day of a leap year, in a text that is here', async () => {
    const app = await bibleServer()
    const seen = new Set<string>()
    for (let day = 0; day < 366; day++) {
      const date = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10)
      const { status, body } = await get(app, `/api/bible/daily?date=${date}&version=WEB`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ date, version: 'WEB', source: 'list' })
      expect(body.text).not.toBe('')
      seen.add(body.reference)
    }
    expect(seen.size).toBe(366)
  })

  it('is OurManna’s reference, in our text, asked for once a day', async () => {
    let calls = 0
    const base = await stub((request, response) => {
      calls++
      expect(request.url).toBe('/api/v1/get?format=json&order=daily')
      jsonAnswer({ verse: { details: { text: 'Another text.', reference: 'John 11:35', version: 'NIV' } } })(
        request,
        response,
      )
    })
    const app = await bibleServer({ DAILY_VERSE_URL: base })
    const [{ body }] = await Promise.all([get(app, '/api/bible/daily'), get(app, '/api/bible/daily?version=WEB')])
    expect(body).toMatchObject({ date: today, source: 'ourmanna', reference: 'John 11:35', text: 'Jesus wept.' })
    await get(app, '/api/bible/daily?version=ASV')
    expect(calls).toBe(1)
    const other = await get(app, '/api/bible/daily?date=2020-02-29')
    expect(other.body.source).toBe('list')
  })

  it.each([
    ['is down', jsonAnswer({}, 500)],
    ['answers nonsense', jsonAnswer({ verse: { details: { reference: 'Hezekiah 1:1' } } })],
    ['answers no JSON', ((_request, response) => response.end('<html>')) as RequestListener],
    ['does not answer in time', (() => {}) as RequestListener],
  ])('is our own when OurManna %s', async (_what, listener) => {
    const app = await bibleServer({ DAILY_VERSE_URL: await stub(listener) })
    const { status, body } = await get(app, '/api/bible/daily')
    expect(status).toBe(200)
    expect(body).toMatchObject({ date: today, source: 'list' })
  })

  it('refuses a date that is none', async () => {
    const answer = await get(await bibleServer(), '/api/bible/daily?date=2026-02-30')
    expect(answer).toMatchObject({ status: 400, body: { message: 'A date is written 2026-01-31.' } })
  })
})
