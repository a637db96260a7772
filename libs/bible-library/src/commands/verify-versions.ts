import { readAbout } from '../about-version.ts'
import { verifyVersion } from '../verify-version.ts'
import { withLibrary } from './build-first.ts'
import { sayOddPlaces } from './say-imported.ts'
import { booksIn, complain, count, DONE, FAILED, say } from './terminal.ts'

/** The command `verify`: checks one version, or all versions, for damage. */
export const verify = (code: string | undefined) =>
  withLibrary((library) => {
    const asked = code === undefined ? library.installed() : [library.version(code)].filter((one) => one !== null)
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
