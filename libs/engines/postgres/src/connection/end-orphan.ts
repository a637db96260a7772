import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@pathlight/stores/log.ts'
import { PORT, socketDir } from './socket.ts'

/** If a server of an earlier start does not shut down within this time, in milliseconds, it is told to end at once. */
const STOP_WITHIN_MS = 30_000

/**
 * Shuts down a server that outlived the app that started it, and deletes its lock files, because PostgreSQL would
 * refuse to start while they exist. The pid in a lock file is checked first. It may belong to another process by now,
 * for example after a restart of a container.
 */
export async function endOrphan(dataDir: string, log: Log): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
  if (await isPostmasterOf(dataDir, pid)) {
    log.info(`PostgreSQL (process ${pid}) was left running by a start that was killed: taking over`)
    process.kill(pid, 'SIGINT')
    const until = Date.now() + STOP_WITHIN_MS
    while (await isPostmasterOf(dataDir, pid)) {
      if (Date.now() > until) process.kill(pid, 'SIGQUIT')
      await sleep(50)
    }
  }
  rmSync(pidFile, { force: true })
  rmSync(join(socketDir(dataDir), `.s.PGSQL.${PORT}.lock`), { force: true })
}

async function isPostmasterOf(dataDir: string, pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid < 2) return false
  const command = process.platform === 'linux' ? procCommand(pid) : await psCommand(pid)
  return command.includes('postgres') && command.includes(dataDir)
}

/** The command line of a process. Empty for an ended process or a zombie. */
function procCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function psCommand(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const ps = spawn('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    ps.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    ps.once('close', () => resolve(output))
    ps.once('error', () => resolve(''))
  })
}
