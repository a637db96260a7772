import { renderAsync } from '@resvg/resvg-js'
import { drawPaper, drawWords, type Picture } from './draw-picture.ts'
import { layOnPaper, rowsOf } from './lay-on-paper.ts'
import { type Letters, openLetters } from './letters.ts'
import { pngOf } from './png.ts'

/**
 * Draws pictures as PNG, in this process. Answers null if the fonts lack letters of the words, because a picture must
 * not leave letters of a text out.
 *
 * @param from the folder of the web app's fonts (woff2)
 * @param folder for the converted fonts
 */
export const openDrawing = ({ from, folder }: { from: string; folder: string }) => {
  let letters: Promise<Letters> | null = null
  const loadLetters = (): Promise<Letters> => {
    letters ??= openLetters(from, folder).catch((error) => {
      letters = null
      throw error
    })
    return letters
  }
  /** The backgrounds that were used: at most eight, of 2.3 or 3.5 MB. The process ends when it is idle. */
  const papers = new Map<string, Uint8Array>()
  const paperOf = async ({ look, shape }: Picture): Promise<Uint8Array> => {
    const name = `${look} ${shape}`
    const cached = papers.get(name)
    if (cached) return cached
    const image = await renderAsync(drawPaper(look, shape), { font: { loadSystemFonts: false } })
    const rows = rowsOf(image.pixels, image.width)
    papers.set(name, rows)
    return rows
  }
  return async (picture: Picture): Promise<Buffer | null> => {
    const fonts = await loadLetters()
    const said = picture.text + picture.reference + picture.product
    if (fonts.lacks(said)) return null
    const paper = await paperOf(picture)
    const words = await renderAsync(drawWords(picture, fonts), {
      font: {
        fontFiles: fonts.filesFor(said),
        loadSystemFonts: false,
        defaultFontFamily: 'Source Serif 4',
      },
    })
    return pngOf(words, layOnPaper(paper, words.pixels, words.width))
  }
}
