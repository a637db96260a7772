import { randomUUID } from 'node:crypto'
import {
  CommandHandler,
  type Decider,
  DeciderCommandHandler,
  type Event,
  type ExpectedStreamVersion,
  ExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '@event-driven-io/emmett'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventLog, type EventMetadata, InvalidEvent, MAX_APPEND_BYTES, type Recorded } from './event-log.ts'

export type EventLogSubject = {
  /** Another handle on the one log that this suite has for itself; the suite closes it. */
  readonly open: () => EventLog | Promise<EventLog>
  /** How many events the feed must carry while 32 writers append. */
  readonly feedEvents: number
}

type Written = Event<'Written', { text: string }, EventMetadata>

const metadata = (messageId: string = randomUUID()): EventMetadata => ({
  messageId,
  userId: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21',
  actorId: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21',
  deviceId: null,
  correlationId: '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10',
  causationId: 'request-1',
  schemaVersion: 1,
  occurredAt: '2026-01-01T08:00:00.000Z',
})
const written = (text = 'a', messageId?: string): Written => ({
  type: 'Written',
  data: { text },
  metadata: metadata(messageId),
})
/** An event that says nothing about itself. */
const bare = (data: Record<string, unknown>): Event => ({ type: 'Bare', data })
const newStream = (kind = 'page'): string => `${kind}-${randomUUID()}`
const textsOf = (events: readonly { data: unknown }[]): string[] =>
  events.map((event) => (event.data as { text: string }).text)

