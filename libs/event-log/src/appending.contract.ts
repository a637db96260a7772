import { describe, expect, it } from 'vitest'
import { type ExpectedVersion, VersionConflict } from './event-log.ts'
import { bare, type EventLogSubject, handles, newStream, textsOf, written } from './written.contract.ts'

/** Appends, and what they expect. */
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
            // As emmett's error has them.
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
  })
}
