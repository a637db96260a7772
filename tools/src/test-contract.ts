import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { redisServer } from './programs.ts'

// The contract suites alone, on the servers the environment names (DATABASE_URL, EVENTSTORE_URL, MONGODB_URL, REDIS_URL), else on those
// that can be started here; a suite without a server says that it was skipped, and what to set.
const root = join(import.meta.dirname, '../..')
const rooms = ['event-log', 'read-models', 'identity', 'jobs'].map((room) => `libs/${room}/`)

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
