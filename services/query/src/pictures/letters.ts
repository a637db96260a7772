import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type opentype from 'opentype.js'

/** The fonts of pictures. */
export type Letters = {
  /** The font files that contain a text's characters. With fewer files the renderer has less to read. */
  filesFor(text: string): string[]
  /** Whether a character of the text is in no font, so that a picture would leave it out. */
  lacks(text: string): boolean
  /** The width as a multiple of the font size. A character without a font counts as 1. */
  width(text: string): number
}

/** Characters that no picture shows: spaces, control characters, and those that only join or separate others. */
const UNSEEN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u

const ttfOf = async (woff2: string, folder: string): Promise<string> => {
  const packed = await readFile(woff2)
  // The hash is in the name, so that another version of a font is converted again.
  const hash = createHash('sha256').update(packed).digest('hex').slice(0, 16)
  const file = join(folder, `${basename(woff2, '.woff2')}-${hash}.ttf`)
  if (existsSync(file)) return file
  // The module is loaded only for a conversion, because it takes 33 MB of memory and never frees them.
  const { decompress } = await import('wawoff2')
  const ttf = await decompress(packed)
  // With the rename, two processes can convert the same font at the same time.
  await writeFile(`${file}.${process.pid}.part`, ttf)
  await rename(`${file}.${process.pid}.part`, file)
  return file
}

/**
 * Converts the web app's fonts (`from`: the folder of their woff2 files) to ttf files in `folder`, which the renderer
 * needs. A character that several fonts have comes from the first of them. The Latin font comes first.
 */
export const openLetters = async (from: string, folder: string): Promise<Letters> => {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(from)).filter((name) => /^(latin|korean-\d)\.woff2$/.test(name)).sort()
  names.sort((one, other) => Number(other.startsWith('latin')) - Number(one.startsWith('latin')))
  // The module is loaded only for pictures, because it takes 9 MB of memory.
  const { default: reader } = await import('opentype.js')
  const fonts: { readonly file: string; readonly font: opentype.Font }[] = []
  for (const name of names) {
    const file = await ttfOf(join(from, name), folder)
    const bytes = await readFile(file)
    const font = reader.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
    fonts.push({ file, font })
  }
  // The fonts of older programs are not needed any more. Other processes may still be writing their `.part` files.
  const needed = fonts.map(({ file }) => basename(file))
  for (const name of await readdir(folder))
    if (name.endsWith('.ttf') && !needed.includes(name)) await rm(join(folder, name), { force: true })
  /** For each character the first font that has it, and the character's width in that font. */
  const glyphs = new Map<string, { readonly file: string | null; readonly width: number }>()
  const find = (character: string) => {
    const cached = glyphs.get(character)
    if (cached) return cached
    const one = fonts.find(({ font }) => font.charToGlyphIndex(character) > 0)
    const width = one ? (one.font.charToGlyph(character).advanceWidth ?? one.font.unitsPerEm) / one.font.unitsPerEm : 1
    const glyph = { file: one?.file ?? null, width }
    glyphs.set(character, glyph)
    return glyph
  }
  return {
    filesFor: (text) => [...new Set([...text].flatMap((character) => find(character).file ?? []))],
    lacks: (text) => [...text].some((character) => find(character).file === null && !UNSEEN.test(character)),
    width: (text) => [...text].reduce((sum, character) => sum + find(character).width, 0),
  }
}
