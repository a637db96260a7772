import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, createGzip } from 'node:zlib'
import {
  CROSS_REFERENCES_PACK,
  hundredOf,
  isWordsPack,
  PACK_FORMAT,
  type PackedLexicon,
  type PackedReferences,
  type PackHead,
  packChapter,
  packWordsOfChapter,
  wordsPack,
} from '@pathlight/contracts/pack-rules.ts'
import { BOOKS, type Book } from '@pathlight/scripture/books.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { LRUCache } from 'lru-cache'
import { CROSS_REFERENCES } from '../cross-references/cross-references.ts'
import type { InstalledVersion, Library } from '../library.ts'
import { verseRow } from '../schema.ts'
import { openWords, type Words } from '../words/open-words.ts'
import { wordsOf } from '../words/write-words.ts'

/** A pack: the file that a browser downloads for offline reading. */
export type Pack = {
  readonly bytes: Buffer
  /** A strong ETag: a hash of the bytes. */
  readonly tag: string
}

/**
 * Returns the pack of a version (by its code, in upper or lower case), of the original words of a version
 * (`KJV.words`), or of the cross-references; null when the library has no such data.
 */
export type Packs = (name: string) => Promise<Pack | null>

/** The size of the cache of packs, in bytes: enough for about twenty versions. */
const CACHE_BYTES = 32_000_000
/**
 * The content of a pack. Each function makes the lines of one part (a book, a chapter of words, or a hundred entries of
 * the lexicon), so that the event loop is free between parts.
 */
type Source = { readonly head: PackHead; readonly parts: readonly (() => readonly unknown[])[] }

const versionSource = ({ db, verses }: Library, version: InstalledVersion): Source => {
  const { fingerprint, source, available, hint, command, number, verses: _count, ...packed } = version
  const first = verseRow(number, 0)
  const { chapters } = db
    .prepare('SELECT count(DISTINCT row / 1000) AS chapters FROM verse WHERE row BETWEEN ? AND ?')
    .get(first, verseRow(number + 1, 0) - 1) as Counted
  const chaptersOf = (book: number) => () => {
    const all = verses(version.code, book * 1_000_000, book * 1_000_000 + 999_999)
    return [...Map.groupBy(all, ({ chapter }) => chapter)].map(([chapter, of]) => packChapter(book, chapter, of))
  }
  return {
    head: { format: PACK_FORMAT, chapters, kind: 'version', version: packed },
    parts: version.books.map(chaptersOf),
  }
}

type Counted = { readonly chapters: number }
type Row = { readonly verse: number; readonly target: number; readonly through: number }

const referencesSource = ({ db }: Library, credit: string): Source => {
  const ofBook = db.prepare(
    'SELECT verse, target, through FROM cross_reference WHERE verse BETWEEN ? AND ? ORDER BY verse, rank',
  )
  const { chapters } = db
    .prepare('SELECT count(DISTINCT verse / 1000) AS chapters FROM cross_reference')
    .get() as Counted
  const chaptersOf =
    ({ index }: Book) =>
    (): PackedReferences[] => {
      const rows = ofBook.all(index * 1_000_000, index * 1_000_000 + 999_999) as Row[]
      return [...Map.groupBy(rows, ({ verse }) => Math.floor(verse / 1_000) % 1_000)].map(([chapter, of]) => {
        const verses = Map.groupBy(of, ({ verse }) => verse % 1_000)
        const targets = [...verses].map(([verse, to]) => [
          verse,
          to.flatMap(({ target, through }) => [target, through]),
        ])
        return [index, chapter, Object.fromEntries(targets)]
      })
    }
  return {
    head: { format: PACK_FORMAT, chapters, kind: 'cross-references', credit: JSON.parse(credit) },
    parts: BOOKS.map(chaptersOf),
  }
}

/** The highest numbers of Strong's Hebrew and Greek dictionaries, by testament. */
const LAST_NUMBERS = { old: ['H', 8674], new: ['G', 5624] } as const

/**
 * The lexicon's entries for the words of a testament, a hundred numbers at a time. `code`: the version in which the
 * words are counted.
 */
const lexiconLines = (words: Words, code: string, testament: Book['testament']): (() => readonly PackedLexicon[])[] => {
  const [letter, last] = LAST_NUMBERS[testament]
  return Array.from({ length: Math.floor(last / 100) + 1 }, (_, hundred) => () => {
    const entries = Array.from({ length: 100 }, (_, n) => words.lexiconEntry(`${letter}${hundred * 100 + n}`, code))
    const there = entries.filter((entry) => entry !== null).map(({ source: _, ...entry }) => entry)
    return [[0, hundredOf(`${letter}${hundred * 100}`), there]]
  })
}

