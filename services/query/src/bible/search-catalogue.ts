import { codeFor } from '@pathlight/bible-library/catalogue/catalogue-codes.ts'
import { CatalogueFailure, PATIENCE } from '@pathlight/bible-library/catalogue/download.ts'
import { type CatalogueEntry, openCatalogue } from '@pathlight/bible-library/catalogue/open-catalogue.ts'
import type { CatalogueAnswer } from '@pathlight/contracts/admin-bibles.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'

/** Only one retry, because a person waits for the answer. */
const HASTY = { ...PATIENCE, again: { retries: 1, minTimeout: 500, factor: 1, maxTimeout: 500 } }
/** How long the catalogue's list (about 1 MB) is cached, in milliseconds. */
const CACHE_MS = 10 * 60 * 1000
/** The most texts in an answer. */
const MOST_TEXTS = 50

const wordsOf = (entry: CatalogueEntry): string => {
  const { id, name, englishName, shortName, language, languageName, languageEnglishName } = entry
  const code = codeFor({ id, shortName: shortName ?? null })
  return [id, name, englishName, shortName, language, languageName, languageEnglishName, code]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
}
const textOf = (entry: CatalogueEntry): CatalogueAnswer['texts'][number] => ({
  id: entry.id,
  name: entry.name,
  englishName: entry.englishName ?? null,
  language: entry.language,
  languageName: entry.languageEnglishName ?? null,
  licence: [entry.licenseNotes, entry.licenseUrl].filter(Boolean).join(' '),
  verses: entry.totalNumberOfVerses ?? null,
  code: codeFor({ id: entry.id, shortName: entry.shortName ?? null }),
})

/**
 * Makes a function that finds texts of the open catalogue by words in their names or languages. The function throws
 * HttpProblem (502) when the catalogue cannot be reached.
 */
export const searchCatalogue = (address: string): ((words: string) => Promise<CatalogueAnswer>) => {
  let cached: { readonly at: number; readonly list: Promise<CatalogueEntry[]> } | null = null
  const entries = (): Promise<CatalogueEntry[]> => {
    if (cached !== null && performance.now() - cached.at < CACHE_MS) return cached.list
    const list = Promise.resolve().then(() => openCatalogue(address, { patience: HASTY }).list())
    cached = { at: performance.now(), list }
    list.catch(() => {
      cached = null
    })
    return list
  }
  return async (words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    const all = await entries().catch((error: unknown) => {
      if (error instanceof CatalogueFailure) throw new HttpProblem(502, 'catalogue_failed', error.message)
      throw error
    })
    const matches = all.filter((entry) => {
      const text = wordsOf(entry)
      return wanted.every((word) => text.includes(word))
    })
    return { total: matches.length, texts: matches.slice(0, MOST_TEXTS).map(textOf) }
  }
}
