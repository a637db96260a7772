import { highlightsStream } from '@pathlight/domain/highlights/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, JOHN_3_16, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const VERSE_ID = 43_003_016
const onWords = (startOffset: number, endOffset: number) => ({
  ...{ version: 'kjv', book: 'John', chapter: 3, verseId: VERSE_ID, startOffset, endOffset },
  selectedText: JOHN_3_16.slice(startOffset, endOffset),
})

describe('highlighting words', () => {
  const under = commandUnderTest()
  const somebody = () => signUpSomebody(under)
  type Somebody = Awaited<ReturnType<typeof somebody>>
  const add = (who: Somebody, body: object, headers: Record<string, string> = {}) =>
    who.ask('POST', '/api/highlight/add', body, headers)

  it('answers the highlight as it is kept, with its place and position; its id is its address', async () => {
    const ann = await somebody()
    const { status, headers, body } = await add(ann, onWords(4, 7))
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^43003016\.KJV\.[0-9a-f-]{36}$/),
      verse_id: VERSE_ID,
      version: 'KJV',
      book: 'John',
      chapter: 3,
      selected_text: 'God',
      start_offset: 4,
      end_offset: 7,
      color: null,
      tags: [],
      created_at: expect.any(String),
      revision: 1,
    })
    const [event] = await eventsIn(under, highlightsStream(ann.id, VERSE_ID, 'KJV'))
    expect(event).toMatchObject({
      type: 'HighlightAdded',
      data: { highlightId: body.id, highlights: [{ id: body.id }] },
    })
    expect(headers['x-position']).toBe(String(event?.metadata.globalPosition))
  })

  it.each([
    ['other words than the verse has there', { ...onWords(4, 7), selectedText: 'Gog' }, 'other_words'],
    ['words beyond the verse', { ...onWords(4, 7), endOffset: 4_000 }, 'bad_offsets'],
    ['half of a letter of two code units', onWords(17, 18), 'not_storable'],
    ['a syllable without its last letter', onWords(20, 22), 'bad_offsets'],
    ['the end of a syllable alone', onWords(21, 23), 'bad_offsets'],
    ['no words', onWords(4, 4), undefined],
    ['a verse that is not there', { ...onWords(4, 7), verseId: 67_001_001 }, 'unknown_verse'],
    ['a chapter that is not the verse’s', { ...onWords(4, 7), chapter: 9 }, 'chapter_mismatch'],
    ['a book that is not the verse’s', { ...onWords(4, 7), book: 'Mark' }, 'book_mismatch'],
    ['an unknown version', { ...onWords(4, 7), version: 'XYZ' }, 'unknown_version'],
  ])('refuses %s, and writes nothing', async (_what, body, code) => {
    const ann = await somebody()
    const refused = await add(ann, body)
    expect(refused.status).toBe(400)
    if (code) expect(refused.body.code).toBe(code)
    expect(await eventsIn(under, highlightsStream(ann.id, VERSE_ID, 'KJV'))).toEqual([])
  })

  it('takes a whole letter of two code units, and a whole syllable', async () => {
    const ann = await somebody()
    expect((await add(ann, onWords(17, 19))).status).toBe(201)
    expect((await add(ann, onWords(20, 23))).status).toBe(201)
  })

  it('decides about overlapping words where all of the verse’s are kept, also between many at once', async () => {
    const ann = await somebody()
    const answers = await Promise.all([onWords(0, 7), onWords(4, 10), onWords(6, 8)].map((body) => add(ann, body)))
    const taken = answers.filter(({ status }) => status === 201)
    expect(taken.length).toBeGreaterThan(0)
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.code]).toEqual([409, 'highlight_overlaps'])
    const [last] = (await eventsIn(under, highlightsStream(ann.id, VERSE_ID, 'KJV'))).slice(-1)
    expect(last?.data).toMatchObject({ highlights: taken.map(() => expect.anything()) })
  })

  it('is known when it is repeated, and made once', async () => {
    const ann = await somebody()
    const key = keyed()
    const first = await add(ann, onWords(0, 3), key)
    expect(await add(ann, onWords(0, 3), key)).toMatchObject({ status: 201, body: first.body })
    expect(await eventsIn(under, highlightsStream(ann.id, VERSE_ID, 'KJV'))).toHaveLength(1)
  })

  it('is known when it is repeated after the text was imported anew, with other words', async () => {
    const ann = await somebody()
    const key = keyed()
    const first = await add(ann, onWords(4, 7), key)
    under.importAnew('For the Lord so loved the world')
    expect(await add(ann, onWords(4, 7), key)).toMatchObject({ status: 201, body: first.body })
    expect((await add(ann, onWords(8, 10), keyed())).body.code).toBe('other_words')
    under.importAnew(JOHN_3_16)
  })
})
