import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Below what any system gives to outgoing connections (Linux from 32,768, others from 49,152): a server that is killed
// finds its port free when it starts again.
const FIRST = 20_000
const LAST = 32_000

/** A file for each port that a test process has chosen: the process's id. */
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

/** 0, which is always running, for a claim that is being written, or was removed just now. */
const ownerOf = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** Whether the port is this process's from now on: what listens there may begin late, or be killed and come back. */
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
  // A process that was killed removes nothing: its claims are over with it.
  if (!isRunning(ownerOf(file))) rmSync(file, { force: true })
  return false
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A free port of loopback: no connection takes it by chance, and no other test has it until this process ends. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (claim(port) && (await isFree(port))) return port
  }
}
