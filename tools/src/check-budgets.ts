import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// Checks how much each page downloads against its budget, in compressed kB. Vite's manifest has the files of each page.
// `all`: scripts, words, styles and fonts. `scripts`: the scripts alone.
const dist = join(import.meta.dirname, '../../apps/web/dist/client')

type Chunk = { file: string; imports?: string[]; css?: string[] }
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

type Budget = { readonly scripts: number; readonly all: number }
const PAGES: Readonly<Record<string, Budget>> = {
  'src/app/landing-route.tsx': { scripts: 150, all: 200 },
  // This page shows notes, highlights, bookmarks and sermons on verses. It loads their editors later.
  'src/app/chapter-route.tsx': { scripts: 168, all: 222 },
}
/**
 * Chunks that a page loads on demand. `scripts`: the limit of what `chunk` adds to the scripts of `from`, in compressed
 * kB.
 */
const ON_DEMAND = [
  {
    chunk: 'src/kinds/sermons/rich-text-editor.tsx',
    from: 'src/kinds/sermons/sermon-workspace.tsx',
    scripts: 130,
  },
] as const
const OTHERS: Budget = { scripts: 170, all: 225 }
/**
 * The files with the words of each language. Those of Korean include the code for particles. The larger of the two
 * counts.
 */
const WORDS = ['src/locales/en.json', 'src/locales/korean.ts']
/** The fonts that every page needs at once. */
const LETTERS = ['src/look/letters/latin.woff2']

/** The compressed size of a file in kB. Fonts are compressed already. */
const weigh = (file: string): number => {
  const content = readFileSync(join(dist, file))
  return (file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length) / 1000
}
const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0)

/** A chunk and all its static imports. */
const chunksOf = (name: string, seen = new Set<Chunk>()): Set<Chunk> => {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`Vite's manifest has no ${name}`)
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const imported of chunk.imports ?? []) chunksOf(imported, seen)
  return seen
}
const fetchedFor = (page: string): { scripts: Set<string>; styles: Set<string> } => {
  const chunks = new Set([...chunksOf('index.html'), ...chunksOf(page)])
  return {
    scripts: new Set([...chunks].map(({ file }) => file)),
    styles: new Set([...chunks].flatMap(({ css }) => css ?? [])),
  }
}
const words = Math.max(...WORDS.map((name) => sum(new Set([...chunksOf(name)].map(({ file }) => file)))))
const letters = sum(LETTERS.map((name) => manifest[name]?.file ?? name))

const pages = Object.keys(manifest).filter((name) => /-(page|route)\.tsx$/.test(name))
if (pages.length === 0) throw new Error('No pages in the manifest: did the build or the naming of pages change?')
let over = false
const show = (size: number, allowed: number): string => {
  if (size > allowed) over = true
  return `${size > allowed ? '✗' : '✓'} ${size.toFixed(1).padStart(6)} of ${allowed}`
}
console.log('kB before a page works: all, and its scripts')
for (const page of pages) {
  const { scripts, styles } = fetchedFor(page)
  const budget = PAGES[page] ?? OTHERS
  const code = sum(scripts)
  console.log(`${show(code + words + sum(styles) + letters, budget.all)}  ${show(code, budget.scripts)}  ${page}`)
}
for (const { chunk, from, scripts } of ON_DEMAND) {
  const loaded = new Set([...chunksOf('index.html'), ...chunksOf(from)])
  const more = [...chunksOf(chunk)].filter((one) => !loaded.has(one))
  console.log(`${' '.repeat(19)}${show(sum(new Set(more.map(({ file }) => file))), scripts)}  ${chunk}, on demand`)
}
process.exit(over ? 1 : 0)
