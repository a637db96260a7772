import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import { Presets, SingleBar } from 'cli-progress'
import { readAbout } from './about-version.ts'
import { BUILT_IN_CODES, buildBuiltIn } from './built-in/build-built-in.ts'
import { addCrossReferences } from './catalogue/add-cross-references.ts'
import { addVersion } from './catalogue/add-version.ts'
import { codeFor } from './catalogue/catalogue-codes.ts'
import { CatalogueFailure } from './catalogue/download.ts'
import { CATALOGUE, type CatalogueEntry, openCatalogue } from './catalogue/open-catalogue.ts'
import { CROSS_REFERENCES, dropCrossReferences } from './cross-references/cross-references.ts'
import { type Imported, importBible } from './importers/import-bible.ts'
import { ImportRefused } from './importers/import-refused.ts'
import { oddInWords } from './importers/odd-places.ts'
import { type Library, openLibrary } from './library.ts'
import { removeVersion } from './remove-version.ts'
import { inTransaction, LibraryTooNew, openForWriting } from './schema.ts'
import { verifyVersion } from './verify-version.ts'
import { withoutControls } from './without-controls.ts'

const HELP = `Bible texts of this Pathlight.

  npm run bible -- list                            what is here, and what would bring the rest
  npm run bible -- catalogue [WORDS]               the free texts of the open catalogue: a thousand of them
      --language ko      only those of a language
  npm run bible -- add KRV                         bring one of them: by its code, or its name in the catalogue
      --version CODE     the code that it gets here
  npm run bible -- add cross-references            bring what else the Bible says on each verse
  npm run bible -- update [CODE]                   bring what the catalogue has anew
  npm run bible -- import FILE --version CODE      take a file in: OSIS, USFX, Zefania, USX, USFM, Pathlight JSON or the
                                                   catalogue's JSON; a file, a folder or a zip
      --language ko      its language (needed unless it is known or the file says it)
      --name, --local-name, --licence, --copyright, --direction rtl
      --strict           refuse a text with odd places instead of taking it and saying what was odd
      --partial          with --strict: the text is not finished, take it as it is
  npm run bible -- remove CODE                     take a version, or cross-references, out
  npm run bible -- verify [CODE]                   prove that a version, or each, is whole

docs/how-to/import-a-bible.md says more. The catalogue is ${CATALOGUE}, or what BIBLE_CATALOGUE_URL names.`

// Names come from catalogues and files of others: what a terminal would obey is never printed.
const say = (text = '') => console.log(withoutControls(text))
const complain = (text: string) => console.error(withoutControls(text))

/** Exit codes: done; refused, or something is wrong; called in a way that cannot be understood. */
const DONE = 0
const FAILED = 1
const MISUSED = 2

const file = join(resolve(process.env.DATA_DIR ?? join(process.env.PATHLIGHT_ROOT ?? '.', '.data')), 'bibles.sqlite')
const count = (value: number): string => value.toLocaleString('en')
const booksIn = (books: number): string => (books === 1 ? 'one book' : `${count(books)} books`)
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Builds what comes with Pathlight, where it is not there yet. */
const buildFirst = () => {
  const began = performance.now()
  const built = buildBuiltIn(file, ({ code }) => {
    if (code) say(`Building ${code} ...`)
  })
  if (built.length > 0) say(`Built ${built.join(', ')} in ${seconds(began)}.`)
}

const withLibrary = (use: (library: Library) => number): number => {
  buildFirst()
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
      say(`${version.code.padEnd(8)} ${version.language.padEnd(5)} ${version.name} (${what})`)
      if (version.hint) say(`${' '.repeat(15)}${version.hint}`)
    }
    return DONE
  })

/** So many odd places are said after an import; `verify CODE` says all that are kept. */
const SAID = 10

/** The short list of what was odd, with file and line. */
const sayOddPlaces = ({ odd, oddTotal }: { odd: readonly OddPlace[]; oddTotal: number }, most = SAID) => {
  if (oddTotal === 0) return
  say(`Odd places (${count(oddTotal)}), taken with all their words:`)
  for (const place of odd.slice(0, most)) {
    const where = place.file === null ? '' : `${place.file}${place.line === null ? '' : `, line ${place.line}`}: `
    say(`  ${where}${oddInWords(place)}`)
  }
  if (oddTotal > most) say(`  and ${count(oddTotal - Math.min(most, odd.length))} more`)
}

