import { join, resolve } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { CatalogueFailure } from '../catalogue/download.ts'
import { ImportRefused } from '../importers/import-refused.ts'
import { withoutControls } from '../without-controls.ts'

// Removes control characters before printing, because names come from catalogues and files of other people.
export const say = (text = '') => console.log(withoutControls(text))
export const complain = (text: string) => console.error(withoutControls(text))

/** Exit codes: success, failure, and wrong usage. */
export const DONE = 0
export const FAILED = 1
export const MISUSED = 2

/** The path of the library's file: in the folder DATA_DIR, or else in `.data` of PATHLIGHT_ROOT. */
export const file = join(
  resolve(process.env.DATA_DIR || join(process.env.PATHLIGHT_ROOT ?? '.', '.data')),
  'bibles.sqlite',
)
/** A number with separators: 31,102. */
export const count = (value: number): string => value.toLocaleString('en')
export const booksIn = (books: number): string => (books === 1 ? 'one book' : `${count(books)} books`)
export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

export const progressBar = () => {
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
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * The message of a CatalogueFailure or an ImportRefused, with an assurance that nothing was changed. Throws other
 * errors.
 */
export const failureInWords = (error: unknown): string => {
  if (error instanceof CatalogueFailure || error instanceof ImportRefused)
    return `${error.message}\nNothing was changed.`
  throw error
}
