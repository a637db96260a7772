import { type BuildProgress, buildBuiltIn } from './build-built-in.ts'

/** A message to the parent process. */
export type BuildMessage = BuildProgress | { readonly failure: string }

/** Sends a message to the parent. The callback ignores the error of a parent that has ended. */
const send = (message: BuildMessage) => process.send?.(message, undefined, {}, () => undefined)
// The program of a child process. Its argument is the library's file.
try {
  buildBuiltIn(process.argv[2] ?? '', send)
} catch (error) {
  send({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
if (process.connected) process.disconnect?.()
