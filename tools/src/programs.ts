import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from '@pathlight/testing/find-program.ts'

const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Installs Debian packages, if this process is root and apt-get exists. Returns whether they were installed. */
const aptInstall = (packages: readonly string[]): boolean => {
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return false
  console.log(`Installing ${packages.join(', ')} for the tests ...`)
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  )
}

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * The path of Chromium: CHROMIUM_PATH, the system's Chromium, or a Chromium that this function installs. If none can be
 * installed, prints a warning and returns null.
 */
export const chromium = (root: string): string | null => {
  const present = process.env.CHROMIUM_PATH ?? findProgram(CHROMIUM)
  if (present) return present
  const installed = aptInstall(['chromium', 'fonts-noto-cjk']) ? findProgram(CHROMIUM) : null
  if (installed) return installed
  const playwright = join(root, 'node_modules/playwright-core/cli.js')
  if (run(process.execPath, [playwright, 'install', 'chromium'])) {
    const answer = spawnSync(
      process.execPath,
      ['-e', "console.log(require('playwright-core').chromium.executablePath())"],
      { cwd: root },
    )
    return answer.stdout.toString().trim() || null
  }
  console.warn('SKIPPED: the browser tests. Install Chromium, or name one by CHROMIUM_PATH.')
  return null
}

/**
 * The path of redis-server. If it is missing, this function tries to install it. Returns null if that fails; tests that
 * need Redis are then skipped.
 */
export const redisServer = (): string | null =>
  findProgram(['redis-server']) ?? (aptInstall(['redis-server']) ? findProgram(['redis-server']) : null)
