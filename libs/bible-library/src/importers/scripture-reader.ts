import type { VersionDetails } from '../version-details.ts'

/** What a file says of the version that it holds. */
export type VersionSaid = {
  [K in 'name' | 'localName' | 'language' | 'direction' | 'licence' | 'copyright']?: VersionDetails[K] | undefined
}

/** Reads one format: gets a file's text in pieces as they come, and tells the receiver what it meets. */
export type ScriptureReader = {
  write: (text: string) => void
  end: () => void
  /** What the file says of its version, in formats that say it so that it can be relied on. */
  details?: () => VersionSaid
}
