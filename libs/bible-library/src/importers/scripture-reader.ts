import type { VersionDetails } from '../version-details.ts'

/** A file's own statements about its version. */
export type VersionSaid = {
  [K in 'name' | 'localName' | 'language' | 'direction' | 'licence' | 'copyright']?: VersionDetails[K] | undefined
}

/** Reads one format: takes a file's text in chunks and calls the receiver for each chapter, verse, title and note. */
export type ScriptureReader = {
  write: (text: string) => void
  end: () => void
  /** Only for formats whose statements about the version are reliable. */
  details?: () => VersionSaid
}
