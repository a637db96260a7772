import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export type FileVerdict = {
  readonly project: string
  /** The path relative to the root of the checkout. */
  readonly path: string
  /** The duration of the file, with its imports and hooks. */
  readonly seconds: number
  readonly passed: number
  /** The names of the skipped tests, each with the reason if there is one. */
  readonly skipped: readonly string[]
  /** The names of the failed tests, hooks' suites and files, each with the first line of the error. */
  readonly failed: readonly string[]
}
export type Verdict = { readonly files: readonly FileVerdict[]; readonly errors: readonly string[] }

const firstLine = (error: { readonly message?: string } | undefined): string => error?.message?.split('\n')[0] ?? ''

const verdictOn = (module: TestModule): FileVerdict => {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  const skipped: string[] = []
  const failed = module.errors().map((error) => `the file itself: ${firstLine(error)}`)
  let passed = 0
  for (const test of module.children.allTests()) {
    const result = test.result()
    if (result.state === 'passed') passed += 1
    else if (result.state === 'skipped') skipped.push(result.note ? `${test.fullName}: ${result.note}` : test.fullName)
    else failed.push(`${test.fullName}: ${firstLine(result.state === 'failed' ? result.errors[0] : undefined)}`)
  }
  // Vitest reports a failed hook as an error of the hook's suite, and of no test.
  for (const suite of module.children.allSuites())
    failed.push(...suite.errors().map((error) => `${suite.fullName}: ${firstLine(error)}`))
  return {
    project: module.project.name,
    path: relative(process.cwd(), module.moduleId),
    seconds: (collectDuration + setupDuration + duration) / 1000,
    passed,
    skipped,
    failed,
  }
}

/**
 * @public Vitest loads this class by name. Writes the results of all files to VERDICT_FILE, for the program that
 * started Vitest.
 */
export default class VerdictReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const verdict: Verdict = { files: modules.map(verdictOn), errors: unhandled.map(firstLine) }
    if (process.env.VERDICT_FILE) writeFileSync(process.env.VERDICT_FILE, JSON.stringify(verdict))
  }
}
