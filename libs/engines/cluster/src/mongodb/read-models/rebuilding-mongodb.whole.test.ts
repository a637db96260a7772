import { askForRebuild } from '@pathlight/read-models/opening.ts'
import { runnerBench } from '@pathlight/read-models/test/runner.contract.ts'
import { liveCheckpoint } from '@pathlight/read-models/test/world.contract.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createRedis } from '../../redis/client.ts'
import { redisSignals } from '../../redis/signals.ts'
import { createMongoClient } from '../client.ts'
import { overheardMongoDb } from '../overheard-mongodb.contract.ts'
import { mongoReadModelStore } from './read-model-store.ts'

const EVENTS = 8_000
const ACCOUNTS = 400
/** Commands on data. The driver's own commands, such as heartbeats, do not count. */
const KINDS = ['find', 'getMore', 'aggregate', 'insert', 'update', 'delete'] as const

describeWith(['MONGODB_URL', 'REDIS_URL'], 'what a rebuild sends to MongoDB', ({ MONGODB_URL, REDIS_URL }) => {
  it('is few commands and few bytes an event, however the events of the documents are mixed', async () => {
    const name = ownName()
    let sent: { kind: string; about: string; bytes: number }[] = []
    const through = await overheardMongoDb(MONGODB_URL, (command, bytes) => {
      const kind = KINDS.find((one) => one in command)
      if (kind !== undefined) sent.push({ kind, about: String(command[kind]), bytes })
    })
    const client = createMongoClient(through)
    const redis = createRedis(REDIS_URL)
    const db = client.db(name)
    onTestFinished(async () => {
      await db.dropDatabase()
      await client.close()
      redis.disconnect()
    })
    const bench = runnerBench({
      openStore: () => mongoReadModelStore({ db, signals: redisSignals(redis, name) }),
      openFragileStore: () => {
        throw new Error('nothing breaks here')
      },
      close: async () => undefined,
    })
    onTestFinished(() => bench.end())
    const { log, run, accounts, documents, expected } = bench
    // Payments to the same account are far apart in the log.
    for (let i = 0; i < EVENTS; i++) log.pay(`a${(i * 7_919) % ACCOUNTS}`)
    const store = bench.openStore()
    onTestFinished(() => store.close())
    const projection = accounts()
    // The live read model is at the end of the log and writes nothing. All recorded commands belong to the rebuild.
    const live = liveCheckpoint(projection.name, { log: 'test log', position: await log.head() })
    expect(await store.put(null, live)).toBe(true)
    expect(await askForRebuild(store, projection, 'test log')).toBe(2)
    sent = []
    run(store, { projections: [projection] })
    await eventually(async () => expect((await bench.read(store, projection))?.generation).toBe(2))
    const collection = `doc_${projection.name}_2`
    const ours = sent.filter(({ kind, about }) => about === collection || (about === 'progress' && kind !== 'find'))
    const writes = ours.filter(({ kind }) => kind === 'insert' || kind === 'update')
    const each = {
      bulks: (writes.filter(({ about }) => about === collection).length / EVENTS) * 1_000,
      roundTrips: (ours.length / EVENTS) * 1_000,
      bytes: ours.reduce((sum, { bytes }) => sum + bytes, 0) / EVENTS,
    }
    expect(await documents(store, projection)).toEqual(expected())
    // The limits of bulk writes and of round trips are for 1,000 events, the limit of bytes is for one event. Reading
    // the documents again before each commit would exceed them.
    expect(each.bulks).toBeLessThanOrEqual(2)
    expect(each.roundTrips).toBeLessThanOrEqual(3)
    expect(each.bytes).toBeLessThanOrEqual(20)
  })
})
