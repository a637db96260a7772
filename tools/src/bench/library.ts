import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildBuiltIn } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { type Library, openLibrary } from '@pathlight/bible-library/library.ts'
import { inTransaction, openForWriting, verseRow } from '@pathlight/bible-library/schema.ts'
import { indexVersion } from '@pathlight/bible-library/search/index-version.ts'
import { openFindVerses } from '@pathlight/bible-library/search/search-index.ts'
import { openWords } from '@pathlight/bible-library/words/open-words.ts'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { median, percentile, timed } from './figures.ts'

const SAMPLES = resolve(process.env.BIBLE_SAMPLES_DIR ?? join(import.meta.dirname, '../../../../shared/data/bibles'))
/** A Bible to import, if the folder of samples has it. */
export const SAMPLE_KRV = join(SAMPLES, 'krv.osis.xml')
/** Frequent queries. Queries with common words are slow. */
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
  'the lord',
  'in the',
]
/** Queries for original words, from rare to very common ones. */
const BY_THE_ORIGINAL = [
  ...['strong:G26', 'strong:G3588', 'strong:H3068', 'strong:H430', 'strong:G26 world', 'strong:G25 OR strong:G26'],
  ...['strong:G2316 near/5 strong:G25', 'strong:H430 in:Gen create*', 'lemma:אהב', 'lemma:λόγος in:John'],
]
const MANY_VERSIONS = 12

/** Adds copies of the library's versions until there are MANY_VERSIONS. A search of a copy takes the same time. */
export const fillUp = (file: string): void => {
  const db = openForWriting(file)
  const numberOf = (code: string) => Number(db.prepare('SELECT number FROM version WHERE code = ?').get(code)?.number)
  const codes = db
    .prepare('SELECT code FROM version')
    .all()
    .map(({ code }) => String(code))
  for (let n = codes.length; n < MANY_VERSIONS; n++) {
    const from = codes[n % codes.length] as string
    const code = `COPY${n}`
    inTransaction(db, () => {
      db.prepare(
        `INSERT INTO version (code, name, local_name, language, direction, licence, source, versification, fingerprint, books, verses, added_at)
         SELECT ?, name, local_name, language, direction, licence, source, versification, fingerprint, books, verses, added_at
         FROM version WHERE code = ?`,
      ).run(code, from)
      const [first, step] = [verseRow(numberOf(from), 0), verseRow(numberOf(code), 0) - verseRow(numberOf(from), 0)]
      db.prepare(
        `INSERT INTO verse (row, text, through, layout)
         SELECT row + ?, text, through, layout FROM verse WHERE row BETWEEN ? AND ?`,
      ).run(step, first, verseRow(numberOf(from) + 1, 0) - 1)
      indexVersion(db, code)
    })
  }
  db.close()
}

/** The times of the given searches in a warmed-up process, in milliseconds. */
const searchTimes = async (library: Library, queries: readonly string[] = QUERIES): Promise<number[]> => {
  const find = openFindVerses(library)
  // The warm-up searches words, pairs and phrases of two chapters.
  for (const [version, book, chapter] of [
    ['KJV', 19, 119],
    ['KRV', 19, 119],
  ] as const) {
    const words = JSON.stringify(library.chapter(version, book, chapter)).match(/\p{L}{2,}/gu) ?? []
    for (let n = 0; n + 2 < words.length; n += 4) {
      const pair = words.slice(n, n + 2).join(' ')
      for (const query of [pair, `"${pair}"`, words[n + 2] ?? '']) find({ query, limit: 20 })
    }
  }
  const times: number[] = []
  for (let n = 0; n < 40; n++) for (const query of queries) times.push(await timed(() => find({ query, limit: 20 })))
  return times
}

/** The times to read the original words of each chapter of the KJV, in milliseconds. */
const wordsTimes = async (library: Library): Promise<number[]> => {
  const words = openWords(library)
  const times: number[] = []
  for (const book of BOOKS)
    for (let chapter = 1; chapter <= chapterCount(book); chapter++)
      times.push(
        await timed(() => {
          const { verses } = words.ofChapter('KJV', book.index, chapter) ?? {}
          if (!verses?.size) throw new Error(`${book.name.en} ${chapter} has no words`)
          return JSON.stringify(Array.from(verses, ([verse, of]) => [verse, of.map(words.named)]))
        }),
      )
  return times
}

