import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CLI = join(import.meta.dirname, '../../apps/standalone/src/admin-cli.ts')

/** Runs `npm run admin -- ...` on the data folder of a running app. */
export const adminCommand = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
  })