/** The Greek and Hebrew texts from which the parsing of a version's words was taken, each with its books. */
const parsedByOf = (words: Words, version: InstalledVersion) => {
  const all = version.books.flatMap((book) => {
    const original = words.parsedBy(version.code, book)
    return original === null ? [] : [{ ...original, book }]
  })
  return [...Map.groupBy(all, ({ fingerprint }) => fingerprint)].flatMap(([fingerprint, of]) =>
    of.slice(0, 1).map(({ credit }) => ({ fingerprint, credit, books: of.map(({ book }) => book) })),
  )
}

const wordsSource = ({ db }: Library, words: Words, version: InstalledVersion, credit: string): Source => {
  const { chapters } = db
    .prepare('SELECT count(*) AS chapters FROM words WHERE chapter >= ? AND chapter < ?')
    .get(verseRow(version.number, 0), verseRow(version.number + 1, 0)) as Counted
  const books = version.books.flatMap((index) => BOOKS.filter((book) => book.index === index))
  const testaments = new Set(books.map(({ testament }) => testament))
  const lexicon = [...testaments].flatMap((testament) => lexiconLines(words, version.code, testament))
  const chaptersOf = ({ index }: Book) =>
    Array.from({ length: 150 }, (_, at) => () => {
      const ofChapter = words.ofChapter(version.code, index, at + 1)
      return ofChapter && ofChapter.verses.size > 0 ? [packWordsOfChapter(index, at + 1, ofChapter.verses)] : []
    })
  const { source: lexiconSource } = words.lexiconEntry('H1') ?? { source: { name: '', licence: '' } }
  return {
    head: {
      format: PACK_FORMAT,
      chapters: chapters + lexicon.length,
      kind: 'words',
      version: version.code,
      words: JSON.parse(credit),
      parsing: parsedByOf(words, version).map(({ credit, books }) => ({ credit, books })),
      lexicon: lexiconSource,
    },
    parts: [...lexicon, ...books.flatMap(chaptersOf)],
  }
}

/** Writes a pack one part at a time, so that other requests wait for one part at most. zlib works on another thread. */
const pack = async ({ head, parts }: Source): Promise<Pack> => {
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION, memLevel: 9 })
  const packed: Buffer[] = []
  gzip.on('data', (some: Buffer) => packed.push(some))
  const ended = once(gzip, 'end')
  const pause = pauses()
  gzip.write(`${JSON.stringify(head)}\n`)
  for (const linesOf of parts) {
    const lines = linesOf().map((line) => `${JSON.stringify(line)}\n`)
    if (lines.length > 0 && !gzip.write(lines.join(''))) await once(gzip, 'drain')
    await pause()
  }
  gzip.end()
  await ended
  const bytes = Buffer.concat(packed)
  return { bytes, tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
}

/**
 * Makes packs on demand, one at a time, and caches the packs used last. The cache's key has the fingerprint, so a
 * changed version gets a new pack.
 */
export const openPacks = (library: Library): Packs => {
  const cache = new LRUCache<string, Pack>({ maxSize: CACHE_BYTES, sizeCalculation: ({ bytes }) => bytes.length })
  const underWay = new Map<string, Promise<Pack>>()
  let last: Promise<unknown> = Promise.resolve()
  const dataset = library.db.prepare('SELECT credit, fingerprint FROM dataset WHERE name = ?')

  const find = (name: string): { readonly key: string; readonly source: () => Source } | null => {
    if (name === CROSS_REFERENCES_PACK) {
      const list = dataset.get(CROSS_REFERENCES)
      if (list === undefined) return null
      return { key: `${name} ${list.fingerprint}`, source: () => referencesSource(library, String(list.credit)) }
    }
    if (isWordsPack(name)) {
      const version = library.version(name.slice(0, -wordsPack('').length))
      const about = version === null ? undefined : dataset.get(wordsOf(version.code))
      if (version === null || about === undefined) return null
      const words = openWords(library)
      const parsedBy = parsedByOf(words, version).map(({ fingerprint }) => fingerprint)
      return {
        key: [name, version.fingerprint, about.fingerprint, ...parsedBy].join(' '),
        source: () => wordsSource(library, words, version, String(about.credit)),
      }
    }
    const version = library.version(name)
    if (version === null) return null
    return { key: `${version.code} ${version.fingerprint}`, source: () => versionSource(library, version) }
  }

  return async (name) => {
    const entry = find(name)
    if (entry === null) return null
    const { key, source } = entry
    const present = cache.get(key) ?? underWay.get(key)
    if (present !== undefined) return present
    const packing = last
      .then(() => pack(source()))
      .then((one) => {
        cache.set(key, one)
        return one
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, packing)
    last = packing.catch(() => undefined)
    return packing
  }
}
