import { join } from 'node:path'
import { emptyFolder, startApp } from './app-process.ts'
import { endAll } from './at-the-end.ts'
import { copyBuiltLibrary } from './built-library.ts'

/**
 * Vitest's global set-up of the projects that start the app as a process: one data folder as after a first start, which
 * each such start copies. No person has signed up on it, and its database is that of today's sources.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  // Several projects of a run share it.
  if (process.env.TEST_PREPARED_DATA) return async () => undefined
  const dataDir = emptyFolder()
  try {
    await copyBuiltLibrary(join(dataDir, 'bibles.sqlite'))
    await (await startApp({ dataDir })).stop()
  } catch (error) {
    await endAll()
    throw error
  }
  process.env.TEST_PREPARED_DATA = dataDir
  return endAll
}
