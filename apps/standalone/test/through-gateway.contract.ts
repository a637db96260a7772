import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { followProjector } from '@pathlight/query/projector.ts'
import { type ComposedCluster, startComposedCluster } from '@pathlight/testing/composed-cluster.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe } from 'vitest'
import { type AppUnderTest, startInProcess } from './app-under-test.contract.ts'

/** What the suites give to `inject`. */
type Injected = {
  readonly method?: string
  readonly url: string
  readonly remoteAddress?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string | Buffer | Readable
  readonly payloadAsStream?: boolean
}

/** Of a connection through which the gateway sees this person come: all of 127.0.0.0/8 is this machine. */
const addressHere = (address = '127.0.0.1'): string => address.replace(/^\d+\./, '127.')

const ask = (address: string, { method = 'GET', url, remoteAddress, headers, payload }: Injected) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    // Node sends none by itself with DELETE.
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : null
    // As Fastify's own `inject` reads an address: what a browser would send of it.
    const { hostname, port, pathname, search } = new URL(url, address)
    const sent = request(
      {
        ...{ method, hostname, port, path: pathname + search, agent: false },
        ...{
          localAddress: addressHere(remoteAddress),
          headers: { ...headers, ...(length !== null && { 'content-length': String(length) }) },
        },
      },
      resolve,
    )
    sent.on('error', reject)
    if (payload !== undefined && typeof payload !== 'string' && !Buffer.isBuffer(payload)) payload.pipe(sent)
    else sent.end(payload)
  })

/**
 * The processes of docker-compose.yml as the suites know an app: what they ask goes over HTTP to the gateway, from addresses of their own.
 * What they look up in the stores, or do in the place of a job, they do in this process, on the same stores.
 */
const startThroughGateway = async (cluster: ComposedCluster): Promise<AppUnderTest> => {
  const environment = { ...cluster.environment, EPOCH_KEYS: join(cluster.dataDir, 'keys') }
  const inside = await startInProcess(environment, undefined, followProjector)
  const inject = async (injected: Injected) => {
    const answer = await ask(cluster.address, injected)
    const { statusCode, headers } = answer
    if (injected.payloadAsStream) return { statusCode, headers, stream: () => answer }
    const payload = await textOf(answer)
    return { statusCode, headers, payload, json: () => JSON.parse(payload) }
  }
  const app = {
    inject,
    // Where every call is, whichever process answers it.
    printRoutes: inside.app.printRoutes.bind(inside.app),
    // It listens: the gateway does.
    listen: async () => cluster.address,
    server: { address: () => ({ port: Number(new URL(cluster.address).port) }) },
  }
  return { ...inside, app: app as unknown as FastifyInstance, hasManyProcesses: true, dataDir: cluster.dataDir }
}

/** Runs suites on the processes of docker-compose.yml, which are started once for them; skipped where they cannot be. */
export const throughGateway = async (suites: (running: () => AppUnderTest) => void): Promise<void> => {
  const cluster = await startComposedCluster()
  describe.skipIf(cluster === null)(
    'on many processes, through the gateway (skipped without nginx, redis-server, TEST_SERVERS_DIR)',
    () => {
      let app: AppUnderTest
      beforeAll(async () => {
        app = await startThroughGateway(cluster as ComposedCluster)
        return () => app.stop()
      })
      suites(() => app)
    },
  )
}
