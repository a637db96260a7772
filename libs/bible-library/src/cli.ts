import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { OddPlace } from '@pathlight/contracts/bible.ts'
import { Presets, SingleBar } from 'cli-progress'
import { readAbout } from './about-version.ts'
import { BUILT_IN_CODES, buildBuiltIn } from './built-in/build-built-in.ts'
import { importBible } from './importers/import-bible.ts'
import { ImportRefused } from './importers/import-refused.ts'
import { oddInWords } from './importers/odd-places.ts'
import { type Library, openLibrary } from './library.ts'
import { removeVersion } from './remove-version.ts'
import { LibraryTooNew } from './schema.ts'
import { verifyVersion } from './verify-version.ts'

const HELP = `Bible texts of this Pathlight.

  npm run bible -- list                            what is here, and what would bring the rest
  npm run bible -- import FILE --version CODE      take a Bible in: OSIS, USFX, Zefania, USX, USFM or Pathlight JSON,
                                                   a file, a folder or a zip
      --language ko      its language (needed unless it is known or the file says it)
      --name, --local-name, --licence, --copyright, --direction rtl
      --strict           refuse a text with odd places instead of taking it and saying what was odd
      --partial          with --strict: the text is not finished, take it as it is
  npm run bible -- remove CODE                     take an imported version out
  npm run bible -- verify [CODE]                   prove that a version, or each, is whole

docs/how-to/import-a-bible.md says more.`

/** Exit codes: done; refused, or something is wrong; called in a way that cannot be understood. */
const DONE = 0
const FAILED = 1
const MISUSED = 2

const file = join(resolve(process.env.DATA_DIR ?? join(process.env.PATHLIGHT_ROOT ?? '.', '.data')), 'bibles.sqlite')
const count = (value: number): string => value.toLocaleString('en')
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const withLibrary = (use: (library: Library) => number): number => {
  const began = performance.now()
  const built = buildBuiltIn(file, ({ code }) => {
    if (code) console.log(`Building ${code} ...`)
  })
  if (built.length > 0) console.log(`Built ${built.join(', ')} in ${seconds(began)}.`)
  const library = openLibrary(file)
  try {
    return use(library)
  } finally {
    library.close()
  }
}

const list = () =>
  withLibrary((library) => {
    for (const version of library.versions()) {
      const installed = library.version(version.code)
      const what = installed ? `${count(installed.verses)} verses, ${version.source}` : 'not here'
      console.log(`${version.code.padEnd(8)} ${version.language.padEnd(5)} ${version.name} (${what})`)
      if (version.hint) console.log(`${' '.repeat(15)}${version.hint}`)
    }
    return DONE
  })

/** So many odd places are said after an import; `verify CODE` says all that are kept. */
const SAID = 10

/** The short list of what was odd, with file and line. */
const sayOddPlaces = ({ odd, oddTotal }: { odd: readonly OddPlace[]; oddTotal: number }, most = SAID) => {
  if (oddTotal === 0) return
  console.log(`Odd places (${count(oddTotal)}), taken with all their words:`)
  for (const place of odd.slice(0, most)) {
    const where = place.file === null ? '' : `${place.file}${place.line === null ? '' : `, line ${place.line}`}: `
    console.log(`  ${where}${oddInWords(place)}`)
  }
  if (oddTotal > most) console.log(`  and ${count(oddTotal - Math.min(most, odd.length))} more`)
}

type ImportOptions = {
  version?: string
  language?: string
  name?: string
  'local-name'?: string
  licence?: string
  copyright?: string
  direction?: string
  strict?: boolean
  partial?: boolean
}

