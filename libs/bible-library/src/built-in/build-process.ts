import { type BuildProgress, buildBuiltIn } from './build-built-in.ts'

export type BuildMessage = BuildProgress | { readonly failure: string }

/** Sends a message to the parent. If the parent has ended, sending fails, and the callback ignores the error. */
const send = (message: BuildMessage) => process.send?.(message, undefined, {}, () => undefined)
// The program of a child process. Its argument is the library's file.
try {
  buildBuiltIn(process.argv[2] ?? '', send)
} catch (error) {
  send({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
if (process.connected) process.disconnect?.()
