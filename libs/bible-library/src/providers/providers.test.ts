import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findBook } from '@pathlight/scripture/books.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { apiBible, passageText } from './api-bible.ts'
import { bibleService } from './bible-service.ts'
import { esvApi } from './esv-api.ts'
import { nltApi } from './nlt-api.ts'
import { ProviderFailure } from './provider.ts'
import { remoteService } from './remote-service.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** An HTTP server on loopback in place of a service, with the requests that it got. */
const stub = async (answer: Answer) => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, requests, query: (i = 0) => new URL(requests[i]?.url ?? '', base).searchParams }
}
const json =
  (body: unknown, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const html =
  (body: string): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  }

const book = (name: string) => {
  const found = findBook(name)
  if (found === null) throw new Error(name)
  return found
}
const failure = async (call: Promise<unknown>): Promise<ProviderFailure> => {
  const error = await call.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ProviderFailure) return error
  throw error
}

// The form follows api.esv.org/docs/passage-html and answers that users have published.
const ESV_PSALM = `<h3 id="p19023001_01-1">The <span class="divine-name">Lord</span> Is My Shepherd</h3>
<h4 id="p19023001_06-1" class="psalm-title">A Psalm of David.</h4>
<p class="block-indent"><span class="begin-line-group"></span>
<span id="p19023001_06-1" class="line"><b class="chapter-num" id="v19023001-1">23:1&nbsp;</b>&nbsp;&nbsp;The <span class="divine-name">Lord</span> is my shepherd; I shall not want.</span><br /><span id="p19023002_06-1" class="indent line"><b class="verse-num inline" id="v19023002-1">2&nbsp;</b>&nbsp;&nbsp;&nbsp;&nbsp;He makes me lie down.</span><br /><span class="end-line-group"></span></p>
<p class="block-indent"><span class="begin-line-group"></span><span id="p19023002_06-1" class="line">&nbsp;&nbsp;He leads me beside still waters.<sup class="footnote"><a class="fn" href="#f1-1" id="fb1-1" title="&lt;note class=&quot;translation&quot;&gt;Hebrew &lt;i&gt;beside waters of rest&lt;/i&gt;&lt;/note&gt;">1</a></sup></span><br /></p>`

describe('the ESV API', () => {
  const esv = (base: string) => esvApi(remoteService({ name: 'ESV API', base, headers: { authorization: 'Token k' } }))
  const passage = (content: string) => json({ query: 'Psalms 23', parsed: [[19023001, 19023006]], passages: [content] })

  it('gives plain text with titles, poetry, the divine name and footnotes over it', async () => {
    const { base, requests, query } = await stub(passage(ESV_PSALM))
    const { verses, copyright } = await esv(base).chapter('ESV', book('Psalms'), 23)
    expect(requests[0]?.headers.authorization).toBe('Token k')
    expect(requests[0]?.url).toMatch(/^\/passage\/html\/\?/)
    expect(query().get('q')).toBe('Psalms 23')
    expect(copyright).toContain('Crossway')
    expect(verses.map(({ verse }) => verse)).toEqual([1, 2])
    const [first, second] = verses
    expect(first?.text).toBe('The Lord is my shepherd; I shall not want.')
    expect(first?.headings).toEqual([
      { kind: 'section', text: 'The Lord Is My Shepherd' },
      { kind: 'psalm', text: 'A Psalm of David.' },
    ])
    expect(first?.breaks?.[0]).toMatchObject({ kind: 'line', indent: 1, at: 0 })
    const name = first?.spans?.find(({ kind }) => kind === 'name')
    expect(first?.text.slice(name?.start, name?.end)).toBe('Lord')
    expect(second?.breaks?.map(({ kind, indent }) => [kind, indent])).toEqual([
      ['line', 2],
      ['stanza', 1],
    ])
    expect(second?.notes).toEqual([{ at: second?.text.length, text: 'Hebrew beside waters of rest' }])
  })

  it('lets no markup through, whatever comes', async () => {
    const hostile = `<p><b class="verse-num" id="v43003016-1">16</b>For <script>alert(1)</script><style>p{}</style>&lt;b&gt;God<img src=x onerror=alert(1)></p>`
    const { base } = await stub(json({ passages: [hostile] }))
    const { verses } = await esv(base).chapter('ESV', book('John'), 3)
    expect(verses[0]?.text).toBe('For <b>God')
  })

  it('does not take another chapter for the one asked for', async () => {
    const { base } = await stub(json({ passages: ['<p><b class="chapter-num" id="v19150001-1">150:1</b>Praise</p>'] }))
    expect((await esv(base).chapter('ESV', book('Psalms'), 151)).verses).toEqual([])
  })

  it('says that its key is refused, without the key', async () => {
    const { base } = await stub(json({ detail: 'Invalid token.' }, 401))
    const error = await failure(esv(base).chapter('ESV', book('John'), 3))
    expect(error).toMatchObject({ reason: 'refused' })
    expect(error.message).toBe('The ESV API does not give this text to this server: check its key.')
  })

  it('calls an answer of another shape unreadable', async () => {
    const { base } = await stub(json({ passages: 'John' }))
    expect(await failure(esv(base).chapter('ESV', book('John'), 3))).toMatchObject({ reason: 'unreadable' })
    const broken = await stub(html('<html>'))
    expect(await failure(esv(broken.base).chapter('ESV', book('John'), 3))).toMatchObject({ reason: 'unreadable' })
  })
})

