import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether the file exists and is executable. */
export const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs in PATH, or null. */
export const findProgram = (names: readonly string[]): string | null =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isProgram) ?? null
