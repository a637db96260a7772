import { resolve } from 'node:path'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { startComposedCluster } from '@pathlight/testing/composed-cluster.ts'

// `npm run cluster`: starts the services of docker-compose.yml as local processes, which run until Ctrl-C.

/** The port of the gateway. */
const DEFAULT_PORT = 8080

const port = Number(process.env.PORT ?? DEFAULT_PORT)
const dataDir = process.env.DATA_DIR
let ending: Promise<void> | null = null
const end = async (code: number): Promise<never> => {
  ending ??= endAll()
  await ending
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
try {
  console.log('Starting what docker-compose.yml has: stores, two processes of each service, and the gateway ...')
  const cluster = await startComposedCluster({
    port,
    ...(dataDir !== undefined && { dataDir: resolve(dataDir) }),
    onStart: ({ service, address, pid }) => console.log(`  ${service.padEnd(10)} ${address}  process ${pid}`),
  })
  if (cluster === null) {
    console.error(
      'A program is missing: nginx, redis-server, or the servers in the folder that TEST_SERVERS_DIR names. With Docker: docker compose up -d --wait',
    )
    await end(1)
  } else {
    console.log('A process that is killed is started again. What is written here is gone after Ctrl-C.')
    console.log(`Pathlight is ready: ${cluster.address}`)
  }
} catch (error) {
  if (ending === null) console.error(error)
  await end(1)
}
