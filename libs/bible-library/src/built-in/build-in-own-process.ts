import { fork } from 'node:child_process'
import { join } from 'node:path'
import { type BuildProgress, isBuilt } from './build-built-in.ts'
import type { BuildMessage } from './build-process.ts'

const PROGRAM = join(import.meta.dirname, 'build-process.ts')

/**
 * If the library is out of date, runs `buildBuiltIn` in a child process. So the server can answer and stop during a
 * build, and the build's 250 MB of memory are freed. Rejects when the build fails. When `signal` aborts, rejects with
 * an AbortError and leaves the file unchanged.
 */
export const buildInOwnProcess = async (
  file: string,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  if (isBuilt(file)) return
  await new Promise<void>((resolve, reject) => {
    let failure: string | null = null
    // `node --watch` sets this variable. With it the child would send messages about its imports on the channel of its
    // progress.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
    const child = fork(PROGRAM, [file], { env, signal, killSignal: 'SIGKILL' })
    child.on('message', (message: BuildMessage) => {
      if ('failure' in message) failure = message.failure
      else onProgress(message)
    })
    child.once('error', reject)
    const settle = (code: number | null) => {
      if (code === 0) resolve()
      else reject(new Error(failure ?? `The building of the Bible library ended with ${code}`))
    }
    // The child's last message can arrive after its exit.
    child.once('exit', (code) => (child.connected ? child.once('disconnect', () => settle(code)) : settle(code)))
  })
}
