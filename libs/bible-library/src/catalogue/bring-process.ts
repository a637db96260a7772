import { CROSS_REFERENCES } from '../cross-references/cross-references.ts'
import { type Imported, importBible } from '../importers/import-bible.ts'
import { removeVersion } from '../remove-version.ts'
import { addCrossReferences } from './add-cross-references.ts'
import { addVersion } from './add-version.ts'
import type { Patience } from './download.ts'
import { openCatalogue } from './open-catalogue.ts'

/**
 * The task of the process. `wanted`: a code, id or short name in the catalogue, or `cross-references`. It has no effect
 * on the import of a file, or on a removal.
 */
export type Errand = {
  readonly library: string
  readonly address: string
  readonly wanted: string
  readonly code: string | null
  /** Does nothing if the library has the catalogue's present text. */
  readonly onlyIfNew?: boolean
  /** A file to import in place of a text of the catalogue. `code` is then its code in the library. */
  readonly file?: ImportedFile | undefined
  /** Removes the text of `code` instead of adding one. */
  readonly removes?: true
  /** Removes the text only if it came from the catalogue. */
  readonly onlyFromCatalogue?: boolean
  /** For tests. */
  readonly patience?: Patience | undefined
}
/** A file and its options, as in `npm run bible -- import`. */
export type ImportedFile = {
  readonly path: string
  readonly language?: string | undefined
  readonly name?: string | undefined
  readonly licence?: string | undefined
  readonly strict?: boolean | undefined
}
export type BringMessage =
  | { readonly step: 'download' | 'import'; readonly done: number; readonly of: number | null }
  /** A sentence for people: a call to the catalogue failed, and is repeated. */
  | { readonly retry: string }
  /**
   * The errand has ended well. `brought`: a sentence about the added text, or `the same` if the library had it already,
   * or `removed` or `not there` after a removal. `code`: the text's code; null if the errand was for cross-references,
   * or removed a text.
   */
  | { readonly brought: string; readonly code: string | null }
  | { readonly failure: string }

// When the parent ends, nobody waits for the errand. The exit leaves the library unchanged.
process.once('disconnect', () => process.exit())
/** Sends a message to the parent. If the channel is closed, sending fails, and the callback ignores the error. */
const send = (message: BringMessage) => process.send?.(message, undefined, {}, () => undefined)
/** The time of the last progress message. A few messages a second are enough for a progress bar. */
let last = 0
const tell = (message: BringMessage) => {
  if (Date.now() - last < 200) return
  last = Date.now()
  send(message)
}

try {
  const {
    library,
    address,
    wanted,
    code,
    onlyIfNew = false,
    file,
    removes = false,
    onlyFromCatalogue = false,
    patience,
  } = JSON.parse(process.argv[2] ?? '') as Errand
  const sendImported = ({ code, verses, oddTotal, licence }: Imported, isWhole = true) => {
    const odd = oddTotal === 0 ? '' : ` ${oddTotal} odd places: npm run bible -- verify ${code} lists them.`
    const missing = isWhole ? '' : ' Some of the words of the original did not come. An update tries again.'
    send({ brought: `${code}, ${verses} verses. Licence: ${licence}${odd}${missing}`, code })
  }
  const onRetry = (retry: string) => void send({ retry })
  const catalogue = () => openCatalogue(address, { onRetry, ...(patience && { patience }) })
  if (removes) {
    const isRemoved = removeVersion(library, code ?? '', { onlyFromCatalogue })
    send({ brought: isRemoved ? 'removed' : 'not there', code: null })
  } else if (file !== undefined) {
    const { path, strict = false, language, name, licence } = file
    const details = { ...(language && { language }), ...(name && { name }), ...(licence && { licence }) }
    const onProgress = ({ bytes, of }: { bytes: number; of: number }) => tell({ step: 'import', done: bytes, of })
    sendImported(await importBible({ library, path, code: code ?? '', strict, verify: true, onProgress, ...details }))
  } else if (wanted.toLowerCase() === CROSS_REFERENCES) {
    const added = await addCrossReferences({
      library,
      catalogue: catalogue(),
      onlyIfNew,
      onProgress: (done, of) => tell({ step: 'download', done, of }),
    })
    send({
      brought: added.status === 'added' ? `${added.entries} cross-references. ${added.credit.licence}` : 'the same',
      code: null,
    })
  } else {
    const added = await addVersion({
      library,
      catalogue: catalogue(),
      onlyIfNew,
      wanted,
      code: code ?? undefined,
      onProgress: ({ step, done, of }) => tell({ step: step === 'download' ? 'download' : 'import', done, of }),
    })
    if (added.status === 'added') sendImported(added.imported, added.isWhole)
    else send({ brought: 'the same', code: added.code })
  }
} catch (error) {
  send({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
if (process.connected) process.disconnect?.()
