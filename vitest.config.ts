import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Whether this is `npm run test:quick`: rules, use cases, one topic of the contract on PostgreSQL, and the main
 * journey.
 */
const isQuick = process.env.TEST_QUICK === 'true'

/**
 * The seconds that the slowest test files take in a run of all tests on two cores, by file name. LongestFirst uses them
 * for a file that Vitest has not run yet on this machine. If the table lacks such a file, LongestFirst estimates the
 * time by the file's size.
 */
const TOOK_S: Readonly<Record<string, number>> = {
  'live-sync.whole.e2e.ts': 350,
  'postgres-accounts.test.ts': 150,
  'main-journey.e2e.ts': 145,
  'written-offline.e2e.ts': 125,
  'closing.fault.test.ts': 120,
  'sermons.e2e.ts': 90,
  'start-stop.fault.test.ts': 110,
  'embedded-database.fault.test.ts': 96,
  'old-data-folders.fault.test.ts': 80,
  'history.e2e.ts': 60,
  'highlights.e2e.ts': 60,
  'admins.e2e.ts': 50,
  'cluster-sample.test.ts': 50,
  'postgres-transfer.test.ts': 50,
  'postgres-admins.test.ts': 50,
  'korean.e2e.ts': 40,
  'own-answer.test.tsx': 40,
}
/** A test file of this many bytes takes about a second. */
const BYTES_A_SECOND = 2_000

/**
 * Sorts the test files. Of each group the file that takes longest begins first, so that no long file runs alone at the
 * end. The time is that of the file's last run, which Vitest stores, or an estimate. Files that share a process follow
 * each other, because Vitest keeps a process only if the next file is of the same project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const seconds = (spec: TestSpecification) => {
      const last = this.ctx.cache.getTestSpecificationResult(spec)
      return last
        ? last.duration / 1000
        : (TOOK_S[basename(spec.moduleId)] ?? statSync(spec.moduleId).size / BYTES_A_SECOND)
    }
    const group = ({ project: { config } }: TestSpecification) => [
      config.sequence.groupOrder,
      config.isolate ? 1 : 0,
      config.isolate ? '' : (config.name ?? ''),
    ]
    const order = (spec: TestSpecification) => JSON.stringify(group(spec))
    return files.toSorted((a, b) => order(a).localeCompare(order(b)) || seconds(b) - seconds(a))
  }
}

const node = {
  environment: 'node' as const,
  globalSetup: ['libs/testing/src/servers.ts'],
  setupFiles: ['libs/testing/src/own-mongodb.ts', 'libs/testing/src/watch-apps.ts'],
  pool: 'forks' as const,
  // A test file mostly waits for its own database, apps, servers and browser. So more files run at the same time than a
  // small machine has cores.
  maxWorkers: 4,
  expect: { poll: { timeout: 60_000 } },
}
/**
 * The files that `npm test` leaves out, because a change seldom breaks what they test. `npm run test:whole` runs them,
 * and so does a command that names the file.
 */
const left = process.env.TEST_EACH_CHANGE === 'true' ? ['**/*.whole.*'] : []
const outside = ['**/node_modules/**', '**/dist/**', 'apps/web/**', ...left]
/**
 * For projects whose tests start the app as a process. prepared-data.ts prepares one data folder, and each app gets a
 * copy of it.
 */
const withApps = { ...node, globalSetup: [...node.globalSetup, 'libs/testing/src/prepared-data.ts'] }
/**
 * These projects run after the unit tests and at the same time as each other: while a fault test waits for a killed
 * server, a browser test uses the processor.
 */
const afterUnits = { sequence: { groupOrder: isQuick ? 0 : 1 } }

/**
 * The time limits of tests and hooks. They are far longer than a test takes on a busy machine, because only a test that
 * hangs waits so long.
 */
const limits = (minutes: number) => ({ testTimeout: minutes * 60_000, hookTimeout: minutes * 60_000 })

const web = { extends: './apps/web/vitest.config.ts', root: './apps/web' }
const ofWeb = { pool: node.pool, maxWorkers: node.maxWorkers }

/** @public Vitest reads it. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // unit: rules, contracts and services. web and web-pages: the web app. fault: servers that are killed or frozen.
    // e2e: a person in a browser.
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // Many files run in one process and share its modules, which halves the work. So a test that replaces
          // something puts it back.
          isolate: false,
          include: isQuick
            ? [
                '{libs/{contracts,domain,http,scripture},services}/**/*.test.ts',
                'apps/standalone/test/postgres-kinds.test.ts',
              ]
            : ['{libs,services,apps,tools}/**/*.test.ts'],
          exclude: [...outside, '**/*.fault.test.ts'],
          ...limits(5),
        },
      },
      { ...web, test: { ...ofWeb, name: 'web', isolate: false, include: ['src/**/*.test.ts'] } },
      // Each file is isolated, so that the page that one file leaves does not disturb the next file.
      { ...web, test: { ...ofWeb, name: 'web-pages', include: ['src/**/*.test.tsx'] } },
      {
        test: {
          ...withApps,
          ...afterUnits,
          name: 'fault',
          include: ['{libs,services,apps}/**/*.fault.test.ts'],
          exclude: outside,
          ...limits(6),
        },
      },
      {
        test: {
          ...withApps,
          ...afterUnits,
          name: 'e2e',
          include: [isQuick ? 'e2e/src/main-journey.e2e.ts' : 'e2e/**/*.e2e.ts'],
          exclude: outside,
          ...limits(6),
        },
      },
    ],
  },
})
