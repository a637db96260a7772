import { randomUUID } from 'node:crypto'
import { eventLogContract } from '@pathlight/event-log/event-log.contract.ts'
import { FeedBroken, InvalidEvent } from '@pathlight/event-log/event-log.ts'
import { follow, one } from '@pathlight/event-log/trouble.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresEventLog } from './event-log.ts'

const database = await freshDatabase()
afterAll(() => database.drop())
const listener = database.listener()
const open = (schema = 'event_log') => postgresEventLog({ pool: database.pool, listener, schema })

eventLogContract('PostgreSQL', { open, feedEvents: 10_000 })

describe('the event log in PostgreSQL', () => {
  const log = open('other_log')
  afterAll(() => log.close())
  const newStream = () => `page-${randomUUID()}`

  it('refuses an event that is in another stream already, and says so', async () => {
    const [event, other] = [one(), one()]
    const stream = newStream()
    await log.appendToStream(stream, [event])
    for (const batch of [[event], [event, other], [other, event]]) {
      const append = log.appendToStream(newStream(), batch)
      await expect(append).rejects.toBeInstanceOf(InvalidEvent)
      await expect(append).rejects.toThrow(/in the log already/)
    }
    expect(await log.appendToStream(stream, [event])).toMatchObject({ version: 1n })
  })

  it('fails only the append that is to blame among many at once', async () => {
    const taken = one()
    await log.appendToStream(newStream(), [taken])
    const streams = Array.from({ length: 40 }, newStream)
    const outcomes = await Promise.allSettled(
      streams.map((stream, index) => log.appendToStream(stream, index === 17 ? [one(), taken] : [one()])),
    )
    expect(outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? index : []))).toEqual([17])
    for (const [index, stream] of streams.entries())
      expect((await log.readEnds(stream)).version).toBe(index === 17 ? 0n : 1n)
  })

  it('fails only the read that is to blame among many at once', async () => {
    const streams = Array.from({ length: 40 }, newStream)
    for (const stream of streams) await log.appendToStream(stream, [one()])
    const find = { find: { id: 'no UUID', after: null } }
    const outcomes = await Promise.allSettled(
      streams.map((stream, index) => log.readEnds(stream, index === 17 ? find : {})),
    )
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject(
        index === 17 ? { status: 'rejected' } : { status: 'fulfilled', value: { version: 1n } },
      )
  })

  it('gives every event of a stream the next version, however many processes append to it at once', async () => {
    const logs = Array.from({ length: 4 }, () => open('other_log'))
    const stream = newStream()
    const appends = Array.from({ length: 100 }, (_, index) => logs[index % 4]?.appendToStream(stream, [one()]))
    const answers = await Promise.all(appends)
    const byVersion = answers
      .map((answer) => [answer?.version, answer?.position] as const)
      .sort(([a = 0n], [b = 0n]) => Number(a - b))
    const { events } = await log.readStream(stream)
    expect(byVersion).toEqual(
      events.map(({ metadata }, index) => [BigInt(index + 1), metadata.globalPosition] as const),
    )
    await Promise.all(logs.map((each) => each.close()))
  })

  it('lets only one of two streams have an id, also when both ask at once', async () => {
    const taken = one()
    const rivals = Array.from({ length: 10 }, () => log.appendToStream(newStream(), [taken]))
    const outcomes = await Promise.allSettled(rivals)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('finds an event by its id however long ago it was written', async () => {
    const stream = newStream()
    const [first, second] = [one(), one()]
    await log.appendToStream(stream, [first, second, ...Array.from({ length: 300 }, one)])
    const id = String(second.metadata?.messageId)
    const { found } = await log.readEnds(stream, { find: { id, after: null } })
    expect(found).toMatchObject({ messageId: id, streamPosition: 2n })
  })

  it.each([1, 2, 3, 4, 5])('is made once by many who open it at once (%i)', async (attempt) => {
    const logs = Array.from({ length: 12 }, () => open(`made_at_once_${attempt}`))
    const identities = await Promise.all(logs.map((each) => each.identity()))
    expect(new Set(identities).size).toBe(1)
    await Promise.all(logs.map((each) => each.appendToStream(newStream(), [one()])))
    await Promise.all(logs.map((each) => each.close()))
  })

  it('brings a log that an older version of the program made up to date, with all that is in it', async () => {
    const before = open('older_log')
    const identity = await before.identity()
    await before.appendToStream('page-1', [one()])
    await before.close()
    await database.pool.query('UPDATE older_log.log SET schema_version = 1; DROP FUNCTION older_log.append')
    const logs = Array.from({ length: 4 }, () => open('older_log'))
    await Promise.all(logs.map((log) => log.appendToStream('page-1', [one()])))
    expect(await logs[0]?.identity()).toBe(identity)
    expect((await logs[0]?.readStream('page-1'))?.version).toBe(5n)
    // The upgrade also sets the storage of the data: PostgreSQL must not compress it, because sealed data does not
    // shrink.
    const storage = `SELECT attstorage FROM pg_attribute WHERE attrelid = 'older_log.events'::regclass AND attname = 'data'`
    expect((await database.pool.query(storage)).rows).toEqual([{ attstorage: 'e' }])
    await Promise.all(logs.map((log) => log.close()))
  })

  it('refuses a log that a newer version of the program made', async () => {
    const newer = open('newer_log')
    await newer.identity()
    await newer.close()
    await database.pool.query('UPDATE newer_log.log SET schema_version = 99')
    const older = open('newer_log')
    await expect(older.readStream('page-1')).rejects.toThrow(/newer version of this program \(99/)
    await older.close()
  })

  it('reads the pages of a new log by its index, though the server has no statistics about it yet', async () => {
    const pool = new pg.Pool({ ...database.config, max: 1 })
    const young = postgresEventLog({ pool, listener, schema: 'young_log' })
    const events = (count: number) => Array.from({ length: count }, one)
    for (let turn = 0; turn < 20; turn++) await young.appendToStream(newStream(), events(500))
    let seen = 0
    for await (const batch of young.batches({ after: 0n, live: false })) seen += batch.events.length
    expect(seen).toBe(10_000)
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>('EXPLAIN EXECUTE young_log_feed (100, 500, 99)')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan using events_pkey')
    expect(plan).not.toContain('Sort')
    await young.close()
    await pool.end()
  })

  it('ends its feeds when it is set back under them, also where it has outgrown by then what they gave out', async () => {
    const young = open('set_back_log')
    const { position: kept } = await young.appendToStream('page-1', [one()])
    const lost = [one(), one(), one()]
    const feeds = [follow(young, 0n), follow(young, 0n)]
    await young.appendToStream('page-2', lost)
    for (const feed of feeds) await expect.poll(() => feed.events).toHaveLength(4)
    await database.pool.query(`DELETE FROM set_back_log.events WHERE position > ${kept};
      SELECT setval('set_back_log.event_position', ${kept})`)
    const { position } = await young.appendToStream('page-2', [...Array.from({ length: 9 }, one)])
    expect(position).toBe(kept + 9n)
    for (const feed of feeds) {
      await expect(feed.ended).rejects.toThrow(FeedBroken)
      expect(feed.events.map(({ metadata }) => metadata.messageId).slice(1)).toEqual(
        lost.map(({ metadata }) => metadata?.messageId),
      )
    }
    expect(await young.idAt(kept + 3n)).not.toBe(lost[2]?.metadata?.messageId)
    await young.close()
  })

  it('shows what a raw insert under the documented lock adds', async () => {
    const feed = follow(log, await log.head())
    await log.appendToStream(newStream(), [one()])
    await database.pool.query(`
      WITH lock AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('other_log.append', 0)))
      INSERT INTO other_log.events SELECT nextval('other_log.event_position'), 1, gen_random_uuid(), 'raw-1', 'Raw', '{}', '{}' FROM lock`)
    await log.appendToStream(newStream(), [one()])
    await expect.poll(() => feed.events.map((event) => event.type)).toEqual(['Stroke', 'Raw', 'Stroke'])
    await feed.end()
  })

  it('hands out pages of large events without loss', async () => {
    const after = await log.head()
    const text = 'x'.repeat(300_000)
    const stream = newStream()
    for (let number = 0; number < 60; number++)
      await log.appendToStream(stream, [{ ...one(), data: { stroke: number, text } }])
    const strokes: unknown[] = []
    for await (const batch of log.batches({ after, size: 50, live: false }))
      strokes.push(...batch.events.map((event) => event.data.stroke))
    expect(strokes).toEqual(Array.from({ length: 60 }, (_, index) => index))
  })

  it.each(['', 'Event_log', 'a-b', '1log', 'a;drop', 'x'.repeat(41)])('refuses %j for a schema', (schema) => {
    expect(() => open(schema)).toThrow(TypeError)
  })
})
