import type { VersionDetails } from '../version-details.ts'

/** The details about a version that its file states. */
export type VersionSaid = {
  [K in 'name' | 'localName' | 'language' | 'direction' | 'licence' | 'copyright']?: VersionDetails[K] | undefined
}

/** Reads one format: gets a file's text in chunks, and passes its verses, titles, notes and so on to the receiver. */
export type ScriptureReader = {
  write: (text: string) => void
  end: () => void
  /** The details about the version. Absent if files of this format state no reliable details. */
  details?: () => VersionSaid
}
