import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import autocannon from 'autocannon'
import { median, percentile, timed } from './figures.ts'

// Compares this checkout with another commit on one machine. The two sides take turns. Each side's app is started by
// its own `npm start`, and measured over HTTP. The log and the rebuilds are measured by each side's own bench, so both
// must have tools/src/bench/stores.ts.
const root = join(import.meta.dirname, '../../..')
const TURNS = 3
/** The number of notes in a chapter with few, and in one with many. */
const FEW = 30
const MANY = 960
const APPENDS = 200
const WRITERS = 32
const SAVES = 15
const SECONDS = 3

type Side = { readonly name: string; readonly folder: string }
type Figures = Readonly<Record<string, number>>
/** The figures that a side's own bench measures: their names here, and their names in that bench. */
const OWN_FIGURES: Readonly<Record<string, string>> = {
  'log: appends, one after another, a second': 'appends, one after another',
  [`log: appends, ${WRITERS} writers, a second`]: 'appends, 32 writers',
  'append to visible, p50, ms': 'append to visible, p50',
  'append to visible, p99, ms': 'append to visible, p99',
  'rebuild, events a second': 'rebuild of a read model, best of 5',
  'sealed rebuild, events a second': 'rebuild that opens sealed text, best of 5',
}
const overlayOf = (notes: number) => `overlay after a write, ${notes} notes, ms`
/**
 * The least ratios that are required of this checkout. Compared with the commit 9260049, a chapter with many notes may
 * take at most 0.8 of the time.
 */
const leastRatios = (commit: string): Readonly<Record<string, number>> => ({
  ...Object.fromEntries([...Object.keys(OWN_FIGURES), overlayOf(FEW)].map((name) => [name, 1])),
  [overlayOf(MANY)]: commit.startsWith('9260049') ? 1 / 0.8 : 1,
})
const isLessBetter = (name: string): boolean => /ms$|MB$| s$/.test(name)