/** What every event log must do, whatever it is stored in. */
export function eventLogContract(name: string, subject: EventLogSubject): void {
  describe(`${name}, as an event log`, () => {
    const opened: EventLog[] = []
    const open = async () => {
      const another = await subject.open()
      opened.push(another)
      return another
    }
    let log: EventLog
    beforeAll(async () => {
      log = await open()
    })
    afterAll(() => Promise.all(opened.map((one) => one.close())))

    const streamOf = async (...texts: string[]): Promise<string> => {
      const stream = newStream()
      await log.appendToStream(
        stream,
        texts.map((text) => written(text)),
      )
      return stream
    }

    /** Takes from a feed until `enough`, then lets go of it. */
    const follow = async (
      feed: EventLog,
      options: { after: bigint; size?: number; live: boolean; signal?: AbortSignal },
      enough: (events: readonly Recorded[]) => boolean = () => false,
    ): Promise<Recorded[]> => {
      const events: Recorded[] = []
      for await (const batch of feed.batches(options)) {
        events.push(...batch.events)
        if (enough(events)) break
      }
      return events
    }

    describe('appending', () => {
      const forms: [found: string, stream: () => Promise<string>, [ExpectedStreamVersion, boolean][]][] = [
        [
          'a new stream',
          async () => newStream(),
          [
            [NO_CONCURRENCY_CHECK, true],
            [STREAM_DOES_NOT_EXIST, true],
            [0n, true],
            [STREAM_EXISTS, false],
            [1n, false],
            [-1n, false],
            [-2n, false],
          ],
        ],
        [
          'a stream of two events',
          () => streamOf('a', 'b'),
          [
            [NO_CONCURRENCY_CHECK, true],
            [STREAM_EXISTS, true],
            [2n, true],
            [STREAM_DOES_NOT_EXIST, false],
            [0n, false],
            [1n, false],
            [3n, false],
          ],
        ],
      ]
      for (const [found, make, expectations] of forms)
        for (const [expected, fits] of expectations)
          it(`${fits ? 'takes' : 'refuses'} an event that expects ${expected} on ${found}`, async () => {
            const stream = await make()
            const before = await log.readStream(stream)
            const append = log.appendToStream(stream, [written('new')], { expectedStreamVersion: expected })
            if (fits)
              expect(await append).toMatchObject({
                nextExpectedStreamVersion: before.currentStreamVersion + 1n,
                createdNewStream: before.currentStreamVersion === 0n,
              })
            else {
              await expect(append).rejects.toBeInstanceOf(ExpectedVersionConflictError)
              await expect(append).rejects.toMatchObject({
                current: String(before.currentStreamVersion),
                expected: String(expected),
              })
              expect((await log.readStream(stream)).currentStreamVersion).toBe(before.currentStreamVersion)
            }
          })

      it('answers with the position of the last event of the append', async () => {
        const stream = newStream()
        const one = await log.appendToStream(stream, [written('a')])
        const three = await log.appendToStream(stream, [written('b'), written('c'), written('d')])
        const { events } = await log.readStream(stream)
        expect(events.map((event) => event.metadata.streamPosition)).toEqual([1n, 2n, 3n, 4n])
        expect(one.lastEventGlobalPosition).toBe(events[0]?.metadata.globalPosition)
        expect(three.lastEventGlobalPosition).toBe(events[3]?.metadata.globalPosition)
        expect(three).toMatchObject({ nextExpectedStreamVersion: 4n, createdNewStream: false })
      })

      it('lets one of 50 racing creators win', async () => {
        const stream = newStream()
        const other = await open()
        const outcomes = await Promise.allSettled(
          Array.from({ length: 50 }, (_, racer) =>
            (racer % 2 ? log : other).appendToStream(stream, [written(`${racer}`)], {
              expectedStreamVersion: STREAM_DOES_NOT_EXIST,
            }),
          ),
        )
        const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(lost.map((outcome) => outcome.reason.constructor)).toEqual(Array(49).fill(ExpectedVersionConflictError))
        expect((await log.readStream(stream)).events).toHaveLength(1)
      })

      it('lets one of 20 writers who saw the same version win', async () => {
        const stream = await streamOf('a')
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, () => log.appendToStream(stream, [written()], { expectedStreamVersion: 1n })),
        )
        expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
        expect((await log.readStream(stream)).currentStreamVersion).toBe(2n)
      })

      it('stores all events of writers who expect nothing, in one order', async () => {
        const stream = newStream()
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, writer) => log.appendToStream(stream, [written(`${writer}`)])),
        )
        const { events } = await log.readStream(stream)
        expect(textsOf(events).sort()).toEqual(Array.from({ length: 20 }, (_, writer) => `${writer}`).sort())
        expect(new Set(answers.map((answer) => answer.nextExpectedStreamVersion)).size).toBe(20)
      })

      it('stores all of a batch or nothing', async () => {
        const stream = await streamOf('a')
        await expect(
          log.appendToStream(stream, [written('b'), written('c')], { expectedStreamVersion: 0n }),
        ).rejects.toBeInstanceOf(ExpectedVersionConflictError)
        expect(textsOf((await log.readStream(stream)).events)).toEqual(['a'])
      })

      it('gives an event without an id one', async () => {
        const stream = newStream()
        await log.appendToStream(stream, [bare({ text: 'a' }), bare({ text: 'b' })])
        const ids = (await log.readStream(stream)).events.map((event) => event.metadata.messageId)
        expect(new Set(ids).size).toBe(2)
        for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
      })
    })

    describe('an append that is repeated', () => {
      const everyExpectation: ExpectedStreamVersion[] = [
        NO_CONCURRENCY_CHECK,
        STREAM_EXISTS,
        STREAM_DOES_NOT_EXIST,
        0n,
        1n,
        2n,
        3n,
        9n,
      ]
      for (const expectedStreamVersion of everyExpectation) {
        it(`answers as the first did when it expects ${expectedStreamVersion}`, async () => {
          const stream = await streamOf('before')
          const event = written('once')
          const first = await log.appendToStream(stream, [event])
          expect(await log.appendToStream(stream, [event], { expectedStreamVersion })).toEqual({
            ...first,
            repeated: true,
          })
          expect(textsOf((await log.readStream(stream)).events)).toEqual(['before', 'once'])
        })

        it(`answers as the first did after later events when it expects ${expectedStreamVersion}`, async () => {
          const stream = newStream()
          const batch = [written('a'), written('b')]
          const first = await log.appendToStream(stream, batch)
          await log.appendToStream(stream, [written('later')])
          expect(await log.appendToStream(stream, batch, { expectedStreamVersion })).toEqual({
            ...first,
            repeated: true,
          })
          expect(textsOf((await log.readStream(stream)).events)).toEqual(['a', 'b', 'later'])
        })
      }

      it('is known by another handle, which has not seen the stream', async () => {
        const stream = newStream()
        const event = written('once')
        const first = await log.appendToStream(stream, [event])
        const other = await open()
        expect(await other.appendToStream(stream, [event], { expectedStreamVersion: 1n })).toEqual({
          ...first,
          repeated: true,
        })
        expect((await log.readStream(stream)).events).toHaveLength(1)
      })

      it('is known when its events came meanwhile through another handle', async () => {
        const stream = await streamOf('before')
        await log.readStream(stream)
        const event = written('once')
        const first = await (await open()).appendToStream(stream, [event])
        expect(await log.appendToStream(stream, [event])).toEqual({ ...first, repeated: true })
        expect(await log.appendToStream(stream, [event], { expectedStreamVersion: 2n })).toEqual({
          ...first,
          repeated: true,
        })
        expect((await log.readStream(stream)).events).toHaveLength(2)
      })

      it('is known when it holds only the first events of a batch', async () => {
        const stream = newStream()
        const [a, b, c] = [written('a'), written('b'), written('c')]
        await log.appendToStream(stream, [a, b, c])
        const { events } = await log.readStream(stream)
        expect(await log.appendToStream(stream, [a, b])).toEqual({
          nextExpectedStreamVersion: 2n,
          createdNewStream: true,
          lastEventGlobalPosition: events[1]?.metadata.globalPosition,
          repeated: true,
        })
      })

      it('is written once when it is sent 20 times at once', async () => {
        const stream = newStream()
        const batch = [written('a'), written('b')]
        const answers = await Promise.all(Array.from({ length: 20 }, () => log.appendToStream(stream, batch)))
        expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
        for (const answer of answers) expect({ ...answer, repeated: true }).toEqual({ ...answers[0], repeated: true })
        expect(textsOf((await log.readStream(stream)).events)).toEqual(['a', 'b'])
      })

      it('is refused when only a part of it is there', async () => {
        const stream = newStream()
        const old = written('old')
        await log.appendToStream(stream, [old])
        for (const batch of [
          [old, written('new')],
          [written('new'), old],
        ])
          await expect(log.appendToStream(stream, batch)).rejects.toBeInstanceOf(InvalidEvent)
        expect(textsOf((await log.readStream(stream)).events)).toEqual(['old'])
      })

      it('is a repeat whatever its data says', async () => {
        const stream = newStream()
        const id = randomUUID()
        const first = await log.appendToStream(stream, [written('first', id)])
        expect(await log.appendToStream(stream, [written('second', id.toUpperCase())])).toEqual({
          ...first,
          repeated: true,
        })
        expect(textsOf((await log.readStream(stream)).events)).toEqual(['first'])
      })
    })

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
          const event = { ...written(), data } as unknown as Event
          const append = log.appendToStream(stream, [written(), event])
          await expect(append).rejects.toBeInstanceOf(InvalidEvent)
          await expect(append).rejects.toThrow(/Event 2 of 2/)
          expect(await log.streamExists(stream)).toBe(false)
        })

      const bad: Record<string, Partial<Written> & object> = {
        'an empty type': { type: '' as 'Written' },
        'a type that begins with $': { type: '$Written' as 'Written' },
        'a type with a NUL': { type: 'Wri\u0000tten' as 'Written' },
        'an id that is no UUID': { metadata: metadata('note-1') },
        'an empty id': { metadata: metadata('') },
        'the nil UUID': { metadata: metadata('00000000-0000-0000-0000-000000000000') },
        'metadata with a bigint': { metadata: { ...metadata(), schemaVersion: 1n } as unknown as EventMetadata },
        'metadata with a NUL': { metadata: { ...metadata(), causationId: '\u0000' } },
      }
      for (const [what, part] of Object.entries(bad))
        it(`refuses ${what}`, async () => {
          const stream = newStream()
          const append = log.appendToStream(stream, [{ ...written(), ...part }])
          await expect(append).rejects.toBeInstanceOf(InvalidEvent)
          expect(await log.streamExists(stream)).toBe(false)
        })

      it('refuses the same id twice in one append', async () => {
        const id = randomUUID()
        await expect(
          log.appendToStream(newStream(), [written('a', id), written('b', id.toUpperCase())]),
        ).rejects.toBeInstanceOf(InvalidEvent)
      })
      it('refuses an append of nothing', () =>
        expect(log.appendToStream(newStream(), [])).rejects.toBeInstanceOf(InvalidEvent))
      for (const name of ['', '$page', 'a\u0000b', 'a\nb', '\ud83d', 'x'.repeat(201)])
        it(`refuses ${JSON.stringify(name.slice(0, 8))} for a stream`, () =>
          expect(log.appendToStream(name, [written()])).rejects.toBeInstanceOf(InvalidEvent))
      it('refuses many events that are too large together', () =>
        expect(
          log.appendToStream(
            newStream(),
            Array.from({ length: 11 }, () => written('x'.repeat(MAX_APPEND_BYTES / 10))),
          ),
        ).rejects.toBeInstanceOf(InvalidEvent))
      it('takes the largest event it says it takes', async () => {
        const stream = newStream()
        const text = 'x'.repeat(MAX_APPEND_BYTES - 1000)
        await log.appendToStream(stream, [bare({ text })])
        expect(textsOf((await log.readStream(stream)).events)).toEqual([text])
      })
    })

    describe('reading a stream', () => {
      it('says that a missing stream has no events', async () => {
        const stream = newStream()
        expect(await log.readStream(stream)).toEqual({ events: [], currentStreamVersion: 0n, streamExists: false })
        expect(await log.readStream(stream, { from: 3n, maxCount: 2n })).toEqual({
          events: [],
          currentStreamVersion: 0n,
          streamExists: false,
        })
        expect(await log.streamExists(stream)).toBe(false)
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
        } satisfies Written | (Event & { metadata: EventMetadata })
        const { lastEventGlobalPosition } = await log.appendToStream<Event>(stream, [event])
        expect((await log.readStream(stream)).events).toEqual([
          {
            kind: 'Event',
            ...event,
            metadata: {
              ...event.metadata,
              streamName: stream,
              streamPosition: 1n,
              globalPosition: lastEventGlobalPosition,
            },
          },
        ])
        expect(await log.streamExists(stream)).toBe(true)
      })

      it('gives back metadata of any shape', async () => {
        const stream = newStream()
        const shapes = [{ ...metadata(), extra: { a: [1] } }, { userId: 'u', messageId: randomUUID() }, undefined]
        await log.appendToStream<Event>(
          stream,
          shapes.map((shape) => ({ ...bare({}), metadata: shape }) as Event),
        )
        const { events } = await log.readStream(stream)
        for (const [index, shape] of shapes.entries()) expect(events[index]?.metadata).toMatchObject(shape ?? {})
        expect(Object.keys(events[2]?.metadata ?? {}).sort()).toEqual(
          ['globalPosition', 'messageId', 'streamName', 'streamPosition'].sort(),
        )
      })

      it('leaves out properties that are undefined', async () => {
        const stream = newStream()
        await log.appendToStream(stream, [bare({ text: 'a', title: undefined })])
        expect((await log.readStream(stream)).events[0]?.data).toEqual({ text: 'a' })
      })

      it('takes an event that was read and writes it elsewhere without its old place', async () => {
        const [event] = (await log.readStream<Written>(await streamOf('a', 'b'), { from: 1n })).events
        if (!event) throw new Error('nothing read')
        const stream = newStream()
        await log.appendToStream<Written>(stream, [
          { ...event, metadata: { ...event.metadata, messageId: randomUUID() } },
        ])
        expect((await log.readStream(stream)).events[0]?.metadata).toMatchObject({
          streamName: stream,
          streamPosition: 1n,
        })
      })

      const parts: [string, { from?: bigint; to?: bigint; maxCount?: bigint }, string][] = [
        ['all', {}, 'abcde'],
        ['what follows the second', { from: 2n }, 'cde'],
        ['up to the third', { to: 3n }, 'abc'],
        ['the first two', { maxCount: 2n }, 'ab'],
        ['two after the first', { from: 1n, maxCount: 2n }, 'bc'],
        ['from the second to the fourth', { from: 1n, to: 4n }, 'bcd'],
        ['the lesser of two bounds', { to: 4n, maxCount: 2n }, 'ab'],
        ['nothing past the end', { from: 5n }, ''],
        ['nothing far past the end', { from: 500n }, ''],
        ['all up to far past the end', { to: 10n ** 15n }, 'abcde'],
        ['nothing when none is wanted', { maxCount: 0n }, ''],
        ['nothing when the end is before the start', { from: 3n, to: 2n }, ''],
      ]
      it.each(parts)('reads %s', async (_, part, texts) => {
        const stream = await streamOf('a', 'b', 'c', 'd', 'e')
        const read = await log.readStream(stream, part)
        expect(textsOf(read.events).join('')).toBe(texts)
        expect(read).toMatchObject({ currentStreamVersion: 5n, streamExists: true })
      })

      it('refuses to read a stream that is not at the expected version', async () => {
        const stream = await streamOf('a', 'b')
        for (const expectedStreamVersion of [2n, STREAM_EXISTS, NO_CONCURRENCY_CHECK])
          expect((await log.readStream(stream, { expectedStreamVersion })).events).toHaveLength(2)
        for (const expectedStreamVersion of [1n, 0n, STREAM_DOES_NOT_EXIST])
          await expect(log.readStream(stream, { expectedStreamVersion, maxCount: 1n })).rejects.toBeInstanceOf(
            ExpectedVersionConflictError,
          )
        await expect(log.readStream(newStream(), { expectedStreamVersion: STREAM_EXISTS })).rejects.toBeInstanceOf(
          ExpectedVersionConflictError,
        )
      })

      it('reads a long stream', async () => {
        const stream = newStream()
        for (let hundred = 0; hundred < 12; hundred++)
          await log.appendToStream(
            stream,
            Array.from({ length: 100 }, (_, index) => written(`${hundred * 100 + index}`)),
          )
        expect(textsOf((await log.readStream(stream)).events)).toEqual(
          Array.from({ length: 1200 }, (_, index) => `${index}`),
        )
      })

      it('folds a stream, or a part of it, into a state', async () => {
        const stream = await streamOf('a', 'b', 'c')
        const fold = {
          initialState: () => '',
          evolve: (state: string, event: Written) => state + event.data.text,
        }
        expect(await log.aggregateStream<string, Written>(stream, fold)).toEqual({
          state: 'abc',
          currentStreamVersion: 3n,
          streamExists: true,
        })
        expect(await log.aggregateStream<string, Written>(stream, { ...fold, read: { from: 1n } })).toEqual({
          state: 'bc',
          currentStreamVersion: 3n,
          streamExists: true,
        })
        expect(await log.aggregateStream<string, Written>(newStream(), fold)).toEqual({
          state: '',
          currentStreamVersion: 0n,
          streamExists: false,
        })
      })

      it('stores an older shape and reads a newer one', async () => {
        type Stored = Event<'Written', { body: string }, EventMetadata>
        const stream = newStream()
        const versioning = {
          downcast: (event: Written): Stored => ({ ...event, data: { body: event.data.text } }),
          upcast: (event: Stored): Written => ({ ...event, data: { text: `${event.data.body}!` } }),
        }
        await log.appendToStream<Written, Stored>(stream, [written('a')], { schema: { versioning } })
        expect((await log.readStream<Stored>(stream)).events[0]?.data).toEqual({ body: 'a' })
        const { events } = await log.readStream<Written, Stored>(stream, { schema: { versioning } })
        expect(events[0]).toMatchObject({
          kind: 'Event',
          type: 'Written',
          data: { text: 'a!' },
          metadata: { streamName: stream, streamPosition: 1n, schemaVersion: 1 },
        })
        const { state } = await log.aggregateStream<string, Written, Stored>(stream, {
          initialState: () => '',
          evolve: (state: string, event: Written) => state + event.data.text,
          read: { schema: { versioning } },
        })
        expect(state).toBe('a!')
      })
    })

    describe("under emmett's command handlers", () => {
      type Counted = Event<'Counted', { by: number }>
      const counter: Decider<number, { type: 'Count'; data: { by: number } }, Counted> = {
        initialState: () => 0,
        evolve: (sum, event) => sum + event.data.by,
        decide: (command) => ({ type: 'Counted', data: { by: command.data.by } }),
      }
      const count = (by: number) => ({ type: 'Count' as const, data: { by } })

      it('decides on the state there is', async () => {
        const stream = newStream('counter')
        const handle = DeciderCommandHandler(counter)
        expect(await handle(log, stream, count(2))).toMatchObject({
          newState: 2,
          nextExpectedStreamVersion: 1n,
          createdNewStream: true,
        })
        expect(await handle(log, stream, [count(3), count(4)])).toMatchObject({
          newState: 9,
          nextExpectedStreamVersion: 3n,
          createdNewStream: false,
        })
      })

      it('tries again after a conflict, and nothing is lost', async () => {
        const stream = newStream('counter')
        const handle = DeciderCommandHandler({
          ...counter,
          retry: { onVersionConflict: { retries: 40, minTimeout: 1, maxTimeout: 20 } },
        })
        await Promise.all(Array.from({ length: 12 }, () => handle(log, stream, count(1))))
        const { state } = await log.aggregateStream<number, Counted>(stream, counter)
        expect(state).toBe(12)
      })

      it('lets one of 50 racing creators win', async () => {
        const stream = newStream('counter')
        const handle = CommandHandler<number, Counted>({ evolve: counter.evolve, initialState: counter.initialState })
        const outcomes = await Promise.allSettled(
          Array.from({ length: 50 }, () =>
            handle(
              log,
              stream,
              (sum) => {
                if (sum > 0) throw new Error('exists')
                return { type: 'Counted', data: { by: 1 } }
              },
              { expectedStreamVersion: STREAM_DOES_NOT_EXIST },
            ),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
        expect((await log.readStream(stream)).events).toHaveLength(1)
      })
    })

    describe('the global feed', () => {
      it(`carries every event of 32 writers, once and in order, live and afterwards`, {
        timeout: 120_000,
      }, async () => {
        const after = await log.head()
        const total = subject.feedEvents
        const enough = (events: readonly Recorded[]) => events.length >= total
        const live = [
          follow(log, { after, live: true, size: 100 }, enough),
          follow(await open(), { after, live: true }, enough),
        ]
        let left = total
        const writer = async () => {
          let stream = newStream()
          for (let turn = 0; left > 0; turn++) {
            const count = Math.min(left, 1 + (turn % 3))
            left -= count
            if (turn % 5 === 0) stream = newStream()
            await log.appendToStream(
              stream,
              Array.from({ length: count }, () => written()),
            )
          }
        }
        await Promise.all(Array.from({ length: 32 }, writer))
        const [first, second] = await Promise.all(live)
        const rebuilt = await follow(log, { after, live: false, size: 1000 })

        const idsOf = (events: readonly Recorded[] = []) => events.map((event) => event.metadata.messageId)
        expect(new Set(idsOf(rebuilt)).size).toBe(total)
        expect(idsOf(first)).toEqual(idsOf(rebuilt))
        expect(idsOf(second)).toEqual(idsOf(rebuilt))

        let position = after
        const versions = new Map<string, bigint>()
        for (const { metadata } of rebuilt) {
          expect(metadata.globalPosition > position).toBe(true)
          position = metadata.globalPosition
          expect(metadata.streamPosition).toBe((versions.get(metadata.streamName) ?? 0n) + 1n)
          versions.set(metadata.streamName, metadata.streamPosition)
        }
        expect(position).toBe(await log.head())
      })

      it('gives events out as they were written', async () => {
        const after = await log.head()
        const stream = await streamOf('a', 'b')
        const { events } = await log.readStream(stream)
        expect(await follow(log, { after, live: false })).toEqual(events)
      })

      it('goes on after the position it was left at', async () => {
        const after = await log.head()
        await streamOf(...'abcdefghij')
        const first: Recorded[] = []
        let left = after
        for await (const batch of log.batches({ after, size: 3, live: true })) {
          first.push(...batch.events)
          left = batch.position
          if (first.length >= 6) break
        }
        const rest = await follow(await open(), { after: left, size: 3, live: false })
        expect(textsOf([...first, ...rest]).join('')).toBe('abcdefghij')
      })

      it('holds at most the wanted number of events in a batch', async () => {
        const after = await log.head()
        await streamOf(...'abcdefgh')
        const sizes: number[] = []
        let previous = after
        for await (const batch of log.batches({ after, size: 3, live: false })) {
          sizes.push(batch.events.length)
          const last = batch.events.at(-1)?.metadata.globalPosition
          if (last !== undefined) expect(batch.position >= last).toBe(true)
          expect(batch.position >= previous).toBe(true)
          previous = batch.position
        }
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(8)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(3)
      })

      it('ends at once at the tail when it is not live', async () => {
        const head = await log.head()
        expect(await follow(log, { after: head, live: false })).toEqual([])
        expect(await follow(log, { after: head + 1_000_000n, live: false })).toEqual([])
      })

      it('ends at the tail there was at the call, however fast others write', async () => {
        const after = await log.head()
        await streamOf('a', 'b', 'c')
        let writing = true
        const writer = (async () => {
          while (writing) await log.appendToStream(newStream(), [written('later')])
        })()
        const events = await follow(log, { after, live: false, size: 1 })
        writing = false
        await writer
        expect(textsOf(events.slice(0, 3))).toEqual(['a', 'b', 'c'])
      })

      it('shows an event to a live feed soon after it was written', async () => {
        const after = await log.head()
        const feed = log.batches({ after, live: true })[Symbol.asyncIterator]()
        const other = await open()
        for (const text of ['a', 'b', 'c']) {
          const next = feed.next()
          const start = performance.now()
          await other.appendToStream(newStream(), [written(text)])
          expect(textsOf((await next).value?.events)).toEqual([text])
          // Far below any safety poll: it was told, it did not look by chance.
          expect(performance.now() - start).toBeLessThan(1_500)
        }
        await feed.return?.(undefined)
      })

      it('never leaves writers waiting who go on when they see what they wrote', async () => {
        const seen = new Map<string, () => void>()
        const stop = new AbortController()
        const after = await log.head()
        const feed = (async () => {
          for await (const { events } of log.batches({ after, live: true, signal: stop.signal }))
            for (const event of events) seen.get(event.metadata.messageId)?.()
        })()
        let longest = 0
        const writer = async () => {
          const stream = newStream()
          for (let round = 0; round < 60; round++) {
            const id = randomUUID()
            const shown = new Promise<void>((resolve) => seen.set(id, resolve))
            const start = performance.now()
            await log.appendToStream(stream, [written('a', id)])
            await shown
            longest = Math.max(longest, performance.now() - start)
          }
        }
        await Promise.all(Array.from({ length: 5 }, writer))
        stop.abort()
        await feed
        expect(longest).toBeLessThan(1_500)
      })

      it('ends when its signal aborts, waiting or not', { timeout: 5_000 }, async () => {
        const waiting = new AbortController()
        const feed = follow(log, { after: await log.head(), live: true, signal: waiting.signal })
        const timer = setTimeout(() => waiting.abort(), 50)
        expect(await feed).toEqual([])
        clearTimeout(timer)
        expect(await follow(log, { after: 0n, live: true, signal: AbortSignal.abort() })).toEqual([])

        await streamOf('a', 'b', 'c')
        const reading = new AbortController()
        let batches = 0
        for await (const _ of log.batches({ after: 0n, size: 1, live: true, signal: reading.signal })) {
          batches++
          reading.abort()
        }
        expect(batches).toBe(1)
      })

      it('waits for a slow consumer and loses nothing', async () => {
        const after = await log.head()
        const texts = Array.from({ length: 60 }, (_, index) => `${index}`)
        const seen: string[] = []
        const consumer = (async () => {
          for await (const batch of log.batches({ after, size: 7, live: true })) {
            await new Promise((resolve) => setTimeout(resolve, 5))
            seen.push(...textsOf(batch.events))
            if (seen.length >= texts.length) break
          }
        })()
        const stream = newStream()
        for (const text of texts) await log.appendToStream(stream, [written(text)])
        await consumer
        expect(seen).toEqual(texts)
      })

      it('serves many feeds at once', async () => {
        const after = await log.head()
        const feeds = Array.from({ length: 12 }, () =>
          follow(log, { after, live: true }, (events) => events.length >= 5),
        )
        for (const text of 'abcde') await log.appendToStream(newStream(), [written(text)])
        for (const events of await Promise.all(feeds)) expect(textsOf(events).join('')).toBe('abcde')
      })

      it('has the last event for its head', async () => {
        const { lastEventGlobalPosition } = await log.appendToStream(newStream(), [written('a'), written('b')])
        expect(await log.head()).toBe(lastEventGlobalPosition)
        expect(await (await open()).head()).toBe(lastEventGlobalPosition)
      })
    })

    it('has one identity, whoever asks and whenever', async () => {
      const others = await Promise.all(Array.from({ length: 5 }, open))
      const identities = await Promise.all([log, ...others].map((one) => one.identity()))
      expect(new Set(identities).size).toBe(1)
      expect(identities[0]).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('ends its feeds when it is closed', async () => {
      const closing = await open()
      const feed = follow(closing, { after: await closing.head(), live: true })
      const caughtUp = await streamOf('a')
      expect(await closing.streamExists(caughtUp)).toBe(true)
      await closing.close()
      await expect(feed).resolves.toBeInstanceOf(Array)
      await closing.close()
    })
  })
}
