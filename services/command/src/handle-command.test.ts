import type { Event } from '@event-driven-io/emmett'
import { type Aggregate, type DomainCommand, inStream } from '@pathlight/domain/aggregate.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { streamsNamed } from '@pathlight/domain/stream-names.ts'
import { eventStoreDbLog } from '@pathlight/engine-cluster/eventstoredb/event-log.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleCommand } from './handle-command.ts'
import type { Writer } from './writer.ts'

type Drawn = Event<'Drawn', { picture: string }>
type Draw = DomainCommand<'Draw', { picture: string; of?: object }>
type Page = { readonly picture: string; readonly revision: number }

/** A page with one picture. The same picture again writes nothing, and the picture 'forbidden' breaks a rule. */
const page: Aggregate<Page | null, Draw, Drawn, Page> = {
  events: { Drawn: { schemaVersion: 3, personal: [] } },
  initialState: () => null,
  streams: streamsNamed('page'),
  evolve: (before, event) => {
    const { data, metadata } = inStream(event, before?.revision ?? 0)
    return { ...data, revision: Number(metadata.streamPosition) }
  },
  decide: ({ data: { picture } }, before) => {
    if (picture === 'forbidden') throw new RuleBroken('forbidden', 'no_such_pictures', 'Not that.')
    return before?.picture === picture ? [] : { type: 'Drawn', data: { picture } }
  },
  item: (state) => state,
}
const writer = (more: Partial<Writer> = {}): Writer => ({
  userId: 'ann',
  actorId: 'ann',
  deviceId: 'desk',
  correlationId: 'request-1',
  idempotencyKey: null,
  ifMatch: null,
  quota: null,
  ...more,
})
const newStream = () => `page-${crypto.randomUUID()}`
const draw = (picture: string, of?: object) => ({ type: 'Draw' as const, data: { picture, ...(of && { of }) } })

