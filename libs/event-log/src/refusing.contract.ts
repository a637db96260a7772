import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { InvalidEvent, MAX_APPEND_BYTES, type NewEvent } from './event-log.ts'
import {
  bare,
  type EventLogSubject,
  exists,
  handles,
  metadata,
  newStream,
  textsOf,
  written,
} from './written.contract.ts'

export function refusingContract(subject: EventLogSubject): void {
  const under = handles(subject)

  describe('refusing what cannot be stored', () => {
    const refused: Record<string, unknown> = {
      'a bigint': { text: 1n },
      'undefined for data': undefined,
      'undefined in a list': { list: [undefined] },
      'null for data': null,
      'a list for data': [1],
      'text for data': 'text',
      NaN: { number: Number.NaN },
      infinity: { number: Number.POSITIVE_INFINITY },
      'a Date': { at: new Date(0) },
      'a Map': { map: new Map() },
      'a function': { call: () => 1 },
      'a symbol': { symbol: Symbol('s') },
      'a NUL character': { text: 'a\u0000b' },
      'a NUL character deep inside': { a: [{ b: 'a\u0000b' }] },
      'a lone high surrogate': { text: 'a\ud83d' },
      'a lone low surrogate': { text: '\ude00b' },
      'a lone surrogate in a key': { '\ud83d': 1 },
      'more than an append may hold': { text: 'x'.repeat(MAX_APPEND_BYTES) },
      'more bytes than an append may hold': { text: '가'.repeat(MAX_APPEND_BYTES / 3) },
    }
    const circle: Record<string, unknown> = {}
    circle.self = circle
    refused['a circle'] = circle
    for (const [what, data] of Object.entries(refused))
      it(`refuses ${what}`, async () => {
        const stream = newStream()
        const event = { ...written(), data } as unknown as NewEvent
        const append = under.log.appendToStream(stream, [written(), event])
        await expect(append).rejects.toBeInstanceOf(InvalidEvent)
        await expect(append).rejects.toThrow(/Event 2 of 2/)
        expect(await exists(under.log, stream)).toBe(false)
      })

    const bad: Record<string, Partial<NewEvent>> = {
      'an empty type': { type: '' },
      'a type that begins with $': { type: '$Written' },
      'a type with a NUL': { type: 'Wri\u0000tten' },
      'an id that is no UUID': { metadata: metadata('note-1') },
      'an empty id': { metadata: metadata('') },
      'the nil UUID': { metadata: metadata('00000000-0000-0000-0000-000000000000') },
      'metadata with a bigint': { metadata: { ...metadata(), schemaVersion: 1n } },
      'metadata with a NUL': { metadata: { ...metadata(), causationId: '\u0000' } },
    }
    for (const [what, part] of Object.entries(bad))
      it(`refuses ${what}`, async () => {
        const stream = newStream()
        const append = under.log.appendToStream(stream, [{ ...written(), ...part }])
        await expect(append).rejects.toBeInstanceOf(InvalidEvent)
        expect(await exists(under.log, stream)).toBe(false)
      })

    it('refuses the same id twice in one append', async () => {
      const id = randomUUID()
      await expect(
        under.log.appendToStream(newStream(), [written('a', id), written('b', id.toUpperCase())]),
      ).rejects.toBeInstanceOf(InvalidEvent)
    })
    it('refuses an append of nothing', () =>
      expect(under.log.appendToStream(newStream(), [])).rejects.toBeInstanceOf(InvalidEvent))
    for (const name of ['', '$page', 'a\u0000b', 'a\nb', '\ud83d', 'x'.repeat(201)])
      it(`refuses ${JSON.stringify(name.slice(0, 8))} for a stream`, () =>
        expect(under.log.appendToStream(name, [written()])).rejects.toBeInstanceOf(InvalidEvent))
    it('refuses many events that are too large together', () =>
      expect(
        under.log.appendToStream(
          newStream(),
          Array.from({ length: 11 }, () => written('x'.repeat(MAX_APPEND_BYTES / 10))),
        ),
      ).rejects.toBeInstanceOf(InvalidEvent))
    it('takes the largest event it says it takes', async () => {
      const stream = newStream()
      const text = 'x'.repeat(MAX_APPEND_BYTES - 1000)
      await under.log.appendToStream(stream, [bare({ text })])
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual([text])
    })
  })
}
