import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { CatalogueFailure } from './catalogue/download.ts'
import { CATALOGUE } from './catalogue/open-catalogue.ts'
import { add, update } from './commands/bring-from-catalogue.ts'
import { importFile } from './commands/import-file.ts'
import { listCatalogue } from './commands/list-catalogue.ts'
import { listVersions } from './commands/list-versions.ts'
import { remove } from './commands/remove-text.ts'
import { complain, DONE, FAILED, failureInWords, file, MISUSED, say } from './commands/terminal.ts'
import { verify } from './commands/verify-versions.ts'
import { ImportRefused } from './importers/import-refused.ts'
import { LibraryTooNew } from './schema.ts'

const HELP = `Bible texts of this Pathlight.

  npm run bible -- list                            what is here, and what would bring the rest
  npm run bible -- catalogue [WORDS]               the free texts of the open catalogue: a thousand of them
      --language ko      only those of a language
  npm run bible -- add KRV                         bring one of them: by its code, or its name in the catalogue
      --version CODE     the code that it gets here
  npm run bible -- add cross-references            bring what else the Bible says on each verse
  npm run bible -- update [CODE]                   bring what the catalogue has anew
  npm run bible -- import FILE --version CODE      take a file in: OSIS, USFX, Zefania, USX, USJ, USFM, Beblia, OpenSong,
                                                   Pathlight JSON or the catalogue's; a file, a folder or a zip
      --language ko      its language (needed unless it is known or the file says it)
      --name, --local-name, --licence, --copyright, --direction rtl
      --strict           refuse a text with odd places instead of taking it and saying what was odd
      --partial          with --strict: the text is not finished, take it as it is
  npm run bible -- remove CODE                     take a version, or cross-references, out
  npm run bible -- verify [CODE]                   prove that a version, or each, is whole

docs/how-to/import-a-bible.md says more. The catalogue is ${CATALOGUE}, or what BIBLE_CATALOGUE_URL names.`

// The command does one task and ends, so it needs no large heap.
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
    if (command === 'list' && !subject) return listVersions()
    if (command === 'import' && subject) return importFile(subject, values)
    if (command === 'remove' && subject) return remove(subject)
    if (command === 'verify') return verify(subject)
  }
  complain(HELP)
  return MISUSED
}

/**
 * SQLite's error codes that the person can resolve: the file is busy, read-only, damaged or no library, it cannot be
 * read or opened, access is denied, or the disk is full.
 */
const FILE_ERRORS = new Set([5, 8, 10, 11, 13, 14, 23, 26])

/** Prints an error that the person can resolve, and returns the exit code. Any other error is a bug, and is thrown. */
const explain = (error: unknown): number => {
  if (error instanceof CatalogueFailure || error instanceof ImportRefused) {
    complain(failureInWords(error))
    return FAILED
  }
  if (error instanceof LibraryTooNew) {
    complain(error.message)
    return FAILED
  }
  if (error instanceof Error && 'errcode' in error && FILE_ERRORS.has(Number(error.errcode) & 0xff)) {
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
