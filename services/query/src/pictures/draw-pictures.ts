import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import { drawPaper, drawWords, type Picture } from './draw-picture.ts'
import { layOnPaper, rowsOf } from './lay-on-paper.ts'
import { type Letters, openLetters } from './letters.ts'
import { pngOf } from './png.ts'

/** Papers without words are kept up to so many bytes: one takes 2.3 or 3.5 MB, and there are eight. */
const PAPERS_BYTES = 16 * 1024 * 1024

/**
 * Draws pictures as PNG, in this process.
 *
 * @param from where the web app's letters are (woff2)
 * @param folder where what they are drawn from is kept
 */
export const openDrawing = ({ from, folder }: { from: string; folder: string }) => {
  let letters: Promise<Letters> | null = null
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
  return async (picture: Picture): Promise<Buffer> => {
    const known = await theLetters()
    const paper = await paperOf(picture)
    const words = await renderAsync(drawWords(picture, known), {
      font: {
        fontFiles: known.filesFor(picture.text + picture.reference + picture.product),
        loadSystemFonts: false,
        defaultFontFamily: 'Source Serif 4',
      },
    })
    return pngOf(words, layOnPaper(paper, words.pixels, words.width))
  }
}