type Options = {
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

/** A bar of what is done of a whole that is known, in a unit. */
const progressBar = () => {
  const format = '{step} {bar} {percentage} % of {size}'
  const bar = new SingleBar({ format, hideCursor: true, clearOnComplete: false }, Presets.shades_classic)
  let step = ''
  const stop = () => {
    if (step !== '') bar.stop()
    step = ''
  }
  return {
    show: (what: string, done: number, of: number, size: string) => {
      if (what === step) return bar.update(done)
      stop()
      step = what
      bar.start(of, done, { step: what.padEnd(12), size })
    },
    stop,
  }
}
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** What is said of a text that was taken in. */
const sayImported = (imported: Imported, began: number) => {
  const took = performance.now() - began
  const { code, verses, books, format } = imported
  const speed = count(Math.round((verses / took) * 1000))
  say(
    `${code}: ${count(verses)} verses in ${booksIn(books)}, from ${format}, in ${(took / 1000).toFixed(1)} s (${speed} verses/s).`,
  )
  if (imported.replaced) say('It replaced the version of that code that was here.')
  if (imported.bridges > 0) say(`${count(imported.bridges)} texts cover several verse numbers.`)
  sayOddPlaces(imported)
}

const importFile = async (path: string, options: Options): Promise<number> => {
  const { version, direction } = options
  if (!version) {
    complain('Which version is it? Add --version, e.g. --version KRV.')
    return MISUSED
  }
  if (direction !== undefined && direction !== 'ltr' && direction !== 'rtl') {
    complain('--direction is ltr or rtl.')
    return MISUSED
  }
  const began = performance.now()
  const bar = progressBar()
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
        if (step === 'read') return bar.show('Reading', bytes, of, megabytes(of))
        bar.stop()
        say('Making it searchable ...')
      },
    })
    sayImported(imported, began)
    say(`Prove it with: npm run bible -- verify ${imported.code}`)
    return DONE
  } catch (error) {
    bar.stop()
    if (!(error instanceof ImportRefused)) throw error
    complain(`${error.message}\nNothing was changed.`)
    return FAILED
  }
}

/** The catalogue that the environment names. `before` is done before anything is said about it. */
const catalogue = (before = () => {}) =>
  openCatalogue(process.env.BIBLE_CATALOGUE_URL || CATALOGUE, {
    onRetry: (sentence) => {
      before()
      complain(sentence)
    },
  })

/** Languages as the catalogue writes them (ISO 639-3) by the tag that people know: kor is ko. */
const tagOf = (language: string): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    return language
  }
}

