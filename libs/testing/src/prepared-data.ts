import { join } from 'node:path'
import { emptyFolder, startApp } from './app-process.ts'
import { endAll } from './at-the-end.ts'
import { copyBuiltLibrary } from './built-library.ts'

/**
 * Vitest's global setup of the projects that start the app as a process: makes one data folder by a first start of the present sources, which
 * `preparedFolder` copies. It has no accounts.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  // Another project of this run has made it already.
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
