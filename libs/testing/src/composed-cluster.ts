import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { parse } from 'yaml'
import { emptyFolder, type Launch, launchApp, preparedFolder } from './app-process.ts'
import { atTheEnd } from './at-the-end.ts'
import { type ClusterStores, startClusterStores } from './cluster-stores.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../../..')

type Service = {
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly deploy?: { readonly replicas?: number }
}

/**
 * A local process that takes the place of a container of docker-compose.yml. After a kill it starts again, as the
 * container would.
 */
export type ComposedProcess = {
  /** The service's name in docker-compose.yml: command, query, ... */
  readonly service: string
  /** The address of the process itself, not of the gateway. */
  readonly address: string
  readonly launch: Launch
  /** Resolves when the process is ready, even after a kill. */
  readonly ready: () => Promise<void>
  /** Kills the process (kill -9). It starts again by itself. */
  readonly kill: () => Promise<void>
}

/** All services of docker-compose.yml as local processes. */
export type ComposedCluster = {
  /** The gateway's address. */
  readonly address: string
  readonly processes: readonly ComposedProcess[]
  readonly of: (service: string) => readonly ComposedProcess[]
  readonly stores: ClusterStores
  readonly dataDir: string
  /** The environment variables that all processes have. */
  readonly environment: Readonly<Record<string, string>>
  readonly operatorToken: string
  /** All mails that the processes have sent so far. */
  readonly mails: readonly { readonly to: string; readonly source: string }[]
  /** Stops all processes, but neither the gateway nor the stores. Resolves with their exit codes. */
  readonly stop: () => Promise<(number | null)[]>
  readonly start: () => Promise<void>
}

/**
 * Replaces `${NAME:-otherwise}` by the variable's value, and `${NAME:+instead}` by `instead` where the variable is set,
 * as docker compose does.
 */
const substitute = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+):([-+])([^}]*)\}/g, (_, name: string, sign: string, other: string) => {
    const value = variables[name] ?? ''
    return sign === '-' ? value || other : value && other
  })

/** Starts a mail server that takes the place of Mailpit (docker-compose.yml), and records all mails. */
const startMailbox = async () => {
  const mails: { to: string; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let source = ''
      stream.on('data', (part) => {
        source += part
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', source })
        done()
      })
    },
  })
  // When a worker is killed, its connection causes an error event, which would end this process without a listener.
  server.on('error', () => {})
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atTheEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, url: `smtp://127.0.0.1:${port}` }
}

/**
 * Writes a copy of deploy/gateway.conf with local ports and paths, and returns its path. `portsOf`: the ports of a
 * service's processes. `tls`: the content of tls.conf.
 */
