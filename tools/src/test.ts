import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWeb } from './build-web.ts'
import { chromium, redisServer } from './find-program.ts'

// Everything that must hold before a change lands, in one go; ends with one line that says how it went.
const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const scratch = mkdtempSync(join(tmpdir(), 'pathlight-test-'))
const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed, by name: told again at the end, where a long output is read first. */
const failures: string[] = []

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })

/** A check that is either clean or not: counts as one test. */
const check = async (name: string, program: string, args: readonly string[]) => {
  const began = Date.now()
  const clean = (await run(program === 'node' ? process.execPath : bin(program), args)) === 0
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
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
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

try {
  console.log('— checks')
  await check('types', 'tsc', ['--noEmit', '-p', 'tsconfig.json'])
  await check('types of the web app', 'tsc', ['--noEmit', '-p', 'apps/web/tsconfig.json'])
  await check('types of the journeys', 'tsc', ['--noEmit', '-p', 'e2e/tsconfig.json'])
  await check('format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  await check('import rules', 'depcruise', [
    '--config',
    '.dependency-cruiser.mjs',
    'libs',
    'services',
    'apps',
    'e2e',
    'tools',
  ])
  await check('dead code', 'knip', [])
  redisServer()
  buildWeb()
  await check('size budgets', 'node', ['tools/src/check-budgets.ts'])
  for (const project of ['unit', 'web', 'fault']) await suite(project)
  const browser = chromium(root)
  if (browser) await suite('e2e', { CHROMIUM_PATH: browser })
  else count.skipped += 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

if (failures.length > 0) console.log(`\n${failures.map((failure) => `✗ ${failure}`).join('\n')}`)
console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed === 0 ? 0 : 1)
