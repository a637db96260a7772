import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { chromium } from '../programs.ts'
import { measureFeel } from './feel.ts'
import { measureInBrowser } from './in-browser.ts'
import { measurePages } from './pages.ts'
import { measureSearch } from './search.ts'

// The figures of the first paint: Lighthouse for a phone, median of 3, what the server does a second, how long a search takes in
// a browser, and how much work it is to read and to look through lists. With --korean FILE the Korean pages show the 개역한글 of that file (it may not be given away with the app); else
// the KJV in a Korean interface. With --server, --browser, --search or --feel only these. Ends with 1 where a figure is not what is asked.
const root = join(import.meta.dirname, '../../..')
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : (process.argv[at + 1] ?? '')
}
const only = ['server', 'browser', 'search', 'feel'].filter((part) => process.argv.includes(`--${part}`))
const measures = (part: string) => only.length === 0 || only.includes(part)

const korean = option('korean')
if (korean !== undefined && !existsSync(korean)) throw new Error(`--korean: there is no file ${korean}`)
const dataDir = emptyFolder()
let failed = false
try {
  const library = join(dataDir, 'bibles.sqlite')
  await copyBuiltLibrary(library)
  if (korean !== undefined)
    await importBible({ library, path: resolve(korean), code: 'KRV', language: 'ko', partial: true })
  const app = await startApp({ dataDir })
  const [load = 0] = loadavg()
  if (load > 0.5)
    console.warn(`This machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): the figures mean little.`)
  if (measures('server')) failed = !(await measurePages(app, ['KJV', 'WEB', 'ASV'])) || failed
  const browser = only.length === 1 && only[0] === 'server' ? null : chromium(root)
  if (browser && measures('search')) failed = !(await measureSearch(app.address, browser)) || failed
  if (browser && measures('feel')) failed = !(await measureFeel(app.address, browser)) || failed
  if (browser && measures('browser'))
    failed = !(await measureInBrowser(app.address, browser, korean === undefined ? 'KJV' : 'KRV')) || failed
} finally {
  await endAll()
}
process.exit(failed ? 1 : 0)
