import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { redisServer } from './programs.ts'

// Runs only the tests of the ports, on the servers that the environment names (DATABASE_URL, EVENTSTORE_URL,
// MONGODB_URL, REDIS_URL), or else on servers that it starts. If a server is missing, the tests that need it are
// skipped, and their names say which variable to set.
const root = join(import.meta.dirname, '../..')
const rooms = ['event-log', 'read-models', 'identity', 'jobs', 'engines'].map((room) => `libs/${room}/`)

redisServer()
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', ...rooms, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
