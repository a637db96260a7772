import { withLibrary } from './build-first.ts'
import { count, DONE, say } from './terminal.ts'

/** The command `list`: prints the installed texts, and the commands that add others. */
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
