import { type BuildProgress, buildBuiltIn } from './build-built-in.ts'

/** What the process sends to the one that started it. */
export type BuildMessage = BuildProgress | { readonly failure: string }

const tell = (message: BuildMessage) => process.send?.(message)
// The program that build-in-own-process.ts starts: builds the library in the file that it is given.
try {
  buildBuiltIn(process.argv[2] ?? '', tell)
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
process.disconnect?.()
