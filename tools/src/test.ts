import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { chromium, redisServer } from './find-program.ts'

// Everything that must hold before a change lands, in one go; ends with one line that says how it went.
const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const scratch = mkdtempSync(join(tmpdir(), 'pathlight-test-'))
const count = { passed: 0, failed: 0, skipped: 0 }

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
  console.log(`${clean ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numFailedTestSuites: number
}

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
    return
  }
  const result = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  count.passed += result.numPassedTests
  count.skipped += result.numPendingTests + result.numTodoTests
  count.failed += Math.max(result.numFailedTests, code === 0 ? 0 : 1)
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

console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed === 0 ? 0 : 1)
