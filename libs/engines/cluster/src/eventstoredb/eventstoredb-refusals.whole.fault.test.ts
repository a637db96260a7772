import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import { EventStoreDBClient } from '@eventstore/db-client'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { follow, one } from '@pathlight/event-log/trouble.contract.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { startEventStoreDb } from '@pathlight/testing/private-servers.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventStoreDbLog } from './event-log.ts'

/** The proxy's own answer to a call: a gRPC status, or a single message. */
type Answer = { readonly code: number; readonly message?: string } | { readonly body: Uint8Array }

/**
 * A proxy before the server. `door.answer` is called with the service and method of each call. It returns the proxy's
 * own answer, or null to pass the call on to the server.
 */
async function front(target: () => string) {
  const calls: string[] = []
  const sent: Buffer[] = []
  const reads: ServerHttp2Stream[] = []
  const sessions = new Set<ServerHttp2Session>()
  const upstreams = new Map<string, ClientHttp2Session>()
  const upstream = (): ClientHttp2Session => {
    const url = target()
      .replace(/^esdb:/, 'http:')
      .replace(/\?.*/, '')
    const before = upstreams.get(url)
    if (before && !before.destroyed) return before
    const session = connect(url).on('error', () => undefined)
    upstreams.set(url, session)
    return session
  }
  const door = { answer: (_method: string): Answer | null => null }
  const say = (stream: ServerHttp2Stream, answer: Answer) => {
    const grpc = { ':status': 200, 'content-type': 'application/grpc' }
    if ('code' in answer) {
      const status = { 'grpc-status': `${answer.code}`, 'grpc-message': answer.message ?? '' }
      stream.respond({ ...grpc, ...status }, { endStream: true })
      return
    }
    const head = Buffer.alloc(5)
    head.writeUInt32BE(answer.body.length, 1)
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.respond(grpc, { waitForTrailers: true })
    stream.end(Buffer.concat([head, answer.body]))
  }
  const server = createServer()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined).on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream, { ':authority': _, ...headers }) => {
    stream.on('error', () => undefined)
    // The service and method of the call without the package's name, such as Streams/BatchAppend.
    const method = `${headers[':path']}`.split('.').at(-1) ?? ''
    calls.push(method)
    const answer = door.answer(method)
    if (answer) return say(stream, answer)
    if (method === 'Streams/Read') reads.push(stream)
    const call = upstream().request(headers)
    let trailers = {}
    call.on('error', () => stream.destroy())
    call.on('response', (response, flags) => {
      // A response without a message ends the HTTP/2 stream with its headers.
      const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
      stream.respond(response, { endStream, waitForTrailers: !endStream })
    })
    call.on('trailers', ({ 'grpc-status': status, 'grpc-message': message = '' }) => {
      trailers = { 'grpc-status': status, 'grpc-message': message }
    })
    stream.on('wantTrailers', () => stream.sendTrailers(trailers))
    stream.on('close', () => call.close())
    stream.on('data', (chunk: Buffer) => method === 'Streams/BatchAppend' && sent.push(chunk))
    stream.pipe(call)
    call.pipe(stream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as { port: number }).port
  const cut = () => {
    for (const session of sessions) session.destroy()
  }
  return {
    door,
    calls,
    sent,
    reads,
    port,
    cut,
    close() {
      cut()
      for (const session of upstreams.values()) session.destroy()
      server.close()
    },
  }
}

const causeOf = (error: unknown): string => ((error as Error).cause as Error | undefined)?.message ?? ''

const UNAVAILABLE = 14
const INTERNAL = 13

/** A second, empty server. A feed that moves to it sees a log that was set back. */
const second = await startEventStoreDb()