// The form follows answers of api.nlt.to that users have published.
const NLT_PSALM = `<!DOCTYPE html><html><head><title>NLT</title></head><body><div id="bibletext"><section>
<h2 class="bk_ch_vs_header">Psalm 23, NLT</h2>
<verse_export orig="psal_23_1" bk="psal" ch="23" vn="1"><h2 class="chapter-number"><span class="cw">Psalm</span> <span class="cw_ch">23</span></h2>
<p class="psa-title">A psalm of David.</p>
<p class="poet1-vn-ch"><span class="vn">1</span>The <span class="sc">Lord</span> is my shepherd;</p><p class="poet2">I have all that I need.</p></verse_export>
<verse_export orig="psal_23_4" bk="psal" ch="23" vn="4"><h3 class="subhead">The Valley</h3>
<p class="poet1-vn"><span class="vn">4</span>Even when I walk</p>
<p class="poet2">through the darkest valley,<a class="a-tn">*</a><span class="tn"><span class="tn-ref">23:4</span> Or <em>the dark valley of death.</em></span></p></verse_export>
</section></div></body></html>`

describe('the NLT API', () => {
  const nlt = (base: string) => nltApi(remoteService({ name: 'NLT API', base }), 'secret')

  it('gives the verses of its HTML, titles and notes apart', async () => {
    const { base, query } = await stub(html(NLT_PSALM))
    const { verses, copyright } = await nlt(base).chapter('NLT', book('Psalms'), 23)
    expect(Object.fromEntries(query())).toEqual({ ref: 'Ps.23', version: 'NLT', key: 'secret' })
    expect(copyright).toContain('Tyndale')
    expect(verses.map(({ verse, text }) => [verse, text])).toEqual([
      [1, 'The Lord is my shepherd; I have all that I need.'],
      [4, 'Even when I walk through the darkest valley,'],
    ])
    expect(verses[0]?.headings).toEqual([{ kind: 'psalm', text: 'A psalm of David.' }])
    expect(verses[1]?.headings).toEqual([{ kind: 'section', text: 'The Valley' }])
    expect(verses[1]?.notes?.map(({ text }) => text)).toEqual(['Or the dark valley of death.'])
    expect(verses[0]?.breaks?.map(({ kind, indent }) => [kind, indent])).toEqual([
      ['line', 1],
      ['line', 2],
    ])
  })

  it('has no chapter where the service gives another one', async () => {
    const { base } = await stub(html(NLT_PSALM))
    expect((await nlt(base).chapter('NLT', book('Psalms'), 24)).verses).toEqual([])
  })
})

