import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const node = {
  environment: 'node' as const,
  globalSetup: ['libs/testing/src/servers.ts'],
  setupFiles: ['libs/testing/src/watch-apps.ts'],
  exclude: ['**/node_modules/**', '**/dist/**', 'apps/web/**'],
  pool: 'forks' as const,
  // One file at a time per core of a small machine; each file has a database of its own.
  maxWorkers: 2,
  // Longer than anything takes that comes at all, on a machine with other work as well.
  expect: { poll: { timeout: 15_000 } },
}

/** @public Vitest reads it. */
export default defineConfig({
  test: {
    // Rules, contracts, services: seconds. fault: servers that are killed and frozen. e2e: a person in a browser.
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['{libs,services,apps,tools}/**/*.test.ts'],
          exclude: [...node.exclude, '**/*.fault.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'fault',
          globalSetup: [...node.globalSetup, 'libs/testing/src/prepared-data.ts'],
          include: ['{libs,services,apps}/**/*.fault.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          globalSetup: [...node.globalSetup, 'libs/testing/src/prepared-data.ts'],
          include: ['e2e/**/*.e2e.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...(existsSync('apps/web/vitest.config.ts') ? ['apps/web/vitest.config.ts'] : []),
    ],
  },
})
