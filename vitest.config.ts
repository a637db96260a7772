import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `npm run test:quick`: rules, use cases, one topic of the contract on PostgreSQL, and the main journey. */
const isQuick = process.env.TEST_QUICK === 'true'

/** Seconds that the slowest took in a whole run on two cores. A file that is not here is guessed by its length. */
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
/** A file of so many bytes takes about a second. */
const BYTES_A_SECOND = 2_000

/**
 * The file that takes longest begins first of its group, so that none goes on alone at the end. Vitest remembers what a file took in the
 * last run. Files that share a process follow each other: a process is kept only for the next file of its project.
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
  // A file has a database, apps, servers and a browser of its own, and waits for them: more go at the same time than a small machine has cores.
  maxWorkers: 4,
  expect: { poll: { timeout: 60_000 } },
}
/** `npm test` leaves out what a change seldom breaks; `npm run test:whole` has it, and whoever names a file. */
const left = process.env.TEST_EACH_CHANGE === 'true' ? ['**/*.whole.*'] : []
const outside = ['**/node_modules/**', '**/dist/**', 'apps/web/**', ...left]
/** Where the app is started as a process: all copies of one data folder. */
const withApps = { ...node, globalSetup: [...node.globalSetup, 'libs/testing/src/prepared-data.ts'] }
/** Side by side: servers that are killed are waited for while browsers compute. */
const afterUnits = { sequence: { groupOrder: isQuick ? 0 : 1 } }

/** Minutes after which a test or a hook has failed: far longer than it takes beside other work, and paid only where it fails. */
const limits = (minutes: number) => ({ testTimeout: minutes * 60_000, hookTimeout: minutes * 60_000 })

const web = { extends: './apps/web/vitest.config.ts', root: './apps/web' }
const ofWeb = { pool: node.pool, maxWorkers: node.maxWorkers }

/** @public Vitest reads it. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Rules, contracts, services: seconds. fault: servers that are killed and frozen. e2e: a person in a browser.
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // One process for many files, which share its modules: half the work. What is replaced for a test is put back after it.
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
      // Isolated: the page that one file leaves must not be in the way of the next file.
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
