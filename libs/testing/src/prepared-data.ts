import { join } from 'node:path'
import { emptyFolder, startApp } from './app-process.ts'
import { endAll } from './at-the-end.ts'
import { copyBuiltLibrary } from './built-library.ts'

/**
 * Vitest's global setup of the projects that start the app as a process. A first start of the app makes a data folder
 * without accounts, which `preparedFolder` copies for each test.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  // Another Vitest project of this run has made the folder already.
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
