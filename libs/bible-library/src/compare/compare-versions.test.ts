import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bibleEnvironment } from '../bible-settings.ts'
import { importBible } from '../importers/import-bible.ts'
import { openLibrary } from '../library.ts'
import { openBible } from '../open-bible.ts'

const folder = mkdtempSync(join(tmpdir(), 'compare-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('calls a text of the library by its own name, also where the list has another text of that code', async () => {
  const [file, path] = [join(folder, 'bibles.sqlite'), join(folder, 'john.txt')]
  writeFileSync(path, '040101 P- -------- Ἐν Ἐν ἐν ἐν\n040101 N- ----DSF- ἀρχῇ. ἀρχῇ ἀρχῇ ἀρχή\n')
  await importBible({ library: file, path, code: 'GNT' })
  const library = openLibrary(file)
  const { comparison } = openBible(library, bibleEnvironment.parse({ DAILY_VERSE_URL: 'off' }))
  const passage = { book: 'John', chapter: 1, verse: 1, endChapter: 1, endVerse: 1 }
  const named = async (version: string) => (await comparison.compare(passage, { version }))?.results[0]
  expect(await named('GNT')).toMatchObject({
    ...{ name: 'SBL Greek New Testament', localName: 'SBL Greek New Testament', language: 'grc', text: 'Ἐν ἀρχῇ.' },
  })
  // The NKJV is not installed, so its name comes from the list of translations.
  expect(await named('NKJV')).toMatchObject({ name: 'New King James Version', language: 'en', text: null })
  library.close()
})
