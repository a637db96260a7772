import {
  CommandHandler,
  type Decider,
  DeciderCommandHandler,
  type Event,
  ExpectedVersionConflictError,
  isExpectedVersionConflictError,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '@event-driven-io/emmett'
import { describe, expect, it } from 'vitest'
import { asEmmettEventStore } from './emmett-event-store.ts'
import { type EventLogSubject, handles } from './written.contract.ts'

type Deposited = Event<'Deposited', { amount: number }>
type Deposit = { type: 'Deposit'; data: { amount: number } }

const account: Decider<number, Deposit, Deposited> = {
  initialState: () => 0,
  evolve: (sum, { data }) => sum + data.amount,
  decide: ({ data: { amount } }) => (amount === 0 ? [] : { type: 'Deposited', data: { amount } }),
}
const deposit = (amount: number): Deposit => ({ type: 'Deposit', data: { amount } })

/** What knows emmett can use the log as one of emmett's own stores. */
export function emmettContract(subject: EventLogSubject): void {
  describe('as an event store of emmett', () => {
    const under = handles(subject)
    const newStream = () => `account-${crypto.randomUUID()}`
    const handle = DeciderCommandHandler(account)

    it('passes its command handler: what is decided is in the log, and the next command knows it', async () => {
      const [store, stream] = [asEmmettEventStore(under.log), newStream()]
      expect(await store.streamExists(stream)).toBe(false)
      expect(await handle(store, stream, deposit(3))).toMatchObject({
        newState: 3,
        nextExpectedStreamVersion: 1n,
        createdNewStream: true,
      })
      expect(await handle(store, stream, [deposit(4), deposit(5)])).toMatchObject({
        newState: 12,
        nextExpectedStreamVersion: 3n,
        createdNewStream: false,
      })
      expect(await handle(store, stream, deposit(0))).toMatchObject({ newEvents: [], nextExpectedStreamVersion: 3n })
      const { events, version } = await under.log.readStream(stream)
      expect([version, events.map(({ data }) => data.amount)]).toEqual([3n, [3, 4, 5]])
      expect(await store.aggregateStream(stream, account)).toMatchObject({ state: 12, currentStreamVersion: 3n })
      expect(await store.streamExists(stream)).toBe(true)
    })

    it('loses no command of many at once when it is told to try again, and says which version it met', async () => {
      const [store, stream] = [asEmmettEventStore(under.log), newStream()]
      const patient = DeciderCommandHandler({ ...account, retry: { onVersionConflict: 20 } })
      await Promise.all(Array.from({ length: 5 }, () => patient(store, stream, deposit(1))))
      expect((await store.aggregateStream(stream, account)).state).toBe(5)

      const stale = CommandHandler(account)(store, stream, () => ({ type: 'Deposited', data: { amount: 1 } }), {
        expectedStreamVersion: 4n,
      })
      const error = await stale.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ExpectedVersionConflictError)
      expect(isExpectedVersionConflictError(error)).toBe(true)
      const append = store.appendToStream(stream, [{ type: 'Deposited', data: { amount: 1 } }], {
        expectedStreamVersion: 4n,
      })
      await expect(append).rejects.toMatchObject({ current: '5', expected: '4', code: 'version_conflict' })
    })

    it('keeps to what is expected of a stream that is there, or not', async () => {
      const [store, stream] = [asEmmettEventStore(under.log), newStream()]
      const append = (expectedStreamVersion: typeof STREAM_EXISTS) =>
        store.appendToStream(stream, [{ type: 'Deposited', data: { amount: 1 } }], { expectedStreamVersion })
      await expect(append(STREAM_EXISTS)).rejects.toThrow(ExpectedVersionConflictError)
      await append(STREAM_DOES_NOT_EXIST)
      await expect(append(STREAM_DOES_NOT_EXIST)).rejects.toThrow(ExpectedVersionConflictError)
      expect((await append(STREAM_EXISTS)).nextExpectedStreamVersion).toBe(2n)
    })

    it('reads a part of a stream, in the shape that the reader asks for', async () => {
      const [store, stream] = [asEmmettEventStore(under.log), newStream()]
      for (const amount of [1, 2, 3, 4]) await handle(store, stream, deposit(amount))
      const upcast = ({ type, data }: Deposited): Deposited => ({ type, data: { amount: data.amount * 10 } })
      const { events, currentStreamVersion } = await store.readStream<Deposited>(stream, {
        from: 2n,
        maxCount: 2n,
        schema: { versioning: { upcast } },
      })
      expect([currentStreamVersion, events.map(({ data }) => data.amount)]).toEqual([4n, [20, 30]])
      expect(events[0]?.metadata).toMatchObject({ streamName: stream, streamPosition: 2n })
    })
  })
}