/** Tests of handleCommand that every event log must pass. */
const handlesCommands = (open: () => Promise<{ opened: EventLog; close: () => Promise<void> }>): void => {
  let log: EventLog
  let close = async () => {}
  const read: Recorded[] = []
  let reads = 0
  beforeAll(async () => {
    const { opened, ...more } = await open()
    close = more.close
    log = {
      ...opened,
      readStream: () => Promise.reject(new Error('A command reads no whole stream')),
      readEnds: async (...about) => {
        const ends = await opened.readEnds(...about)
        reads += 1
        read.push(...ends.events)
        return ends
      },
    }
  })
  afterAll(() => close())
  const handle = (stream: string, picture: string, more?: Partial<Writer>) =>
    handleCommand(log, page, stream, writer(more), draw(picture))
  const eventsIn = async (stream: string): Promise<Recorded[]> => {
    const events: Recorded[] = []
    for await (const batch of log.batches({ after: 0n, live: false }))
      events.push(...batch.events.filter(({ metadata }) => metadata.streamName === stream))
    return events
  }

  it('answers the item, and writes down who did what by which command', async () => {
    const stream = newStream()
    const { item, position } = await handle(stream, 'a', { actorId: 'admin', idempotencyKey: 'k' })
    expect(item).toEqual({ picture: 'a', revision: 1 })
    const [event] = await eventsIn(stream)
    expect(event?.metadata).toMatchObject({
      userId: 'ann',
      actorId: 'admin',
      deviceId: 'desk',
      correlationId: 'request-1',
      causationId: event?.metadata.messageId,
      schemaVersion: 3,
      commandHash: expect.stringMatching(/^[\w-]{22}$/),
      globalPosition: position,
    })
  })

  it('throws the broken rule, and writes nothing', async () => {
    const stream = newStream()
    await expect(handle(stream, 'forbidden')).rejects.toMatchObject({ code: 'no_such_pictures' })
    expect(await eventsIn(stream)).toEqual([])
  })

  it('reads a stream once, and of a long one no more than of a short one', async () => {
    const [short, long] = [newStream(), newStream()]
    for (let edit = 0; edit < 4; edit++) await handle(short, `${edit}`)
    for (let edit = 0; edit < 60; edit++) await handle(long, `${edit}`)
    for (const stream of [short, long]) {
      read.length = reads = 0
      const more = { idempotencyKey: crypto.randomUUID() }
      await handle(stream, 'last', more)
      expect([reads, read.length]).toEqual([1, 3])
    }
  })

  it('counts every one of many writers at once, or says that it lost', async () => {
    const stream = newStream()
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => handle(stream, `${n}`)))
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.item?.revision] : []))
    expect(won.length).toBeGreaterThan(0)
    expect(won.toSorted()).toEqual(won.map((_, index) => index + 1).toSorted())
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_conflict' })
    expect(await eventsIn(stream)).toHaveLength(won.length)
  })

  it('writes once, and answers its own event, where the answer of the append was lost', async () => {
    const drawing: typeof page = { ...page, decide: ({ data }) => ({ type: 'Drawn', data: { picture: data.picture } }) }
    let appends = 0
    const losing: EventLog = {
      ...log,
      appendToStream: async (streamName, events, options) => {
        appends += 1
        if (appends > 6) throw new Error('The command is appended again and again')
        await log.appendToStream(streamName, events, options)
        return log.appendToStream(streamName, events, { ...options, idsAreNew: false })
      },
    }
    for (const idempotencyKey of [null, 'k'])
      for (const isFirst of [true, undefined]) {
        const stream = newStream()
        const command = { ...draw('a'), ...(isFirst && { isFirst }) }
        const { item, position } = await handleCommand(losing, drawing, stream, writer({ idempotencyKey }), command)
        expect(item).toEqual({ picture: 'a', revision: 1 })
        expect((await eventsIn(stream)).map(({ metadata }) => metadata.globalPosition)).toEqual([position])
      }
    expect(appends).toBe(4)
  })

  describe('a repeat', () => {
    it('is answered as the first was, after whatever came since', async () => {
      const stream = newStream()
      await handle(stream, 'a')
      const more = { idempotencyKey: 'k', ifMatch: 1 }
      const first = await handle(stream, 'b', more)
      expect(await handle(stream, 'b', more)).toEqual(first)
      for (let edit = 0; edit < 20; edit++) await handle(stream, `${edit}`)
      expect(await handle(stream, 'b', more)).toEqual(first)
      expect(await eventsIn(stream)).toHaveLength(22)
    })

    it('that says of no revision which it saw is known while no more than seven events came after it', async () => {
      const stream = newStream()
      await handle(stream, 'a')
      const first = await handle(stream, 'b', { idempotencyKey: 'k' })
      for (let edit = 0; edit < 7; edit++) await handle(stream, `${edit}`)
      expect(await handle(stream, 'b', { idempotencyKey: 'k' })).toEqual(first)
    })

    it('of the command that made the item is known for ever', async () => {
      const stream = newStream()
      const first = await handle(stream, 'a', { idempotencyKey: 'k' })
      for (let edit = 0; edit < 20; edit++) await handle(stream, `${edit}`)
      expect(await handle(stream, 'a', { idempotencyKey: 'k' })).toEqual(first)
    })

    it('that comes ten times at once writes once, and all hear the same', async () => {
      const stream = newStream()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          handle(stream, 'a', { idempotencyKey: 'k', correlationId: `request-${n}` }),
        ),
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(await eventsIn(stream)).toHaveLength(1)
    })

    it('is the same command in whichever order its fields come', async () => {
      const stream = newStream()
      const keyed = writer({ idempotencyKey: 'k' })
      const first = await handleCommand(log, page, stream, keyed, draw('a', { x: 1, y: { z: 2, w: [3, 4] } }))
      expect(await handleCommand(log, page, stream, keyed, draw('a', { y: { w: [3, 4], z: 2 }, x: 1 }))).toEqual(first)
      const other = handleCommand(log, page, stream, keyed, draw('a', { x: 1, y: { z: 2, w: [4, 3] } }))
      await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    })

    it('is none when it is another person’s, or for another stream', async () => {
      const stream = newStream()
      await handle(stream, 'a', { idempotencyKey: 'k' })
      expect((await handle(stream, 'b', { idempotencyKey: 'k', userId: 'bob' })).item).toMatchObject({ revision: 2 })
      expect((await handle(newStream(), 'c', { idempotencyKey: 'k' })).item).toMatchObject({ picture: 'c' })
    })
  })

  describe('a command on a stream in which nothing is yet', () => {
    const first = (stream: string, picture: string, more?: Partial<Writer>) =>
      handleCommand(log, page, stream, writer(more), { ...draw(picture), isFirst: true })
    const full = {
      countRequest: async () => undefined,
      countUpload: async () => undefined,
      append: async () => {
        throw new RuleBroken('too_large', 'quota_full', 'Full.')
      },
    }

    it('is carried out without a look at the stream', async () => {
      const before = reads
      expect((await first(newStream(), 'a', { idempotencyKey: 'k' })).item).toEqual({ picture: 'a', revision: 1 })
      expect(reads).toBe(before)
    })

    it('is decided on what is there where something is', async () => {
      const stream = newStream()
      await handle(stream, 'a')
      expect((await first(stream, 'a')).item).toEqual({ picture: 'a', revision: 1 })
      expect((await first(stream, 'b')).item).toEqual({ picture: 'b', revision: 2 })
      await expect(first(stream, 'c', { ifMatch: 1 })).rejects.toMatchObject({ status: 412 })
    })

    it('is answered as before when it is repeated, also where no more may be written', async () => {
      const stream = newStream()
      const { position } = await first(stream, 'a', { idempotencyKey: 'k' })
      await handle(stream, 'b')
      for (const quota of [null, full])
        expect(await first(stream, 'a', { idempotencyKey: 'k', quota })).toMatchObject({
          position,
          item: { picture: 'a', revision: 1 },
        })
      await expect(first(stream, 'c', { idempotencyKey: 'k' })).rejects.toMatchObject({ status: 422 })
      expect(await eventsIn(stream)).toHaveLength(2)
      await expect(first(newStream(), 'a', { quota: full })).rejects.toThrow('Full.')
    })

    it('is counted among the changes that are there already', async () => {
      const stream = newStream()
      for (const picture of ['a', 'b', 'c']) await handle(stream, picture)
      const quota = {
        countRequest: async () => undefined,
        countUpload: async () => undefined,
        append: async <T>(_: string, { revisions }: { readonly revisions: number }, append: () => Promise<T>) => {
          if (revisions >= 3) throw new RuleBroken('too_large', 'history_full', 'Full.')
          return append()
        },
      }
      await expect(first(stream, 'd', { quota })).rejects.toThrow('Full.')
      expect(await eventsIn(stream)).toHaveLength(3)
    })

    it('is carried out once by many writers at once with one key', async () => {
      const stream = newStream()
      const answers = await Promise.all(Array.from({ length: 10 }, () => first(stream, 'a', { idempotencyKey: 'k' })))
      for (const { item } of answers) expect(item).toEqual({ picture: 'a', revision: 1 })
      expect(await eventsIn(stream)).toHaveLength(1)
    })
  })

  it('is refused with the item as it is when the writer saw another revision', async () => {
    const stream = newStream()
    await handle(stream, 'a')
    await handle(stream, 'b')
    for (const ifMatch of [1, 3])
      await expect(handle(stream, 'c', { ifMatch })).rejects.toMatchObject({
        status: 412,
        extra: { current: { picture: 'b', revision: 2 } },
      })
    expect((await handle(stream, 'c', { ifMatch: 2 })).item).toEqual({ picture: 'c', revision: 3 })
  })
}

describe('a command on PostgreSQL', () => {
  handlesCommands(async () => {
    const database = await freshDatabase()
    const opened = postgresEventLog({ pool: database.pool, listener: database.listener() })
    const close = async () => {
      await opened.close()
      await database.drop()
    }
    return { opened, close }
  })
})
describeWith(['EVENTSTORE_URL'], 'a command on EventStoreDB', ({ EVENTSTORE_URL: url }) => {
  handlesCommands(async () => {
    const opened = eventStoreDbLog({ url, prefix: `${ownName()}.` })
    return { opened, close: opened.close }
  })
})
