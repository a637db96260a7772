import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * `npm run test:quick`: on PostgreSQL only. The main journey runs beside the rest, as it waits for the browser most of
 * the time.
 */
const isQuick = process.env.TEST_QUICK === 'true'
/** What failed beside others runs once more, one file after the other (tools/src/test.ts). */
const isAlone = process.env.TEST_ALONE === 'true'

/** A contract suite, or a journey, as a test imports it. */
const SUITE = /from '(\.[^']*(?:\.contract|journey[\w-]*)\.ts)'/g

/** Bytes of a test file and of the suites that it runs: a file of four lines may run the longest of them. */
const bytesTested = (file: string, seen = new Set<string>()): number => {
  if (seen.has(file) || !existsSync(file)) return 0
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const suites = [...text.matchAll(SUITE)].map(([, path = '']) => bytesTested(join(dirname(file), path), seen))
  return suites.reduce((sum, bytes) => sum + bytes, text.length)
}

/** A journey in a browser takes longer than its words do elsewhere. */
const BROWSER_PACE = 10

/** Seconds that the slowest took in a whole run of a new clone on two cores, on 2026-11-24: their words do not tell it. */
const TOOK_S: Readonly<Record<string, number>> = {
  'cluster-stores.fault.test.ts': 234,
  'kept-through-gateway.fault.test.ts': 218,
  'archive.fault.test.ts': 199,
  'people-through-gateway.fault.test.ts': 167,
  'narrow-and-large.e2e.ts': 165,
  'accessible.e2e.ts': 153,
  'closing.fault.test.ts': 137,
  'kinds-on-two-devices.e2e.ts': 133,
  'about-pages.e2e.ts': 124,
  'history.e2e.ts': 119,
  'projections-cli.fault.test.ts': 116,
  'study-offline.e2e.ts': 111,
  'live-sync.e2e.ts': 107,
  'firefox.e2e.ts': 107,
  'processes.fault.test.ts': 97,
  'arriving-at-a-verse.e2e.ts': 97,
  'main-journey-on-processes.e2e.ts': 93,
  'sermons.e2e.ts': 90,
}

/**
 * The file that takes longest begins first of its kind, so that none goes on alone at the end. How long it takes,
 * Vitest remembers from the last run; on a clone that has run nothing yet, the slowest of TOOK_S go first, and of the
 * rest how much it tests decides. What failed goes before all.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const known = (spec: TestSpecification) => this.ctx.cache.getTestSpecificationResult(spec)
    const all = files.map((spec) => {
      const result = known(spec)
      const guess = bytesTested(spec.moduleId) * (spec.moduleId.endsWith('.e2e.ts') ? BROWSER_PACE : 1)
      return {
        spec,
        group: spec.project.config.sequence.groupOrder,
        failed: result?.failed === true,
        slow: result === undefined ? (TOOK_S[basename(spec.moduleId)] ?? 0) : 0,
        ms: result?.duration ?? guess,
      }
    })
    return all
      .toSorted((a, b) => a.group - b.group || Number(b.failed) - Number(a.failed) || b.slow - a.slow || b.ms - a.ms)
      .map(({ spec }) => spec)
  }
}

const node = {
  environment: 'node' as const,
  globalSetup: ['libs/testing/src/servers.ts'],
  setupFiles: ['libs/testing/src/own-mongodb.ts', 'libs/testing/src/watch-apps.ts'],
  pool: 'forks' as const,
  // A file has a database, apps and servers of its own, and waits for them: more go at the same time than a small machine has cores.
  maxWorkers: isAlone ? 1 : isQuick ? 4 : 3,
  // Longer than anything takes that comes at all, on a machine with other work as well.
  expect: { poll: { timeout: 15_000 } },
}
const outside = ['**/node_modules/**', '**/dist/**', 'apps/web/**']
/** Where the app is started as a process: all copies of one data folder. */
const withApps = { ...node, globalSetup: [...node.globalSetup, 'libs/testing/src/prepared-data.ts'] }
/** Groups of projects go one after another, so that what kills and freezes servers is not slowed by what computes. */
const group = (order: number) => ({ sequence: { groupOrder: isQuick ? 0 : order } })

const web = { extends: './apps/web/vitest.config.ts', root: './apps/web' }
const ofWeb = { ...group(0), pool: node.pool, maxWorkers: node.maxWorkers }

/** @public Vitest reads it. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Rules, contracts, services: seconds. fault: servers that are killed and frozen. e2e: a person in a browser.
    projects: [
      {
        test: {
          ...node,
          ...group(0),
          name: 'unit',
          // One process for many files, which share its modules: half the work. What is replaced for a test is put back after it.
          isolate: false,
          include: ['{libs,services,apps,tools}/**/*.test.ts'],
          exclude: [...outside, '**/*.fault.test.ts', ...(isQuick ? ['**/*.whole.test.ts'] : [])],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { ...web, test: { ...ofWeb, name: 'web', isolate: false, include: ['src/**/*.test.ts'] } },
      // Isolated: the page that one file leaves must not be in the way of the next file.
      { ...web, test: { ...ofWeb, name: 'web-pages', include: ['src/**/*.test.tsx'] } },
      {
        test: {
          ...withApps,
          ...group(1),
          name: 'fault',
          // They wait most of the time, until a killed process is back.
          maxWorkers: isAlone ? 1 : 4,
          include: ['{libs,services,apps}/**/*.fault.test.ts'],
          exclude: outside,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...withApps,
          ...group(2),
          name: 'e2e',
          include: [isQuick ? 'e2e/src/main-journey.e2e.ts' : 'e2e/**/*.e2e.ts'],
          exclude: outside,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
