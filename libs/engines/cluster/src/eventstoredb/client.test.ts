import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { preferringLeader } from './client.ts'
import { eventStoreDbLog } from './event-log.ts'

/** A server that answers every call with an empty stream, and records the headers of each call. */
const listening = async (): Promise<{ port: number; calls: IncomingHttpHeaders[] }> => {
  const calls: IncomingHttpHeaders[] = []
  const server = createServer()
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  server.on('stream', (stream, headers) => {
    calls.push(headers)
    stream.on('error', () => undefined)
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }, { endStream: true })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, calls }
}

describe('the log in EventStoreDB', () => {
  it('asks the leader for everything that it reads, whatever node the address prefers', async () => {
    const { port, calls } = await listening()
    const url = `esdb://127.0.0.1:${port}?tls=false&nodePreference=follower`
    const log = eventStoreDbLog({ url, timeoutMs: 10_000, heartbeatMs: 200 })
    onTestFinished(() => log.close())
    await log.readStream('note-1')
    await log.readEnds('note-1')
    await log.head()
    const stop = new AbortController()
    const live = (async () => {
      for await (const _ of log.batches({ after: 0n, live: true, signal: stop.signal }));
    })()
    const isReading = ({ ':path': path }: IncomingHttpHeaders) => /Streams\/Read$/.test(String(path))
    await eventually(() => expect(calls.filter(isReading).length).toBeGreaterThan(6))
    stop.abort()
    await live
    for (const call of calls.filter(isReading)) expect(call['requires-leader']).toBe('true')
  })

  it('lets a follower pass its appends on', async () => {
    const { port, calls } = await listening()
    const log = eventStoreDbLog({ url: `esdb://127.0.0.1:${port}?tls=false`, timeoutMs: 500 })
    onTestFinished(() => log.close())
    const appends = () => calls.filter(({ ':path': path }) => /Append$/.test(String(path)))
    await eventually(async () => {
      await log
        .appendToStream('note-1', [{ type: 'NoteAdded', data: {} }], { expected: 0n, idsAreNew: true })
        .catch(() => undefined)
      expect(appends()).not.toHaveLength(0)
    })
    for (const call of appends()) expect(call['requires-leader']).toBeUndefined()
  })

  it.each([
    ['esdb+discover://a:1,b:2?nodePreference=follower&tls=false', 'esdb+discover://a:1,b:2?tls=false'],
    ['esdb+discover://ann:what?@a:1?tls=false&node_preference=random', 'esdb+discover://ann:what?@a:1?tls=false'],
    ['esdb://a:1?nodePreference=readOnlyReplica', 'esdb://a:1'],
    ['esdb://a:1', 'esdb://a:1'],
  ])('chooses no other node for it than the leader, which is what the client prefers by itself: %s', (url, asked) => {
    expect(preferringLeader(url)).toBe(asked)
  })
})
