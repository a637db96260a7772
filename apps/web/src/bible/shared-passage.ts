import type { PictureLook, PictureShape } from '@pathlight/contracts/pictures.ts'
import { passagePath } from './passage-path.ts'

export type SharedPassage = {
  readonly version: string
  readonly book: string
  readonly chapter: number
  /** The first verse. Null for the whole chapter. */
  readonly verse: number | null
  /** The last verse. Absent if the passage is a single verse or a whole chapter. */
  readonly through?: number
  /** The numbers of the chosen verses, such as `3,5-6`. If absent, all verses of the range are chosen. */
  readonly marked?: string
}

/**
 * The passage's address on this site. The page scrolls to the first verse and marks the chosen verses. `?verse` tells
 * the server which verses the picture in link previews shows, because browsers do not send the hash.
 */
export const sharedPath = ({ verse, through, marked, ...reference }: SharedPassage): string => {
  if (verse === null) return passagePath(reference)
  const verses = through !== undefined && through > verse ? `${verse}-${through}` : verse
  return `${passagePath(reference)}?verse=${verses}#v${marked ?? verses}`
}

/** The address of the server's picture of a passage. */
export const picturePath = (
  { version, book, chapter, verse, through }: SharedPassage,
  { look, shape }: { readonly look: PictureLook; readonly shape: PictureShape },
): string => {
  const options = { version, book, chapter: String(chapter), look, shape }
  const verses =
    verse === null ? {} : { verse: String(verse), ...(through !== undefined && { through: String(through) }) }
  return `/pictures/passage.png?${new URLSearchParams({ ...options, ...verses })}`
}
