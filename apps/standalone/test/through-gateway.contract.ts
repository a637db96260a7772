import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { followProjector } from '@pathlight/query/projector.ts'
import { type ComposedCluster, startComposedCluster } from '@pathlight/testing/composed-cluster.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe } from 'vitest'
import { type AppUnderTest, startInProcess } from './app-under-test.contract.ts'

/** The part of `inject`'s options that the tests use. */
type Injected = {
  readonly method?: string
  readonly url: string
  readonly remoteAddress?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string | Buffer | Readable
  readonly payloadAsStream?: boolean
}

/** The loopback address from which the gateway sees this person connect. All of 127.0.0.0/8 is this machine. */
const addressHere = (address = '127.0.0.1'): string => address.replace(/^\d+\./, '127.')

const ask = (address: string, { method = 'GET', url, remoteAddress, headers, payload }: Injected) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    // Node adds no Content-Length to a DELETE.
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : null
    // Normalizes the address like Fastify's `inject`, and like a browser.
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
 * The processes of docker-compose.yml in the form of an app under test. Requests go over HTTP to the gateway, from
 * different network addresses. Tests reach the stores, and run jobs, through an app in this process on the same stores.
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
    // The app in this process has the routes of all processes.
    printRoutes: inside.app.printRoutes.bind(inside.app),
    // The gateway listens already.
    listen: async () => cluster.address,
    server: { address: () => ({ port: Number(new URL(cluster.address).port) }) },
  }
  return { ...inside, app: app as unknown as FastifyInstance, hasManyProcesses: true, dataDir: cluster.dataDir }
}

/**
 * Runs tests on the processes of docker-compose.yml, which are started once. Skips the tests where these processes
 * cannot be started.
 */
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
