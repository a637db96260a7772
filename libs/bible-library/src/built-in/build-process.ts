import { type BuildProgress, buildBuiltIn } from './build-built-in.ts'

/** A message to the parent process. */
export type BuildMessage = BuildProgress | { readonly failure: string }

/** The parent may be gone by now, so the callback swallows the error. */
const send = (message: BuildMessage) => process.send?.(message, undefined, {}, () => undefined)
// The program that build-in-own-process.ts starts; its argument is the library's file.
try {
  buildBuiltIn(process.argv[2] ?? '', send)
} catch (error) {
  send({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
if (process.connected) process.disconnect?.()
