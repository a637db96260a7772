import type { VersionDetails } from '../version-details.ts'

/** The details about a version that its file states. */
export type VersionSaid = {
  [K in 'name' | 'localName' | 'language' | 'direction' | 'licence' | 'copyright']?: VersionDetails[K] | undefined
}

/** Reads one format: gets a file's text in chunks, and calls the receiver for each chapter, verse, title and note. */
export type ScriptureReader = {
  write: (text: string) => void
  end: () => void
  /** The details about the version. Absent if files of this format state no reliable details. */
  details?: () => VersionSaid
}
