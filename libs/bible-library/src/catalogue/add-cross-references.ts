import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CrossReferences } from '@pathlight/contracts/bible-references.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'
import pLimit from 'p-limit'
import { z } from 'zod'
import { CROSS_REFERENCES, type VerseReferences, writeCrossReferences } from '../cross-references/cross-references.ts'
import { inTransaction, openForReading, openForWriting } from '../schema.ts'
import { alone, CatalogueFailure } from './download.ts'
import type { Catalogue, CatalogueDataset } from './open-catalogue.ts'

const DATASET = 'open-cross-ref'
/** How many chapters are requested at the same time. The number is small, so that the service is not burdened. */
const AT_ONCE = 6
/** The most targets that are stored for a verse: those with the best scores. */
const TARGETS_MAX = 200

const number = z.int().min(1).max(999)
const chapterContent = z.object({
  chapter: z.object({
    number,
    content: z.array(
      z.object({
        verse: number,
        references: z.array(
          z.object({
            book: z.string().max(10),
            chapter: number,
            verse: number,
            endVerse: number.nullish(),
            score: z.number().nullish(),
          }),
        ),
      }),
    ),
  }),
})
type Content = z.infer<typeof chapterContent>

export type AddedCrossReferences =
  | { readonly status: 'added'; readonly entries: number; readonly credit: NonNullable<CrossReferences['credit']> }
  | { readonly status: 'same' }

/** The short name of a Creative Commons licence, from its address. Of any other licence: the address. */
const licenceName = (url: string): string => {
  const [, kind, version] = /creativecommons\.org\/licenses\/([a-z-]+)\/([\d.]+)/.exec(url) ?? []
  return kind === undefined ? url : `CC ${kind.toUpperCase()} ${version}`
}

const hostOf = (website: string | null | undefined): string | null =>
  website && URL.canParse(website) ? new URL(website).host.replace(/^www\./, '') : null

const creditOf = ({ name, website, licenseUrl }: CatalogueDataset): NonNullable<CrossReferences['credit']> => ({
  text: [name, hostOf(website)].filter(Boolean).join(': '),
  licence: licenceName(licenseUrl ?? ''),
  url: licenseUrl ?? website ?? '',
})

/** The references of a chapter's verses. A reference from or to a verse that does not exist is left out. */
const referencesIn = (book: string, { chapter: { number: chapter, content } }: Content): VerseReferences[] => {
  const from = findBook(book)
  if (from === null) return []
  return content.flatMap(({ verse, references }) => {
    const id = verseId(from.index, chapter, verse)
    const targets = references
      .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
      .flatMap(({ book: name, chapter: at, verse: first, endVerse }) => {
        const to = findBook(name)
        const target = to === null ? 0 : verseId(to.index, at, first)
        if (to === null || parseVerseId(target) === null) return []
        return [{ target, through: Math.max(target, verseId(to.index, at, endVerse ?? first)) }]
      })
    return parseVerseId(id) === null || targets.length === 0
      ? []
      : [{ verse: id, targets: targets.slice(0, TARGETS_MAX) }]
  })
}

const fingerprintHere = (file: string): string | null => {
  const db = openForReading(file)
  try {
    const row = db.prepare('SELECT fingerprint FROM dataset WHERE name = ?').get(CROSS_REFERENCES)
    return row === undefined ? null : String(row.fingerprint)
  } finally {
    db.close()
  }
}

/**
 * Replaces the library's cross-references by the catalogue's, in one transaction. If a download or the writing fails,
 * the next try downloads only the missing chapters, unless the stored ones are useless.
 * @throws CatalogueFailure with a message for people
 */
export const addCrossReferences = async (request: {
  readonly library: string
  readonly catalogue: Catalogue
  readonly onlyIfNew?: boolean
  readonly onProgress?: (done: number, of: number) => void
  readonly signal?: AbortSignal | undefined
}): Promise<AddedCrossReferences> => {
  const { library, catalogue, onProgress = () => {}, signal } = request
  const dataset = (await catalogue.datasets()).find(({ id }) => id === DATASET)
  if (dataset === undefined) throw new CatalogueFailure('The catalogue has no cross-references.')
  const named = createHash('sha256').update(JSON.stringify(dataset)).digest('hex').slice(0, 16)
  if (request.onlyIfNew && fingerprintHere(library) === named) return { status: 'same' }
  const downloads = join(dirname(library), 'downloads')
  const folder = join(downloads, `${DATASET}-${named}`)
  return alone(join(downloads, DATASET), async () => {
    mkdirSync(folder, { recursive: true })
    const chapters = await catalogue.datasetChapters(DATASET)
    const chapterOf = async (book: string, chapter: number): Promise<VerseReferences[]> => {
      const answer = await catalogue.datasetChapter(DATASET, book, chapter, signal).catch((error: unknown) => {
        // The catalogue may have no file for a chapter without references.
        if (error instanceof CatalogueFailure && error.missing) return null
        throw error
      })
      if (answer === null) return []
      const content = chapterContent.safeParse(answer)
      if (content.success) return referencesIn(book, content.data)
      throw new CatalogueFailure(`The cross-references of ${book} ${chapter} are not as the catalogue describes them.`)
    }
    let done = 0
    const bringChapter = async ({ book, chapter }: (typeof chapters)[number]) => {
      const file = join(folder, `${book}-${chapter}.json`)
      if (!existsSync(file)) {
        // With the rename the file appears completely or not at all.
        writeFileSync(`${file}.new`, JSON.stringify(await chapterOf(book, chapter)))
        renameSync(`${file}.new`, file)
      }
      done += 1
      onProgress(done, chapters.length)
    }
    const inTurn = pLimit(AT_ONCE)
    // After a failure no further chapter is started.
    await Promise.all(chapters.map((one) => inTurn(() => bringChapter(one)))).finally(() => inTurn.clearQueue())
    const all = function* (): Iterable<VerseReferences> {
      for (const { book, chapter } of chapters)
        yield* JSON.parse(readFileSync(join(folder, `${book}-${chapter}.json`), 'utf8')) as VerseReferences[]
    }
    const credit = creditOf(dataset)
    const db = openForWriting(library)
    try {
      const entries = inTransaction(db, () => {
        const written = writeCrossReferences(db, all(), { credit, fingerprint: named })
        if (written === 0) throw new CatalogueFailure('The catalogue gave no cross-references.')
        return written
      })
      rmSync(folder, { recursive: true, force: true })
      return { status: 'added', entries, credit }
    } catch (error) {
      // Chapters without references, or a file that a power failure cut off, are useless to the next try.
      if (error instanceof CatalogueFailure || error instanceof SyntaxError)
        rmSync(folder, { recursive: true, force: true })
      throw error
    } finally {
      db.close()
    }
  })
}