const listCatalogue = async (words: string[], language: string | undefined): Promise<number> => {
  const wanted = words.map((word) => word.toLowerCase())
  const all = await catalogue().list()
  const found = all
    .filter((entry) => language === undefined || tagOf(entry.language) === tagOf(language))
    .filter((entry) => {
      const said = [
        entry.id,
        entry.name,
        entry.englishName,
        entry.shortName,
        entry.languageName,
        entry.languageEnglishName,
      ]
      const text = [...said, codeFor({ id: entry.id, shortName: entry.shortName ?? null })].join(' ').toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .sort((a, b) => tagOf(a.language).localeCompare(tagOf(b.language)) || (a.id < b.id ? -1 : 1))
  for (const entry of found) {
    const { id, name, englishName, languageEnglishName, numberOfBooks, totalNumberOfVerses } = entry
    const names = englishName && englishName !== name ? `${name} · ${englishName}` : name
    const size = `${numberOfBooks ?? '?'} books, ${totalNumberOfVerses ? count(totalNumberOfVerses) : '?'} verses`
    say(
      `${id.padEnd(14)} ${tagOf(entry.language).padEnd(6)} ${names} (${languageEnglishName ?? entry.language}; ${size})`,
    )
    say(`${' '.repeat(22)}${licenceIn(entry)}`)
  }
  say(
    found.length === 0
      ? `The catalogue has ${all.length === 1 ? 'one text' : `${count(all.length)} texts`}, and none is called so or in that language.`
      : `${count(found.length)} of ${count(all.length)}. Bring one: npm run bible -- add ${found[0]?.id}`,
  )
  return found.length === 0 ? FAILED : DONE
}

const licenceIn = ({ licenseNotes, licenseUrl }: CatalogueEntry): string =>
  [licenseNotes, licenseUrl].filter(Boolean).join(' ') || 'The catalogue does not say its licence.'

/** Brings a version, or says that it is the same as before. */
const addOne = async (wanted: string, code: string | undefined, onlyIfNew = false): Promise<number> => {
  const began = performance.now()
  const bar = progressBar()
  try {
    const added = await addVersion({
      library: file,
      catalogue: catalogue(bar.stop),
      wanted,
      code,
      onlyIfNew,
      onProgress: ({ step, done, of }) => {
        if (of !== null) bar.show(step === 'download' ? 'Downloading' : 'Reading', done, of, megabytes(of))
        else if (step === 'index') {
          bar.stop()
          say('Making it searchable, and verifying every verse ...')
        }
      },
    })
    bar.stop()
    if (added.status === 'same') {
      say(`${added.code} is as the catalogue has it.`)
      return DONE
    }
    sayImported(added.imported, began)
    say(`Licence: ${added.imported.licence}`)
    say(`Verified. It shows at once, also in a Pathlight that is running.`)
    return DONE
  } finally {
    bar.stop()
  }
}

const addReferences = async (onlyIfNew = false): Promise<number> => {
  const bar = progressBar()
  try {
    const added = await addCrossReferences({
      library: file,
      catalogue: catalogue(bar.stop),
      onlyIfNew,
      onProgress: (done, of) => bar.show('Downloading', done, of, `${count(of)} chapters`),
    })
    bar.stop()
    if (added.status === 'same') say('The cross-references are as the catalogue has them.')
    else say(`${count(added.entries)} cross-references. ${added.credit.text}, ${added.credit.licence}.`)
    return DONE
  } finally {
    bar.stop()
  }
}

const add = (wanted: string, code: string | undefined): Promise<number> => {
  buildFirst()
  return wanted.toLowerCase() === CROSS_REFERENCES ? addReferences() : addOne(wanted, code)
}

/** Brings anew what came from the catalogue, where the catalogue has another text by now. */
const update = async (asked: string | undefined): Promise<number> => {
  buildFirst()
  const library = openLibrary(file)
  const here = library.installed().map(({ code }) => ({ code, source: readAbout(library.db, code)?.source }))
  const hasReferences = library.db.prepare('SELECT 1 FROM dataset WHERE name = ?').get(CROSS_REFERENCES) !== undefined
  library.close()
  const isAsked = (code: string) => asked === undefined || code.toLowerCase() === asked.toLowerCase()
  const versions = here.filter(({ code }) => isAsked(code))
  const references = hasReferences && isAsked(CROSS_REFERENCES)
  if (asked !== undefined && versions.length === 0 && !references) {
    complain(`There is no version ${asked} here. See: npm run bible -- list`)
    return FAILED
  }
  let worst = DONE
  let updated = references ? 1 : 0
  const attempt = async (what: string, work: () => Promise<number>) => {
    const code = await work().catch((error: unknown) => {
      complain(`${what}: ${failureInWords(error)}`)
      return FAILED
    })
    worst = Math.max(worst, code)
  }
  for (const { code, source } of versions) {
    if (source?.kind === 'catalogue') {
      updated += 1
      await attempt(code, () => addOne(source.id, code, true))
    } else if (asked !== undefined)
      say(
        `${code} did not come from the catalogue. ${source?.kind === 'file' ? `Import ${source.name} anew.` : 'It comes with Pathlight.'}`,
      )
  }
  if (references) await attempt(CROSS_REFERENCES, () => addReferences(true))
  if (asked === undefined && updated === 0) say('Nothing here came from the catalogue.')
  return worst
}

/** What went wrong, for a person; anything else is a fault of ours and is thrown. */
const failureInWords = (error: unknown): string => {
  if (error instanceof CatalogueFailure || error instanceof ImportRefused)
    return `${error.message}\nNothing was changed.`
  throw error
}

const remove = (code: string): number => {
  if (code.toLowerCase() === CROSS_REFERENCES) return removeReferences()
  if (BUILT_IN_CODES.includes(code.toUpperCase())) {
    complain(`${code.toUpperCase()} comes with Pathlight and stays.`)
    return FAILED
  }
  if (!existsSync(file) || !removeVersion(file, code)) {
    complain(`There is no version ${code} here. See: npm run bible -- list`)
    return FAILED
  }
  say(`${code.toUpperCase()} is gone. Notes and highlights on it are kept.`)
  return DONE
}

const removeReferences = (): number => {
  const db = openForWriting(file)
  const wereThere = inTransaction(db, () => dropCrossReferences(db))
  db.close()
  if (wereThere) say('The cross-references are gone.')
  else complain('There are no cross-references here.')
  return wereThere ? DONE : FAILED
}

const verify = (code: string | undefined) =>
  withLibrary((library) => {
    const asked = code === undefined ? library.installed() : [library.version(code)].filter((found) => found !== null)
    if (asked.length === 0) {
      complain(`There is no version ${code} here. See: npm run bible -- list`)
      return FAILED
    }
    let wrong = 0
    for (const version of asked) {
      const verdict = verifyVersion(library, version)
      wrong += verdict.wrong.length
      say(
        `${version.code}: ${count(verdict.verses)} verses in ${booksIn(verdict.books.length)}, numbered as ${version.versification}: ${verdict.wrong.length === 0 ? 'sound' : 'NOT SOUND'}`,
      )
      for (const { book, verses, expected } of verdict.books)
        if (code !== undefined || verses !== expected)
          say(`  ${book.padEnd(18)} ${String(verses).padStart(5)} of ${expected}`)
      for (const line of verdict.wrong) say(`  wrong  ${line}`)
      for (const line of verdict.odd) say(`  note   ${line}`)
      const about = readAbout(library.db, version.code)
      if (about !== null) sayOddPlaces(about, code === undefined ? 0 : about.odd.length)
    }
    return wrong === 0 ? DONE : FAILED
  })

// A command that reads a file once need not keep room for what comes next.
setFlagsFromString('--optimize-for-size')

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
    say(HELP)
    return DONE
  }
  if (command === 'catalogue') return listCatalogue([...(subject ? [subject] : []), ...more], values.language)
  if (more.length === 0) {
    if (command === 'add' && subject) return add(subject, values.version)
    if (command === 'update') return update(subject)
    if (command === 'list' && !subject) return list()
    if (command === 'import' && subject) return importFile(subject, values)
    if (command === 'remove' && subject) return remove(subject)
    if (command === 'verify') return verify(subject)
  }
  complain(HELP)
  return MISUSED
}

/** SQLite's codes for a file that is busy, cannot be read, written or opened, is damaged or no library, or a full disk. */
const FILE_TROUBLE = new Set([5, 8, 10, 11, 13, 14, 23, 26])

/** What a person can do something about is said in a line; anything else is a fault of ours and shows where. */
const explain = (error: unknown): number => {
  if (error instanceof CatalogueFailure || error instanceof ImportRefused) {
    complain(failureInWords(error))
    return FAILED
  }
  if (error instanceof LibraryTooNew) {
    complain(error.message)
    return FAILED
  }
  if (error instanceof Error && 'errcode' in error && FILE_TROUBLE.has(Number(error.errcode) & 0xff)) {
    complain(`The library ${file} cannot be used: ${error.message}.`)
    return FAILED
  }
  if (error instanceof Error && 'syscall' in error && 'path' in error) {
    complain(`${error.message}.`)
    return FAILED
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    complain(`${error.message}\n\n${HELP}`)
    return MISUSED
  }
  throw error
}

process.exitCode = await main(process.argv.slice(2)).catch(explain)
