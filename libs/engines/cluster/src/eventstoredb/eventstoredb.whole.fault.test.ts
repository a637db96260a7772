import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventLog, FeedBroken, InvalidEvent, lastPlace, MAX_APPEND_BYTES } from '@pathlight/event-log/event-log.ts'
import { follow, one, writersUnderFire } from '@pathlight/event-log/trouble.contract.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describeOn } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { startEventStoreDb } from '@pathlight/testing/private-servers.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventStoreDbLog } from './event-log.ts'

describeOn(
  await startEventStoreDb(),
  'EventStoreDB in trouble',
  'set TEST_SERVERS_DIR, these tests kill and freeze a server of their own',
  ({ url, data, kill, restart, pause, resume, stop }) => {
    let log: EventLog
    let troubles: unknown[]
    beforeAll(() => {
      process.on('unhandledRejection', unhandled)
    })
    const strays: unknown[] = []
    const unhandled = (error: unknown) => void strays.push(error)
    beforeEach(() => {
      troubles = []
      log = eventStoreDbLog({
        url,
        prefix: `test_${Math.random().toString(36).slice(2)}.`,
        timeoutMs: 2_000,
        heartbeatMs: 300,
        onTrouble: (error) => troubles.push(error),
      })
    })
    afterEach(async () => {
      await log.close()
      expect(strays).toEqual([])
    })
    afterAll(() => stop())

    it('goes on with a subscription that was dropped', async () => {
      const feed = follow(log, 0n)
      await log.appendToStream('page-1', [one()])
      await eventually(() => expect(feed.events).toHaveLength(1))
      for (let time = 2; time < 5; time++) {
        await kill()
        await eventually(() => expect(troubles).not.toHaveLength(0))
        await restart()
        await eventually(() => log.appendToStream('page-1', [one()], { expected: BigInt(time - 1) }))
        await eventually(() => expect(feed.events).toHaveLength(time))
        troubles.length = 0
      }
      await feed.end()
      expect(feed.events.map((event) => event.metadata.streamPosition)).toEqual([1n, 2n, 3n, 4n])
    })

    /** Takes a copy of the server's data, runs `lost`, and puts the copy back. */
    const setBackBehind = async (lost: () => Promise<unknown>) => {
      await kill()
      const backup = mkdtempSync(join(tmpdir(), 'backup-'))
      cpSync(data, backup, { recursive: true })
      await restart()
      await lost()
      await kill()
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
      cpSync(backup, data, { recursive: true })
      rmSync(backup, { recursive: true })
      await restart()
    }

    it('says where a log ends that was set back, and not where it once ended', async () => {
      const { position: kept } = await log.appendToStream('page-1', [one()])
      let lost = 0n
      await setBackBehind(async () => {
        lost = (await eventually(() => log.appendToStream('page-1', [one(), one()], { expected: 1n }))).position
        expect(await log.head()).toBe(lost)
      })
      await eventually(async () => expect(await log.head()).toBe(kept))
      expect(await log.end()).toBeLessThan(lost)
      const { position: next } = await log.appendToStream('page-1', [one()], { expected: 1n })
      expect(await log.head()).toBe(next)
    })

    it('ends its feeds when it was set back, also where it has outgrown by then what they gave out', async () => {
      const { position: kept } = await log.appendToStream('page-1', [one()])
      const live = follow(log, 0n)
      const first = await eventually(async () => {
        expect(live.events).toHaveLength(1)
        return lastPlace(live.events)
      })
      await setBackBehind(async () => {
        await eventually(() => log.appendToStream('page-1', [one(), one()], { expected: 1n }))
        await eventually(() => expect(live.events).toHaveLength(3))
      })
      const last = lastPlace(live.events)
      const more = Array.from({ length: 9 }, one)
      const { position } = await eventually(() => log.appendToStream('page-1', more, { expected: 1n }))
      expect(position).toBeGreaterThan(last?.position ?? position)
      await expect(live.ended).rejects.toThrow(/set back|refuses to read on/)
      expect(live.events).toHaveLength(3)
      expect(await log.idAt(kept)).toBe(first?.id)
      expect(await log.idAt(last?.position ?? 0n)).not.toBe(last?.id)
      // A feed also fails if the log has lost the last event that its reader knows, and the feed begins at an earlier
      // position that the log still has.
      const broken = async (after: bigint) => {
        for await (const { events } of log.batches({ after, known: last, live: false })) expect(events).toEqual([])
      }
      await expect(broken(kept)).rejects.toThrow(FeedBroken)
      for await (const { events } of log.batches({ after: kept, known: first, live: false }))
        expect(events).toHaveLength(9)
    })

    it('notices a subscription that has fallen silent, and goes on', async () => {
      const feed = follow(log, 0n)
      await log.appendToStream('page-1', [one()])
      await eventually(() => expect(feed.events).toHaveLength(1))
      pause()
      await eventually(() => expect(troubles.some((trouble) => trouble instanceof StoreUnavailable)).toBe(true))
      resume()
      await eventually(() => log.appendToStream('page-1', [one()], { expected: 1n }))
      await eventually(() => expect(feed.events).toHaveLength(2))
      await feed.end()
    })

    it('ends a feed that waits for a frozen server when it is told to', async () => {
      const feed = follow(log, 0n)
      await log.appendToStream('page-1', [one()])
      await eventually(() => expect(feed.events).toHaveLength(1))
      pause()
      await eventually(() => expect(troubles).not.toHaveLength(0))
      await feed.end()
      resume()
    })

    it('answers StoreUnavailable while the server is frozen, and the append can be repeated', async () => {
      await log.appendToStream('page-1', [one()])
      pause()
      const event = one()
      await expect(log.appendToStream('page-1', [event])).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(log.readStream('page-1')).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(log.head()).rejects.toBeInstanceOf(StoreUnavailable)
      resume()
      const answer = await eventually(() => log.appendToStream('page-1', [event]))
      expect(answer).toMatchObject({ version: 2n })
      expect((await log.readStream('page-1')).events).toHaveLength(2)
    })

    it('takes 100 large appends to a frozen server that is then killed, without harm to the process', async () => {
      await log.appendToStream('page-1', [one()])
      pause()
      const large = () => ({ ...one(), data: { stroke: 1, text: 'x'.repeat(50_000) } })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) => log.appendToStream(`page-${index + 2}`, [large()])),
      )
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
      await kill()
      await restart()
      await eventually(() => log.appendToStream('page-1', [one()], { expected: 1n }))
    })

    it('loses and doubles nothing when the server is killed under 20 writers', async () => {
      await writersUnderFire(log, {
        strokes: 60,
        strike: async (acknowledged) => {
          for (const share of [150, 450, 800]) {
            await eventually(() => expect(acknowledged()).toBeGreaterThan(share))
            await kill()
            await restart()
          }
        },
      })
    })

    it('waits for a server that is not there at the start', async () => {
      await kill()
      const late = eventStoreDbLog({ url, prefix: 'late.', timeoutMs: 500, heartbeatMs: 300 })
      const feed = follow(late, 0n)
      await expect(late.appendToStream('page-1', [one()])).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(late.identity()).rejects.toBeInstanceOf(StoreUnavailable)
      await restart()
      await eventually(() => late.appendToStream('page-1', [one()]))
      expect(await late.identity()).toMatch(/^[0-9a-f-]{36}$/)
      await eventually(() => expect(feed.events).toHaveLength(1))
      await feed.end()
      await late.close()
    })

    it('refuses an append that is too large before anything is sent', async () => {
      await kill()
      const large = one()
      await expect(
        log.appendToStream('page-1', [{ ...large, data: { stroke: 1, text: 'x'.repeat(MAX_APPEND_BYTES) } }]),
      ).rejects.toBeInstanceOf(InvalidEvent)
      await restart()
    })

    it('closes while the server is away', async () => {
      const feed = follow(log, 0n)
      await log.appendToStream('page-1', [one()])
      await kill()
      await log.close()
      await feed.end()
      await restart()
    })
  },
)
