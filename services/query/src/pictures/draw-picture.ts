import type { PictureLook, PictureShape } from '@pathlight/contracts/pictures.ts'
import { layOutWords } from './lay-out-words.ts'
import type { Letters } from './letters.ts'

type Colors = {
  /** The colours of the background, from above to below. */
  readonly paper: readonly [string, string]
  /** Light from above, as from a lamp. */
  readonly glow: string
  readonly ink: string
  readonly muted: string
  readonly accent: string
}

/** The themes of the web app (apps/web/src/look/tokens.css), and evening light. */
const LOOKS: Readonly<Record<PictureLook, Colors>> = {
  light: { paper: ['#fbfaf7', '#fbfaf7'], glow: '#fff3cf', ink: '#1d2127', muted: '#5d6470', accent: '#8f4f0b' },
  sepia: { paper: ['#f4ecd8', '#f4ecd8'], glow: '#f3e2ae', ink: '#362a1c', muted: '#6a583f', accent: '#84430c' },
  dark: { paper: ['#14161a', '#14161a'], glow: '#2f2716', ink: '#e8e6e0', muted: '#a2a8b3', accent: '#e9b44c' },
  dawn: { paper: ['#2b2140', '#7a3b1d'], glow: '#c9762f', ink: '#fff8ea', muted: '#f5dfba', accent: '#ffdf9a' },
}

/** In pixels: as link previews show them, and as they are sent in messages. */
export const SHAPES: Readonly<Record<PictureShape, { readonly width: number; readonly height: number }>> = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
}

const SIZES = [72, 64, 56, 48, 42, 36, 32] as const
const LAMP =
  '<path d="M12 3c1.8 2.2 2.7 3.7 2.7 5.2A2.7 2.7 0 0 1 12 11a2.7 2.7 0 0 1-2.7-2.8C9.3 6.7 10.2 5.2 12 3Z"/><path d="M4 14h16c0 3.3-3.1 5-8 5s-8-1.7-8-5Z"/><path d="M9 21h6"/>'
const FAMILY = "font-family=\"'Source Serif 4','Noto Serif KR'\""

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** As text of an SVG, which has no control characters. */
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)

export type Picture = {
  readonly look: PictureLook
  readonly shape: PictureShape
  readonly text: string
  /** Where it is from: Psalm 23:1 · WEB */
  readonly reference: string
  /** Whether the text is Korean: its lines stand farther apart. */
  readonly korean: boolean
  readonly product: string
}

const drawingOf = ({ width, height }: { width: number; height: number }, what: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${what}\n</svg>`

/**
 * What all pictures of a look and a shape have below their words, as SVG: paper, and light from above. To draw it takes longer than to draw
 * the words, so it is drawn apart and kept.
 */
export const drawPaper = (look: PictureLook, shape: PictureShape): string => {
  const { paper, glow } = LOOKS[look]
  const { width, height } = SHAPES[shape]
  const all = `width="${width}" height="${height}"`
  // Two layers cost half as much again to draw as one: on paper of one colour the light fades into that colour.
  const isPlain = paper[0] === paper[1]
  const faded = isPlain ? `stop-color="${paper[1]}"` : `stop-color="${glow}" stop-opacity="0"`
  return drawingOf(
    SHAPES[shape],
    `<defs>
<linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${paper[0]}"/><stop offset="1" stop-color="${paper[1]}"/></linearGradient>
<radialGradient id="glow" cx="0.5" cy="0" r="0.75"><stop offset="0" stop-color="${glow}"/><stop offset="1" ${faded}/></radialGradient>
</defs>
${isPlain ? '' : `<rect ${all} fill="url(#paper)"/>`}<rect ${all} fill="url(#glow)"/>`,
  )
}

/** What stands on the paper as SVG: a text in the middle, where it is from, and the lamp with the product's name. */
export const drawWords = ({ look, shape, text, reference, korean, product }: Picture, letters: Letters): string => {
  const { ink, muted, accent } = LOOKS[look]
  const { width, height } = SHAPES[shape]
  const margin = shape === 'wide' ? 96 : 100
  const leading = korean ? 1.5 : 1.32
  const foot = 150
  const room = { width: width - 2 * margin, height: height - foot - margin - 60, sizes: SIZES, leading }
  const { size, lines } = layOutWords(text, room, letters.width)
  const block = lines.length * size * leading
  // Letters stand on their line, which is about a quarter above the foot of their box.
  const top = margin - 20 + (room.height - block) / 2 + size * (leading - 0.28)
  const words = lines.map(
    (line, n) =>
      `<text x="${width / 2}" y="${Math.round(top + n * size * leading)}" text-anchor="middle" ${FAMILY} font-size="${size}" fill="${ink}">${escaped(line)}</text>`,
  )
  const logo = width / 2 - (letters.width(product) * 30 + 44) / 2
  return drawingOf(
    SHAPES[shape],
    `${words.join('\n')}
<text x="${width / 2}" y="${height - foot}" text-anchor="middle" ${FAMILY} font-size="30" fill="${muted}">${escaped(reference)}</text>
<g transform="translate(${logo} ${height - 84}) scale(1.4)" fill="none" stroke="${accent}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${LAMP}</g>
<text x="${logo + 44}" y="${height - 60}" ${FAMILY} font-size="30" fill="${accent}">${escaped(product)}</text>`,
  )
}
