import { type BuildProgress, buildBuiltIn } from './build-built-in.ts'

/** A message to the parent process. */
export type BuildMessage = BuildProgress | { readonly failure: string }

const send = (message: BuildMessage) => process.send?.(message)
// The program that build-in-own-process.ts starts; its argument is the library's file.
try {
  buildBuiltIn(process.argv[2] ?? '', send)
} catch (error) {
  send({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
process.disconnect?.()
