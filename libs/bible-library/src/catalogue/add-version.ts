import { dirname, join } from 'node:path'
import { readAbout, type VersionSource } from '../about-version.ts'
import { BUILT_IN_CODES } from '../built-in/build-built-in.ts'
import { type Imported, importBible, READING } from '../importers/import-bible.ts'
import { openLibrary } from '../library.ts'
import { KNOWN_VERSIONS } from '../version-details.ts'
import { codeFor } from './catalogue-codes.ts'
import { alone, CatalogueFailure, dropDownload } from './download.ts'
import { inlineWords } from './inline-words.ts'
import type { Catalogue, CatalogueEntry } from './open-catalogue.ts'

/** Progress in bytes. `of`: the total; null if it is not known. */
export type AddProgress = {
  readonly step: 'download' | 'read' | 'index'
  readonly done: number
  readonly of: number | null
}

export type AddRequest = {
  /** The path of the library's file. */
  readonly library: string
  readonly catalogue: Catalogue
  /** A code of Pathlight's list, or the catalogue's id or short name of the text. */
  readonly wanted: string
  /** The text's code in the library. If absent, the text gets its usual code. */
  readonly code?: string | undefined
  /**
   * Does nothing if the library has the catalogue's present text with all its Hebrew and Greek words, read with the
   * present READING.
   */
  readonly onlyIfNew?: boolean
  readonly onProgress?: (progress: AddProgress) => void
  readonly signal?: AbortSignal | undefined
}

export type AddedVersion =
  /** `isWhole` is false if some of the text's Hebrew or Greek words did not arrive but may arrive later. */
  | { readonly status: 'added'; readonly entry: CatalogueEntry; readonly imported: Imported; readonly isWhole: boolean }
  | { readonly status: 'same'; readonly entry: CatalogueEntry; readonly code: string }

const downloadOf = (library: string, { id }: CatalogueEntry): string =>
  join(dirname(library), 'downloads', `${id}.complete.json`)

/**
 * The text's code in the library. Throws CatalogueFailure if the code is that of a built-in version, or if it is the
 * usual code and another text has it.
 */
const codeOf = ({ code, wanted, library }: AddRequest, entry: CatalogueEntry): string => {
  const chosen = (code ?? codeFor({ id: entry.id, shortName: entry.shortName ?? null })).toUpperCase()
  if (BUILT_IN_CODES.includes(chosen))
    throw new CatalogueFailure(
      `${chosen} comes with Pathlight. To have the catalogue's beside it, choose a code: npm run bible -- add ${wanted} --version ${chosen}2`,
    )
  const source = code === undefined ? sourceOf(library, chosen) : undefined
  if (source === undefined || (source?.kind === 'catalogue' && source.id === entry.id)) return chosen
  const other =
    source?.kind === 'catalogue' ? `already another text of the catalogue, ${source.id}` : 'a text that you imported'
  const instead =
    source?.kind === 'catalogue'
      ? ''
      : ` To have it in place of yours: npm run bible -- add ${entry.id} --version ${chosen}`
  throw new CatalogueFailure(
    `${chosen} is ${other}. To have ${entry.id} beside it, choose a code: npm run bible -- add ${entry.id} --version ${chosen}2${instead}`,
  )
}

/**
 * Downloads a text of the open catalogue, and imports and verifies it. If anything fails, the library stays unchanged.
 * The next try continues an interrupted download.
 * @throws CatalogueFailure or ImportRefused with a message for people
 */
export const addVersion = async (request: AddRequest): Promise<AddedVersion> => {
  const { library, catalogue, onProgress = () => {}, signal } = request
  const entry = await catalogue.find(request.wanted)
  const code = codeOf(request, entry)
  const source = sourceOf(library, code)
  const before = source?.kind === 'catalogue' ? source : null
  const isHere = (digest: string) => before?.reading === READING && before.digest === digest
  if (request.onlyIfNew && entry.sha256 && isHere(entry.sha256)) return { status: 'same', entry, code }
  const file = downloadOf(library, entry)
  return alone(file, async () => {
    const report = (done: number, of: number | null) => onProgress({ step: 'download', done, of })
    const { sha256 } = await catalogue.download(entry, file, report, signal)
    const digest = entry.sha256 ?? sha256
    try {
      if (request.onlyIfNew && isHere(digest)) return { status: 'same', entry, code }
      const isWhole = await inlineWords(catalogue, file, signal)
      // The update must not replace the installed text, which may have the words that did not come now.
      if (request.onlyIfNew && !isWhole && before && (before.digest ?? digest) === digest)
        throw new CatalogueFailure('Some of the words of the original did not come.', {
          passing: true,
          advice: 'Try the update again later.',
        })
      const known = KNOWN_VERSIONS.find((one) => one.code === code)
      const imported = await importBible({
        library,
        path: file,
        code,
        // A version of KNOWN_VERSIONS gets its names and licence from there, and not from the catalogue.
        ...(known && { name: known.name, localName: known.localName, licence: known.licence }),
        source: {
          kind: 'catalogue',
          id: entry.id,
          address: catalogue.address,
          website: entry.website ?? null,
          licenceUrl: entry.licenseUrl ?? null,
          digest: isWhole ? digest : null,
          reading: READING,
        },
        verify: true,
        onProgress: ({ step, bytes, of }) => onProgress({ step, done: bytes, of: step === 'read' ? of : null }),
      })
      return { status: 'added', entry, imported, isWhole }
    } finally {
      dropDownload(file)
    }
  })
}

/** The source of the installed text of a code; null: not known; undefined: there is no such text. */
const sourceOf = (file: string, code: string): VersionSource | null | undefined => {
  const library = openLibrary(file)
  try {
    return library.version(code) === null ? undefined : (readAbout(library.db, code)?.source ?? null)
  } finally {
    library.close()
  }
}
