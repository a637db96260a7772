import { describe, expect, it } from 'vitest'
import { type ExpectedVersion, InvalidEvent, VersionConflict } from './event-log.ts'
import { bare, type EventLogSubject, handles, newStream, textsOf, written } from './written.contract.ts'

export function appendingContract(subject: EventLogSubject): void {
  const under = handles(subject)

  describe('appending', () => {
    const forms: [found: string, stream: () => Promise<string>, [ExpectedVersion, boolean][]][] = [
      [
        'a new stream',
        async () => newStream(),
        [
          ['any', true],
          [0n, true],
          [1n, false],
          [-1n, false],
          [-2n, false],
        ],
      ],
      [
        'a stream of two events',
        () => under.streamOf('a', 'b'),
        [
          ['any', true],
          [2n, true],
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
          const before = await under.log.readStream(stream)
          const append = under.log.appendToStream(stream, [written('new')], { expected })
          if (fits) expect(await append).toMatchObject({ version: before.version + 1n, repeated: false })
          else {
            await expect(append).rejects.toBeInstanceOf(VersionConflict)
            // VersionConflict extends an error of the package emmett, which has the versions as text.
            await expect(append).rejects.toMatchObject({ current: String(before.version), expected: String(expected) })
            expect((await under.log.readStream(stream)).version).toBe(before.version)
          }
        })

    it('answers with the position of the last event of the append', async () => {
      const stream = newStream()
      const one = await under.log.appendToStream(stream, [written('a')])
      const three = await under.log.appendToStream(stream, [written('b'), written('c'), written('d')])
      const { events } = await under.log.readStream(stream)
      expect(events.map((event) => event.metadata.streamPosition)).toEqual([1n, 2n, 3n, 4n])
      expect(one.position).toBe(events[0]?.metadata.globalPosition)
      expect(three.position).toBe(events[3]?.metadata.globalPosition)
      expect(three).toMatchObject({ version: 4n, repeated: false })
    })

    it('lets one of 50 racing creators win', async () => {
      const stream = newStream()
      const other = await under.open()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, racer) =>
          (racer % 2 ? under.log : other).appendToStream(stream, [written(`${racer}`)], {
            expected: 0n,
          }),
        ),
      )
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(lost.map((outcome) => outcome.reason.constructor)).toEqual(Array(49).fill(VersionConflict))
      expect((await under.log.readStream(stream)).events).toHaveLength(1)
    })

    it('lets one of 20 writers who saw the same version win', async () => {
      const stream = await under.streamOf('a')
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => under.log.appendToStream(stream, [written()], { expected: 1n })),
      )
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      expect((await under.log.readStream(stream)).version).toBe(2n)
    })

    it('stores all events of writers who expect nothing, in one order', async () => {
      const stream = newStream()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, writer) => under.log.appendToStream(stream, [written(`${writer}`)])),
      )
      const { events } = await under.log.readStream(stream)
      expect(textsOf(events).sort()).toEqual(Array.from({ length: 20 }, (_, writer) => `${writer}`).sort())
      expect(new Set(answers.map((answer) => answer.version)).size).toBe(20)
    })

    it('stores all of a batch or nothing', async () => {
      const stream = await under.streamOf('a')
      await expect(
        under.log.appendToStream(stream, [written('b'), written('c')], { expected: 0n }),
      ).rejects.toBeInstanceOf(VersionConflict)
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['a'])
    })

    it('gives an event without an id one', async () => {
      const stream = newStream()
      await under.log.appendToStream(stream, [bare({ text: 'a' }), bare({ text: 'b' })])
      const ids = (await under.log.readStream(stream)).events.map((event) => event.metadata.messageId)
      expect(new Set(ids).size).toBe(2)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    })

    describe('to each of several streams', () => {
      const each = (texts: readonly string[]) =>
        texts.map((text) => ({ streamName: newStream(), events: [written(text)], expected: 0n, idsAreNew: true }))
      const valuesOf = <T>(outcomes: readonly PromiseSettledResult<T>[]) =>
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null))

      it('keeps to the order of the list in the log', async () => {
        const appends = each(Array.from({ length: 100 }, (_, n) => `${n}`))
        const outcomes = valuesOf(await under.log.appendEach(appends))
        const positions = outcomes.map((one) => one?.position ?? 0n)
        expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
        expect(new Set(positions).size).toBe(appends.length)
        for (const [n, { streamName }] of appends.entries()) {
          expect(outcomes[n]).toMatchObject({ version: 1n, repeated: false })
          const { events } = await under.log.readStream(streamName)
          expect(textsOf(events)).toEqual([`${n}`])
          expect(events[0]?.metadata.globalPosition).toBe(positions[n])
        }
      })

      it('keeps to it beside appends of others, and with several events, any version, and one stream twice', async () => {
        const [two, any] = [await under.streamOf('a'), newStream()]
        const mixed = [
          ...each(['1', '2']),
          { streamName: two, events: [written('b'), written('c')], expected: 1n },
          ...each(['3']),
          { streamName: any, events: [written('first')] },
          { streamName: any, events: [written('second')], expected: 1n },
          ...each(['4']),
        ]
        const others = Array.from({ length: 30 }, (_, n) => under.log.appendToStream(newStream(), [written(`${n}`)]))
        const outcomes = valuesOf(await under.log.appendEach(mixed))
        await Promise.all(others)
        expect(outcomes.map((one) => one?.version)).toEqual([1n, 1n, 3n, 1n, 1n, 2n, 1n])
        const positions = outcomes.map((one) => one?.position ?? 0n)
        expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
        expect(textsOf((await under.log.readStream(any)).events)).toEqual(['first', 'second'])
      })

      it('answers a repeat as the first time, and refuses alone what cannot be taken', async () => {
        const [first, repeated, last] = each(['1', '2', '3'])
        if (!first || !repeated || !last) throw new Error('There are three')
        const before = await under.log.appendToStream(repeated.streamName, repeated.events)
        const there = await under.streamOf('a')
        const outcomes = await under.log.appendEach([
          first,
          { ...repeated, idsAreNew: false },
          { streamName: there, events: [written('b')], expected: 0n },
          { streamName: newStream(), events: [{ type: 'Written', data: { text: '\0' } }] },
          { streamName: newStream(), events: [] },
          last,
        ])
        expect(outcomes.map(({ status }) => status)).toEqual([
          ...['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
        ])
        const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.constructor] : []))
        expect(refusals).toEqual([VersionConflict, InvalidEvent, InvalidEvent])
        expect(valuesOf(outcomes)[1]).toEqual({ ...before, repeated: true })
        expect(textsOf((await under.log.readStream(there)).events)).toEqual(['a'])
        for (const { streamName } of [first, repeated, last])
          expect((await under.log.readStream(streamName)).version).toBe(1n)
      })

      it('appends nothing of nothing', async () => {
        expect(await under.log.appendEach([])).toEqual([])
      })
    })
  })
}
