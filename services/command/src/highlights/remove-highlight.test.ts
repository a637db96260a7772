import { highlightsStream } from '@pathlight/domain/highlights/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, keyed, signUpSomebody } from '../command-under-test.contract.ts'

const body = { version: 'NIV', verseId: 43_003_016, startOffset: 0, endOffset: 3, selectedText: 'God' }

describe('removing a highlight', () => {
  const under = commandUnderTest()

  it('is said, with its position, is known when it is repeated, and frees the words', async () => {
    const ann = await signUpSomebody(under)
    const { id } = (await ann.ask('POST', '/api/highlight/add', body)).body
    const key = keyed()
    const remove = (headers = {}) => ann.ask('DELETE', `/api/highlight/${id}`, undefined, headers)
    const first = await remove(key)
    expect(first).toMatchObject({ status: 200, body: { message: 'Highlight deleted successfully!' } })
    const again = await remove(key)
    expect([again.status, again.headers['x-position']]).toEqual([200, first.headers['x-position']])
    expect((await remove()).status).toBe(404)
    expect((await ann.ask('POST', '/api/highlight/add', body)).status).toBe(201)
    const events = await eventsIn(under, highlightsStream(ann.id, 43_003_016, 'NIV'))
    expect(events.map(({ type }) => type)).toEqual(['HighlightAdded', 'HighlightRemoved', 'HighlightAdded'])
  })

  it('is no other person’s business', async () => {
    const ann = await signUpSomebody(under)
    const { id } = (await ann.ask('POST', '/api/highlight/add', body)).body
    const bob = await signUpSomebody(under)
    expect((await bob.ask('DELETE', `/api/highlight/${id}`)).status).toBe(404)
    expect(await eventsIn(under, highlightsStream(ann.id, 43_003_016, 'NIV'))).toHaveLength(1)
  })
})
