import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The range of ports for tests. It is below the ports of outgoing connections (Linux from 32,768, other systems from
// 49,152), so none of these takes the port of a killed server before it restarts.
const FIRST = 20_000
const LAST = 32_000

/** The folder of claims: a file for each claimed port, with the id of the test process that claimed it. */
const claims = join(tmpdir(), `pathlight-test-ports-${process.getuid?.() ?? 'mine'}`)
const claimed: string[] = []
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true })
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * The process id in a claim. 0 for a claim that another process is just writing or removing; `isRunning` takes 0 for
 * running.
 */
const ownerOf = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/**
 * Claims a port for this process, which keeps it even while nothing listens on it. Returns false if the port is claimed
 * already.
 */
const claim = (port: number): boolean => {
  const file = join(claims, String(port))
  mkdirSync(claims, { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    claimed.push(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // A killed process leaves its claims. So a claim whose process does not run any more is removed.
  if (!isRunning(ownerOf(file))) rmSync(file, { force: true })
  return false
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A free port on loopback. No other test gets it until this process ends. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (claim(port) && (await isFree(port))) return port
  }
}
