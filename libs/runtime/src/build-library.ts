import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildBuiltIn } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { readConfig } from './config.ts'

// What `npm start` runs while the web app is built: brings the texts that come with Pathlight into the library of the data folder, unless
// they are there. The first start is sooner ready by what this takes. The app does the same where it was not done, and says what is wrong.
try {
  const dataDir = resolve(readConfig(process.env).DATA_DIR)
  mkdirSync(dataDir, { recursive: true })
  buildBuiltIn(join(dataDir, 'bibles.sqlite'), () => undefined)
} catch {
  // A wrong setting, a folder that cannot be written: the app meets it at once.
}
process.disconnect?.()
