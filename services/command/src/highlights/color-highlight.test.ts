import { highlightsStream } from '@pathlight/domain/highlights/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn, signUpSomebody } from '../command-under-test.contract.ts'

const place = { version: 'NIV', book: 'John', chapter: 3, verseId: 43_003_016 }

describe('giving a highlight a colour', () => {
  const under = commandUnderTest()
  const highlighted = async () => {
    const ann = await signUpSomebody(under)
    const add = (startOffset: number) =>
      ann.ask('POST', '/api/highlight/add', { ...place, startOffset, endOffset: startOffset + 3, selectedText: 'God' })
    const { body } = await add(0)
    const color = (to: unknown, headers = {}) => ann.ask('PUT', `/api/highlight/${body.id}`, { color: to }, headers)
    return {
      ann,
      id: body.id as string,
      add,
      color,
      events: () => eventsIn(under, highlightsStream(ann.id, 43_003_016, 'NIV')),
    }
  }

  it('keeps it, and gives it up for that of the settings again', async () => {
    const { color, events } = await highlighted()
    expect(await color('#B5E48C')).toMatchObject({ status: 200, body: { color: '#b5e48c', revision: 2 } })
    expect(await color(null)).toMatchObject({ status: 200, body: { color: null } })
    expect((await events()).map(({ type }) => type)).toEqual(['HighlightAdded', 'HighlightColored', 'HighlightColored'])
  })

  it('writes nothing where it has that colour already', async () => {
    const { color, events } = await highlighted()
    expect((await color(null)).status).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  it('underlines, leaves the style where none is said, and lays the colour behind the words again', async () => {
    const { ann, id } = await highlighted()
    const change = async (body: object) => (await ann.ask('PUT', `/api/highlight/${id}`, body)).body
    expect(await change({ color: null, style: 'underline' })).toMatchObject({ style: 'underline', revision: 2 })
    expect(await change({ color: '#b5e48c' })).toMatchObject({ color: '#b5e48c', style: 'underline' })
    expect(await change({ color: '#b5e48c', style: null })).not.toHaveProperty('style')
    expect(await change({ color: null, style: 'bold' })).toMatchObject({ code: 'bad_style' })
  })

  it('does not depend on what became of the verse’s other highlights meanwhile', async () => {
    const { add, color, events } = await highlighted()
    await add(10)
    expect((await color('#a5d8ff', { 'if-match': '"1"' })).status).toBe(200)
    const [last] = (await events()).slice(-1)
    expect(last?.data).toMatchObject({ highlights: [{ color: '#a5d8ff' }, { color: null }] })
  })

  it('refuses what is no colour, no id, and no other person’s highlight', async () => {
    const { ann, id, color } = await highlighted()
    expect((await color('green')).status).toBe(400)
    const bob = await signUpSomebody(under)
    expect((await bob.ask('PUT', `/api/highlight/${id}`, { color: null })).status).toBe(404)
    expect((await ann.ask('PUT', '/api/highlight/7', { color: null })).status).toBe(404)
  })
})
