import { describe, expect, it } from 'vitest'
import { appendingContract } from './appending.contract.ts'
import { feedingContract } from './feeding.contract.ts'
import { readingContract } from './reading.contract.ts'
import { refusingContract } from './refusing.contract.ts'
import { repeatingContract } from './repeating.contract.ts'
import { type EventLogSubject, follow, handles } from './written.contract.ts'

/** The tests that every implementation of EventLog must pass. */
export function eventLogContract(name: string, subject: EventLogSubject): void {
  describe(`${name}, as an event log`, () => {
    appendingContract(subject)
    repeatingContract(subject)
    refusingContract(subject)
    readingContract(subject)
    feedingContract(subject)

    const under = handles(subject)

    it('has one identity, for every process and at all times', async () => {
      const others = await Promise.all(Array.from({ length: 5 }, under.open))
      const identities = await Promise.all([under.log, ...others].map((one) => one.identity()))
      expect(new Set(identities).size).toBe(1)
      expect(identities[0]).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('ends its feeds when it is closed', async () => {
      const closing = await under.open()
      const feed = follow(closing, { after: await closing.head(), live: true })
      const caughtUp = await under.streamOf('a')
      expect((await closing.readStream(caughtUp)).version).toBe(1n)
      await closing.close()
      await expect(feed).resolves.toBeInstanceOf(Array)
      await closing.close()
    })
  })
}
