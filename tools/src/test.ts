import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { chromium, redisServer } from './programs.ts'
import type { Verdict } from './verdict-reporter.ts'

// Runs the tests. At the end it prints slow files, skipped and failed tests, and a line with the result.
//   test.ts          for each change: all files but those with ".whole." in their names
//   test.ts whole    everything; options of Vitest and parts of names may follow: whole .whole. --shard=2/7
//   test.ts quick    a first verdict: checks, rules, use cases, one topic of the contract on PostgreSQL, one journey
//   test.ts checks   the checks that take only seconds, without servers, browsers and the app
//   test.ts NAMES    the test files with these in their names
const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const [mode = 'all', ...more] = process.argv.slice(2)
const names = ['all', 'whole', 'quick', 'checks'].includes(mode) ? more : [mode, ...more]
const began = Date.now()

/** A file counts as slow from SLOW_S seconds on. At most SLOWEST slow files are listed. */
const SLOW_S = 5
const SLOWEST = 12

const count = { passed: 0, failed: 0, skipped: 0 }
/** The names of failed checks and tests, which are repeated at the end of the output. */
const failures: string[] = []
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** The compile cache that all Node processes share. It saves half a second at each start of the app. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node-compile')

/**
 * Runs a program, and resolves with its exit code. If `isTold` is false, returns the output in `printed` and does not
 * show it.
 */
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

/**
 * Runs a command, which counts as one test. Its output is shown when it has ended. The command gets the same PATH as an
 * npm script.
 */
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

/** Runs all checks in parallel with each other and with the tests, because few of them use a core all the time. */
const checks = async () => {
  console.log('— checks')
  const all = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
  await Promise.all(all.map(([name, command]) => check(name, command)))
}

/** Runs Vitest. `verdict` is null when Vitest ended without a report. */
const vitest = async (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pathlight-test-'))
  const report = join(scratch, 'verdict.json')
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'verdict-reporter.ts')}`]
  const { code } = await run(process.execPath, [program, 'run', ...reporters, ...args], {
    // Without a system language Chromium cannot save files with Korean names.
    env: { LANG: process.env.LANG ?? 'C.UTF-8', ...env, VERDICT_FILE: report },
  })
  const verdict = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Verdict) : null
  rmSync(scratch, { recursive: true, force: true })
  return { code, verdict }
}

/** Runs the tests. A run without a report counts as failed. */
const tests = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  console.log('\n— tests')
  const { code, verdict } = await vitest(args, env)
  const failed = verdict === null ? [] : tell(verdict)
  if (code !== 0 && failed.length === 0) failed.push(`the tests ended with ${code}, and none says why`)
  count.failed += failed.length
  failures.push(...failed)
}

/** Adds the results to `count`, and prints slow files and skipped tests. Returns the names of failed tests. */
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

/** The environment variable with the path of Chromium. Null if there is none, which counts as one skipped test. */
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
