import type { PictureLook, PictureShape } from '@pathlight/contracts/pictures.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { passagePath } from './passage-path.ts'

/** A passage to share, with its words. */
export type SharedPassage = {
  readonly version: string
  readonly book: string
  readonly chapter: number
  /** Null for the whole chapter. */
  readonly verse: number | null
  /** The last verse of a range. */
  readonly through?: number
  readonly text: string
  /** The reference in words: John 3:16. */
  readonly reference: string
}

/**
 * The passage's address on this site: it scrolls to the first verse and marks all. `?verse` is for the picture in link
 * previews, because no server sees the hash.
 */
export const sharedPath = ({
  verse,
  through,
  ...reference
}: Pick<SharedPassage, 'version' | 'book' | 'chapter' | 'verse' | 'through'>): string => {
  if (verse === null) return passagePath(reference)
  const verses = through !== undefined && through > verse ? `${verse}-${through}` : verse
  return `${passagePath(reference)}?verse=${verses}#v${verses}`
}

/** The passage as text: its words, its reference, and the link. */
export const sharedText = ({ text, reference, version }: SharedPassage, link: string): string =>
  `${text}\n${citation(reference, version)}\n${link}`

type PicturePassage = Pick<SharedPassage, 'version' | 'book' | 'chapter' | 'through'> & {
  readonly verse: number | null
}

/** The address of the server's picture of a passage. */
export const picturePath = (
  { version, book, chapter, verse, through }: PicturePassage,
  { look, shape }: { readonly look: PictureLook; readonly shape: PictureShape },
): string => {
  const options = { version, book, chapter: String(chapter), look, shape }
  const verses =
    verse === null ? {} : { verse: String(verse), ...(through !== undefined && { through: String(through) }) }
  return `/pictures/passage.png?${new URLSearchParams({ ...options, ...verses })}`
}
