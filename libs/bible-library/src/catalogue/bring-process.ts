import { CROSS_REFERENCES } from '../cross-references/cross-references.ts'
import { addCrossReferences } from './add-cross-references.ts'
import { addVersion } from './add-version.ts'
import type { Patience } from './download.ts'
import { openCatalogue } from './open-catalogue.ts'

/** What the process is told to bring: a code or a catalogue's name, or cross-references. */
export type Errand = {
  readonly library: string
  readonly address: string
  readonly wanted: string
  readonly code: string | null
  /** For tests. */
  readonly patience?: Patience | undefined
}
/** What the process sends to the one that started it. */
export type BringMessage =
  | { readonly step: 'download' | 'import'; readonly done: number; readonly of: number | null }
  /** A sentence: the catalogue does not answer, and is asked again. */
  | { readonly retry: string }
  | { readonly brought: string }
  | { readonly failure: string }

const send = (message: BringMessage) => process.send?.(message)
/** A message a few times a second is enough for a bar. */
let last = 0
const tell = (message: BringMessage) => {
  if (Date.now() - last < 200) return
  last = Date.now()
  send(message)
}

// The program that bring-apart.ts starts.
try {
  const { library, address, wanted, code, patience } = JSON.parse(process.argv[2] ?? '') as Errand
  const onRetry = (retry: string) => void send({ retry })
  const catalogue = openCatalogue(address, { onRetry, ...(patience && { patience }) })
  if (wanted.toLowerCase() === CROSS_REFERENCES) {
    const added = await addCrossReferences({
      library,
      catalogue,
      onProgress: (done, of) => tell({ step: 'download', done, of }),
    })
    send({
      brought: added.status === 'added' ? `${added.entries} cross-references. ${added.credit.licence}` : 'the same',
    })
  } else {
    const added = await addVersion({
      library,
      catalogue,
      wanted,
      code: code ?? undefined,
      onProgress: ({ step, done, of }) => tell({ step: step === 'download' ? 'download' : 'import', done, of }),
    })
    if (added.status === 'added') {
      const { code, verses, oddTotal, licence } = added.imported
      const odd = oddTotal === 0 ? '' : ` ${oddTotal} odd places: npm run bible -- verify ${code} lists them.`
      send({ brought: `${code}, ${verses} verses. Licence: ${licence}${odd}` })
    }
  }
} catch (error) {
  send({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
process.disconnect?.()
