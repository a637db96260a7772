import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { redisJobs } from '@pathlight/engine-cluster/redis/jobs.ts'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import { postgresJobs } from '@pathlight/engine-postgres/jobs.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describeOn } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { startRedis } from '@pathlight/testing/private-servers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from './jobs.ts'

type TestJobs = { greet: { to: string } }
/**
 * A server that a test can damage. `kill` ends it at once. `restart` resolves when the server runs again, and starts it
 * if it does not restart by itself.
 */
type Victim = {
  readonly url: string
  pid(): number
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}
const quiet = { info: () => undefined, warn: () => undefined }

const ownPostgres = async (): Promise<Victim> => {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-postgres-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet })
  let killed = 0
  return {
    url: postgres.url,
    pid: () => postgres.pid,
    async kill() {
      killed = postgres.pid
      process.kill(killed, 'SIGKILL')
    },
    restart: () => eventually(() => expect(postgres.pid).not.toBe(killed)),
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a process that takes a job and never finishes it. Resolves once the process has the job. */
const stuckWorker = async (open: 'postgresJobs' | 'redisJobs', url: string) => {
  const code = `
    import { ${open} } from '@pathlight/engine-${open === 'redisJobs' ? 'cluster/redis' : 'postgres'}/jobs.ts'
    await ${open}({ url: ${JSON.stringify(url)}, lockMs: 1_000 }).work({
      greet: () => new Promise(() => { console.log('began'); setInterval(() => {}, 1_000) }),
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => resolve())
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
  })
  return async () => {
    child.kill('SIGKILL')
    await gone
  }
}

type Engine = { readonly postgresJobs: typeof postgresJobs<TestJobs>; readonly redisJobs: typeof redisJobs<TestJobs> }

const suite = <E extends keyof Engine>(victim: Victim, engine: E, open: Engine[E]) => {
  let jobs: Jobs<TestJobs>
  const done: string[] = []
  const greet = async ({ to }: { to: string }) => void done.push(to)

  beforeAll(() => {
    jobs = open({ url: victim.url, lockMs: 1_000 })
  })
  afterAll(async () => {
    await jobs.close()
    await victim.stop()
  })

  it('does the job of a worker that was killed', async () => {
    await jobs.add('greet', { to: 'survivor' })
    const kill = await stuckWorker(engine, victim.url)
    await kill()
    await jobs.work({ greet })
    await eventually(() => expect(done).toEqual(['survivor']))
  })

  it('says that the store is away, loses nothing that it took, and goes on when the store is back', async () => {
    await jobs.add('greet', { to: 'waits for the store' }, { delayMs: 3_000 })
    await victim.kill()
    // A connection may live a moment longer than its server. Jobs that are added in that moment must not be lost,
    // either.
    const taken: string[] = []
    const refusal = await eventually(async () => {
      const to = `knock ${taken.length}`
      const refused = await jobs.add('greet', { to }).catch((error) => error)
      if (refused) return refused
      taken.push(to)
      throw new Error('The store is not away yet')
    })
    expect(refusal).toBeInstanceOf(StoreUnavailable)
    await victim.restart()
    await eventually(() => jobs.add('greet', { to: 'after' }, { id: 'after' }))
    const all = ['after', ...taken, 'survivor', 'waits for the store']
    await eventually(() => expect(done).toEqual(expect.arrayContaining(all)))
  })

  it('says that the store is away when it is silent, and goes on when it speaks again', async () => {
    process.kill(victim.pid(), 'SIGSTOP')
    const fresh = open({ url: victim.url })
    try {
      await expect(fresh.add('greet', { to: 'to the silent' })).rejects.toThrow(StoreUnavailable)
    } finally {
      process.kill(victim.pid(), 'SIGCONT')
    }
    await eventually(() => fresh.add('greet', { to: 'heard' }, { id: 'heard' }))
    await eventually(() => expect(done).toContain('heard'))
    await fresh.close()
  })
}

describe('jobs when things die, in PostgreSQL', async () => suite(await ownPostgres(), 'postgresJobs', postgresJobs))
describeOn(await startRedis(), 'jobs when things die, in Redis', 'install redis-server', (redis) =>
  suite(redis, 'redisJobs', redisJobs),
)