/** The KJV as OSIS, with or without its original words. */
const kingJames = (library: Library, hasWords: boolean): string => {
  const words = openWords(library)
  const chapterOf = ({ index, osis }: (typeof BOOKS)[number], chapter: number): string => {
    const beneath = words.ofChapter('KJV', index, chapter)?.verses
    const verses = library.chapter('KJV', index, chapter).map(({ verse, text }) => {
      let [marked, at] = ['', 0]
      for (const { start, end, strongs, morph } of (hasWords && beneath?.get(verse)) || []) {
        const lemma = strongs.map((number) => `strong:${number}`).join(' ')
        const parsing = morph === undefined ? '' : ` morph="robinson:${morph}"`
        marked += `${text.slice(at, start)}<w lemma="${lemma}"${parsing}>${text.slice(start, end)}</w>`
        at = end
      }
      return `<verse osisID="${osis}.${chapter}.${verse}">${marked}${text.slice(at)}</verse>`
    })
    return `<chapter osisID="${osis}.${chapter}">${verses.join('\n')}</chapter>`
  }
  const books = BOOKS.map((book) => {
    const chapters = Array.from({ length: chapterCount(book) }, (_, at) => chapterOf(book, at + 1))
    return `<div type="book" osisID="${book.osis}">${chapters.join('\n')}</div>`
  })
  return `<osis><osisText osisIDWork="T" xml:lang="en">${books.join('\n')}</osisText></osis>`
}

/**
 * The processor time of importing the KJV with its original words, divided by the time of the same file with words
 * that the importer leaves out, and by the time of the verses alone: medians of three turns.
 */
const importRatios = async (library: Library, folder: string): Promise<{ leftOut: number; alone: number }> => {
  const tagged = kingJames(library, true)
  const files = {
    tagged,
    leftOut: tagged.replaceAll(' lemma=', ' gloss=').replaceAll(' morph=', ' xlit='),
    alone: kingJames(library, false),
  }
  const costOf = async (name: keyof typeof files): Promise<number> => {
    const path = join(folder, `kjv-${name}.osis.xml`)
    writeFileSync(path, files[name])
    const before = process.cpuUsage()
    await importBible({ library: join(folder, 'ratio.sqlite'), path, code: 'T' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const turns: { leftOut: number; alone: number }[] = []
  for (let turn = 0; turn < 3; turn++) {
    const cost = await costOf('tagged')
    turns.push({ leftOut: cost / (await costOf('leftOut')), alone: cost / (await costOf('alone')) })
  }
  return { leftOut: median(turns.map((turn) => turn.leftOut)), alone: median(turns.map((turn) => turn.alone)) }
}

/**
 * Measures indexing, reading, searching and importing. The speed of an import needs the sample Bible (31,100 verses).
 */
export async function measureLibrary(): Promise<Record<string, number | null>> {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-bench-library-'))
  const file = join(folder, 'bibles.sqlite')
  try {
    const indexed = await timed(() => buildBuiltIn(file))
    let verses: number | null = null
    if (existsSync(SAMPLE_KRV)) {
      const took = await timed(() => importBible({ library: file, path: SAMPLE_KRV, code: 'KRV', language: 'ko' }))
      verses = 31_100 / (took / 1000)
    }
    const library = openLibrary(file)
    const reads: number[] = []
    for (let n = 0; n < 2_000; n++) {
      reads.push(await timed(() => library.chapter('KJV', 1 + (n % 66), 1)))
    }
    const words = await wordsTimes(library)
    const ratios = await importRatios(library, folder)
    const few = await searchTimes(library)
    const byTheOriginal = await searchTimes(library, BY_THE_ORIGINAL)
    library.close()
    fillUp(file)
    const filled = openLibrary(file)
    const many = await searchTimes(filled)
    filled.close()
    return {
      'index one Bible': indexed / 3,
      'chapter read, in the process, p50': percentile(reads, 50),
      'words of a chapter, in the process, p50': percentile(words, 50),
      'words of a chapter, in the process, p99': percentile(words, 99),
      'search, in the process, p50': percentile(few, 50),
      'search, in the process, p99': percentile(few, 99),
      'search by words of the original, in the process, p99': percentile(byTheOriginal, 99),
      'search over 12 versions, in the process, p50': percentile(many, 50),
      'search over 12 versions, in the process, p99': percentile(many, 99),
      'import of a Bible (OSIS)': verses,
      'import with words ÷ the same file, words left out': ratios.leftOut,
      'import with words ÷ the verses alone': ratios.alone,
      'memory after import and search': process.memoryUsage.rss() / 1024 / 1024,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
