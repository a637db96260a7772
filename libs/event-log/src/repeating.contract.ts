import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ExpectedVersion, InvalidEvent } from './event-log.ts'
import { type EventLogSubject, handles, newStream, textsOf, written } from './written.contract.ts'

export function repeatingContract(subject: EventLogSubject): void {
  const under = handles(subject)

  describe('an append that is repeated', () => {
    const everyExpectation: ExpectedVersion[] = ['any', 0n, 1n, 2n, 3n, 9n]
    for (const expected of everyExpectation) {
      it(`answers as the first did when it expects ${expected}`, async () => {
        const stream = await under.streamOf('before')
        const event = written('once')
        const first = await under.log.appendToStream(stream, [event])
        expect(await under.log.appendToStream(stream, [event], { expected })).toEqual({
          ...first,
          repeated: true,
        })
        expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['before', 'once'])
      })

      it(`answers as the first did after later events when it expects ${expected}`, async () => {
        const stream = newStream()
        const batch = [written('a'), written('b')]
        const first = await under.log.appendToStream(stream, batch)
        await under.log.appendToStream(stream, [written('later')])
        expect(await under.log.appendToStream(stream, batch, { expected })).toEqual({
          ...first,
          repeated: true,
        })
        expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['a', 'b', 'later'])
      })
    }

    it('is known by another handle, which has not seen the stream', async () => {
      const stream = newStream()
      const event = written('once')
      const first = await under.log.appendToStream(stream, [event])
      const other = await under.open()
      expect(await other.appendToStream(stream, [event], { expected: 1n })).toEqual({
        ...first,
        repeated: true,
      })
      expect((await under.log.readStream(stream)).events).toHaveLength(1)
    })

    it('is known when its events came meanwhile through another handle', async () => {
      const stream = await under.streamOf('before')
      await under.log.readStream(stream)
      const event = written('once')
      const first = await (await under.open()).appendToStream(stream, [event])
      expect(await under.log.appendToStream(stream, [event])).toEqual({ ...first, repeated: true })
      expect(await under.log.appendToStream(stream, [event], { expected: 2n })).toEqual({
        ...first,
        repeated: true,
      })
      expect((await under.log.readStream(stream)).events).toHaveLength(2)
    })

    it('is known when it holds only the first events of a batch', async () => {
      const stream = newStream()
      const [a, b, c] = [written('a'), written('b'), written('c')]
      await under.log.appendToStream(stream, [a, b, c])
      const { events } = await under.log.readStream(stream)
      expect(await under.log.appendToStream(stream, [a, b])).toEqual({
        version: 2n,
        position: events[1]?.metadata.globalPosition,
        repeated: true,
      })
    })

    it('is written once when it is sent 20 times at once', async () => {
      const stream = newStream()
      const batch = [written('a'), written('b')]
      const answers = await Promise.all(Array.from({ length: 20 }, () => under.log.appendToStream(stream, batch)))
      expect(answers.some(({ repeated }) => !repeated)).toBe(true)
      for (const answer of answers) expect({ ...answer, repeated: true }).toEqual({ ...answers[0], repeated: true })
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['a', 'b'])
    })

    it('is refused when only a part of it is there', async () => {
      const stream = newStream()
      const old = written('old')
      await under.log.appendToStream(stream, [old])
      for (const batch of [
        [old, written('new')],
        [written('new'), old],
      ])
        await expect(under.log.appendToStream(stream, batch)).rejects.toBeInstanceOf(InvalidEvent)
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['old'])
    })

    it('is a repeat whatever its data says', async () => {
      const stream = newStream()
      const id = randomUUID()
      const first = await under.log.appendToStream(stream, [written('first', id)])
      expect(await under.log.appendToStream(stream, [written('second', id.toUpperCase())])).toEqual({
        ...first,
        repeated: true,
      })
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['first'])
    })

    it('is found where its caller looked: what was written meanwhile under its id is no conflict', async () => {
      const stream = await under.streamOf('before')
      const event = { ...written('once'), metadata: { ...written().metadata, commandHash: 'h' } }
      const { version } = await under.log.readEnds(stream, { find: { id: event.metadata.messageId, after: null } })
      const options = { expected: version, idsAreNew: true }
      const first = await under.log.appendToStream(stream, [event], options)
      const again = { ...event, metadata: { ...event.metadata, correlationId: 'another request' } }
      expect(await (await under.open()).appendToStream(stream, [again], options)).toEqual({ ...first, repeated: true })
      await under.log.appendToStream(stream, [written('later')])
      expect(await under.log.appendToStream(stream, [again], options)).toEqual({ ...first, repeated: true })
      expect(textsOf((await under.log.readStream(stream)).events)).toEqual(['before', 'once', 'later'])
    })
  })
}
