import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@pathlight/testing/app-process.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freePort } from '@pathlight/testing/free-port.ts'

const COMMAND = join(import.meta.dirname, '../../tools/src/cluster.ts')
/** The time between two kills, in milliseconds, in which all processes run. */
const PAUSE_MS = 500
/** The most time that ten processes need to start together on two busy cores, in milliseconds. */
const BACK_WITHIN_MS = 240_000
/** Pathlight's own services in docker-compose.yml. */
export const KINDS = ['command', 'query', 'pages', 'projector', 'worker'] as const

/** The line that `npm run cluster` prints for each start of a process. */
const STARTED = /^ {2}(\w+) +(http:\/\/\S+) {2}process (\d+)$/

/** `npm run cluster`, run as a person runs it and observed by its output. */
export type ClusterByCommand = {
  /** The gateway's address. */
  readonly address: string
  /** The ids of the running processes, as the command printed them. */
  readonly pids: () => readonly number[]
  /** Kills these processes with SIGKILL. Resolves when the command has restarted them and they answer requests. */
  readonly kill: (...pids: readonly number[]) => Promise<void>
  /** The ids of the running processes of a kind. */
  readonly of: (kind: (typeof KINDS)[number]) => readonly number[]
  /** Ends the command by Ctrl-C, and returns its exit code. */
  readonly interrupt: () => Promise<number | null>
}

/** Runs the command, and resolves when the command is ready. Null if the command says that a program is missing. */
export const startClusterByCommand = async (): Promise<ClusterByCommand | null> => {
  const port = await freePort()
  const running = new Map<string, { readonly service: string; readonly pid: number }>()
  let printed = ''
  let isReady = false
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIR: undefined },
  })
  const ended = once(child, 'exit')
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        printed += `${line}\n`
        const [, service, address, pid] = STARTED.exec(line) ?? []
        if (service && address) running.set(address, { service, pid: Number(pid) })
        isReady ||= line === `Pathlight is ready: http://127.0.0.1:${port}`
      })
  const interrupt = async () => {
    if (child.exitCode === null) child.kill('SIGINT')
    await ended
    return child.exitCode
  }
  atTheEnd(interrupt)
  await eventually(() => {
    if (!isReady && child.exitCode === null) throw new Error(`npm run cluster is not ready:\n${printed}`)
  }, BACK_WITHIN_MS)
  if (!isReady) {
    if (printed.includes('A program is missing')) return null
    throw new Error(`npm run cluster ended with ${child.exitCode}:\n${printed}`)
  }
  const kill = async (...pids: readonly number[]) => {
    const killed = [...running].filter(([, { pid }]) => pids.includes(pid))
    for (const [, { pid }] of killed) process.kill(pid, 'SIGKILL')
    for (const [address, before] of killed)
      await eventually(async () => {
        const now = running.get(address)
        if (now === undefined || now.pid === before.pid || !isRunning(now.pid))
          throw new Error(`${before.service} was not started again`)
        await fetch(`${address}/livez`)
      }, BACK_WITHIN_MS)
  }
  return {
    address: `http://127.0.0.1:${port}`,
    pids: () => [...running.values()].map(({ pid }) => pid),
    kill,
    of: (kind) => [...running.values()].filter(({ service }) => service === kind).map(({ pid }) => pid),
    interrupt,
  }
}

/**
 * Until `end` is called, kills one process after another with SIGKILL, of each kind in turn. It waits each time until
 * the process is back, because several processes that start together would slow down two cores too much.
 */
export const killOneOfEach = (cluster: ClusterByCommand) => {
  let over = false
  const kills = new Map<string, number>()
  const going = (async () => {
    for (let nth = 0; !over; nth++) {
      const kind = KINDS[nth % KINDS.length] ?? KINDS[0]
      await cluster.kill(cluster.of(kind)[Math.floor(nth / KINDS.length) % 2] ?? 0)
      kills.set(kind, (kills.get(kind) ?? 0) + 1)
      await sleep(PAUSE_MS)
    }
  })()
  going.catch(() => undefined)
  return {
    /** How many processes of each kind were killed. */
    kills: () => KINDS.map((kind) => kills.get(kind) ?? 0),
    end: async () => {
      over = true
      await going
    },
  }
}