const importFile = async (path: string, options: ImportOptions): Promise<number> => {
  const { version, direction } = options
  if (!version) {
    console.error('Which version is it? Add --version, e.g. --version KRV.')
    return MISUSED
  }
  if (direction !== undefined && direction !== 'ltr' && direction !== 'rtl') {
    console.error('--direction is ltr or rtl.')
    return MISUSED
  }
  const began = performance.now()
  const bar = new SingleBar({ format: '{bar} {percentage} % of {size} MB', hideCursor: true }, Presets.shades_classic)
  let started = false
  const stop = () => started && bar.stop()
  try {
    const imported = await importBible({
      library: file,
      // npm runs scripts in the repository; a path is meant from where the person is.
      path: resolve(process.env.INIT_CWD ?? '.', path),
      code: version,
      ...(options.language && { language: options.language }),
      ...(options.name && { name: options.name }),
      ...(options['local-name'] && { localName: options['local-name'] }),
      ...(options.licence && { licence: options.licence }),
      ...(options.copyright && { copyright: options.copyright }),
      ...(direction && { direction }),
      strict: options.strict ?? false,
      partial: options.partial ?? false,
      onProgress: ({ step, bytes, of }) => {
        if (step === 'index') {
          stop()
          started = false
          console.log('Making it searchable ...')
        } else if (started) bar.update(bytes)
        else {
          started = true
          bar.start(of, bytes, { size: (of / 1e6).toFixed(1) })
        }
      },
    })
    const took = performance.now() - began
    console.log(
      `${imported.code}: ${count(imported.verses)} verses in ${imported.books} books, from ${imported.format}, in ${(took / 1000).toFixed(1)} s (${count(Math.round((imported.verses / took) * 1000))} verses/s).`,
    )
    if (imported.replaced) console.log('It replaced the version of that code that was here.')
    if (imported.bridges > 0) console.log(`${count(imported.bridges)} texts cover several verse numbers.`)
    sayOddPlaces(imported)
    console.log(`Prove it with: npm run bible -- verify ${imported.code}`)
    return DONE
  } catch (error) {
    stop()
    if (!(error instanceof ImportRefused)) throw error
    console.error(`${error.message}\nNothing was changed.`)
    return FAILED
  }
}

const remove = (code: string): number => {
  if (BUILT_IN_CODES.includes(code.toUpperCase())) {
    console.error(`${code.toUpperCase()} comes with Pathlight and stays.`)
    return FAILED
  }
  if (!existsSync(file) || !removeVersion(file, code)) {
    console.error(`There is no version ${code} here. See: npm run bible -- list`)
    return FAILED
  }
  console.log(`${code.toUpperCase()} is gone. Notes and highlights on it are kept.`)
  return DONE
}

const verify = (code: string | undefined) =>
  withLibrary((library) => {
    const asked = code === undefined ? library.installed() : [library.version(code)].filter((found) => found !== null)
    if (asked.length === 0) {
      console.error(`There is no version ${code} here. See: npm run bible -- list`)
      return FAILED
    }
    let wrong = 0
    for (const version of asked) {
      const verdict = verifyVersion(library, version)
      wrong += verdict.wrong.length
      console.log(
        `${version.code}: ${count(verdict.verses)} verses in ${verdict.books.length} books, numbered as ${version.versification}: ${verdict.wrong.length === 0 ? 'sound' : 'NOT SOUND'}`,
      )
      for (const { book, verses, expected } of verdict.books)
        if (code !== undefined || verses !== expected)
          console.log(`  ${book.padEnd(18)} ${String(verses).padStart(5)} of ${expected}`)
      for (const line of verdict.wrong) console.log(`  wrong  ${line}`)
      for (const line of verdict.odd) console.log(`  note   ${line}`)
      const about = readAbout(library.db, version.code)
      if (about !== null) sayOddPlaces(about, code === undefined ? 0 : about.odd.length)
    }
    return wrong === 0 ? DONE : FAILED
  })

const main = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      language: { type: 'string' },
      name: { type: 'string' },
      'local-name': { type: 'string' },
      licence: { type: 'string' },
      copyright: { type: 'string' },
      direction: { type: 'string' },
      strict: { type: 'boolean' },
      partial: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [command, subject, ...more] = positionals
  if (values.help || command === 'help') {
    console.log(HELP)
    return DONE
  }
  if (more.length === 0) {
    if (command === 'list' && !subject) return list()
    if (command === 'import' && subject) return importFile(subject, values)
    if (command === 'remove' && subject) return remove(subject)
    if (command === 'verify') return verify(subject)
  }
  console.error(HELP)
  return MISUSED
}

/** SQLite's codes for a file that is busy, cannot be read, written or opened, is damaged or no library, or a full disk. */
const FILE_TROUBLE = new Set([5, 8, 10, 11, 13, 14, 23, 26])

/** What a person can do something about is said in a line; anything else is a fault of ours and shows where. */
const explain = (error: unknown): number => {
  if (error instanceof LibraryTooNew) {
    console.error(error.message)
    return FAILED
  }
  if (error instanceof Error && 'errcode' in error && FILE_TROUBLE.has(Number(error.errcode) & 0xff)) {
    console.error(`The library ${file} cannot be used: ${error.message}.`)
    return FAILED
  }
  if (error instanceof Error && 'syscall' in error && 'path' in error) {
    console.error(`${error.message}.`)
    return FAILED
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    console.error(`${error.message}\n\n${HELP}`)
    return MISUSED
  }
  throw error
}

process.exitCode = await main(process.argv.slice(2)).catch(explain)
