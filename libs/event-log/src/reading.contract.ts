import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LOOK_BACK, type NewEvent } from './event-log.ts'
import { bare, type EventLogSubject, handles, metadata, newStream, textsOf, written } from './written.contract.ts'

export function readingContract(subject: EventLogSubject): void {
  const under = handles(subject)

  describe('reading a stream', () => {
    it('says that a missing stream has no events', async () => {
      const stream = newStream()
      expect(await under.log.readStream(stream)).toEqual({ events: [], version: 0n })
      expect(await under.log.readEnds(stream)).toEqual({ events: [], version: 0n, found: null })
    })

    it('and the log says where its last event is, and where it ends', async () => {
      const { position } = await under.log.appendToStream(newStream(), [{ type: 'Written', data: {} }])
      const [head, end] = [await under.log.head(), await under.log.end()]
      expect(head).toBeGreaterThanOrEqual(position)
      expect(end).toBeGreaterThanOrEqual(head)
    })

    it('and the log says which event stands at a position', async () => {
      const stream = await under.streamOf('a', 'b', 'c')
      const { events } = await under.log.readStream(stream)
      for (const { metadata: one } of events) expect(await under.log.idAt(one.globalPosition)).toBe(one.messageId)
      expect(await under.log.idAt(0n)).toBeNull()
      expect(await under.log.idAt((await under.log.end()) + 1_000n)).toBeNull()
    })

    it('gives back what was written, with its place', async () => {
      const stream = newStream('note')
      const event = {
        type: 'Written',
        data: {
          text: "너는 마음을 다하여 여호와를 신뢰하고 😀 “quoted” \\ ' \n \u2028 \u0001 \ud7ff\uffff",
          number: -0.1e-7,
          large: 2 ** 53,
          none: null,
          yes: true,
          list: [[], {}, [null, 'e\u0301', '한글']],
          '키 😀': { nested: { deep: [1, 2, 3] } },
        },
        metadata: metadata(),
      }
      const { position } = await under.log.appendToStream(stream, [event])
      expect((await under.log.readStream(stream)).events).toEqual([
        {
          ...event,
          metadata: {
            ...event.metadata,
            streamName: stream,
            streamPosition: 1n,
            globalPosition: position,
          },
        },
      ])
    })

    it('gives back metadata of any shape', async () => {
      const stream = newStream()
      const shapes = [{ ...metadata(), extra: { a: [1] } }, { userId: 'u', messageId: randomUUID() }, undefined]
      await under.log.appendToStream(
        stream,
        shapes.map((shape) => ({ ...bare({}), metadata: shape }) as NewEvent),
      )
      const { events } = await under.log.readStream(stream)
      for (const [index, shape] of shapes.entries()) expect(events[index]?.metadata).toMatchObject(shape ?? {})
      expect(Object.keys(events[2]?.metadata ?? {}).sort()).toEqual(
        ['globalPosition', 'messageId', 'streamName', 'streamPosition'].sort(),
      )
    })

    it('leaves out properties that are undefined', async () => {
      const stream = newStream()
      await under.log.appendToStream(stream, [bare({ text: 'a', title: undefined })])
      expect((await under.log.readStream(stream)).events[0]?.data).toEqual({ text: 'a' })
    })

    it('takes an event that was read and writes it elsewhere without its old place', async () => {
      const [, event] = (await under.log.readStream(await under.streamOf('a', 'b'))).events
      if (!event) throw new Error('nothing read')
      const stream = newStream()
      await under.log.appendToStream(stream, [{ ...event, metadata: { ...event.metadata, messageId: randomUUID() } }])
      expect((await under.log.readStream(stream)).events[0]?.metadata).toMatchObject({
        streamName: stream,
        streamPosition: 1n,
      })
    })

    it('reads a long stream', async () => {
      const stream = newStream()
      for (let hundred = 0; hundred < 12; hundred++)
        await under.log.appendToStream(
          stream,
          Array.from({ length: 100 }, (_, index) => written(`${hundred * 100 + index}`)),
        )
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual(
        Array.from({ length: 1200 }, (_, index) => `${index}`),
      )
    })

    it('reads it in pages from its end, whatever is appended meanwhile', async () => {
      const stream = await under.streamOf(...'abcdefg')
      const page = async (last: number, before?: bigint) => {
        const { events, version } = await under.log.readStream(stream, { last, before })
        return [textsOf(events).join(''), version]
      }
      expect(await page(3)).toEqual(['efg', 7n])
      await under.log.appendToStream(stream, [written('h')])
      expect(await page(3, 5n)).toEqual(['bcd', 4n])
      expect(await page(3, 2n)).toEqual(['a', 1n])
      expect(await page(3, 1n)).toEqual(['', 0n])
      expect(await page(3, 100n)).toEqual(['fgh', 8n])
      expect(await page(100)).toEqual(['abcdefgh', 8n])
      expect(await under.log.readStream(newStream(), { last: 3 })).toEqual({ events: [], version: 0n })
    })

    describe('by its ends', () => {
      const endsOf = async (texts: string, options?: Parameters<typeof under.log.readEnds>[1]) => {
        const { events, version } = await under.log.readEnds(await under.streamOf(...texts), options)
        return [textsOf(events).join(''), version]
      }

      it('reads the first event and the last two, each once', async () => {
        expect(await endsOf('a')).toEqual(['a', 1n])
        expect(await endsOf('ab')).toEqual(['ab', 2n])
        expect(await endsOf('abc')).toEqual(['abc', 3n])
        expect(await endsOf('abcdef')).toEqual(['aef', 6n])
      })

      it('reads them as they were at an earlier version', async () => {
        const upTo = [1n, 2n, 3n, 5n, 6n].map((version) => endsOf('abcdef', { upTo: version }))
        expect(await Promise.all(upTo)).toEqual([
          ['a', 1n],
          ['ab', 2n],
          ['abc', 3n],
          ['ade', 5n],
          ['aef', 6n],
        ])
      })

      it('reads them as they are where the stream ends before that version', async () => {
        const upTo = [4n, 5n, 1_000n].map((version) => endsOf('abc', { upTo: version }))
        expect(await Promise.all(upTo)).toEqual([
          ['abc', 3n],
          ['abc', 3n],
          ['abc', 3n],
        ])
        expect(await under.log.readEnds(newStream(), { upTo: 5n })).toMatchObject({ events: [], version: 0n })
      })

      it('gives events back as reading all of the stream does', async () => {
        const stream = await under.streamOf('a', 'b')
        expect((await under.log.readEnds(stream)).events).toEqual((await under.log.readStream(stream)).events)
      })

      it('answers each of many that are read at the same moment as if it were read alone', async () => {
        const texts = ['a', 'ab', 'abc', 'abcdef', '길😀']
        const streams = await Promise.all(Array.from({ length: 50 }, (_, n) => under.streamOf(...(texts[n % 5] ?? ''))))
        const ids = await Promise.all(
          streams.map(async (stream) => (await under.log.readStream(stream)).events.at(-1)?.metadata.messageId ?? ''),
        )
        const asked = streams.flatMap((stream, n) => {
          const find = (id = '') => ({ find: { id, after: null } })
          return [
            [stream, undefined] as const,
            [stream, { upTo: BigInt(1 + (n % 4)) }] as const,
            [stream, find(ids[n])] as const,
            // The id of an event in another stream.
            [stream, find(ids[(n + 1) % ids.length])] as const,
            [newStream(), find(ids[n])] as const,
          ]
        })
        const together = await Promise.all(asked.map(([stream, options]) => under.log.readEnds(stream, options)))
        for (const [n, [stream, options]] of asked.entries())
          expect(together[n]).toEqual(await under.log.readEnds(stream, options))
        expect(together.filter(({ found }) => found !== null)).toHaveLength(streams.length)
        expect(together.filter(({ version }) => version === 0n)).toHaveLength(streams.length)
      })

      it('finds an event by its id', async () => {
        const stream = await under.streamOf(...'abcdefghijklmnopqrstuvwxyz')
        const { events } = await under.log.readStream(stream)
        const find = async (at: number, after: bigint | null) => {
          const id = events[at - 1]?.metadata.messageId ?? ''
          return (await under.log.readEnds(stream, { find: { id, after } })).found
        }
        for (const at of [1, 26 - LOOK_BACK + 1, 25, 26]) expect(await find(at, null)).toEqual(events[at - 1]?.metadata)
        // With `after`, events further back are found, too.
        for (const at of [1, 2, 9, 24, 26]) expect(await find(at, BigInt(at - 1))).toEqual(events[at - 1]?.metadata)
      })

      it('finds none that is not there', async () => {
        const stream = await under.streamOf('a', 'b')
        const elsewhere = written()
        await under.log.appendToStream(newStream(), [elsewhere])
        for (const id of [randomUUID(), elsewhere.metadata.messageId])
          for (const after of [null, 0n, 1n, 2n, 50n])
            expect(await under.log.readEnds(stream, { find: { id, after } })).toMatchObject({
              found: null,
              version: 2n,
            })
      })
    })
  })
}