const JOHN_3 = `<h3 class="s1">You Must Be Born Again</h3><p class="p"><span data-number="16" data-sid="JHN 3:16" class="v">16</span><span class="wj">For God so loved the world.</span> </p><p class="q1"><span data-number="17-18" data-sid="JHN 3:17-18" class="v">17-18</span>Not to <span class="add">ever</span> condemn.</p>`

describe('API.Bible', () => {
  const service = (base: string) => remoteService({ name: 'API.Bible', base, headers: { 'api-key': 'k' } })

  it('gives chapters by the markers of USFM, bridges kept', async () => {
    const { base, requests } = await stub(json({ data: { content: JOHN_3, copyright: '© Biblica' } }))
    const provider = apiBible(service(base), { NIV: 'bible-7' })
    const { verses, copyright } = await provider.chapter('NIV', book('John'), 3)
    expect(requests[0]?.url).toMatch(/^\/bibles\/bible-7\/chapters\/JHN\.3\?content-type=html/)
    expect(requests[0]?.headers['api-key']).toBe('k')
    expect(copyright).toBe('© Biblica')
    expect(verses).toMatchObject([
      { verse: 16, verse_id: 43003016, text: 'For God so loved the world.', spans: [{ kind: 'jesus', start: 0 }] },
      { verse: 17, through: 18, text: 'Not to ever condemn.', spans: [{ kind: 'added', start: 7, end: 11 }] },
    ])
    expect(verses[0]?.headings).toEqual([{ kind: 'section', text: 'You Must Be Born Again' }])
  })

  const reference = { book: 'John', chapter: 3, verse: 16, endChapter: 3, endVerse: 17 }

  it('gives passages of its own shape', async () => {
    const { base, requests } = await stub(json({ data: { content: '  For God\n so loved ', copyright: 'c' } }))
    const passage = await passageText(service(base), 'api.bible')('b-1', reference)
    expect(passage).toEqual({ text: 'For God so loved', copyright: 'c' })
    expect(requests[0]?.url).toMatch(/^\/bibles\/b-1\/passages\/JHN\.3\.16-JHN\.3\.17\?content-type=text/)
  })

  it('gives passages of the parallel call, a list in data', async () => {
    const { base, requests, query } = await stub(json({ data: [{ content: '<p class="p">For God</p>' }] }))
    const passage = await passageText(service(base), 'parallel')('b-1', reference)
    expect(passage?.text).toBe('For God')
    expect(requests[0]?.url).toContain('/bibles/b-1/passages?reference=')
    expect(query().get('reference')).toBe('John 3:16-17')
  })

  it('takes 400 for a Bible without that verse', async () => {
    const { base } = await stub(json({ statusCode: 400 }, 400))
    expect(await passageText(service(base), 'parallel')('b-1', reference)).toBeNull()
  })

  it('takes any other refusal of the parallel call for a failure', async () => {
    const { base } = await stub(json({}, 404))
    const call = passageText(service(base), 'parallel')('b-1', reference)
    expect(await failure(call)).toMatchObject({ reason: 'unreadable' })
  })
})

