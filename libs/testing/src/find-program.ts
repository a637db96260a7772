import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether there is a file that may be run. */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of the first of these programs that PATH has, or null. */
export const findProgram = (names: readonly string[]): string | null =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isProgram) ?? null
