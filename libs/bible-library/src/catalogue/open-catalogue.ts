import { z } from 'zod'
import { catalogueIdOf } from './catalogue-codes.ts'
import {
  CatalogueFailure,
  downloadFile,
  fetchJson,
  type Line,
  PATIENCE,
  type Patience,
  type Progress,
} from './download.ts'

/** The open catalogue of free Bible texts (AO Lab). bible.helloao.org/docs describes its format. */
export const CATALOGUE = 'https://bible.helloao.org'

/** The largest list, in bytes. A list of a thousand translations has about a megabyte. */
const LARGEST_LIST = 30_000_000
/** The largest text, in bytes. A whole Bible has 8 to 10 MB, and more with audio links and word data. */
const LARGEST_TEXT = 150_000_000
const LARGEST_CHAPTER = 5_000_000

/** An id becomes a part of addresses and file names, so it has only characters that are safe in both. */
const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/)
const words = z.string().max(1000)
const entry = z.object({
  id,
  name: words,
  englishName: words.nullish(),
  shortName: words.nullish(),
  language: z.string().max(40),
  languageName: words.nullish(),
  languageEnglishName: words.nullish(),
  textDirection: z.string().nullish(),
  licenseUrl: z.string().max(2000).nullish(),
  licenseNotes: z.string().max(10_000).nullish(),
  website: z.string().max(2000).nullish(),
  numberOfBooks: z.int().nullish(),
  totalNumberOfVerses: z.int().nullish(),
  /** The digest of the text. It changes when the text changes. */
  sha256: z.string().max(200).nullish(),
  completeTranslationApiLink: z.string().max(500).nullish(),
})
export type CatalogueEntry = z.infer<typeof entry>

const dataset = z.object({
  id,
  name: words,
  englishName: words.nullish(),
  website: z.string().max(2000).nullish(),
  licenseUrl: z.string().max(2000).nullish(),
  totalNumberOfReferences: z.int().nullish(),
  sha256: z.string().max(200).nullish(),
})
export type CatalogueDataset = z.infer<typeof dataset>
const datasetBooks = z.object({ books: z.array(z.object({ id, numberOfChapters: z.int().min(0).max(151) })).max(100) })

export type Catalogue = {
  readonly address: string
  list(): Promise<CatalogueEntry[]>
  /**
   * Finds a translation by a code that `catalogueIdOf` knows, by the catalogue's id, or by a short name that only one
   * translation has.
   * @throws CatalogueFailure when there is none
   */
  find(codeOrId: string): Promise<CatalogueEntry>
  /** Downloads a whole translation into a file, or continues an earlier download. Call it within `alone`. */
  download(
    entry: CatalogueEntry,
    file: string,
    onProgress: Progress,
    signal?: AbortSignal,
  ): ReturnType<typeof downloadFile>
  /** Downloads a chapter's Hebrew and Greek words from the address in the translation's `thisChapterWordsLink`. */
  chapterWords(link: string, signal?: AbortSignal): Promise<unknown>
  /** The catalogue's data sets, such as cross-references. A data set is no Bible text. */
  datasets(): Promise<CatalogueDataset[]>
  /** The chapters of a data set, each by its number and its book's USFM code. */
  datasetChapters(dataset: string): Promise<{ readonly book: string; readonly chapter: number }[]>
  datasetChapter(dataset: string, book: string, chapter: number, signal?: AbortSignal): Promise<unknown>
}

/**
 * The valid entries of a list. Invalid entries are skipped, because the catalogue's format may grow.
 * @throws CatalogueFailure when `value` is no list, or has entries of which none is valid
 */
const entriesOf = <T>(url: URL, value: unknown, shape: z.ZodType<T>): T[] => {
  const all = z.array(z.unknown()).safeParse(value)
  const parsed = all.success ? all.data.map((one) => shape.safeParse(one)) : []
  const entries = parsed.flatMap((one) => (one.success ? [one.data] : []))
  if (!all.success || (entries.length === 0 && parsed.length > 0))
    throw new CatalogueFailure(`${url} answered something else than the catalogue does.`)
  return entries
}

const baseOf = (address: string): URL => {
  const url = URL.parse(`${address.replace(/\/+$/, '')}/`)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new CatalogueFailure(`“${address}” is no address of a catalogue. BIBLE_CATALOGUE_URL names one: ${CATALOGUE}`)
}

/**
 * Opens the catalogue.
 * @param address the address of the catalogue or a mirror
 * @param options.patience for tests
 * @param options.onRetry gets a sentence before each retry
 * @throws CatalogueFailure when `address` is no web address
 */
export const openCatalogue = (
  address: string = CATALOGUE,
  { patience = PATIENCE, onRetry = () => {} }: { patience?: Patience; onRetry?: (sentence: string) => void } = {},
): Catalogue => {
  const base = baseOf(address)
  let lastSentence = ''
  const line: Line = {
    patience,
    hasAnswered: false,
    // Concurrent calls may fail with the same sentence. The sentence is passed on once.
    onRetry: (sentence) => {
      if (sentence !== lastSentence) onRetry(sentence)
      lastSentence = sentence
    },
  }
  const at = (path: string): URL => {
    const url = new URL(path.replace(/^\/+/, ''), base)
    if (url.origin !== base.origin) throw new CatalogueFailure(`The catalogue points elsewhere (${url.origin}).`)
    return url
  }
  const member = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

  const list = async (): Promise<CatalogueEntry[]> => {
    const url = at('api/available_translations.json')
    return entriesOf(url, member(await fetchJson(url, { most: LARGEST_LIST, line }), 'translations'), entry)
  }

  return {
    address: base.href.replace(/\/$/, ''),
    list,
    find: async (codeOrId) => {
      const all = await list()
      const wanted = [catalogueIdOf(codeOrId), codeOrId].filter((one) => one !== null).map((one) => one.toLowerCase())
      const byId = all.find((one) => wanted.includes(one.id.toLowerCase()))
      const byName = all.filter((one) => one.shortName?.toLowerCase() === codeOrId.toLowerCase())
      const match = byId ?? (byName.length === 1 ? byName[0] : undefined)
      if (match) return match
      throw new CatalogueFailure(`The catalogue has no “${codeOrId}”. Look for it: npm run bible -- catalogue WORDS`)
    },
    download: (of, file, onProgress, signal) => {
      const url = at(of.completeTranslationApiLink ?? `api/${of.id}/complete.json`)
      return downloadFile(url, file, { most: LARGEST_TEXT, line, onProgress, signal })
    },
    chapterWords: async (link, signal) => fetchJson(at(link), { most: LARGEST_CHAPTER, line, signal }),
    datasets: async () => {
      const url = at('api/available_datasets.json')
      return entriesOf(url, member(await fetchJson(url, { most: LARGEST_LIST, line }), 'datasets'), dataset)
    },
    datasetChapters: async (of) => {
      const url = at(`api/d/${of}/books.json`)
      const books = datasetBooks.safeParse(await fetchJson(url, { most: LARGEST_CHAPTER, line }))
      if (!books.success) throw new CatalogueFailure(`${url} answered something else than the catalogue does.`)
      return books.data.books.flatMap(({ id: book, numberOfChapters }) =>
        Array.from({ length: numberOfChapters }, (_, number) => ({ book, chapter: number + 1 })),
      )
    },
    datasetChapter: (of, book, chapter, signal) =>
      fetchJson(at(`api/d/${of}/${book}/${chapter}.json`), { most: LARGEST_CHAPTER, line, signal }),
  }
}
