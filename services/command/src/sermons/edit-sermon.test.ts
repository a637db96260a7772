import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const onJohn = { book: 'John', startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
const onGenesis = { book: 'Genesis', startChapter: 1, startVerseId: 1_001_001, endChapter: 2, endVerseId: 1_002_003 }
const words = { title: 'Love', speaker: 'Ann', content: 'First.', version: 'NIV' }

describe('changing a sermon', () => {
  const under = commandUnderTest()
  const written = async () => {
    const ann = await signUpSomebody(under)
    const sermon = (await ann.ask('POST', '/api/sermon/', { ...onJohn, ...words })).body.newSermon
    const edit = (change: object, headers: Record<string, string> = {}, path = '/api/sermon') =>
      ann.ask('PUT', `${path}/${sermon.id}`, { ...onJohn, ...words, ...change }, headers)
    return { ann, sermon, edit, events: () => eventsIn(under, sermonStream(ann.id, sermon.id)) }
  }

  it('answers the sermon as it is now, by both paths of the specification; the event says where it was', async () => {
    const { sermon, edit, events } = await written()
    const { status, headers, body } = await edit({ content: 'Second.' })
    expect(status).toBe(200)
    const changed = { content: richTextOf('Second.'), revision: 2, updated_at: expect.any(String) }
    expect(body).toEqual({ ...sermon, ...changed, verseId: 43_003_016 })
    expect(headers.etag).toBe('"2"')
    const moved = await edit(onGenesis, {}, '/api/sermons')
    expect(moved).toMatchObject({ status: 200, body: { id: sermon.id, verseId: 1_001_001, book: 'Genesis' } })
    expect((await events()).at(-1)).toMatchObject({
      type: 'SermonEdited',
      data: { startVerseId: 1_001_001, before: { book: 'John', startVerseId: 43_003_016, endVerseId: 43_003_018 } },
    })
  })

  it('writes nothing when nothing changes', async () => {
    const { edit, events } = await written()
    expect(await edit({})).toMatchObject({ status: 200, headers: { etag: '"1"' } })
    expect(await events()).toHaveLength(1)
  })

  it('is refused with the sermon as it is when another revision was seen', async () => {
    const { edit, events } = await written()
    const { verseId: _, ...current } = (await edit({ title: 'From the phone' }, { 'if-match': '"1"' })).body
    expect(await edit({ title: 'From the desk' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'revision_mismatch', current },
    })
    expect(await events()).toHaveLength(2)
  })

  it('is known when it is repeated, and refuses what lacks something', async () => {
    const { edit, events } = await written()
    const key = keyed()
    const first = await edit({ content: 'Second.' }, key)
    expect(await edit({ content: 'Second.' }, key)).toMatchObject({ status: 200, body: first.body })
    expect(await edit({ content: 'Other.' }, key)).toMatchObject({ status: 422 })
    expect(await edit({ speaker: '' })).toMatchObject({ status: 400, body: { code: 'sermon_fields_missing' } })
    expect(await events()).toHaveLength(2)
  })

  it('keeps a version that its server no longer knows, and takes no other such version', async () => {
    const { edit } = await written()
    under.versions = ['KJV']
    onTestFinished(() => {
      under.versions = ['KJV', 'NIV']
    })
    expect(await edit({ title: 'Grace' })).toMatchObject({ status: 200, body: { title: 'Grace', version: 'NIV' } })
    for (const version of ['XYZ', ''])
      expect(await edit({ version })).toMatchObject({ status: 400, body: { code: 'unknown_version' } })
  })

  it('finds no sermon that is not there, or not one’s own', async () => {
    const { sermon } = await written()
    const bob = await signUpSomebody(under)
    for (const id of [sermon.id, crypto.randomUUID()])
      expect(await bob.ask('PUT', `/api/sermon/${id}`, { ...onJohn, ...words })).toMatchObject({
        status: 404,
        body: { code: 'sermon_not_found' },
      })
  })
})
