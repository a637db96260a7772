import { fork } from 'node:child_process'
import { join } from 'node:path'
import { type BuildProgress, isBuilt } from './build-built-in.ts'
import type { BuildMessage } from './build-process.ts'

const PROGRAM = join(import.meta.dirname, 'build-process.ts')

/**
 * `buildBuiltIn` in a process of its own: a server stays able to answer and to stop, and the 250 MB that a build takes
 * go with the process. Rejects when the build fails, and with an AbortError, the file as it was, when `signal` aborts.
 */
export const buildInOwnProcess = async (
  file: string,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  if (isBuilt(file)) return
  await new Promise<void>((resolve, reject) => {
    let failure: string | null = null
    // `node --watch` has its processes say on this very channel what they import: this one is not its.
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
    // What it said last may arrive after it has ended.
    child.once('exit', (code) => (child.connected ? child.once('disconnect', () => settle(code)) : settle(code)))
  })
}
