import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type EventPlace, FeedBroken, lastPlace, type Recorded } from './event-log.ts'
import { LARGEST_PAGE } from './paging.ts'
import { type EventLogSubject, follow, handles, newStream, textsOf, written } from './written.contract.ts'

export function feedingContract(subject: EventLogSubject): void {
  const under = handles(subject)
  const { feedEvents } = subject

  describe('the global feed', () => {
    it(`carries every event of 32 writers, once and in order, live and afterwards`, async () => {
      const after = await under.log.head()
      const total = feedEvents
      const enough = (events: readonly Recorded[]) => events.length >= total
      const live = [
        follow(under.log, { after, live: true, size: 100 }, enough),
        follow(await under.open(), { after, live: true }, enough),
      ]
      let left = total
      const writer = async () => {
        let stream = newStream()
        for (let turn = 0; left > 0; turn++) {
          const count = Math.min(left, 1 + (turn % 3))
          left -= count
          if (turn % 5 === 0) stream = newStream()
          await under.log.appendToStream(
            stream,
            Array.from({ length: count }, () => written()),
          )
        }
      }
      await Promise.all(Array.from({ length: 32 }, writer))
      const [first, second] = await Promise.all(live)
      const rebuilt = await follow(under.log, { after, live: false, size: 1000 })

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
      expect(position).toBe(await under.log.head())
    })

    it('gives events out as they were written', async () => {
      const after = await under.log.head()
      const stream = await under.streamOf('a', 'b')
      const { events } = await under.log.readStream(stream)
      expect(await follow(under.log, { after, live: false })).toEqual(events)
    })

    it('goes on after the position it was left at', async () => {
      const after = await under.log.head()
      await under.streamOf(...'abcdefghij')
      const first: Recorded[] = []
      let left = after
      for await (const batch of under.log.batches({ after, size: 3, live: true })) {
        first.push(...batch.events)
        left = batch.position
        if (first.length >= 6) break
      }
      const rest = await follow(await under.open(), { after: left, size: 3, live: false })
      expect(textsOf([...first, ...rest]).join('')).toBe('abcdefghij')
    })

    it('goes on behind an event that is known, and breaks where another stands in its place', async () => {
      const stream = await under.streamOf('a', 'b', 'c', 'd')
      const places = (await under.log.readStream(stream)).events.map((event) => lastPlace([event]) as EventPlace)
      const [, b, c, d] = places as [EventPlace, EventPlace, EventPlace, EventPlace]
      const another = (place: EventPlace) => ({ ...place, id: randomUUID() })
      for (const known of [b, c])
        expect(textsOf(await follow(under.log, { after: c.position, known, live: false })).slice(0, 1)).toEqual(['d'])
      for (const live of [false, true]) {
        const broken = (after: EventPlace, known: EventPlace) =>
          expect(follow(under.log, { after: after.position, known, live })).rejects.toThrow(FeedBroken)
        await broken(c, another(c))
        await broken(c, another(b))
        // The event `d` is the log's last one, so this feed has no event to deliver and must still break.
        if (live) await broken(d, another(d))
      }
    })

    it('holds at most the wanted number of events in a batch', async () => {
      const after = await under.log.head()
      await under.streamOf(...'abcdefgh')
      const sizes: number[] = []
      let previous = after
      for await (const batch of under.log.batches({ after, size: 3, live: false })) {
        sizes.push(batch.events.length)
        const last = batch.events.at(-1)?.metadata.globalPosition
        if (last !== undefined) expect(batch.position >= last).toBe(true)
        expect(batch.position >= previous).toBe(true)
        previous = batch.position
      }
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(8)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(3)
    })

    it('ends a batch where its events are long, also behind short ones', async () => {
      const after = await under.log.head()
      await under.streamOf(...'abcdefgh')
      // A sealed text is a third longer than the plain text, so this text almost fills an event of 1 MB.
      const long = 'x'.repeat(700_000)
      for (let n = 0; n < 30; n++) await under.streamOf(long)
      const lengths: number[] = []
      let count = 0
      for await (const { events } of under.log.batches({ after, size: 1_000, live: false })) {
        count += events.length
        lengths.push(textsOf(events).join('').length)
      }
      expect(count).toBe(8 + 30)
      expect(Math.max(...lengths)).toBeLessThan(LARGEST_PAGE + long.length)
    })

    it('ends at once at the tail when it is not live', async () => {
      const head = await under.log.head()
      expect(await follow(under.log, { after: head, live: false })).toEqual([])
      expect(await follow(under.log, { after: head + 1_000_000n, live: false })).toEqual([])
    })

    it('ends at the tail there was at the call, however fast others write', async () => {
      const after = await under.log.head()
      await under.streamOf('a', 'b', 'c')
      let writing = true
      const writer = (async () => {
        while (writing) await under.log.appendToStream(newStream(), [written('later')])
      })()
      const events = await follow(under.log, { after, live: false, size: 1 })
      writing = false
      await writer
      expect(textsOf(events.slice(0, 3))).toEqual(['a', 'b', 'c'])
    })

    it('ends where it is told to, whatever stands behind', async () => {
      const after = await under.log.head()
      await under.streamOf('a', 'b', 'c')
      const [, middle] = await follow(under.log, { after, live: false })
      const until = middle?.metadata.globalPosition ?? 0n
      for (const size of [1, 2, 100]) {
        let last = after
        const texts: unknown[] = []
        for await (const { events, position } of under.log.batches({ after, live: false, until, size })) {
          texts.push(...textsOf(events))
          last = position
        }
        expect([texts, last]).toEqual([['a', 'b'], until])
      }
    })

    /** Stops the timers, so that no feed polls. A feed then delivers an event only if the store notifies it. */
    const withoutLooking = () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
    }

    it('tells a live feed of an event that was written', async () => {
      const after = await under.log.head()
      const feed = under.log.batches({ after, live: true })[Symbol.asyncIterator]()
      const other = await under.open()
      withoutLooking()
      for (const text of ['a', 'b', 'c']) {
        const next = feed.next()
        await other.appendToStream(newStream(), [written(text)])
        expect(textsOf((await next).value?.events)).toEqual([text])
      }
      await feed.return?.(undefined)
    })

    it('never leaves writers waiting who go on when they see what they wrote', async () => {
      const seen = new Map<string, () => void>()
      const stop = new AbortController()
      const after = await under.log.head()
      const feed = (async () => {
        for await (const { events } of under.log.batches({ after, live: true, signal: stop.signal }))
          for (const event of events) seen.get(event.metadata.messageId)?.()
      })()
      withoutLooking()
      const writer = async () => {
        const stream = newStream()
        for (let round = 0; round < 60; round++) {
          const id = randomUUID()
          const shown = new Promise<void>((resolve) => seen.set(id, resolve))
          await under.log.appendToStream(stream, [written('a', id)])
          await shown
        }
      }
      await Promise.all(Array.from({ length: 5 }, writer))
      stop.abort()
      await feed
    })

    it('ends when its signal aborts, waiting or not', async () => {
      const waiting = new AbortController()
      const feed = follow(under.log, { after: await under.log.head(), live: true, signal: waiting.signal })
      const timer = setTimeout(() => waiting.abort(), 50)
      expect(await feed).toEqual([])
      clearTimeout(timer)
      expect(await follow(under.log, { after: 0n, live: true, signal: AbortSignal.abort() })).toEqual([])

      await under.streamOf('a', 'b', 'c')
      const reading = new AbortController()
      let batches = 0
      for await (const _ of under.log.batches({ after: 0n, size: 1, live: true, signal: reading.signal })) {
        batches++
        reading.abort()
      }
      expect(batches).toBe(1)
    })

    it('waits for a slow consumer and loses nothing', async () => {
      const after = await under.log.head()
      const texts = Array.from({ length: 60 }, (_, index) => `${index}`)
      const seen: string[] = []
      const consumer = (async () => {
        for await (const batch of under.log.batches({ after, size: 7, live: true })) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          seen.push(...textsOf(batch.events))
          if (seen.length >= texts.length) break
        }
      })()
      const stream = newStream()
      for (const text of texts) await under.log.appendToStream(stream, [written(text)])
      await consumer
      expect(seen).toEqual(texts)
    })

    it('serves many feeds at once', async () => {
      const after = await under.log.head()
      const feeds = Array.from({ length: 12 }, () =>
        follow(under.log, { after, live: true }, (events) => events.length >= 5),
      )
      for (const text of 'abcde') await under.log.appendToStream(newStream(), [written(text)])
      for (const events of await Promise.all(feeds)) expect(textsOf(events).join('')).toBe('abcde')
    })

    it('has the last event for its head', async () => {
      const { position } = await under.log.appendToStream(newStream(), [written('a'), written('b')])
      expect(await under.log.head()).toBe(position)
      expect(await (await under.open()).head()).toBe(position)
    })
  })
}
