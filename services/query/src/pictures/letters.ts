import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type opentype from 'opentype.js'

/** What pictures are written in. */
export type Letters = {
  /** The files that have the letters of a text: the fewer there are, the less there is to read for a picture. */
  filesFor(text: string): string[]
  /** Width in parts of the size of the letters, with what none of the fonts has counted as wide as a Korean syllable. */
  width(text: string): number
}

const ttfOf = async (woff2: string, folder: string): Promise<string> => {
  const file = join(folder, `${woff2.replace(/^.*\//, '').replace(/\.woff2$/, '')}.ttf`)
  if (existsSync(file)) return file
  // Loaded where a file is not there yet: it takes 33 MB of its own, and keeps them.
  const { decompress } = await import('wawoff2')
  const ttf = await decompress(await readFile(woff2))
  // Two that start at the same time write the same.
  await writeFile(`${file}.${process.pid}.part`, ttf)
  await rename(`${file}.${process.pid}.part`, file)
  return file
}

/**
 * The letters of the web app (`from`: its woff2 files) in the older form that is drawn from; kept in `folder`. The Latin ones
 * come first: what both have is taken from them.
 */
export const openLetters = async (from: string, folder: string): Promise<Letters> => {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(from)).filter((name) => /^(latin|korean-\d)\.woff2$/.test(name)).sort()
  names.sort((one, other) => Number(other.startsWith('latin')) - Number(one.startsWith('latin')))
  // It takes 9 MB, which a process that draws nothing does not need.
  const { default: reader } = await import('opentype.js')
  const fonts: { readonly file: string; readonly font: opentype.Font }[] = []
  for (const name of names) {
    const file = await ttfOf(join(from, name), folder)
    const bytes = await readFile(file)
    const font = reader.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
    fonts.push({ file, font })
  }
  /** The first font that has it, and its width there. */
  const found = new Map<string, { readonly file: string | null; readonly width: number }>()
  const find = (character: string) => {
    const known = found.get(character)
    if (known) return known
    const one = fonts.find(({ font }) => font.charToGlyphIndex(character) > 0)
    const width = one ? (one.font.charToGlyph(character).advanceWidth ?? one.font.unitsPerEm) / one.font.unitsPerEm : 1
    const made = { file: one?.file ?? null, width }
    found.set(character, made)
    return made
  }
  return {
    filesFor: (text) => [...new Set([...text].flatMap((character) => find(character).file ?? []))],
    width: (text) => [...text].reduce((sum, character) => sum + find(character).width, 0),
  }
}
