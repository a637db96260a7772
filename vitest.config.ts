import { defineConfig } from 'vitest/config'

/** `npm run test:quick`: on PostgreSQL only, and with the main journey beside the rest, which waits for the browser most of the time. */
const isQuick = process.env.TEST_QUICK === 'true'

const node = {
  environment: 'node' as const,
  globalSetup: ['libs/testing/src/servers.ts'],
  setupFiles: ['libs/testing/src/watch-apps.ts'],
  pool: 'forks' as const,
  // A file has a database, apps and servers of its own: one per core of a small machine goes at the same time.
  maxWorkers: isQuick ? 3 : 2,
  // Longer than anything takes that comes at all, on a machine with other work as well.
  expect: { poll: { timeout: 15_000 } },
}
const outside = ['**/node_modules/**', '**/dist/**', 'apps/web/**']
/** Where the app is started as a process: all copies of one data folder. */
const withApps = { ...node, globalSetup: [...node.globalSetup, 'libs/testing/src/prepared-data.ts'] }
/** Groups of projects go one after another, so that what kills and freezes servers is not slowed by what computes. */
const group = (order: number) => ({ sequence: { groupOrder: isQuick ? 0 : order } })

/** @public Vitest reads it. */
export default defineConfig({
  test: {
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
          exclude: [...outside, '**/*.fault.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './apps/web/vitest.config.ts',
        root: './apps/web',
        test: { ...group(0), name: 'web', maxWorkers: node.maxWorkers },
      },
      {
        test: {
          ...withApps,
          ...group(1),
          name: 'fault',
          // They wait most of the time: for what was killed to be back.
          maxWorkers: 3,
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
