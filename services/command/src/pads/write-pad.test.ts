import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { padKind } from '@pathlight/domain/pads/pad-item.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const PSALM = { type: 'passage', version: 'KJV', verse_id: 19_023_004, end_verse_id: null }
const GONE = { type: 'item', kind: 'note', id: '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e' }
/** The kinds whose ids are UUIDs. */
const BY_UUID = itemKinds.filter(({ keyOf }) => keyOf(GONE.id) === GONE.id).map(({ kind }) => kind)
const HEADING = { type: 'heading', text: 'In the valley' }

describe('writing a study pad', () => {
  const under = commandUnderTest()
  const written = async (entries: object[] = [PSALM]) => {
    const ann = await signUpSomebody(under)
    const made = await ann.ask('POST', '/api/pad/', { title: ' With me ', entries })
    const edit = (next: object[], headers: Record<string, string> = {}) =>
      ann.ask('PUT', `/api/pad/detail/${made.body.id}`, { title: 'With me', entries: next }, headers)
    return { ann, made, edit, events: () => eventsIn(under, padKind.streams.name(ann.id, made.body.id)) }
  }

  it('answers the pad as it is kept, in its order, with its revision, place and position', async () => {
    const one = { type: 'passage', version: 'kjv', verse_id: 19_023_001, end_verse_id: 19_023_001 }
    const { ann, made, events } = await written([HEADING, one, GONE])
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), user_id: ann.id, title: 'With me' },
      entries: [HEADING, { ...one, version: 'KJV', end_verse_id: null }, GONE],
      tags: [],
      ...{ created_at: expect.any(String), updated_at: made.body.created_at, revision: 1 },
    })
    const [event] = await events()
    expect(made.headers).toMatchObject({
      etag: '"1"',
      location: `/api/pad/detail/${made.body.id}`,
      'x-position': String(event?.metadata.globalPosition),
    })
    expect((await ann.ask('POST', '/api/pad/', { title: 'Empty' })).body).toMatchObject({ entries: [] })
  })

  it('is one event a change, whatever was added, moved and removed, and none where nothing changes', async () => {
    const { edit, events } = await written()
    expect((await edit([HEADING, PSALM])).body).toMatchObject({ entries: [HEADING, PSALM], revision: 2 })
    expect((await edit([PSALM, HEADING])).body).toMatchObject({ entries: [PSALM, HEADING], revision: 3 })
    expect(await edit([PSALM, HEADING])).toMatchObject({ status: 200, headers: { etag: '"3"' } })
    expect((await events()).map(({ type }) => type)).toEqual(['PadAdded', 'PadEdited', 'PadEdited'])
  })

  it('is refused with the pad as it is when another revision was seen, and known when it is repeated', async () => {
    const { edit, events } = await written()
    const key = { ...keyed(), 'if-match': '"1"' }
    const { body: edited } = await edit([HEADING], key)
    const { tags: _, ...current } = edited
    expect(await edit([GONE], { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'revision_mismatch', current },
    })
    expect((await edit([HEADING], key)).body).toEqual(edited)
    expect(await events()).toHaveLength(2)
  })

  it('keeps a version that its server no longer knows, and takes no other such version', async () => {
    const { edit } = await written()
    under.versions = ['NIV']
    onTestFinished(() => {
      under.versions = ['KJV', 'NIV']
    })
    expect(await edit([HEADING, { ...PSALM, version: 'kjv' }])).toMatchObject({ status: 200, body: { revision: 2 } })
    expect(await edit([PSALM, { ...PSALM, version: 'XYZ' }])).toMatchObject({
      status: 400,
      body: { code: 'unknown_version', params: { version: 'XYZ' } },
    })
  })

  it.each(BY_UUID)('names a %s by its id in small letters, however it was sent', async (kind) => {
    const entry = { ...GONE, kind }
    const { made } = await written([{ ...entry, id: GONE.id.toUpperCase() }])
    expect(made.body.entries).toEqual([entry])
  })

  it('is removed, and nobody’s else', async () => {
    const { ann, made, edit } = await written()
    const bob = await signUpSomebody(under)
    expect((await bob.ask('DELETE', `/api/pad/detail/${made.body.id}`)).status).toBe(404)
    expect(await ann.ask('DELETE', `/api/pad/detail/${made.body.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Pad deleted successfully!' },
    })
    expect((await edit([])).status).toBe(404)
  })
})
