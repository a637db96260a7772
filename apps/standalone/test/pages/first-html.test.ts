import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { bibleEnvironment } from '@pathlight/bible-library/bible-settings.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { type Library, openLibrary } from '@pathlight/bible-library/library.ts'
import { openBible } from '@pathlight/bible-library/open-bible.ts'
import { createLogger } from '@pathlight/http/logger.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { openWebApp } from '@pathlight/pages/serve-web.ts'
import { bibleRoutes } from '@pathlight/query/bible/bible-routes.ts'
import { chapterWithin } from '@pathlight/query/bible/get-chapter.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Text that would do harm in a page that did not escape it. */
const HOSTILE = '</script><script>alert(1)</script> <img src=x onerror="alert(2)"> <!-- & " \''
const ORIGIN = 'https://bible.example.org'

/** The dehydrated state of TanStack Query, as far as this test reads it. */
type State = { queries: { queryKey: unknown[]; state: { data: unknown; dataUpdatedAt: number } }[] }

/** A fake share: its id, and the key of its link. */
const SHARED = { id: '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e', key: 'k'.repeat(43) }
/** What the link opens, with texts that would do harm in a page that did not escape them. */
const PAD = {
  ...{ kind: 'pad', name: null, until: '2030-06-30T23:30:00.000Z' },
  item: {
    ...{ title: `With me ${HOSTILE}`, updated_at: '2026-06-30T23:30:00.000Z' },
    entries: [
      { type: 'heading', text: 'In the valley' },
      {
        ...{ type: 'passage', version: 'KJV', verse_id: 43_003_016, end_verse_id: null },
        verses: [{ verse: 16, text: 'For God so loved the world.' }],
      },
      { type: 'text', text: `See **John 3:17** ${HOSTILE}` },
    ],
  },
}
const LONG_KEY = 'l'.repeat(43)
const LONG_PAD = { ...PAD, item: { ...PAD.item, entries: [{ type: 'heading', text: 'In the valley '.repeat(3_000) }] } }

