import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `npm run test:quick`: on PostgreSQL only, and with the main journey beside the rest, which waits for the browser most of the time. */
const isQuick = process.env.TEST_QUICK === 'true'

/** What takes longest (as a run says at its end), longest first. Each begins first of its kind, so that none goes on alone at the end. */
const LONG = [
  ...[
    'apps/standalone/test/cluster-many-items',
    'apps/standalone/test/cluster-people',
    'libs/read-models/test/mongodb',
  ],
  ...['libs/read-models/test/postgres', 'apps/standalone/test/cluster-refusals', 'apps/standalone/test/cluster-items'],
  ...[
    'apps/standalone/test/postgres',
    'apps/standalone/test/attacks/limits',
    'libs/bible-library/src/built-in/build-built-in',
  ],
  ...['services/query/src/bible/bible-routes', 'libs/jobs/src/postgres'],
  ...[
    'apps/standalone/test/faults/store-outages',
    'apps/standalone/test/faults/projections-cli',
    'apps/standalone/test/faults/older-log',
    'apps/standalone/test/faults/late-stores',
  ],
  ...[
    'apps/standalone/test/faults/cluster-stores',
    'apps/standalone/test/faults/kill-nine',
    'apps/standalone/test/faults/npm-start',
  ],
  ...['libs/jobs/src/bullmq', 'apps/standalone/test/faults/embedded-database', 'libs/http/src/connections'],
  ...['libs/http/src/late-event-loop', 'libs/stores/src/clients', 'libs/identity/src/mongodb'],
  ...[
    'e2e/src/main-journey',
    'e2e/src/reader-feel',
    'e2e/src/accessible',
    'e2e/src/steady-page',
    'e2e/src/interrupted',
  ],
  ...[
    'e2e/src/sermons',
    'e2e/src/main-journey-on-cluster',
    'e2e/src/reader-columns',
    'e2e/src/main-journey-on-a-phone',
  ],
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((name) => moduleId.includes(`/${name}.`))
      return found < 0 ? LONG.length : found
    }
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return (await super.sort(files)).toSorted((a, b) => order(a) - order(b) || place(a) - place(b))
  }
}

const node = {
  environment: 'node' as const,
  globalSetup: ['libs/testing/src/servers.ts'],
  setupFiles: ['libs/testing/src/own-mongodb.ts', 'libs/testing/src/watch-apps.ts'],
  pool: 'forks' as const,
  // A file has a database, apps and servers of its own, and waits for them: more go at the same time than a small machine has cores.
  maxWorkers: isQuick ? 4 : 3,
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
      // A page that another file has left is in nobody's way.
      { ...web, test: { ...ofWeb, name: 'web-pages', include: ['src/**/*.test.tsx'] } },
      {
        test: {
          ...withApps,
          ...group(1),
          name: 'fault',
          // They wait most of the time: for what was killed to be back.
          maxWorkers: 4,
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
