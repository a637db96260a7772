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

// Measures the waits of a visitor: Lighthouse for a phone (median of 3), the server's throughput, the time of a search
// in a browser, and the work of the main thread while reading and in lists. With `--korean FILE` the Korean pages show
// the 개역한글 of that file, otherwise the KJV. `--server`, `--browser`, `--search` and `--feel` run only these parts.
// Exits with 1 when a limit is missed.
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
