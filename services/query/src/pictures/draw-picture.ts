import type { PictureLook, PictureShape } from '@pathlight/contracts/pictures.ts'
import { layOutWords } from './lay-out-words.ts'
import type { Letters } from './letters.ts'

type Colors = {
  /** The background's colours at its top and bottom. */
  readonly paper: readonly [string, string]
  /** The colour of the light at the top. */
  readonly glow: string
  readonly ink: string
  readonly muted: string
  readonly accent: string
}

/** The colours of each look: the web app's three themes, and `dawn`, which only pictures have. */
const LOOKS: Readonly<Record<PictureLook, Colors>> = {
  light: { paper: ['#fbfaf7', '#fbfaf7'], glow: '#fff3cf', ink: '#1d2127', muted: '#5d6470', accent: '#8f4f0b' },
  sepia: { paper: ['#f4ecd8', '#f4ecd8'], glow: '#f3e2ae', ink: '#362a1c', muted: '#6a583f', accent: '#84430c' },
  dark: { paper: ['#14161a', '#14161a'], glow: '#2f2716', ink: '#e8e6e0', muted: '#a2a8b3', accent: '#e9b44c' },
  dawn: { paper: ['#2b2140', '#7a3b1d'], glow: '#c9762f', ink: '#fff8ea', muted: '#f5dfba', accent: '#ffdf9a' },
}

/** The size of each shape, in pixels. Link previews are wide, and pictures for messages square. */
export const SHAPES: Readonly<Record<PictureShape, { readonly width: number; readonly height: number }>> = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
}

const SIZES = [72, 64, 56, 48, 42, 36, 32] as const
const LAMP =
  '<path d="M12 3c1.8 2.2 2.7 3.7 2.7 5.2A2.7 2.7 0 0 1 12 11a2.7 2.7 0 0 1-2.7-2.8C9.3 6.7 10.2 5.2 12 3Z"/><path d="M4 14h16c0 3.3-3.1 5-8 5s-8-1.7-8-5Z"/><path d="M9 21h6"/>'
const FAMILY = "font-family=\"'Source Serif 4','Noto Serif KR'\""

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes text for SVG. Control characters become spaces, because SVG does not allow them. */
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)

export type Picture = {
  readonly look: PictureLook
  readonly shape: PictureShape
  readonly text: string
  /** For example Psalm 23:1 · WEB. */
  readonly reference: string
  /** Whether the text is Korean, which needs more space between lines. */
  readonly korean: boolean
  readonly product: string
}

const svgOf = ({ width, height }: { width: number; height: number }, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${content}\n</svg>`

/**
 * The background as SVG. All pictures of a look and a shape share it. Rendering the background takes longer than
 * rendering the words, so it is a layer of its own, which is cached.
 */
export const drawPaper = (look: PictureLook, shape: PictureShape): string => {
  const { paper, glow } = LOOKS[look]
  const { width, height } = SHAPES[shape]
  const all = `width="${width}" height="${height}"`
  // A background with two layers takes 1.5 times as long as one layer. So the light on a plain background fades into
  // the background's colour, in one layer.
  const isPlain = paper[0] === paper[1]
  const faded = isPlain ? `stop-color="${paper[1]}"` : `stop-color="${glow}" stop-opacity="0"`
  return svgOf(
    SHAPES[shape],
    `<defs>
<linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${paper[0]}"/><stop offset="1" stop-color="${paper[1]}"/></linearGradient>
<radialGradient id="glow" cx="0.5" cy="0" r="0.75"><stop offset="0" stop-color="${glow}"/><stop offset="1" ${faded}/></radialGradient>
</defs>
${isPlain ? '' : `<rect ${all} fill="url(#paper)"/>`}<rect ${all} fill="url(#glow)"/>`,
  )
}

/** The layer of words as SVG: the text in the middle, the reference, and the lamp with the product's name. */
export const drawWords = ({ look, shape, text, reference, korean, product }: Picture, letters: Letters): string => {
  const { ink, muted, accent } = LOOKS[look]
  const { width, height } = SHAPES[shape]
  const margin = shape === 'wide' ? 96 : 100
  const leading = korean ? 1.5 : 1.32
  const foot = 150
  const room = { width: width - 2 * margin, height: height - foot - margin - 60, sizes: SIZES, leading }
  const { size, lines } = layOutWords(text, room, letters.width)
  const block = lines.length * size * leading
  // SVG places text by its baseline, which is about a quarter of the font size above the bottom of the line.
  const top = margin - 20 + (room.height - block) / 2 + size * (leading - 0.28)
  const words = lines.map(
    (line, n) =>
      `<text x="${width / 2}" y="${Math.round(top + n * size * leading)}" text-anchor="middle" ${FAMILY} font-size="${size}" fill="${ink}">${escaped(line)}</text>`,
  )
  const logo = width / 2 - (letters.width(product) * 30 + 44) / 2
  return svgOf(
    SHAPES[shape],
    `${words.join('\n')}
<text x="${width / 2}" y="${height - foot}" text-anchor="middle" ${FAMILY} font-size="30" fill="${muted}">${escaped(reference)}</text>
<g transform="translate(${logo} ${height - 84}) scale(1.4)" fill="none" stroke="${accent}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${LAMP}</g>
<text x="${logo + 44}" y="${height - 60}" ${FAMILY} font-size="30" fill="${accent}">${escaped(product)}</text>`,
  )
}
