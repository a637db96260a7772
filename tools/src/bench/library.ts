import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildBuiltIn } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import { openFindVerses } from '@pathlight/bible-library/search/find-verses.ts'
import { percentile, timed } from './figures.ts'

const SAMPLES = resolve(process.env.BIBLE_SAMPLES_DIR ?? join(import.meta.dirname, '../../../../shared/data/bibles'))
/** What people type most; the common words are the slow ones. */
const QUERIES = [
  'the',
  'God',
  'and',
  'love',
  'faith hope love',
  '"in the beginning"',
  'lord -god',
  '하나님',
  '사랑',
  '여호와 목자',
  '학교',
  'shepherd',
]

/** Indexing, reading, searching and importing; the latter with a sample Bible of 31,100 verses where there is one. */
export async function measureLibrary(): Promise<Record<string, number | null>> {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-bench-library-'))
  const file = join(folder, 'bibles.sqlite')
  try {
    const indexed = await timed(() => buildBuiltIn(file))
    const sample = join(SAMPLES, 'krv.osis.xml')
    let verses: number | null = null
    if (existsSync(sample)) {
      const took = await timed(() => importBible({ library: file, path: sample, code: 'KRV', language: 'ko' }))
      verses = 31_100 / (took / 1000)
    }
    const library = openLibrary(file)
    const reads: number[] = []
    for (let n = 0; n < 2_000; n++) {
      reads.push(await timed(() => library.chapter('KJV', 1 + (n % 66), 1)))
    }
    const find = openFindVerses(library)
    const searches: number[] = []
    for (let n = 0; n < 40; n++)
      for (const query of QUERIES) searches.push(await timed(() => find({ query, limit: 20 })))
    library.close()
    return {
      'index one Bible': indexed / 3,
      'chapter read, in the process, p50': percentile(reads, 50),
      'search, in the process, p50': percentile(searches, 50),
      'search, in the process, p99': percentile(searches, 99),
      'import of a Bible (OSIS)': verses,
      'memory after import and search': process.memoryUsage.rss() / 1024 / 1024,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