describe('the external Bible service', () => {
  const remote = (base: string) => bibleService(remoteService({ name: 'Bible service', base }), ['KRV', 'NIV'])

  it('gives verses, a heading in angle brackets apart', async () => {
    const list = [
      {
        version: 'NIV',
        book: 'John',
        chapter: 3,
        verse: 1,
        verse_id: 43003001,
        text: '<Jesus Teaches Nicodemus> Now there was',
      },
      { version: 'NIV', book: 'John', chapter: 3, verse: 2, verse_id: 43003002, text: 'He came' },
      { version: 'NIV', book: 'John', chapter: 4, verse: 1, verse_id: 43004001, text: 'Not asked for' },
    ]
    const { base, query } = await stub(json(list))
    const { verses } = await remote(base).chapter('NIV', book('John'), 3)
    expect(Object.fromEntries(query())).toEqual({ book: 'John', chapter: '3', version: 'NIV' })
    expect(verses.map(({ verse, text }) => [verse, text])).toEqual([
      [1, 'Now there was'],
      [2, 'He came'],
    ])
    expect(verses[0]?.headings).toEqual([{ kind: 'section', text: 'Jesus Teaches Nicodemus' }])
  })

  it('is asked for the Korean version by Korean names', async () => {
    const { base, query } = await stub(json([]))
    await remote(base).chapter('KRV', book('John'), 3)
    expect(query().get('book')).toBe('요한복음')
  })

  it('is not read where a list has more than a book can have, or is too deep', async () => {
    const verse = { chapter: 3, verse: 16, text: 'For God so loved the world.' }
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    for (const body of [JSON.stringify(Array.from({ length: 3_001 }, () => verse)), deep]) {
      const { base } = await stub((_request, response) => void response.writeHead(200).end(body))
      expect((await failure(remote(base).chapter('NIV', book('John'), 3))).reason).toBe('unreadable')
    }
  })

  it('passes its message on', async () => {
    const { base } = await stub(json({ message: 'There is no such chapter.' }, 400))
    expect(await failure(remote(base).chapter('NIV', book('John'), 3))).toMatchObject({
      reason: 'no_such_passage',
      message: 'There is no such chapter.',
    })
  })
})

describe('a remote service', () => {
  it('is not followed to another address', async () => {
    const elsewhere = await stub(json([]))
    const { base } = await stub((_request, response) => {
      response.writeHead(302, { location: `${elsewhere.base}/` }).end()
    })
    const service = remoteService({ name: 'Bible service', base })
    expect(await failure(service.get('/x', {}))).toMatchObject({ reason: 'unreachable' })
    expect(elsewhere.requests).toHaveLength(0)
  })

  it('is not waited for longer than its time limit', async () => {
    const { base } = await stub(() => {})
    const service = remoteService({ name: 'Bible service', base, timeoutMs: 50 })
    expect(await failure(service.get('/x', {}))).toMatchObject({ reason: 'unreachable' })
  })

  it('is cut off when its answer is too large', async () => {
    const { base } = await stub((_request, response) => {
      const part = 'x'.repeat(100_000)
      const more = () => {
        while (!response.destroyed && response.write(part));
        response.once('drain', more)
      }
      more()
    })
    const service = remoteService({ name: 'Bible service', base })
    expect(await failure(service.get('/x', {}))).toMatchObject({ reason: 'unreachable' })
  })

  it('is left alone for half a minute after three failures in a row', async () => {
    let time = 0
    let status = 500
    const { base, requests } = await stub((request, response) => json([], status)(request, response))
    const service = remoteService({ name: 'Bible service', base, now: () => time })
    for (let i = 0; i < 5; i++) expect(await failure(service.get('/x', {}))).toMatchObject({ reason: 'unreachable' })
    expect(requests).toHaveLength(3)
    time = 30_000
    status = 200
    expect(await service.get('/x', {})).toEqual({ status: 200, body: '[]' })
  })

  it('is left alone as long as it asks for when it has had too many requests', async () => {
    let time = 0
    const { base, requests } = await stub((_request, response) => {
      response.writeHead(429, { 'retry-after': '120' }).end()
    })
    const service = remoteService({ name: 'Bible service', base, now: () => time })
    expect(await failure(service.get('/x', {}))).toMatchObject({ reason: 'busy' })
    time = 119_000
    await failure(service.get('/x', {}))
    expect(requests).toHaveLength(1)
    time = 120_000
    await failure(service.get('/x', {}))
    expect(requests).toHaveLength(2)
  })

  it('gets what is asked for as parameters, never as part of its address', async () => {
    const { base, query, requests } = await stub(json([]))
    await remoteService({ name: 'Bible service', base: `${base}/v1/` }).get('/x', { q: '../../@evil&a=b#c' })
    expect(new URL(requests[0]?.url ?? '', base).pathname).toBe('/v1/x')
    expect(query().get('q')).toBe('../../@evil&a=b#c')
  })
})
