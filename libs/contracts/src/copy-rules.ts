/** The place of the reference in a copied passage: before the words, after the words, or without the words. */
export const COPY_REFERENCES = ['before', 'after', 'only'] as const
/** Quotation marks around copied words. `corner`: 「 」 around Korean words, “ ” around others. */
export const COPY_QUOTES = ['none', 'curved', 'corner'] as const

export type CopyStyle = {
  readonly reference: (typeof COPY_REFERENCES)[number]
  readonly quotes: (typeof COPY_QUOTES)[number]
  /** Whether the verse numbers are copied, if there are several verses. */
  readonly numbers: boolean
  /** Whether the reference names the version. */
  readonly version: boolean
}

/** The style for a person who never chose one. */
export const UNSET_COPY_STYLE: CopyStyle = { reference: 'after', quotes: 'none', numbers: true, version: true }
