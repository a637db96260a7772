import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKS } from '@pathlight/scripture/books.ts'
import subsetFont from 'subset-font'

// Generates apps/web/src/look/letters/*.woff2 and korean-letters.css: the parts of the fonts that scripture and the
// interface need. Run it by hand when the needed characters change. The result is in the repository, because the fonts
// themselves are large:
//   npm install --no-save @expo-google-fonts/noto-serif-kr @fontsource-variable/source-serif-4
//   node tools/src/subset-fonts.ts
const root = join(import.meta.dirname, '../..')
const letters = join(root, 'apps/web/src/look/letters')

const font = (path: string): Buffer => {
  const file = join(root, 'node_modules', path)
  if (!existsSync(file)) throw new Error(`${file} is missing: see the beginning of ${import.meta.filename}`)
  return readFileSync(file)
}
const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, step) => from + step))

/** The characters of English text. The unicode-range in fonts.css must be the same. */
const LATIN = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  range(0x2010, 0x2015),
  range(0x2018, 0x201e),
  '\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2020\u2021\u2022\u2026\u2032\u2033\u2039\u203a\u20ac\u2122',
].join('')

/**
 * How many syllables of the list korean-syllables.txt come before the end of each font file. The first file has 96 % of
 * the syllables of a text. The first two files have all syllables of the 개역한글, and the others have the rest of KS X
 * 1001. With smaller files a browser would load more, because each chapter has some rare syllables.
 */
const ENDS = [400, 1239, 1800, 2350]

/** How many syllables the bold font of headings has. With this number its file has at most 60 kB. */
const HEADING_SYLLABLES = 380
const TITLE_KEY = /title|heading|how$|why$|empty$|question$/i

/** The texts of the interface whose keys show that they are titles. */
const titlesIn = (words: object): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' ? titlesIn(value) : TITLE_KEY.test(key) ? [String(value)] : [],
  )

/** The code points of a text in the notation of CSS, in which consecutive ones are a range. */
const unicodeRange = (text: string): string => {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const point of points) {
    const last = ranges.at(-1)
    if (last && last[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  const hex = (point: number) => point.toString(16)
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',')
}

const write = (name: string, file: Buffer): void => {
  writeFileSync(join(letters, name), file)
  console.log(`${(file.length / 1000).toFixed(1).padStart(6)} kB  ${name}`)
}

for (const name of readdirSync(letters)) if (name.endsWith('.woff2')) rmSync(join(letters, name))

const serif = (style: string) =>
  font(`@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-${style}.woff2`)
const weights = { wght: { min: 400, max: 600, default: 400 } }
write('latin.woff2', await subsetFont(serif('normal'), LATIN, { targetFormat: 'woff2', variationAxes: weights }))
write(
  'latin-italic.woff2',
  await subsetFont(serif('italic'), LATIN, { targetFormat: 'woff2', variationAxes: { wght: 400 } }),
)

const korean = font('@expo-google-fonts/noto-serif-kr/400Regular/NotoSerifKR_400Regular.ttf')
const syllables = [...readFileSync(join(letters, 'korean-syllables.txt'), 'utf8').replaceAll('\n', '')]
const slices = ENDS.map((end, index) => syllables.slice(ENDS[index - 1] ?? 0, end))
const faces = ['/* Made by tools/src/subset-fonts.ts. A page fetches the files whose syllables it shows. */']
for (const [index, slice] of slices.entries()) {
  const name = `korean-${index + 1}.woff2`
  write(name, await subsetFont(korean, slice.join(''), { targetFormat: 'woff2' }))
  faces.push(
    `@font-face {
  font-family: 'Pathlight Korean';
  font-display: optional;
  src: url('./letters/${name}') format('woff2');
  unicode-range: ${unicodeRange(slice.join(''))};
}`,
  )
}

// The font of headings has all syllables of the names of books and of titles, and then the most frequent other
// syllables.
const locales = join(root, 'apps/web/src')
const catalogues = globSync('{locales/ko.json,locales/ko/*.json,kinds/*/words/*.ko.json}', { cwd: locales })
const titles = catalogues.flatMap((name) => titlesIn(JSON.parse(readFileSync(join(locales, name), 'utf8')) as object))
const named = [...BOOKS.map(({ name }) => name.ko), ...titles, '장편절'].join('')
const inHeadings = new Set(syllables.filter((syllable) => named.includes(syllable)))
for (const syllable of syllables) if (inHeadings.size < HEADING_SYLLABLES) inHeadings.add(syllable)
const semibold = font('@expo-google-fonts/noto-serif-kr/600SemiBold/NotoSerifKR_600SemiBold.ttf')
write('korean-heading.woff2', await subsetFont(semibold, [...inHeadings].join(''), { targetFormat: 'woff2' }))
faces.push(
  `@font-face {
  font-family: 'Pathlight Korean Heading';
  font-display: optional;
  font-weight: 600;
  src: url('./letters/korean-heading.woff2') format('woff2');
  unicode-range: ${unicodeRange([...inHeadings].join(''))};
}`,
)
writeFileSync(join(letters, '../korean-letters.css'), `${faces.join('\n')}\n`)