describeWith(['EVENTSTORE_URL'], 'EventStoreDB that refuses', ({ EVENTSTORE_URL: first }) => {
  let server: string
  let between: Awaited<ReturnType<typeof front>>
  let logs: EventLog[]
  let troubles: unknown[]
  const prefix = `${ownName()}.`
  const strays: unknown[] = []
  const stray = (error: unknown) => void strays.push(error)
  process.on('unhandledRejection', stray).on('uncaughtException', stray)
  const open = (address = `esdb://127.0.0.1:${between.port}?tls=false`): EventLog => {
    const onTrouble = (error: unknown) => troubles.push(error)
    const log = eventStoreDbLog({ url: address, prefix, timeoutMs: 2_000, heartbeatMs: 300, onTrouble })
    logs.push(log)
    return log
  }
  beforeEach(async () => {
    server = first
    logs = []
    troubles = []
    between = await front(() => server)
  })
  afterEach(async () => {
    await Promise.all(logs.map((log) => log.close()))
    between.close()
    expect(strays).toEqual([])
  })
  afterAll(async () => {
    await second?.stop()
    process.off('unhandledRejection', stray).off('uncaughtException', stray)
  })
  const stream = () => `page-${Math.random().toString(36).slice(2)}`

  it('appends although its first question met a server that was just stopping', async () => {
    const log = open()
    between.door.answer = () => ({ code: INTERNAL, message: 'Received RST_STREAM' })
    await expect(log.appendToStream(stream(), [one()])).rejects.toBeInstanceOf(StoreUnavailable)
    between.door.answer = () => null
    expect(await log.appendToStream(stream(), [one()])).toMatchObject({ version: 1n })
  })

  it('keeps its appends on one stream while reads are refused: an answer on a second one could end the process', async () => {
    const log = open()
    const name = stream()
    await log.appendToStream(name, [one()])
    between.door.answer = (method) =>
      method === 'Streams/Read' ? { code: UNAVAILABLE, message: 'Server Is Too Busy' } : null
    await expect(log.readStream(name)).rejects.toBeInstanceOf(StoreUnavailable)
    between.door.answer = () => null
    await log.appendToStream(name, [one()])
    expect((await log.readStream(name)).events).toHaveLength(2)
    expect(between.calls.filter((method) => method === 'Streams/BatchAppend')).toHaveLength(1)
  })

  it('appends to a server whose clock is half an hour ahead', async () => {
    await open().appendToStream(stream(), [one()])
    const message = streams.BatchAppendReq.deserializeBinary(Buffer.concat(between.sent).subarray(5))
    const deadline = message.getOptions()?.getDeadline()?.toDate().getTime() ?? 0
    expect(deadline - Date.now()).toBeGreaterThan(30 * 60_000)
  })

  describe.skipIf(!second)(
    `whose log is set back${second ? '' : ' (SKIPPED: set TEST_SERVERS_DIR, a second server is needed)'}`,
    () => {
      it('goes on, though it was set back to an older state, or emptied, while it was running', async () => {
        const log = open()
        const [emptied, shortened] = [stream(), stream()]
        server = second?.url ?? first
        await log.appendToStream(shortened, [one()])
        between.cut()
        server = first
        await eventually(() => log.appendToStream(emptied, [one(), one()]))
        await log.appendToStream(shortened, [one(), one()])
        expect((await log.readStream(shortened)).version).toBe(2n)
        between.cut()
        server = second?.url ?? first
        const after = await eventually(() => log.appendToStream(shortened, [one()]))
        expect(after).toMatchObject({ version: 2n })
        expect(await log.appendToStream(emptied, [one()])).toMatchObject({ version: 1n })
      })

      /** A live feed that has caught up with the first server. */
      const upToDate = async () => {
        const log = open()
        const { position } = await log.appendToStream(stream(), Array.from({ length: 50 }, one))
        const feed = log.batches({ after: position, live: true })[Symbol.asyncIterator]()
        return { position, feed }
      }
      const setBack = () => {
        server = second?.url ?? first
        between.cut()
      }

      it('says so, instead of waiting in silence, when a feed is ahead of a log that was set back', async () => {
        const { position, feed } = await upToDate()
        const next = feed.next()
        await eventually(() => expect(between.reads.some(({ closed }) => !closed)).toBe(true))
        setBack()
        await expect(next).rejects.toThrow(`holds nothing from ${position} on`)
      })

      it('says so when the log is set back between the last page of catching up and the subscription', async () => {
        const { position, feed } = await upToDate()
        const { subscribeToAll } = EventStoreDBClient.prototype
        const subscribing = vi.spyOn(EventStoreDBClient.prototype, 'subscribeToAll')
        subscribing.mockImplementationOnce(function (this: EventStoreDBClient, ...about) {
          setBack()
          return subscribeToAll.apply(this, about)
        })
        await expect(feed.next()).rejects.toThrow(`holds nothing from ${position} on`)
        expect(subscribing).toHaveBeenCalled()
        subscribing.mockRestore()
      })
    },
  )

  describe('as a cluster', () => {
    const members = (...states: gossip.MemberInfo.VNodeState[]) => {
      const known = states.map((state) =>
        new gossip.MemberInfo()
          .setState(state)
          .setIsAlive(true)
          .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(between.port)),
      )
      const body = new gossip.ClusterInfo().setMembersList(known).serializeBinary()
      between.door.answer = (method) => (method === 'Gossip/Read' ? { body } : null)
    }
    const leader = () => members(gossip.MemberInfo.VNodeState.LEADER)
    const noLeader = () => members()
    const openCluster = () =>
      open(
        `esdb+discover://127.0.0.1:${between.port}?tls=false&maxDiscoverAttempts=4&discoveryInterval=50&gossipTimeout=1`,
      )
    const nowhere = () => expect(troubles.map(causeOf)).toContain('Failed to discover after 4 attempts.')

    it('is found when it has no leader at the start, and when it was lost', async () => {
      noLeader()
      const log = openCluster()
      await expect(log.appendToStream(stream(), [one()])).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(log.identity()).rejects.toBeInstanceOf(StoreUnavailable)
      leader()
      await eventually(() => log.appendToStream(stream(), [one()]))

      const feed = follow(log, await log.head())
      await log.appendToStream(stream(), [one()])
      await eventually(() => expect(feed.events).toHaveLength(1))
      noLeader()
      between.cut()
      await eventually(nowhere)
      leader()
      await eventually(() => log.appendToStream(stream(), [one()]))
      await eventually(() => expect(feed.events).toHaveLength(2))
      await feed.end()
    })

    it('may break a connection while another one is looked for in vain', async () => {
      leader()
      const log = openCluster()
      const after = await log.head()
      const feeds = [follow(log, after), follow(log, after)]
      const subscribed = () => between.reads.filter(({ closed }) => !closed)
      await log.appendToStream(stream(), [one()])
      await eventually(() => expect(feeds.map(({ events }) => events.length)).toEqual([1, 1]))
      await eventually(() => expect(subscribed()).toHaveLength(2))
      noLeader()
      const asked = between.calls.length
      subscribed()[0]?.close(constants.NGHTTP2_REFUSED_STREAM)
      await eventually(() => expect(between.calls.slice(asked)).toContain('Gossip/Read'))
      subscribed()[0]?.close(constants.NGHTTP2_REFUSED_STREAM)
      await eventually(nowhere)
      leader()
      await eventually(() => log.appendToStream(stream(), [one()]))
      await eventually(() => expect(feeds.map(({ events }) => events.length)).toEqual([2, 2]))
      await Promise.all(feeds.map((feed) => feed.end()))
    })
  })
})
