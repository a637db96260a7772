import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { buildWeb } from './build-web.ts'
import { chromium, redisServer } from './find-program.ts'

// Everything that must hold before a change lands, in one go; ends with one line that says how it went. With `checks`: what
// of it takes only seconds, without servers, browsers and the app. With names of test files, or parts of names: these alone.
const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const wanted = process.argv.slice(2)
const onlyChecks = wanted[0] === 'checks'
const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed, by name: told again at the end, where a long output is read first. */
const failures: string[] = []

type RunOptions = { env?: NodeJS.ProcessEnv; shell?: boolean }
const run = (program: string, args: readonly string[], { env, shell = false }: RunOptions): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell,
    })
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })

/** A command that is either clean or not: counts as one test. Finds what npm's scripts find. */
const check = async (name: string, command: string) => {
  const began = Date.now()
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const clean = (await run(command, [], { shell: true, env: { PATH: path } })) === 0
  count[clean ? 'passed' : 'failed'] += 1
  if (!clean) failures.push(name)
  console.log(`${clean ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

/** The failed tests of a report, each with the first line of why; a file that failed outside its tests is one. */
const failedIn = (project: string, { testResults }: VitestReport): string[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      const whys = tests.length
        ? tests.map(({ fullName, failureMessages }) => [fullName, failureMessages?.[0]] as const)
        : [['the file itself', message] as const]
      return whys.map(([what, why]) => `${project}: ${relative(root, name)}: ${what}: ${why?.split('\n')[0]}`)
    })

/** A Vitest project; a run that dies without a report, or a file that fails outside its tests, counts as failed. */
const suite = async (project: string, env: NodeJS.ProcessEnv = {}) => {
  console.log(`\n— ${project}`)
  const report = join(scratch, `${project}.json`)
  const code = await run(
    process.execPath,
    [vitest, 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { env },
  )
  if (!existsSync(report)) {
    count.failed += 1
    failures.push(`${project}: ended with ${code} and without a report`)
    return
  }
  const result = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  count.passed += result.numPassedTests
  count.skipped += result.numPendingTests + result.numTodoTests
  if (code === 0) return
  const failed = failedIn(project, result)
  if (failed.length === 0) failed.push(`${project}: ended with ${code}, though every test passed`)
  count.failed += failed.length
  failures.push(...failed)
}

if (wanted.length > 0 && !onlyChecks) {
  buildWeb()
  const browser = wanted.some((name) => name.includes('e2e')) ? chromium(root) : null
  process.exit(
    await run(process.execPath, [vitest, 'run', ...wanted], { env: browser ? { CHROMIUM_PATH: browser } : {} }),
  )
}

const scratch = mkdtempSync(join(tmpdir(), 'pathlight-test-'))
try {
  console.log('— checks')
  for (const [name, command] of Object.entries(scripts)) if (name.startsWith('check:')) await check(name, command)
  if (!onlyChecks) {
    redisServer()
    buildWeb()
    await check('size budgets', 'node tools/src/check-budgets.ts')
    for (const project of ['unit', 'web', 'fault']) await suite(project)
    const browser = chromium(root)
    if (browser) await suite('e2e', { CHROMIUM_PATH: browser })
    else count.skipped += 1
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

if (failures.length > 0) console.log(`\n${failures.map((failure) => `✗ ${failure}`).join('\n')}`)
console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed === 0 ? 0 : 1)
