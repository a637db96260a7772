import { join } from 'node:path'
import { emptyFolder, startApp } from './app-process.ts'
import { endAll } from './at-the-end.ts'
import { copyBuiltLibrary } from './built-library.ts'

/**
 * Vitest's global setup of the projects that start the app as a process. A first start of the present sources makes one
 * data folder without accounts, which `preparedFolder` copies.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  // Another project of this run has made the folder.
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