const run = (folder: string, program: string, args: readonly string[]) => {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status} in ${folder}`)
}
const command = (name: string): readonly string[] => ['tools/src/ensure-installed.mjs', name]

/**
 * Checks the commit out, installs its packages and builds its web app. If its lock files are the same as here, the
 * packages are copied from this checkout.
 */
const checkOut = (commit: string): Side & { remove(): void } => {
  const parent = mkdtempSync(join(tmpdir(), 'pathlight-against-'))
  const folder = join(parent, 'checkout')
  run(root, 'git', ['worktree', 'add', '--detach', '--force', folder, commit])
  const remove = () => {
    run(root, 'git', ['worktree', 'remove', '--force', folder])
    rmSync(parent, { recursive: true, force: true })
  }
  const isSame = (file: string) => readFileSync(join(root, file), 'utf8') === readFileSync(join(folder, file), 'utf8')
  const isCopied = isSame('package-lock.json') && isSame('tools/node/package-lock.json')
  try {
    if (isCopied)
      for (const place of ['', 'tools/node/', 'apps/standalone/', 'libs/identity/', 'services/command/'])
        if (existsSync(join(root, place, 'node_modules')))
          cpSync(join(root, place, 'node_modules'), join(folder, place, 'node_modules'), {
            recursive: true,
            verbatimSymlinks: true,
          })
    run(folder, process.execPath, command('build'))
    // An older commit's bench needs development dependencies, which its `build` does not install.
    if (!isCopied)
      run(folder, 'npm', ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  } catch (error) {
    remove()
    throw error
  }
  return { name: commit, folder, remove }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )

/**
 * The memory of a process and its descendants, in MB. A page of memory that several processes share counts in part for
 * each of them (Pss).
 */
const memoryOf = (pid: number): number => {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const own = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + memoryOf(Number(child)), own)
}

/** Runs a side's own bench of its stores, on the embedded database. */
const measureStores = ({ folder }: Side): Figures => {
  const program = `import { singleNode } from './tools/src/bench/profiles.ts'
    import { measureStores } from './tools/src/bench/stores.ts'
    const profile = await singleNode()
    const figures = await measureStores(profile, { appends: 100, events: 100_000 })
    await profile.close()
    console.log('\\n' + JSON.stringify(figures))
    process.exit()`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  })
  if (status !== 0) throw new Error(`The bench of ${folder} ended with ${status}`)
  const figures = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures
  return Object.fromEntries(
    Object.entries(OWN_FIGURES).map(([name, own]) => {
      const value = figures[own]
      if (typeof value !== 'number') throw new Error(`The bench of ${folder} has no figure "${own}"`)
      return [name, value]
    }),
  )
}

/** Starts a side's app on an empty folder and measures it. */
const measure = async ({ folder }: Side): Promise<Figures> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-against-data-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const environment = {
    ...WITHOUT_LIMITS,
    BIBLES: 'none',
    DAILY_VERSE_URL: 'off',
    DATA_DIR: dataDir,
    PORT: String(port),
  }
  const child = spawn(process.execPath, command('start'), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const isReady = () =>
      fetch(`${address}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    const start = await timed(async () => {
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(`The app of ${folder} ended with ${child.exitCode}`)
        await sleep(50)
      }
    })
    await sleep(5_000)
    const idle = memoryOf(child.pid ?? 0)
    const json = { 'content-type': 'application/json' }
    const signUp = await fetch(`${address}/api/auth/signup`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        ...{ username: 'bench', email: 'bench@example.org' },
        ...{ password: 'Bench@mark1', confirm_password: 'Bench@mark1' },
      }),
    })
    const cookie = signUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const post = async (path: string, item: object): Promise<string> => {
      const body = JSON.stringify({ ...item, version: 'KJV' })
      const answer = await fetch(address + path, { method: 'POST', headers: { ...json, cookie }, body })
      await answer.arrayBuffer()
      if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}`)
      return answer.headers.get('x-position') ?? ''
    }
    const write = (verse_id: number) => post('/api/note/', { verse_id, text: 'The width of it, and the length' })
    /** Highlights the first words of a verse of Luke 1. The same words of a verse can be highlighted only once. */
    const highlight = (verseId: number, words: string) =>
      post('/api/highlight/add', {
        ...{ book: 'Luke', chapter: 1, verseId, color: '#ffd966' },
        ...{ selectedText: words, startOffset: 0, endOffset: words.length },
      })
    /** Reads all pages of a chapter's overlay, until they reflect this position. */
    const overlay = async (path: string, position: string): Promise<void> => {
      for (let next: string | null = path; next !== null; ) {
        const answer: Response = await fetch(address + next, { headers: { cookie, 'x-min-position': position } })
        await answer.arrayBuffer()
        if (BigInt(answer.headers.get('x-position') ?? 0) >= BigInt(position))
          next = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
      }
    }
    const perSecond = async (path: string) => {
      const { requests, errors, non2xx } = await autocannon({
        ...{ url: address + path, connections: 10, duration: SECONDS, headers: { cookie } },
      })
      if (errors + non2xx > 0) throw new Error(`${path} failed ${errors + non2xx} times`)
      return requests.average
    }
    const before = bytesIn(dataDir)
    const alone = await timed(async () => {
      for (let nth = 0; nth < APPENDS; nth++) await write(1_001_001)
    })
    const together = await timed(() =>
      Promise.all(
        Array.from({ length: WRITERS }, async () => {
          for (let nth = 0; nth < APPENDS / 8; nth++) await write(1_001_001)
        }),
      ),
    )
    /**
     * The times from a write until the chapter's overlay reflects it, in milliseconds, for a chapter with this many
     * notes.
     */
    const afterWrite = async (chapter: number, notes: number): Promise<number[]> => {
      const first = 19_000_001 + chapter * 1_000
      for (let nth = 0; nth < notes; nth++) await write(first + (nth % 6))
      const waits: number[] = []
      for (let nth = 0; nth < SAVES; nth++) {
        const position = await write(first)
        waits.push(await timed(() => overlay(`/api/overlay?book=Psalms&chapter=${chapter}&version=KJV`, position)))
      }
      return waits
    }
    /**
     * The times from a highlight until another device has the highlight. The live message has the item. If a program of
     * an older commit sends a message without the item, the device reads the chapter.
     */
    const onOtherDevice = async (): Promise<number[]> => {
      const over = new AbortController()
      const { body } = await fetch(`${address}/api/sync`, { headers: { cookie }, signal: over.signal })
      if (body === null) throw new Error('The live stream has no body')
      const lines = createInterface({ input: Readable.fromWeb(body) })[Symbol.asyncIterator]()
      const received = async (position: string): Promise<{ readonly item?: unknown }> => {
        for (;;) {
          const { value, done } = await lines.next()
          if (done) throw new Error('The live stream ended')
          const message = value.startsWith('data: {') ? JSON.parse(value.slice('data: '.length)) : {}
          if ('action' in message && BigInt(message.position) >= BigInt(position)) return message
        }
      }
      const chapter = await fetch(`${address}/api/bible/chapter?version=KJV&book=Luke&chapter=1`)
      const { verses } = (await chapter.json()) as { verses: { verse_id: number; text: string }[] }
      const waits: number[] = []
      for (let nth = 0; nth < 4 * SAVES; nth++)
        waits.push(
          await timed(async () => {
            const { verse_id = 0, text = '' } = verses[nth] ?? {}
            const position = await highlight(verse_id, text.slice(0, 5))
            const { item } = await received(position)
            if (item === undefined) await overlay('/api/overlay?book=Luke&chapter=1&version=KJV', position)
          }),
        )
      over.abort()
      return waits
    }
    const elsewhere = await onOtherDevice()
    const few = await afterWrite(23, FEW)
    const many = await afterWrite(119, MANY)
    const chapters = await perSecond('/api/bible/chapter?version=KJV&book=John&chapter=3')
    const overlays = await perSecond('/api/overlay?book=Psalms&chapter=23&version=KJV')
    const pages = await perSecond('/bible/KJV/John/3')
    return {
      'first start, s': start / 1000,
      'memory at rest, all processes, MB': idle,
      'appends, one after another, a second': (1000 * APPENDS) / alone,
      [`appends, ${WRITERS} writers, a second`]: (1000 * WRITERS * (APPENDS / 8)) / together,
      [overlayOf(FEW)]: median(few),
      [overlayOf(MANY)]: median(many),
      [`overlay after a write, ${MANY} notes, p95, ms`]: percentile(many, 95),
      'a highlight on another device, ms': median(elsewhere),
      'a highlight on another device, p95, ms': percentile(elsewhere, 95),
      'chapters a second': chapters,
      'overlays a second': overlays,
      'the same page a second': pages,
      'folder grew by, MB': (bytesIn(dataDir) - before) / 1e6,
    }
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Prints the figures of both sides with their ratio. Above 1, this checkout is better. For a required ratio, the least
 * value is printed as well. The process ends with code 1 if even this checkout's best turn does not reach the least
 * value.
 */
export const measureAgainst = async (commit: string, turns = TURNS): Promise<void> => {
  const theirs = checkOut(commit)
  const ours: Side = { name: 'this checkout', folder: root }
  const all = new Map<Side, Figures[]>([
    [theirs, []],
    [ours, []],
  ])
  try {
    for (let turn = 0; turn < turns; turn++)
      for (const side of turn % 2 === 0 ? [theirs, ours] : [ours, theirs]) {
        console.log(`turn ${turn + 1} of ${turns}: ${side.name}`)
        all.get(side)?.push({ ...(await measure(side)), ...measureStores(side) })
      }
  } finally {
    theirs.remove()
  }
  const of = (side: Side, name: string) => (all.get(side) ?? []).map((figures) => figures[name] ?? Number.NaN)
  for (const name of Object.keys(all.get(ours)?.[0] ?? {})) {
    const [before, now] = [of(theirs, name), of(ours, name)]
    const ratioOf = (value: number) => (isLessBetter(name) ? median(before) / value : value / median(before))
    const least = leastRatios(commit)[name]
    const isMissed = least !== undefined && Math.max(...now.map(ratioOf)) < least
    if (isMissed) process.exitCode = 1
    const asked = least === undefined ? '' : ` (at least ${least.toFixed(2)}) ${isMissed ? '✗' : '✓'}`
    const shown = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(' ')
    console.log(`${name}: ${shown(before)} → ${shown(now)}, ${ratioOf(median(now)).toFixed(2)}${asked}`)
  }
}
