import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildBuiltIn } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { readConfig } from './config.ts'

// `npm start` runs this program while the web app is built. It adds the texts that come with Pathlight to the library
// in the data folder, if they are missing, so that the first start is faster. If it fails, the app adds them at its
// start, and reports the error.
try {
  const dataDir = resolve(readConfig(process.env).DATA_DIR)
  mkdirSync(dataDir, { recursive: true })
  buildBuiltIn(join(dataDir, 'bibles.sqlite'), () => undefined)
} catch {
  // No message is printed here. At its start, the app reports a wrong setting, or a folder without write permission.
}
process.disconnect?.()
