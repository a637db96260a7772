import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'
import { READ_AT_ONCE } from './read-html.ts'
import { richTextOfHtml } from './rich-text-of-html.ts'

const START = 43_003_016
const range = { book: 'John', startChapter: 3, startVerseId: START, endChapter: 4, endVerseId: 43_004_002 }
const someSermon = { ...range, title: 'Love', speaker: 'Ann', content: 'So loved.', version: 'niv', verseId: START }

const part = (bold: boolean) => ({ type: 'text', text: '\u0301'.repeat(60), marks: bold ? [{ type: 'bold' }] : [] })
const MARKS_IN_PARTS = { type: 'doc', content: [{ type: 'paragraph', content: [part(false), part(true)] }] }

describe('writing a sermon', () => {
  const under = commandUnderTest()
  const somebody = () => signUpSomebody(under)
  type Somebody = Awaited<ReturnType<typeof somebody>>
  const add = (who: Somebody, sermon: object = {}, headers: Record<string, string> = {}) =>
    who.ask('POST', '/api/sermon/', { ...someSermon, ...sermon }, headers)

  it('answers the sermon as it is kept, under the verse that it begins with, with its revision, place and position', async () => {
    const ann = await somebody()
    const { status, headers, body } = await add(ann)
    expect(status).toBe(201)
    expect(body).toEqual({
      verseId: START,
      newSermon: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: ann.id,
        ...{ title: 'Love', speaker: 'Ann', content: richTextOf('So loved.'), version: 'NIV', book: 'John' },
        ...{ start_chapter: 3, start_verse_id: START, end_chapter: 4, end_verse_id: 43_004_002 },
        tags: [],
        created_at: expect.any(String),
        updated_at: body.newSermon.created_at,
        revision: 1,
      },
    })
    const events = await eventsIn(under, sermonStream(ann.id, body.newSermon.id))
    expect(events.map(({ type }) => type)).toEqual(['SermonAdded'])
    expect(headers).toMatchObject({
      etag: '"1"',
      location: `/api/sermon/${body.newSermon.id}`,
      'x-position': String(events[0]?.metadata.globalPosition),
    })
  })

  it.each([
    ['what lacks something, naming it', { title: ' ', content: '<p><br></p>' }, 400, 'sermon_fields_missing'],
    ['an end before its start', { endChapter: 3, endVerseId: START - 1 }, 400, 'bad_range'],
    ['another start than its verse', { verseId: START + 1 }, 400, 'bad_range'],
    ['an end that the version’s text here has not', { version: 'KJV', endVerseId: 43_004_099 }, 400, 'unknown_verse'],
    ['an unknown version', { version: 'XYZ' }, 400, 'unknown_version'],
    ['more marks on a letter than may be', { content: `a${'\u0301'.repeat(98_000)}` }, 400, 'piled_marks'],
    ['such marks in its title', { title: `a${'\u0301'.repeat(101)}` }, 400, 'piled_marks'],
    ['such marks as entities of HTML', { content: `<p>a${'&#769;'.repeat(101)}</p>` }, 400, 'piled_marks'],
    ['such marks through several parts', { content: MARKS_IN_PARTS }, 400, 'piled_marks'],
    ['content that is too long', { content: '길'.repeat(70_000) }, 413, 'content_too_long'],
  ])('refuses %s, and writes nothing', async (_what, change, status, code) => {
    const ann = await somebody()
    const before = await under.log.head()
    expect(await add(ann, change)).toMatchObject({ status, body: { code } })
    expect(await under.log.head()).toBe(before)
  })

  it('keeps quotations in each other as deep as they may be, and says so of deeper ones', async () => {
    const ann = await somebody()
    const nested = (levels: number) => {
      let node: object = { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }] }] }
      for (let level = 2; level < levels; level++) node = { type: 'blockquote', content: [node] }
      return { type: 'doc', content: [node] }
    }
    const { status, body } = await add(ann, { content: nested(50) })
    expect(status).toBe(201)
    expect(body.newSermon.content).toEqual(nested(50))
    for (const levels of [51, 52, 80, 400])
      expect(await add(ann, { content: nested(levels) })).toMatchObject({ status: 400, body: { code: 'too_deep' } })
    // Cleaning puts a list around each list item without a list, which makes the nesting one level deeper for each.
    let items: object = { type: 'text', text: 'x' }
    for (let level = 0; level < 40; level++) items = { type: 'listItem', content: [items] }
    const refused = { status: 400, body: { code: 'too_deep' } }
    expect(await add(ann, { content: { type: 'doc', content: [items] } })).toMatchObject(refused)
  })

  it('reads long HTML on a thread of its own, as it reads short HTML', async () => {
    const ann = await somebody()
    const lines = Array.from({ length: 1_500 }, (_, n) => `Line ${n} &amp; more`)
    const html = lines.map((line) => `<p class="ql-align-center">${line}</p>`).join('')
    expect(html.length).toBeGreaterThan(READ_AT_ONCE)
    const { status, body } = await add(ann, { content: html })
    expect(status).toBe(201)
    expect(body.newSermon.content).toEqual(richTextOfHtml(html))
    const tooMuch = `<a href="https://example.org/${'x'.repeat(1_900)}">${'word <b>x</b> '.repeat(30_000)}</a>`
    expect(await add(ann, { content: tooMuch })).toMatchObject({ status: 413, body: { code: 'content_too_long' } })
  })

  it('is known when it is repeated, and made once, whether client or server chose the id', async () => {
    const ann = await somebody()
    for (const id of [undefined, crypto.randomUUID()]) {
      const key = keyed()
      const first = await add(ann, { id }, key)
      expect(await add(ann, { id }, key)).toMatchObject({ status: 201, body: first.body })
      expect(await eventsIn(under, sermonStream(ann.id, first.body.newSermon.id))).toHaveLength(1)
    }
  })

  it('refuses an id that is taken', async () => {
    const ann = await somebody()
    const { id } = (await add(ann)).body.newSermon
    expect(await add(ann, { id, title: 'Other' })).toMatchObject({ status: 409, body: { code: 'sermon_exists' } })
  })
})
