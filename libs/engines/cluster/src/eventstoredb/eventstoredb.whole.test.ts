import { type AllStreamSubscription, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { eventLogContract } from '@pathlight/event-log/event-log.contract.ts'
import { follow, one } from '@pathlight/event-log/trouble.contract.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { eventStoreDbLog } from './event-log.ts'

describeWith(['EVENTSTORE_URL'], 'EventStoreDB', ({ EVENTSTORE_URL: url }) => {
  const ownPrefix = `${ownName()}.`
  eventLogContract('EventStoreDB', { open: () => eventStoreDbLog({ url, prefix: ownPrefix }), feedEvents: 3_000 })

  const prefix = `${ownName()}.`
  const otherPrefix = `${ownName()}.`
  const log = eventStoreDbLog({ url, prefix, heartbeatMs: 200 })
  const others = eventStoreDbLog({ url, prefix: otherPrefix })
  const client = EventStoreDBClient.connectionString(url)
  afterAll(() => Promise.all([log.close(), others.close(), client.dispose()]))

  it('keeps apart what others store on the same server', async () => {
    const after = await log.head()
    await others.appendToStream('page-1', [one(), one()])
    expect(await log.head()).toBe(after)
    expect((await log.readStream('page-1')).version).toBe(0n)
    await log.appendToStream('page-1', [one()])
    const events = []
    for await (const batch of log.batches({ after, live: false })) events.push(...batch.events)
    expect(events.map((event) => event.metadata.streamName)).toEqual(['page-1'])
    expect(await log.identity()).not.toBe(await others.identity())
  })

  it('moves the position on over events of others, so that they are not read again', async () => {
    await log.appendToStream('page-2', [one()])
    const after = await log.head()
    const positions: bigint[] = []
    const stop = new AbortController()
    const feed = (async () => {
      for await (const { events, position } of log.batches({ after, live: true, signal: stop.signal })) {
        expect(events).toHaveLength(0)
        positions.push(position)
      }
    })()
    const foreign = Array.from({ length: 500 }, one)
    const fill = async (stream: string) => {
      for (let time = 0; time < 6; time++) await others.appendToStream(`${stream}-${time}`, foreign.map(one))
    }
    await fill('live')
    await eventually(() => expect(positions.length).toBeGreaterThan(0))
    stop.abort()
    await feed

    // A feed that is not live reads past the other program's events, too, and ends at our own event.
    await log.appendToStream('page-2', [one()])
    const batches = []
    for await (const batch of log.batches({ after, size: 1_000, live: false })) batches.push(batch)
    expect(batches.flatMap((batch) => batch.events)).toHaveLength(1)
    expect(batches.length).toBeGreaterThan(1)
    expect(batches.map((batch) => batch.position)).toEqual(
      batches.map((batch) => batch.position).sort((a, b) => (a < b ? -1 : 1)),
    )

    // A feed may also begin at the position of another program's event.
    const [passed = 0n] = positions
    const events = []
    for await (const batch of log.batches({ after: passed, live: false })) events.push(...batch.events)
    expect(events).toHaveLength(1)
  })

  it('finds its last event behind many of others', async () => {
    const { position } = await log.appendToStream('page-3', [one()])
    for (let time = 0; time < 5; time++) await others.appendToStream('page-3', Array.from({ length: 500 }, one))
    const fresh = eventStoreDbLog({ url, prefix })
    expect(await fresh.head()).toBe(position)
    expect(await fresh.head()).toBe(position)
    expect((await log.appendToStream('page-3', [one()])).position).toBe(await fresh.head())
    await fresh.close()
  })

  it('passes over what the server itself writes into a stream', async () => {
    const after = await log.head()
    await client.appendToStream(`${prefix}page-4`, jsonEvent({ type: '$internal', data: {} }))
    await log.appendToStream('page-5', [one()])
    const feed = follow(log, after)
    await eventually(() => expect(feed.events.map((event) => event.metadata.streamName)).toEqual(['page-5']))
    await feed.end()
  })

  it('reads an event that another program wrote without metadata', async () => {
    await client.appendToStream(`${prefix}page-6`, jsonEvent({ type: 'Imported', data: { text: 'a' } }))
    const [event] = (await log.readStream('page-6')).events
    expect(event).toMatchObject({ type: 'Imported', data: { text: 'a' }, metadata: { streamPosition: 1n } })
  })

  it('refuses a position at which there is no event', async () => {
    await log.appendToStream('page-7', [one(), one()])
    const after = (await log.head()) - 1n
    const feed = log.batches({ after, live: false })[Symbol.asyncIterator]()
    await expect(feed.next()).rejects.toThrow(`EventStoreDB refuses to read on from ${after}: no event of this log`)
  })

  it('goes on when nothing is heard because there is nothing to hear', async () => {
    const troubles: unknown[] = []
    const quiet = eventStoreDbLog({ url, prefix, heartbeatMs: 30, onTrouble: (error) => troubles.push(error) })
    const feed = follow(quiet, await quiet.head())
    await new Promise((resolve) => setTimeout(resolve, 300)) // ten times `heartbeatMs`
    await quiet.appendToStream('page-8', [one()])
    await eventually(() => expect(feed.events).toHaveLength(1))
    expect(troubles).toEqual([])
    await feed.end()
    await quiet.close()
  })

  it('holds the subscription back while the consumer works on what it has', async () => {
    const subscribing = vi.spyOn(EventStoreDBClient.prototype, 'subscribeToAll')
    const { position: after } = await log.appendToStream('page-0', [one()])
    const batches = log.batches({ after, size: 5, live: true })[Symbol.asyncIterator]()
    const first = batches.next()
    await eventually(() => expect(subscribing).toHaveBeenCalledOnce())
    const subscription = subscribing.mock.results[0]?.value as AllStreamSubscription
    subscribing.mockRestore()
    const strokes = Array.from({ length: 200 }, one)
    await log.appendToStream('page-1', strokes)
    const seen = [...((await first).value?.events ?? [])]
    await eventually(() => expect(subscription.isPaused()).toBe(true))
    while (seen.length < strokes.length) seen.push(...((await batches.next()).value?.events ?? []))
    expect(seen.map((event) => event.metadata.messageId)).toEqual(strokes.map((event) => event.metadata?.messageId))
    expect(subscription.isPaused()).toBe(false)
    await batches.return?.()
  })

  it.each(['', 'pathlight', 'a.b.', '$all.', 'ö.'])('refuses %j for a prefix', (bad) => {
    expect(() => eventStoreDbLog({ url, prefix: bad })).toThrow(TypeError)
  })
  it.each(['throwOnAppendFailure=false', 'throw_on_append_failure=false', 'tls=false&fast=1'])(
    'refuses an address that says %s, which hides conflicts or does nothing, and does not print the password',
    (options) => {
      const printed = vi.spyOn(console, 'warn')
      const address = `esdb://admin:changeit@127.0.0.1:1?${options}`
      expect(() => eventStoreDbLog({ url: address })).toThrow(/^EVENTSTORE_URL: leave out \w+;[^:]+$/)
      expect(printed).not.toHaveBeenCalled()
      printed.mockRestore()
    },
  )
  it('takes an address with all that a cluster needs', async () => {
    const address =
      'esdb+discover://admin:change?it=1@127.0.0.1:1?tls=true&nodePreference=leader&keep_alive_interval=10000'
    await eventStoreDbLog({ url: address }).close()
  })
})
