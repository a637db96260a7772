import { resolve } from 'node:path'
import { importBible } from '../importers/import-bible.ts'
import { ImportRefused } from '../importers/import-refused.ts'
import { sayImported } from './say-imported.ts'
import { complain, DONE, FAILED, file, MISUSED, megabytes, progressBar, say } from './terminal.ts'

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

/** The command `import`: imports a file, folder or zip, and prints the outcome. Returns the exit code. */
export const importFile = async (path: string, options: Options): Promise<number> => {
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
      // npm runs scripts in the repository's folder. The path is relative to INIT_CWD, the folder in which the person
      // called npm.
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