const osis = (verses: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="X" xml:lang="ko"><div type="book" osisID="John">
<chapter osisID="John.3">${verses.map((text, index) => `<verse osisID="John.3.${index + 1}">${text}</verse>`).join('')}</chapter>
</div></osisText></osis>`
const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe('the first HTML of a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-first-html-'))
  let app: FastifyInstance
  let library: Library
  /** The cookies of each call to open a share. */
  const opened: (string | undefined)[] = []
  /** The status with which each call for a daily verse is refused; null: none is refused. */
  let refusedWith: number | null = null
  /**
   * How many texts of the library the test hides from the pages. A test changes this number so that the pages have no
   * cached page or answer for the present texts.
   */
  let hidden = 0
  beforeAll(async () => {
    const file = join(folder, 'bibles.sqlite')
    await copyBuiltLibrary(file)
    const path = join(folder, 'ko.osis.xml')
    writeFileSync(path, osis(['하나님이 세상을 이처럼 사랑하사', inXml(HOSTILE)]))
    await importBible({ library: file, path, code: 'KRV', language: 'ko', partial: true })
    library = openLibrary(file)
    const logger = createLogger('silent')
    const bible = openBible(library, bibleEnvironment.parse({ DAILY_VERSE_URL: 'off' }))
    const web = await openWebApp({
      folder: join(import.meta.dirname, '../../../web/dist'),
      publicUrl: ORIGIN,
      serviceWorker: 'on',
      answerWithin: chapterWithin(bible),
      isAdmin: async () => false,
      texts: () => library.installed().slice(hidden),
      references: bible.references.fingerprint,
      logger,
    })
    app = await serverAlone({ log: logger, publicUrl: ORIGIN, page: web.page })
    await web.serve(app)
    app.addHook('onRequest', async ({ url }, reply) => {
      if (refusedWith === null || !url.startsWith('/api/bible/daily')) return
      return reply.code(refusedWith).send({ code: 'refused', message: 'Please try again later.' })
    })
    app.post<{ Params: { id: string }; Body: { key: string } }>('/api/shared/:id', async (request, reply) => {
      opened.push(request.headers.cookie)
      if (request.params.id === SHARED.id && request.body.key === SHARED.key) return PAD
      if (request.params.id === SHARED.id && request.body.key === LONG_KEY) return LONG_PAD
      return reply.code(404).send({ code: 'shared_nothing', message: 'Nothing is shared under this link.' })
    })
    await app.register((routes) =>
      bibleRoutes(routes, bible, {
        operatorToken: null,
        sessions: { find: async () => null },
        isAdmin: async () => false,
        recordDeed: async () => undefined,
        shareText: async () => undefined,
        useOf: async () => ({ people: 0, items: 0 }),
      }),
    )
  })
  afterAll(async () => {
    await app?.close()
    library?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'en', ...headers } })
    const [, state] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(answer.body) ?? []
    const queries = state === undefined ? null : (JSON.parse(state) as State).queries
    return {
      status: answer.statusCode,
      to: answer.headers.location,
      html: answer.body,
      /** The text of the page without tags. */
      words: answer.body.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, ''),
      head: (name: string) => new RegExp(`<(?:meta|link) [^>]*"${name}"[^>]*>`).exec(answer.body)?.[0],
      state: queries?.map((query): [unknown[], unknown] => [query.queryKey, query.state.data]) ?? null,
      askedAt: queries?.map((query) => query.state.dataUpdatedAt) ?? [],
    }
  }

  it('has every verse of the chapter, its name, and the ways to the chapters beside it', async () => {
    const { status, words, html } = await ask('/bible/KJV/1%20Samuel/3')
    expect(status).toBe(200)
    for (const { text } of library.chapter('KJV', 9, 3)) expect(words).toContain(text.split(/[‘’“”'"&]/)[0])
    expect(html).toContain('<title>1 Samuel 3 (KJV) · Pathlight</title>')
    expect(html).toMatch(
      /<a [^>]*rel="prev"[^>]*href="\/bible\/KJV\/1%20Samuel\/2"|href="\/bible\/KJV\/1%20Samuel\/2"[^>]*rel="prev"/,
    )
    expect(html).toContain('href="/bible/KJV/1%20Samuel/4"')
  })

  it('says what it is to search engines and link previews, once, and where it is in another language', async () => {
    const { head, html } = await ask('/bible/WEB/John/3?utm_source=mail')
    expect(head('canonical')).toContain(`href="${ORIGIN}/bible/WEB/John/3"`)
    expect(head('description')).toContain('Nicodemus')
    expect(head('og:url')).toContain(`${ORIGIN}/bible/WEB/John/3`)
    expect(html).toContain(`<link rel="alternate" hreflang="ko" href="${ORIGIN}/bible/KRV/John/3">`)
    expect(html.match(/<title>/g)).toHaveLength(1)
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'Chapter', url: `${ORIGIN}/bible/WEB/John/3` })
  })

  it('speaks the language that was asked for, around a text that keeps its own', async () => {
    const korean = await ask('/bible/KJV/John/3', { 'accept-language': 'ko-KR' })
    expect(korean.html).toContain('<html lang="ko"')
    expect(korean.html).toContain('<title>요한복음 3장 (KJV) · 길빛</title>')
    expect(korean.html).toMatch(/<article [^>]*lang="en"/)
    expect(korean.html).toMatch(/<button [^>]*class="verse-number" lang="ko"/)
    expect((await ask('/bible/KJV/John/3')).html).toMatch(/<button [^>]*class="verse-number" data-verse="1"/)
    // A client without a language, such as a search engine, gets a Korean text in Korean.
    const unasked = await ask('/bible/KRV/John/3', { 'accept-language': '' })
    expect(unasked.html).toContain('<html lang="ko"')
  })

  it('is in one piece: the browser takes it over at once, and not each part that waits for something', async () => {
    const asking = ['/search?query=Nicodemus', '/version-comparison?reference=John+3:16']
    const shared = '/shared/4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e'
    for (const path of ['/', '/about/explore-pathlight', '/about/who-we-are', '/bible/KJV/John/3', shared, ...asking])
      expect((await ask(path)).html.match(/<!--\$/g), path).toBeNull()
  })

  it('names every file of the first script, so that the browser fetches all of them at once', async () => {
    const { html } = await ask('/bible/KJV/John/3')
    for (const file of ['index', 'react', 'rolldown-runtime'])
      expect(html).toMatch(new RegExp(`<script type="module"[^>]* src="/assets/${file}-`))
  })

  it('names its own stylesheets behind that of every page, which sets the order of the layers', async () => {
    const { html } = await ask('/shared/4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e')
    const sheets = Array.from(html.matchAll(/<link rel="stylesheet"[^>]* href="\/assets\/([\w-]+?)-[\w-]{8}\.css"/g))
    expect(sheets.map(([, name]) => name)).toEqual(['index', expect.any(String), expect.any(String)])
  })

  it('is made from what the calls answer', async () => {
    const { state } = await ask('/bible/KJV/Psalms/3')
    const answers = await Promise.all(
      ['/api/bible/versions', '/api/bible/chapter?version=KJV&book=Psalms&chapter=3'].map((url) => app.inject(url)),
    )
    expect(state?.map(([, data]) => data)).toEqual(answers.map((answer) => answer.json()))
  })

  it('says when that was asked, so that the browser knows how old it is, also of a page that was kept', async () => {
    const began = Date.now()
    const first = await ask('/bible/KJV/Psalms/4')
    const ended = Date.now()
    for (const at of first.askedAt) expect(at >= began && at <= ended).toBe(true)
    await eventually(() => expect(Date.now()).toBeGreaterThan(ended))
    expect((await ask('/bible/KJV/Psalms/4')).askedAt).toEqual(first.askedAt)
  })

  it('is the same for everybody, signed in or not', async () => {
    const guest = await ask('/bible/KJV/John/3')
    const ruth = await ask('/bible/KJV/John/3', { cookie: 'pathlight_session=abc; pathlight_signed_in=1' })
    expect(ruth.html).toBe(guest.html)
    expect((guest.state ?? []).map(([key]) => key[0])).toEqual(['bible', 'bible'])
  })

  it('takes the words of a text for words, whatever they are', async () => {
    const { html, state, head } = await ask('/bible/KRV/John/3')
    expect(html).not.toMatch(/<script>alert|<img src=x/)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(2)&quot;&gt;')
    expect(JSON.stringify(state)).toContain(JSON.stringify(HOSTILE).slice(1, -1))
    expect(head('description')).not.toContain('<script>')
  })

  it('keeps to the content security policy: no style attribute, no script of its own', async () => {
    for (const url of [
      '/',
      '/bible/KJV/Psalms/119',
      '/bible/ESV/John/3',
      '/search?query=faith',
      '/version-comparison?reference=John+3:16',
      '/nowhere',
    ]) {
      const { html } = await ask(url)
      expect(html).not.toMatch(/<[^>]+ style=/)
      expect(html).not.toMatch(/<[^>]+ on[a-z]+=/)
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => String(attributes))
      expect(scripts.filter((one) => !/ src="\//.test(one) && !/type="application\/(ld\+)?json"/.test(one))).toEqual([])
    }
  })

  it.each([
    ['/bible/kjv/jn/3', '/bible/KJV/John/3'],
    ['/bible/KJV/요한복음/3?utm_source=mail', '/bible/KJV/John/3'],
    ['/bible/KJV/John/03', '/bible/KJV/John/3'],
    ['/bible-reading?version=WEB&book=Psalms&chapter=23', '/bible/WEB/Psalms/23'],
    // The address has a new book, and still the chapter of the book that was read before. Jude has one chapter.
    ['/bible-reading?version=WEB&book=Jude&chapter=23', '/bible/WEB/Jude/1'],
  ])('%s has one address: %s', async (url, to) => {
    expect(await ask(encodeURI(url))).toMatchObject({ status: 301, to })
  })

  it.each(['/bible/KJV/John/99', '/bible/KJV/Nowhere/1', '/bible/XYZ/John/3', '/bible/KJV/John/x', '/nowhere'])(
    'of %s says that there is none, and is not for search engines',
    async (url) => {
      const { status, head, html } = await ask(url)
      expect(status).toBe(404)
      expect(head('robots')).toContain('noindex')
      expect(head('canonical')).toBeUndefined()
      expect(html).toContain('<nav')
    },
  )

  it.each(['/shared/4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e', '/shared/cut-off'])(
    'of %s, shared by a link, is not for search engines, and has no navigation',
    async (url) => {
      const { status, head, html } = await ask(url)
      expect(status).toBe(200)
      expect(head('robots')).toContain('noindex')
      expect(head('canonical')).toBeUndefined()
      expect(html).not.toContain('<nav')
    },
  )

  const openShared = (key: string, headers: Record<string, string> = {}) =>
    app.inject({
      ...{ method: 'POST', url: `/shared/${SHARED.id}/words`, payload: { key } },
      headers: { accept: 'text/html', 'accept-language': 'en', 'sec-fetch-site': 'same-origin', ...headers },
    })

  it('of a shared item has its words for who sends the key in a body, opens it once, and is stored nowhere', async () => {
    opened.length = 0
    const { statusCode, body, headers } = await openShared(SHARED.key, { cookie: 'pathlight_session=of-ann' })
    expect(statusCode).toBe(200)
    expect(opened).toEqual(['pathlight_session=of-ann'])
    expect(body).toContain('In the valley')
    expect(body).toContain('For God so loved the world.')
    expect(body).toContain('<strong>John 3:17</strong>')
    expect(body).not.toMatch(/<script>alert|<img src=x|<!--\$/)
    // The HTML has no dates, because the day of a time depends on the time zone of the reader's device. The browser
    // takes over the server's HTML only if it renders the same HTML.
    expect(body.replace(/<script.*?<\/script>/gs, '')).not.toMatch(/2026|2030|<noscript>/)
    expect(body).toContain(' data-rendered')
    const [, state = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(body) ?? []
    const [query] = (JSON.parse(state) as State).queries
    expect([query?.queryKey, query?.state.data]).toEqual([['shared', SHARED.id, SHARED.key], PAD])
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect((await ask(`/shared/${SHARED.id}`)).html).not.toContain('In the valley')
  })

  it('of a long shared item is data alone, because rendering it would hold up others', async () => {
    const { statusCode, body } = await openShared(LONG_KEY)
    expect([statusCode, body.includes('data-rendered')]).toEqual([200, false])
    const [, state = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(body) ?? []
    const [query] = (JSON.parse(state) as State).queries
    expect([query?.queryKey, query?.state.data]).toEqual([['shared', SHARED.id, LONG_KEY], LONG_PAD])
    expect(body.replace(/<script.*?<\/script>/gs, '')).not.toContain('In the valley')
  })

  it('of a shared item is refused as the call is, and to other sites before anything is opened', async () => {
    opened.length = 0
    const wrong = await openShared('x'.repeat(43))
    expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'shared_nothing'])
    const other = await openShared(SHARED.key, { 'sec-fetch-site': 'cross-site' })
    expect(other.statusCode).toBe(403)
    expect(opened).toHaveLength(1)
  })

  it('is kept once for all that is shared by links, so that made-up addresses push no chapter out', async () => {
    const dist = join(import.meta.dirname, '../../../web/dist')
    const { createRenderer } = await import(pathToFileURL(join(dist, 'server/server.js')).href)
    const read = (file: string) => readFileSync(join(dist, 'client', file), 'utf8')
    const renderer = createRenderer(read('index.html'), JSON.parse(read('.vite/manifest.json')))
    const keys = (...addresses: string[]) => new Set(addresses.map((address) => renderer.find(address).key))
    expect(keys('/shared/one', '/shared/two', '/shared/two?a=b')).toEqual(new Set(['/shared/:id']))
    expect(keys('/bible/KJV/John/3', '/bible/KJV/John/4').size).toBe(2)
    expect((await ask('/shared/one')).html).toBe((await ask('/shared/two')).html)
  })

  it('of a version that is not here says what would bring it', async () => {
    const { status, words, head } = await ask('/bible/ESV/John/3')
    expect(status).toBe(200)
    expect(words).toContain('under copyright')
    expect(head('robots')).toContain('noindex')
  })

  it('of the landing page has the verse of each day that it may be where the reader is; the server’s own is seen', async () => {
    const { words, head, html, state } = await ask('/')
    const daily = (await app.inject('/api/bible/daily?language=en')).json()
    const beside = (days: number) => new Date(Date.parse(daily.date) + days * 86_400_000).toISOString().slice(0, 10)
    const dates = [beside(-1), daily.date, beside(1)]
    for (const date of dates) {
      const { text } = (await app.inject(`/api/bible/daily?language=en&date=${date}`)).json()
      expect(words).toContain(text)
    }
    const seen = [...html.matchAll(/<figure data-day="([^"]+)" class="([^"]*)"/g)].map(([, date, look = '']) => [
      date,
      !look.split(' ').includes('invisible'),
    ])
    expect(seen.toSorted()).toEqual(dates.map((date) => [date, date === daily.date]))
    expect(head('canonical')).toContain(`href="${ORIGIN}/"`)
    expect(state?.map(([key]) => key)).toEqual([
      ['bible', 'daily', 'en'],
      ...[dates[0], dates[2]].map((date) => ['bible', 'daily', 'en', { date }]),
      ['bible', 'first-texts'],
    ])
  })

  it.each([
    [429, 1],
    [503, 2],
  ])('that lacks what a call refused with %i is not kept for others', async (status, texts) => {
    const hasVerse = async () => (await ask('/')).html.includes('<figure data-day')
    hidden = texts
    try {
      refusedWith = status
      expect(await hasVerse()).toBe(false)
      refusedWith = null
      expect(await hasVerse()).toBe(true)
    } finally {
      refusedWith = null
      hidden = 0
    }
  })

  it('of a search has what is found, marked, with the ways to narrow it and to go on', async () => {
    const { status, words, html, head, state } = await ask('/search?query=shepherd&version=KJV&utm_source=mail')
    expect(status).toBe(200)
    expect(words).toContain('the good shepherd giveth his life for the sheep')
    expect(html).toContain('<mark>shepherd</mark>')
    expect(html).toMatch(/href="\/bible\/KJV\/John\/10#v11"/)
    expect(html).toMatch(/href="\/search\?query=shepherd&amp;version=KJV&amp;testament=new"/)
    const [, next = ''] = /href="(\/search\?[^"]*after=[^"]*)"/.exec(html) ?? []
    const second = await ask(next.replaceAll('&amp;', '&'))
    expect(second.words).toContain('From the first result on')
    expect(second.words).not.toContain('the good shepherd giveth his life')
    // Search engines must not list search results. They should list the texts.
    expect(head('robots')).toContain('noindex')
    expect(state?.map(([key]) => key[1])).toEqual(['versions', 'search'])
  })

  it('of a search takes what was searched for words, whatever it is', async () => {
    const { status, html } = await ask(`/search?query=${encodeURIComponent(HOSTILE)}`)
    expect(status).toBe(200)
    expect(html).not.toMatch(/<script>alert|<img src=x/)
    expect(html).toContain('&lt;img src=x')
  })

  it('of a search that names a passage leads on a reader without script', async () => {
    const { html } = await ask('/search?query=Jn+3:16')
    expect(html).toContain('content="0; url=/bible/KJV/John/3#v16"')
    // A name that is also a word is searched, and its book is offered.
    expect((await ask('/search?query=Job')).html).toMatch(/<a [^>]*href="\/bible\/KJV\/Job\/1"/)
  })

  it('of a search says why nothing was found, and what would find something', async () => {
    const misspelt = await ask('/search?query=shephard')
    expect(misspelt.words).toContain('Nothing was found for “shephard”.')
    expect(misspelt.html).toMatch(/<a [^>]*href="\/search\?query=shepherd"/)
    const noChapter = await ask('/search?query=요한복음 22장', { 'accept-language': 'ko' })
    expect(noChapter.words).toContain('요한복음은 21장까지 있습니다.')
    expect((await ask('/search?query=faith&version=ESV')).status).toBe(404)
    expect((await ask(`/search?query=${'x'.repeat(201)}`)).words).toContain('too long to search for')
  })

  it('of a comparison has the texts that are here, and its own address', async () => {
    const { status, html, words, head, state } = await ask('/version-comparison?reference=jn+3:16&utm_source=mail')
    expect(status).toBe(200)
    // Each text shows the words that only the first text has, struck through.
    const own = html
      .replace(/<del.*?<\/del>/gs, '')
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
    for (const version of ['KJV', 'ASV', 'WEB']) {
      const [verse] = library.verses(version, 43_003_016, 43_003_016)
      expect(own).toContain(verse?.text)
    }
    expect(words).toContain('17 more translations are not on this server')
    expect(head('canonical')).toContain(`href="${ORIGIN}/version-comparison?reference=John+3%3A16"`)
    expect(state?.map(([key]) => key)).toEqual([['bible', 'compare', 'jn 3:16']])

    const blank = await ask('/version-comparison?reference=+')
    expect(blank.words).toContain('No verses found. Please enter a verse to compare translations.')
    const plain = await ask('/version-comparison', { 'accept-language': 'ko' })
    expect(plain.words).toContain('왜 비교할까요')
    const wrong = await ask('/version-comparison?reference=John+22')
    expect(wrong).toMatchObject({ status: 404 })
    expect(wrong.words).toContain('John has 21 chapters.')
  })

  it('of an address that begins like the name of another host is that of no page of ours', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    for (const url of ['/\\x:99999999/', '/\\[', '/\\example.org', '/\\/bible/KJV/John/3', '/./\\x:99999999/']) {
      // A raw request keeps the address unchanged. `inject` and `fetch` would normalize it.
      const asked = request({ port, path: url, headers: { accept: 'text/html', 'accept-language': 'en' } }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 404, undefined])
      expect(await text(answer)).toContain('<title>This path leads nowhere')
    }
  })

  it('of a page that needs the browser leads on a reader without script', async () => {
    const reading = await ask('/bible-reading')
    expect(reading.html).toMatch(
      /<noscript><meta http-equiv="refresh" content="0; url=\/bible\/KJV\/Genesis\/1"><\/noscript>/,
    )
    const logIn = await ask('/login')
    expect(logIn.status).toBe(200)
    expect(logIn.words).toContain('needs JavaScript')
    expect(logIn.state).toBeNull()
  })
})
