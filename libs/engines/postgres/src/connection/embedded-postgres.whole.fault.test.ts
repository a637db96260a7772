import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DataFolderInUse } from '@pathlight/stores/data-folder-lock.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPool, translate } from './pool.ts'

const quiet = { info: () => undefined, warn: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
const dataDir = join(folder, 'postgres')
let running: EmbeddedPostgres | undefined
const children: ChildProcess[] = []

/** Starts the server in this process, with durable writes. */
const start = async (where = dataDir): Promise<EmbeddedPostgres> => {
  running = await startEmbeddedPostgres({ dataDir: where, log: quiet })
  return running
}

const ask = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const pool = createPool(url, { max: 1, log: quiet })
  try {
    return (await pool.query(statement)).rows
  } finally {
    await pool.end()
  }
}

const isThere = (pid: number): boolean => {
  try {
    // A zombie process has an empty command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

/**
 * Starts another process as a small app, which starts the server, prints the server's pid and runs the code `then`.
 * `lines`: what the app has printed.
 */
const app = (then: string) => {
  const code = `
    import { startEmbeddedPostgres } from './embedded-postgres.ts'
    import { createPool } from './pool.ts'
    const quiet = { info() {}, warn() {} }
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: quiet })
    const pool = createPool(postgres.url, { log: quiet })
    console.log(postgres.pid)
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const lines: string[] = []
  const complaints: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line))
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { child, lines, complaints, gone }
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await running?.stop()
  running = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('embedded PostgreSQL', () => {
  it('keeps its data from one start to the next, on a socket that no other user can reach', async () => {
    const first = await start()
    await ask(first.url, "CREATE TABLE kept AS SELECT '길빛' AS word")
    await first.stop()
    expect(isThere(first.pid)).toBe(false)
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'SELECT word FROM kept')).toEqual([{ word: '길빛' }])
    expect(
      await ask(second.url, "SELECT current_setting('listen_addresses') AS a, current_setting('fsync') AS f"),
    ).toEqual([{ a: '', f: 'on' }])
  })

  /**
   * Runs `attempt` as Linux's account `nobody`, under which several services of a machine may run. During the attempt
   * the whole test process has that user id.
   */
  const asNobody = async <T>(attempt: () => Promise<T>): Promise<T> => {
    process.seteuid?.(65534)
    try {
      return await attempt()
    } finally {
      process.seteuid?.(0)
    }
  }
  const connect = async (url: string): Promise<string> => {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return 'connected'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  it('knows who connects from the operating system, and trusts no connection by itself', async () => {
    const { url } = await start()
    const rules = await ask(url, 'SELECT type, user_name, auth_method FROM pg_hba_file_rules')
    expect(rules).toEqual([{ type: 'local', user_name: ['postgres'], auth_method: 'peer' }])
  })

  describe.runIf(process.getuid?.() === 0)('started by root', () => {
    // Opens the data folder's parent to other users, as when root starts the app in a checkout.
    beforeAll(() => chmodSync(folder, 0o755))

    it('lets no process of another user in, nor near its files', async () => {
      const { url, pid } = await start()
      expect(await connect(url)).toBe('connected')
      expect(await asNobody(() => connect(url))).toMatch(/EACCES|authentication failed/)
      await asNobody(async () => {
        expect(() => readFileSync(join(dataDir, 'pg_hba.conf'))).toThrow('EACCES')
        expect(() => process.kill(pid, 0)).toThrow('EPERM')
      })
      // The server must refuse another user even if that user can reach the socket.
      chmodSync(dataDir, 0o711)
      chmodSync(join(dataDir, '.s.PGSQL.5432'), 0o777)
      expect(await asNobody(() => connect(url))).toMatch(/authentication failed/)
      chmodSync(dataDir, 0o700)
    })

    it('takes over a folder that ran as the account nobody and trusted every connection', async () => {
      const before = await start()
      await ask(before.url, 'CREATE TABLE older AS SELECT 1 AS n')
      await before.stop()
      writeFileSync(join(dataDir, 'pg_hba.conf'), 'local all all trust\n')
      execFileSync('chown', ['-R', '65534:65534', dataDir])
      const { url } = await start()
      expect(await asNobody(() => connect(url))).toMatch(/EACCES|authentication failed/)
      await asNobody(async () => expect(() => readFileSync(join(dataDir, 'pg_hba.conf'))).toThrow('EACCES'))
      expect(await ask(url, 'SELECT n FROM older')).toEqual([{ n: 1 }])
      expect(readFileSync(join(dataDir, 'pg_hba.conf'), 'utf8')).not.toContain('trust')
    })

    it('leaves a folder to the user whom the operator gave it to', async () => {
      await (await start()).stop()
      execFileSync('chown', ['-R', '12345:12345', dataDir])
      const { url } = await start()
      expect(await connect(url)).toBe('connected')
      expect(statSync(join(dataDir, 'pg_hba.conf')).uid).toBe(12345)
      await running?.stop()
      execFileSync('chown', ['-R', '65534:65534', dataDir])
    })
  })

  it('refuses a second start on the same folder, in words', async () => {
    await start()
    await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(DataFolderInUse)
    const { lines, complaints, gone } = app('')
    await gone
    expect(lines).toEqual([])
    expect(complaints.join()).toContain(`already runs on ${folder} (process ${process.pid})`)
    expect(await ask(running?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('comes back by itself when it is killed, and says that it is away meanwhile', async () => {
    const postgres = await start()
    const { pid } = postgres
    const pool = createPool(postgres.url, { log: quiet })
    await pool.query('CREATE TABLE survived (n int)')
    await pool.query('INSERT INTO survived VALUES (1)')
    process.kill(pid, 'SIGKILL')
    const failures: unknown[] = []
    await eventually(async () => {
      const rows = await pool.query('SELECT n FROM survived').then(
        (result) => result.rows,
        (error) => failures.push(translate(error)),
      )
      expect(postgres.pid).not.toBe(pid)
      expect(rows).toEqual([{ n: 1 }])
    })
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((error) => !(error instanceof StoreUnavailable))).toEqual([])
    await pool.end()
  })

  it('comes back however often it is killed', async () => {
    const postgres = await start()
    const pool = createPool(postgres.url, { log: quiet })
    const answers = () => eventually(() => pool.query('SELECT 1'))
    for (let kill = 0; kill < 6; kill++) {
      await answers()
      const { pid } = postgres
      process.kill(pid, 'SIGKILL')
      await eventually(() => expect(postgres.pid).not.toBe(pid))
    }
    await answers()
    await pool.end()
  })

  it('is tried again until it starts, and can be stopped meanwhile', async () => {
    const said: string[] = []
    const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: (line) => said.push(line) } })
    running = postgres
    const settings = join(dataDir, 'postgresql.conf')
    const right = readFileSync(settings)
    onTestFinished(() => writeFileSync(settings, right))
    writeFileSync(settings, 'no_such_setting = on')
    const { pid } = postgres
    process.kill(pid, 'SIGKILL')
    await eventually(() => expect(said.join('\n')).toContain('does not start; trying again'))
    writeFileSync(settings, right)
    await eventually(() => expect(postgres.pid).not.toBe(pid))
    await ask(postgres.url, 'SELECT 1')

    writeFileSync(settings, 'no_such_setting = on')
    process.kill(postgres.pid, 'SIGKILL')
    await eventually(() => expect(said.filter((line) => line.includes('does not start'))).toHaveLength(2))
    await postgres.stop()
    writeFileSync(settings, right)
    await start()
    expect(await ask(running?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('loses no acknowledged row when the app is killed, and takes the orphan over', async () => {
    const { child, lines, gone } = app(`
      await pool.query('CREATE TABLE acknowledged (n int)')
      for (let n = 1; ; n++) {
        await pool.query('INSERT INTO acknowledged VALUES ($1)', [n])
        console.log(n)
      }`)
    await eventually(() => expect(lines.length).toBeGreaterThan(200))
    child.kill('SIGKILL')
    await gone
    const orphan = Number(lines[0])
    expect(isThere(orphan)).toBe(true)
    const postgres = await start()
    expect(postgres.pid).not.toBe(orphan)
    expect(isThere(orphan)).toBe(false)
    const rows = await ask(postgres.url, 'SELECT n FROM acknowledged ORDER BY n')
    const last = Number(lines.at(-1))
    expect(rows.slice(0, last)).toEqual(Array.from({ length: last }, (_, n) => ({ n: n + 1 })))
  })

  it('starts when its lock files name a process of another program, as in a container that was restarted', async () => {
    const { stop } = await start()
    await stop()
    // The other process runs under PostgreSQL's user. PostgreSQL would ignore the pid of a process that it may not
    // signal.
    const { uid, gid } = statSync(dataDir)
    const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
    children.push(other)
    const named = `${other.pid}\n${dataDir}\n1700000000\n5432\n${dataDir}\n\n\n`
    for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) writeFileSync(join(dataDir, file), named)
    const postgres = await start()
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  })

  it('ends with an app that leaves without stopping it', async () => {
    const { lines, gone } = app('process.exit(0)')
    await gone
    await eventually(() => expect(isThere(Number(lines[0]))).toBe(false))
  })

  it('refuses the folder of another major version and leaves it alone', async () => {
    const versionFile = join(dataDir, 'PG_VERSION')
    writeFileSync(versionFile, '17\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17/)
    writeFileSync(versionFile, '18\n')
    await start()
  })

  it('keeps what it says in a file beside its folder, and shows it when it cannot start', async () => {
    const said: string[] = []
    const log = { info: (line: string) => said.push(line), warn: (line: string) => said.push(line) }
    running = await startEmbeddedPostgres({ dataDir, log })
    const pool = createPool(running.url, { log: quiet })
    await expect(pool.query('SELECT no_such_column')).rejects.toThrow('no_such_column')
    await pool.end()
    await running.stop()
    const settings = join(dataDir, 'postgresql.conf')
    const before = readFileSync(settings, 'utf8')
    writeFileSync(settings, `${before}\nno_such_setting = 1\n`)
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/did not start on .*\n.*no_such_setting/)
    writeFileSync(settings, before)
    expect(said).toEqual([])
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toMatch(/no_such_column[\s\S]*no_such_setting/)
  })

  it('works under a path that is too long for a socket, after a first start that broke off', async () => {
    const long = join(folder, 'a'.repeat(90), 'postgres')
    mkdirSync(join(`${long}.unfinished`, 'half'), { recursive: true })
    const postgres = await start(long)
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await postgres.stop()
    expect(existsSync(`${long}.unfinished`)).toBe(false)
    const socketFolder = new URL(postgres.url.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
    expect(dirname(socketFolder)).toBe(tmpdir())
    rmSync(socketFolder, { recursive: true, force: true })
  })
})

it('keeps a small folder small: two segments of its log are there at all times', async () => {
  const { url } = await start()
  expect(await ask(url, 'SHOW wal_segment_size')).toEqual([{ wal_segment_size: '4MB' }])
})
