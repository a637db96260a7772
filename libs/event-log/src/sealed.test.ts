import { randomBytes, randomUUID } from 'node:crypto'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { eventLogContract } from './event-log.contract.ts'
import { type EventLog, type EventMetadata, InvalidEvent, MAX_APPEND_BYTES, type Recorded } from './event-log.ts'
import { NoDataKey, SealBroken, type SealedOptions, sealed, withoutPersonalData } from './sealed.ts'

const database = await freshDatabase()
const listener = database.listener()
const bare = postgresEventLog({ pool: database.pool, listener })
afterAll(async () => {
  await bare.close()
  await database.drop()
})

const oneKey = randomBytes(32)
eventLogContract('PostgreSQL with sealed events', {
  open: () =>
    sealed(postgresEventLog({ pool: database.pool, listener, schema: 'sealed_log' }), {
      keyOf: async () => oneKey,
      kinds: { Written: { schemaVersion: 1, personal: ['text'] } },
    }),
  feedEvents: 2_000,
})

describe('a sealed event log', () => {
  const keys = new Map<string, Uint8Array>()
  const asked: string[] = []
  const newUser = (): string => {
    const userId = randomUUID()
    keys.set(userId, randomBytes(32))
    return userId
  }
  const open = (options: Partial<SealedOptions> = {}) =>
    sealed(bare, {
      kinds: { NoteAdded: { schemaVersion: 1, personal: ['title', 'text'] } },
      keyOf: async (userId) => {
        asked.push(userId)
        return keys.get(userId) ?? null
      },
      ...options,
    })
  const log = open()

  const newStream = () => `note-${randomUUID()}`
  const about = (userId: string, schemaVersion = 1): EventMetadata => ({
    messageId: randomUUID(),
    userId,
    actorId: userId,
    deviceId: null,
    correlationId: 'c',
    causationId: 'c',
    schemaVersion,
    occurredAt: '2026-01-01T08:00:00.000Z',
  })
  const added = (userId: string, text = 'The width of it', title: string | null = '너비') => ({
    type: 'NoteAdded',
    data: { noteId: 'n', verseId: 43_003_016, title, text },
    metadata: about(userId),
  })
  const removed = (userId: string) => ({
    type: 'NoteRemoved',
    data: { noteId: 'n' },
    metadata: about(userId),
  })
  const feed = async (from: EventLog, after: bigint): Promise<Recorded[]> => {
    const events: Recorded[] = []
    for await (const batch of from.batches({ after, live: false })) events.push(...batch.events)
    return events
  }
  /** Changes stored events directly in the database. */
  const tamper = (stream: string, change: string) =>
    database.pool.query(`UPDATE event_log.events SET ${change} WHERE stream = $1`, [stream])

  it('keeps personal fields out of what is stored, and the others readable', async () => {
    const userId = newUser()
    const stream = newStream()
    await log.appendToStream(stream, [added(userId, 'secret words', 'secret title')])
    const { rows } = await database.pool.query('SELECT * FROM event_log.events WHERE stream = $1', [stream])
    expect(JSON.stringify(rows)).not.toMatch(/secret/)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('secret words').toString('base64').slice(0, 12))
    expect(rows[0].data).toEqual({ noteId: 'n', verseId: 43_003_016, sealed: expect.any(String) })
  })

  it('gives back what was written, by stream, by its ends and by feed', async () => {
    const userId = newUser()
    const after = await log.head()
    const stream = newStream()
    const events = [
      added(userId, '😀 한글'),
      { ...added(userId), data: { noteId: 'n', verseId: 1, text: '' } },
      removed(userId),
    ]
    await log.appendToStream(stream, events)
    const data = events.map((event) => event.data)
    const read = await log.readStream(stream)
    expect(read.events.map((event) => event.data)).toEqual(data)
    expect((await feed(log, after)).map((event) => event.data)).toEqual(data)
    expect((await log.readEnds(stream)).events.map((event) => event.data)).toEqual(data)
  })

  it('gives feeds data that can be copied like any other', async () => {
    const userId = newUser()
    const after = await log.head()
    await log.appendToStream(newStream(), [added(userId)])
    const [event] = await feed(log, after)
    expect({ ...event?.data }).toEqual(added(userId).data)
    expect(JSON.parse(JSON.stringify(event?.data))).toEqual(added(userId).data)
    expect(structuredClone(event?.data)).toEqual(added(userId).data)
  })

  it('never makes the same envelope twice', async () => {
    const userId = newUser()
    const stream = newStream()
    await log.appendToStream(stream, [added(userId), added(userId)])
    const envelopes = (await bare.readStream(stream)).events.map((event) => event.data.sealed)
    expect(new Set(envelopes).size).toBe(2)
  })

  it('knows a repeat although its envelope differs', async () => {
    const stream = newStream()
    const event = added(newUser())
    const first = await log.appendToStream(stream, [event])
    expect(await log.appendToStream(stream, [event])).toEqual({ ...first, repeated: true })
    expect((await log.readStream(stream)).events).toHaveLength(1)
  })

  it('gives out events of an older shape in the shape of today, and no others', async () => {
    const today = open({
      kinds: {
        NoteAdded: {
          schemaVersion: 3,
          personal: ['title', 'text'],
          upcast: ({ verseId }, schemaVersion) => ({ verseIds: [verseId], from: schemaVersion }),
        },
      },
    })
    const userId = newUser()
    const after = await today.head()
    const stream = newStream()
    const older = [1, 2].map((version) => ({ ...added(userId), metadata: about(userId, version) }))
    const current = { ...added(userId), metadata: about(userId, 3) }
    await today.appendToStream(stream, [...older, current])
    const { data } = added(userId)
    const expected = [{ ...data, verseIds: [43_003_016], from: 1 }, { ...data, verseIds: [43_003_016], from: 2 }, data]
    expect((await today.readStream(stream)).events.map((event) => event.data)).toEqual(expected)
    expect((await feed(today, after)).map((event) => ({ ...event.data }))).toEqual(expected)
  })

  describe('once the key is gone', () => {
    it('passes over all that the user did but for what outlives it, while versions and positions stay', async () => {
      const kept = open({
        kinds: {
          NoteAdded: { schemaVersion: 1, personal: ['title', 'text'] },
          AccountClosed: { schemaVersion: 1, personal: [], outlivesKey: true },
        },
      })
      const [gone, other] = [newUser(), newUser()]
      const after = await kept.head()
      const stream = newStream()
      const closed = { type: 'AccountClosed', data: { userId: gone }, metadata: about(gone) }
      await kept.appendToStream(stream, [added(gone), added(other, 'stays'), removed(gone), closed, added(gone)])
      keys.delete(gone)
      kept.forget(gone)

      const read = await kept.readStream(stream)
      expect(read.events.map((event) => [event.type, event.metadata.streamPosition])).toEqual([
        ['NoteAdded', 2n],
        ['AccountClosed', 4n],
      ])
      expect(read.version).toBe(5n)
      expect((await feed(kept, after)).map((event) => event.metadata.streamPosition)).toEqual([2n, 4n])
      const told: (readonly unknown[])[] = []
      for await (const { events } of kept.batches({ after, live: false, alsoUnreadable: true }))
        for (const { type, data, unreadable, personalBytes } of events)
          told.push([type, Object.keys(data), unreadable, personalBytes])
      const bytes = Buffer.byteLength(JSON.stringify({ title: '너비', text: 'The width of it' }))
      expect(told).toEqual([
        ['NoteAdded', ['noteId', 'verseId'], true, bytes],
        ['NoteAdded', ['noteId', 'verseId', 'title', 'text'], undefined, bytes - 10],
        ['NoteRemoved', ['noteId'], true, undefined],
        ['AccountClosed', ['userId'], undefined, undefined],
        ['NoteAdded', ['noteId', 'verseId'], true, bytes],
      ])
      const batches = []
      for await (const batch of kept.batches({ after, live: false })) batches.push(batch)
      expect(batches.at(-1)?.position).toBe(await kept.head())
    })

    it('refuses to write for the user, and writes nothing', async () => {
      const userId = newUser()
      keys.delete(userId)
      const stream = newStream()
      await expect(log.appendToStream(stream, [added(userId)])).rejects.toBeInstanceOf(NoDataKey)
      expect((await log.readStream(stream)).version).toBe(0n)
    })

    it('refuses to write for the user among others, and writes for these', async () => {
      const [gone, there] = [randomUUID(), newUser()]
      const appends = [there, gone, there].map((userId) => ({ streamName: newStream(), events: [added(userId)] }))
      const outcomes = await log.appendEach(appends)
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({ reason: expect.any(NoDataKey) })
      const [first, none, last] = await Promise.all(appends.map(({ streamName }) => bare.readStream(streamName)))
      for (const read of [first, last]) {
        expect(read?.version).toBe(1n)
        expect(JSON.stringify(read?.events[0]?.data)).not.toContain('The width of it')
      }
      expect(none?.version).toBe(0n)
    })

    it('is noticed by itself after the time that keys are kept', async () => {
      const userId = newUser()
      const stream = newStream()
      const short = open({ keyTtlMs: 1 })
      await short.appendToStream(stream, [added(userId)])
      expect((await short.readStream(stream)).events).toHaveLength(1)
      keys.delete(userId)
      await new Promise((resolve) => setTimeout(resolve, 10))
      expect((await short.readStream(stream)).events).toHaveLength(0)
    })
  })

  it('asks for a key once, however many events are read', async () => {
    const userId = newUser()
    const after = await log.head()
    const stream = newStream()
    await log.appendToStream(stream, [added(userId), added(userId)])
    await Promise.all([log.readStream(stream), log.readStream(stream), feed(log, after)])
    expect(asked.filter((user) => user === userId)).toHaveLength(1)
  })

  describe('when a seal is broken', () => {
    const changes: [string, string][] = [
      ['the envelope was changed', `data = jsonb_set(data::jsonb, '{sealed}', to_jsonb(reverse(data->>'sealed')))`],
      ['the envelope was cut off', `data = jsonb_set(data::jsonb, '{sealed}', '"AAAA"')`],
      ['the event was moved to another type', `type = 'NoteMoved'`],
      ['the schema version was changed', `metadata = jsonb_set(metadata::jsonb, '{schemaVersion}', '2')`],
    ]
    const lenient = open({
      kinds: {
        NoteAdded: { schemaVersion: 1, personal: ['title', 'text'] },
        NoteMoved: { schemaVersion: 1, personal: ['title', 'text'] },
      },
    })
    it.each(changes)('says so when %s', async (_, change) => {
      const stream = newStream()
      await log.appendToStream(stream, [added(newUser())])
      await tamper(stream, change)
      const read = lenient.readStream(stream)
      await expect(read).rejects.toBeInstanceOf(SealBroken)
      await expect(read).rejects.toMatchObject({ streamName: stream, position: await log.head() })
    })

    it('says so when the event was moved to another stream', async () => {
      const stream = newStream()
      await log.appendToStream(stream, [added(newUser())])
      const other = newStream()
      await tamper(stream, `stream = '${other}'`)
      await expect(log.readStream(other)).rejects.toBeInstanceOf(SealBroken)
    })

    it('says so when it was made with another key', async () => {
      const userId = newUser()
      const stream = newStream()
      await log.appendToStream(stream, [added(userId)])
      keys.set(userId, randomBytes(32))
      await expect(open().readStream(stream)).rejects.toBeInstanceOf(SealBroken)
    })

    it('hands it out in the feed and throws when what was sealed is read, so that others go on', async () => {
      const userId = newUser()
      const after = await log.head()
      const streams = [newStream(), newStream(), newStream()] as const
      for (const stream of streams) await log.appendToStream(stream, [added(userId, stream)])
      await tamper(streams[1], `data = jsonb_set(data::jsonb, '{sealed}', '"AAAA"')`)
      const events = await feed(log, after)
      expect(events.map((event) => event.data.verseId)).toEqual([43_003_016, 43_003_016, 43_003_016])
      const outcomes = events.map((event) => {
        try {
          return event.data.text
        } catch (error) {
          return error
        }
      })
      expect(outcomes).toEqual([streams[0], expect.any(SealBroken), streams[2]])
      expect(outcomes[1]).toMatchObject({ streamName: streams[1], position: events[1]?.metadata.globalPosition })
    })
  })

  it('gives a feed without keys everything but what is personal, in the shape of today', async () => {
    const kinds = {
      NoteAdded: { schemaVersion: 2, personal: ['title', 'text'], upcast: () => ({ version: null }) },
      NoteRemoved: { schemaVersion: 1, personal: [] },
    }
    const userId = newUser()
    const after = await log.head()
    await log.appendToStream(newStream(), [added(userId), removed(userId)])
    keys.delete(userId)
    log.forget(userId)
    const events: Recorded[] = []
    for await (const batch of withoutPersonalData(bare, kinds).batches({ after, live: false }))
      events.push(...batch.events)
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'NoteAdded', data: { noteId: 'n', verseId: 43_003_016, version: null } },
      { type: 'NoteRemoved', data: { noteId: 'n' } },
    ])
  })

  it('refuses in sealed fields what it refuses in others', async () => {
    const userId = newUser()
    for (const text of ['a\u0000b', 'a\ud83d', 1n, 'x'.repeat(MAX_APPEND_BYTES - 2_000)])
      await expect(log.appendToStream(newStream(), [added(userId, text as string)])).rejects.toBeInstanceOf(
        InvalidEvent,
      )
  })
  it('refuses a personal event that does not say whose it is', () =>
    expect(log.appendToStream(newStream(), [{ type: 'NoteAdded', data: { text: 'a' } }])).rejects.toBeInstanceOf(
      InvalidEvent,
    ))
  it('refuses a field of the name that the envelope has', () =>
    expect(log.appendToStream(newStream(), [{ type: 'Other', data: { sealed: 'a' } }])).rejects.toBeInstanceOf(
      InvalidEvent,
    ))

  it('waits with the feed while keys cannot be had, and fails reads', async () => {
    const userId = newUser()
    const after = await log.head()
    const stream = newStream()
    await log.appendToStream(stream, [added(userId)])
    let away = 2
    const troubles: unknown[] = []
    const shaky = open({
      keyOf: async () => {
        if (away-- > 0) throw new StoreUnavailable('PostgreSQL')
        return keys.get(userId) ?? null
      },
      onTrouble: (error) => troubles.push(error),
    })
    await expect(shaky.readStream(stream)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await feed(shaky, after)).toHaveLength(1)
    expect(troubles).toHaveLength(1)
  })
})
