import { withLibrary } from './build-first.ts'
import { count, DONE, say } from './terminal.ts'

/** `list`: what is here, and what would bring the rest. */
export const listVersions = () =>
  withLibrary((library) => {
    for (const version of library.versions()) {
      const installed = library.version(version.code)
      const what = installed ? `${count(installed.verses)} verses, ${version.source}` : 'not here'
      say(`${version.code.padEnd(8)} ${version.language.padEnd(5)} ${version.name} (${what})`)
      if (version.hint) say(`${' '.repeat(15)}${version.hint}`)
    }
    return DONE
  })
