import { createHash } from 'node:crypto'
import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import { drawPaper, drawWords, type Picture } from './draw-picture.ts'
import { layOnPaper, rowsOf } from './lay-on-paper.ts'
import { type Letters, openLetters } from './letters.ts'
import { pngOf } from './png.ts'

/** Pictures are kept up to so many bytes; one takes 130 to 300 KB. */
const CACHE_BYTES = 32 * 1024 * 1024
/** Papers without words are kept up to so many bytes: one takes 2.3 or 3.5 MB, and there are eight. */
const PAPERS_BYTES = 16 * 1024 * 1024

export type DrawnPicture = { readonly png: Buffer; readonly tag: string }
/** Draws pictures of texts, beside the event loop, and keeps them. */
export type Pictures = { draw(picture: Picture): Promise<DrawnPicture> }

/**
 * @param from where the web app's letters are (woff2)
 * @param folder where what they are drawn from is kept
 */
export const openPictures = ({ from, folder }: { from: string; folder: string }): Pictures => {
  const kept = new LRUCache<string, DrawnPicture>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ png }) => png.length + 500,
  })
  const underWay = new Map<string, Promise<DrawnPicture>>()
  let letters: Promise<Letters> | null = null
  /** When the first picture is asked for: a start takes no longer. */
  const theLetters = (): Promise<Letters> => {
    letters ??= openLetters(from, folder).catch((error) => {
      letters = null
      throw error
    })
    return letters
  }
  const papers = new LRUCache<string, Uint8Array>({
    maxSize: PAPERS_BYTES,
    sizeCalculation: (rows) => rows.length,
  })
  const paperOf = async ({ look, shape }: Picture): Promise<Uint8Array> => {
    const name = `${look} ${shape}`
    const known = papers.get(name)
    if (known) return known
    const drawn = await renderAsync(drawPaper(look, shape), { font: { loadSystemFonts: false } })
    const rows = rowsOf(drawn.pixels, drawn.width)
    papers.set(name, rows)
    return rows
  }
  const make = async (key: string, picture: Picture): Promise<DrawnPicture> => {
    const known = await theLetters()
    const [paper, words] = await Promise.all([
      paperOf(picture),
      renderAsync(drawWords(picture, known), {
        font: {
          fontFiles: known.filesFor(picture.text + picture.reference + picture.product),
          loadSystemFonts: false,
          defaultFontFamily: 'Source Serif 4',
        },
      }),
    ])
    const png = await pngOf(words, layOnPaper(paper, words.pixels, words.width))
    const made = { png, tag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 27)}"` }
    kept.set(key, made)
    return made
  }
  return {
    draw: (picture) => {
      const key = createHash('sha256').update(JSON.stringify(picture)).digest('base64url')
      const known = kept.get(key)
      if (known) return Promise.resolve(known)
      // The same one asked for twice at once is drawn once.
      const making = underWay.get(key) ?? make(key, picture).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}
