import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// What a visitor's browser must fetch before each page works, from Vite's manifest, against what we allow ourselves.
const dist = join(import.meta.dirname, '../../apps/web/dist/client')

type Chunk = { file: string; imports?: string[]; css?: string[] }
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** kB of JavaScript after gzip, by page; a page that is not named may have OTHERS. */
const PAGES: Readonly<Record<string, number>> = {
  'src/features/landing/landing-page.tsx': 135,
  'src/app/chapter-route.tsx': 150,
}
const OTHERS = 150
const CSS = 10
/** The Korean letters' stylesheet: fetched only with Korean text. */
const KOREAN_FONTS = /korean-fonts/

const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000

/** A chunk and everything it imports before it runs. */
const closure = (name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return seen
  seen.add(name)
  for (const imported of chunk.imports ?? []) closure(imported, seen)
  return seen
}
const filesOf = (names: Iterable<string>, kind: 'file' | 'css'): string[] => [
  ...new Set([...names].flatMap((name) => (kind === 'file' ? manifest[name]?.file : manifest[name]?.css) ?? [])),
]
const weigh = (files: readonly string[]): number => files.reduce((sum, file) => sum + gzipped(file), 0)

const pages = Object.keys(manifest).filter((name) => /-(page|route)\.tsx$/.test(name))
if (pages.length === 0) throw new Error('No pages in the manifest: did the build or the naming of pages change?')
const rows = pages.map((name) => {
  const names = closure('index.html')
  for (const more of closure(name)) names.add(more)
  return { name, size: weigh(filesOf(names, 'file')), allowed: PAGES[name] ?? OTHERS }
})
const styles = filesOf(Object.keys(manifest), 'css').filter((file) => !KOREAN_FONTS.test(file))
rows.push({ name: 'all stylesheets', size: weigh(styles), allowed: CSS })

for (const { name, size, allowed } of rows)
  console.log(`${size > allowed ? '✗' : '✓'} ${size.toFixed(1).padStart(6)} of ${allowed} kB  ${name}`)
process.exit(rows.some(({ size, allowed }) => size > allowed) ? 1 : 0)
