import type { PictureLook, PictureShape } from '@pathlight/contracts/pictures.ts'
import { passagePath } from './passage-path.ts'

/** Verses to be shared, with their words. */
export type SharedPassage = {
  readonly version: string
  readonly book: string
  readonly chapter: number
  /** Null: the chapter. */
  readonly verse: number | null
  /** The last verse, where there are several. */
  readonly through?: number
  readonly text: string
  /** Where it is, in words: John 3:16 */
  readonly reference: string
}

/** Its address on this site: it leads to the first verse, and marks all. ?verse is for the picture in previews of the link: what stands after # no server sees. */
export const sharedPath = ({
  verse,
  through,
  ...place
}: Pick<SharedPassage, 'version' | 'book' | 'chapter' | 'verse' | 'through'>): string => {
  if (verse === null) return passagePath(place)
  const verses = through !== undefined && through > verse ? `${verse}-${through}` : verse
  return `${passagePath(place)}?verse=${verses}#v${verses}`
}

/** What is sent as text: the words, where they are from, and the link. */
export const sharedText = ({ text, reference, version }: SharedPassage, link: string): string =>
  `${text}\n${reference} (${version})\n${link}`

type Pictured = Pick<SharedPassage, 'version' | 'book' | 'chapter' | 'through'> & { readonly verse: number | null }

/** Where the server draws a picture of it. */
export const picturePath = (
  { version, book, chapter, verse, through }: Pictured,
  { look, shape }: { readonly look: PictureLook; readonly shape: PictureShape },
): string => {
  const asked = { version, book, chapter: String(chapter), look, shape }
  const verses =
    verse === null ? {} : { verse: String(verse), ...(through !== undefined && { through: String(through) }) }
  return `/pictures/passage.png?${new URLSearchParams({ ...asked, ...verses })}`
}