export const gatewayConfig = (
  folder: string,
  port: number,
  portsOf: (service: string) => readonly number[],
  tls = '',
): string => {
  const file = join(folder, 'gateway.conf')
  const asOurselves = process.getuid?.() === 0 ? 'user root;\n' : ''
  const config = readFileSync(join(ROOT, 'deploy/gateway.conf'), 'utf8')
    // The copy names the local processes by address, so nginx needs no resolver.
    .replace(/ *resolver .*\n/, '')
    .replaceAll(/server (\w+):3000 resolve (.*);/g, (_, service: string, more: string) =>
      portsOf(service)
        .map((one) => `server 127.0.0.1:${one} ${more};`)
        .join('\n    '),
    )
    // This replacement comes before the next ones, whose paths may contain /tmp.
    .replaceAll('/tmp/', `${folder}/`)
    .replace(/ *include \/etc\/pathlight\/tls.*\n/, tls)
    .replaceAll('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('/etc/pathlight/', `${join(ROOT, 'deploy')}/`)
    .replace('worker_processes auto;', 'worker_processes 1;')
  writeFileSync(file, asOurselves + config)
  return file
}

/** Starts nginx with a configuration. Resolves once nginx answers at `address`. `log` returns what it has logged. */
export const startGateway = async (config: string, address: string): Promise<{ readonly log: () => string }> => {
  const checked = spawnSync('nginx', ['-e', 'stderr', '-t', '-c', config], { encoding: 'utf8' })
  if (checked.status !== 0 || checked.stderr.includes('[warn]')) throw new Error(checked.stderr)
  const nginx = spawn('nginx', ['-e', 'stderr', '-c', config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  nginx.stderr.on('data', (part) => {
    log += part
  })
  const endWithThis = () => nginx.kill('SIGTERM')
  process.once('exit', endWithThis)
  atTheEnd(async () => {
    process.off('exit', endWithThis)
    if (nginx.exitCode !== null) return
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  await eventually(async () => {
    if ((await fetch(`${address}/api/health`)).status !== 200) throw new Error('The gateway does not answer')
  })
  return { log: () => log }
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/**
 * Starts the services of docker-compose.yml without Docker. Local processes run the same programs with the same
 * settings and replicas. Local servers take the place of the stores and of Mailpit, and nginx runs with the gateway's
 * configuration. Returns null if a program is missing: nginx, redis-server, or one of TEST_SERVERS_DIR.
 * @param port of the gateway
 * @param settings for every process, in addition to those of the file
 * @param onStart called at each start of a process, even after a kill
 */
export const startComposedCluster = async ({
  port,
  dataDir,
  settings = {},
  onStart = () => undefined,
}: {
  port?: number
  dataDir?: string
  settings?: Readonly<Record<string, string>>
  onStart?: (started: { readonly service: string; readonly address: string; readonly pid: number }) => void
} = {}): Promise<ComposedCluster | null> => {
  if (!hasNginx()) return null
  const stores = await startClusterStores()
  if (stores === null) return null
  const folder = emptyFolder()
  const [data, secrets] = [dataDir ?? preparedFolder(stores.environment), join(folder, 'secrets')]
  mkdirSync(secrets)
  execFileSync('sh', [join(ROOT, 'deploy/make-secrets.sh'), secrets])
  const mailbox = await startMailbox()
  const gatewayPort = port ?? (await freePort())
  const address = `http://127.0.0.1:${gatewayPort}`

  const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>
  }
  const variables = { PATHLIGHT_URL: address, PATHLIGHT_SMTP_URL: mailbox.url }
  const environmentOf = ({ environment = {} }: Service): Record<string, string> => {
    const {
      MONGODB_URL_FILE: _,
      REDIS_URL_FILE: __,
      ...own
    } = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        substitute(String(value), variables)
          .replace(/^\/data\b/, data)
          .replace(/^\/epoch-keys\b/, join(data, 'keys'))
          .replace(/^\/secrets\b/, join(secrets, 'app')),
      ]),
    )
    // The local servers have other addresses than the containers, and no passwords.
    return { ...own, ...stores.environment, HOST: '127.0.0.1', ...settings }
  }

  let stopping = false
  let common: Record<string, string> = {}
  const processes: ComposedProcess[] = []
  const starts: (() => void)[] = []
  for (const [service, described] of Object.entries(compose.services)) {
    if (described.build === undefined) continue
    const [program, ...args] = described.command ?? []
    if (program !== 'node') throw new Error(`docker-compose.yml starts ${service} by ${program}, and not by node`)
    const command = [process.execPath, ...args.map((one) => (one.endsWith('.ts') ? join(ROOT, one) : one))]
    common = environmentOf(described)
    for (let n = 0; n < (described.deploy?.replicas ?? 1); n++) {
      const own = await freePort()
      const environment = { ...common, PORT: String(own) }
      const begin = (): Launch => {
        const next = launchApp(environment, command)
        onStart({ service, address: `http://127.0.0.1:${own}`, pid: next.child.pid ?? 0 })
        next.child.once('exit', (code) => {
          if (code !== 0 && !stopping) launch = begin()
        })
        return next
      }
      let launch = begin()
      processes.push({
        service,
        address: `http://127.0.0.1:${own}`,
        get launch() {
          return launch
        },
        ready: () => eventually(() => launch.ready),
        kill: () => launch.kill(),
      })
      starts.push(() => {
        launch = begin()
      })
    }
  }
  const allReady = () => Promise.all(processes.map(({ ready }) => ready()))
  const stop = async () => {
    stopping = true
    return Promise.all(processes.map(({ launch }) => launch.stop()))
  }
  atTheEnd(stop)
  await allReady()
  const of = (service: string) => processes.filter((one) => one.service === service)
  const portsOf = (service: string) => of(service).map((one) => Number(new URL(one.address).port))
  await startGateway(gatewayConfig(folder, gatewayPort, portsOf), address)
  return {
    address,
    processes,
    of,
    stores,
    dataDir: data,
    environment: common,
    operatorToken: readFileSync(join(secrets, 'app', 'operator-token'), 'utf8'),
    mails: mailbox.mails,
    stop,
    start: async () => {
      stopping = false
      for (const begin of starts) begin()
      await allReady()
    },
  }
}
