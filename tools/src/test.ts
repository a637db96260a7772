import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { chromium, redisServer } from './programs.ts'
import type { Verdict } from './verdict-reporter.ts'

// Runs the tests and says at the end what was slow, what was skipped, what failed, and in one line how it went.
//   test.ts          what must hold on each change: all but the files whose name has ".whole."
//   test.ts whole    everything; options of Vitest and parts of names may follow: whole .whole. --shard=2/7
//   test.ts quick    a first verdict: checks, rules, use cases, one topic of the contract on PostgreSQL, one journey
//   test.ts checks   what takes only seconds, without servers, browsers and the app
//   test.ts NAMES    the test files with these in their names
const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const [mode = 'all', ...more] = process.argv.slice(2)
const names = ['all', 'whole', 'quick', 'checks'].includes(mode) ? more : [mode, ...more]
const began = Date.now()

/** Seconds from which on a file is told to be slow, and how many are told. */
const SLOW_S = 5
const SLOWEST = 12

const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed, by name: told again at the end, where a long output is read first. */
const failures: string[] = []
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** What Node made of sources is kept from one process to the next: each start of the app compiles half a second less. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node-compile')

/** Resolves with the exit code, and with what was printed where `isTold` is false. */
const run = (
  program: string,
  args: readonly string[],
  { env = {}, shell = false, isTold = true }: { env?: NodeJS.ProcessEnv; shell?: boolean; isTold?: boolean } = {},
): Promise<{ readonly code: number; readonly printed: string }> =>
  new Promise((resolve) => {
    const output = isTold ? 'inherit' : 'pipe'
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, NODE_COMPILE_CACHE, ...env },
      shell,
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    child.on('close', (code) => resolve({ code: code ?? 1, printed }))
    child.on('error', (error) => resolve({ code: 1, printed: String(error) }))
  })

/** A command that is either clean or not: counts as one test, and prints when it is over. Finds what npm's scripts find. */
const check = async (name: string, command: string) => {
  const began = Date.now()
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const { code, printed } = await run(command, [], { shell: true, env: { PATH: path }, isTold: false })
  const clean = code === 0
  count[clean ? 'passed' : 'failed'] += 1
  if (!clean) failures.push(name)
  process.stdout.write(printed)
  console.log(`${clean ? '✓' : '✗'} ${name} (${inSeconds(Date.now() - began)})`)
}

/** All at once, and beside the rest: few have work for a core from beginning to end. */
const checks = async () => {
  console.log('— checks')
  const all = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
  await Promise.all(all.map(([name, command]) => check(name, command)))
}

/** What Vitest says of these files; null where it died without a report. */
const vitest = async (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pathlight-test-'))
  const report = join(scratch, 'verdict.json')
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'verdict-reporter.ts')}`]
  const { code } = await run(process.execPath, [program, 'run', ...reporters, ...args], {
    // Without a language of the system Chromium gives no file a Korean name.
    env: { LANG: process.env.LANG ?? 'C.UTF-8', ...env, VERDICT_FILE: report },
  })
  const verdict = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Verdict) : null
  rmSync(scratch, { recursive: true, force: true })
  return { code, verdict }
}

/** One run of Vitest; one that dies without a report counts as failed. */
const tests = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  console.log('\n— tests')
  const { code, verdict } = await vitest(args, env)
  const failed = verdict === null ? [] : tell(verdict)
  if (code !== 0 && failed.length === 0) failed.push(`the tests ended with ${code}, and none says why`)
  count.failed += failed.length
  failures.push(...failed)
}

/** Counts what became of each file, and tells what was slow and skipped; answers what failed. */
const tell = ({ files, errors }: Verdict): string[] => {
  for (const { passed, skipped } of files) {
    count.passed += passed
    count.skipped += skipped.length
  }
  const slow = files.filter(({ seconds }) => seconds >= SLOW_S).toSorted((a, b) => b.seconds - a.seconds)
  if (slow.length > 0) console.log('\nSlow files:')
  for (const { project, path, seconds } of slow.slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${project}: ${path}`)
  const skipping = files.filter(({ skipped }) => skipped.length > 0)
  if (skipping.length > 0) console.log('\nSkipped:')
  for (const { path, skipped } of skipping)
    console.log(`  ${path}: ${skipped[0]}${skipped.length > 1 ? ` and ${skipped.length - 1} more` : ''}`)
  return [
    ...files.flatMap(({ project, path, failed }) => failed.map((what) => `${project}: ${path}: ${what}`)),
    ...errors.map((error) => `outside every test: ${error}`),
  ]
}

/** Where the browser is, for the tests that need one; null, and one more skipped, where there is none. */
const browser = (): NodeJS.ProcessEnv | null => {
  const path = chromium(root)
  if (path === null) count.skipped += 1
  return path === null ? null : { CHROMIUM_PATH: path }
}

if (mode === 'checks') await checks()
else {
  const isOfNames = mode !== 'whole' && names.length > 0
  const checked = names.length === 0 && checks()
  await buildWeb()
  if (!isOfNames && mode !== 'quick') {
    await check('size budgets', 'node tools/src/check-budgets.ts')
    redisServer()
  }
  const env = !isOfNames || names.some((name) => /e2e|journey/.test(name)) ? browser() : {}
  const without = env ? [] : ['--project=!e2e']
  const isEach = !isOfNames && mode !== 'whole'
  const sort = { ...(isEach && { TEST_EACH_CHANGE: 'true' }), ...(mode === 'quick' && { TEST_QUICK: 'true' }) }
  await tests([...without, ...(mode === 'quick' ? ['--project=!fault'] : []), ...names], { ...env, ...sort })
  await checked
}

if (failures.length > 0) console.log(`\n${failures.map((failure) => `✗ ${failure}`).join('\n')}`)
console.log(`\nin ${inSeconds(Date.now() - began)}`)
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed === 0 ? 0 : 1)
