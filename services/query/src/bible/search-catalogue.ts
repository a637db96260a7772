import { codeFor } from '@pathlight/bible-library/catalogue/catalogue-codes.ts'
import { CatalogueFailure, PATIENCE } from '@pathlight/bible-library/catalogue/download.ts'
import { type CatalogueEntry, openCatalogue } from '@pathlight/bible-library/catalogue/open-catalogue.ts'
import type { CatalogueAnswer } from '@pathlight/contracts/admin-bibles.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'

/** A person waits for it: a catalogue that does not answer is asked once more. */
const HASTY = { ...PATIENCE, again: { retries: 1, minTimeout: 500, factor: 1, maxTimeout: 500 } }
/** The list is a megabyte, and changes now and then. */
const KEPT_MS = 10 * 60 * 1000
const SHOWN = 50

const wordsOf = (entry: CatalogueEntry): string => {
  const { id, name, englishName, shortName, language, languageName, languageEnglishName } = entry
  const code = codeFor({ id, shortName: shortName ?? null })
  return [id, name, englishName, shortName, language, languageName, languageEnglishName, code]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
}
const shown = (entry: CatalogueEntry): CatalogueAnswer['texts'][number] => ({
  id: entry.id,
  name: entry.name,
  englishName: entry.englishName ?? null,
  language: entry.language,
  languageName: entry.languageEnglishName ?? null,
  licence: [entry.licenseNotes, entry.licenseUrl].filter(Boolean).join(' '),
  verses: entry.totalNumberOfVerses ?? null,
  code: codeFor({ id: entry.id, shortName: entry.shortName ?? null }),
})

/** Looks in the open catalogue for texts with all of these words in their names or languages. Throws an HttpProblem (502) where it cannot be asked. */
export const searchCatalogue = (address: string): ((words: string) => Promise<CatalogueAnswer>) => {
  let kept: { readonly at: number; readonly list: Promise<CatalogueEntry[]> } | null = null
  const listed = (): Promise<CatalogueEntry[]> => {
    if (kept !== null && performance.now() - kept.at < KEPT_MS) return kept.list
    const list = Promise.resolve().then(() => openCatalogue(address, { patience: HASTY }).list())
    kept = { at: performance.now(), list }
    list.catch(() => {
      kept = null
    })
    return list
  }
  return async (words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    const all = await listed().catch((error: unknown) => {
      if (error instanceof CatalogueFailure) throw new HttpProblem(502, 'catalogue_failed', error.message)
      throw error
    })
    const found = all.filter((entry) => {
      const text = wordsOf(entry)
      return wanted.every((word) => text.includes(word))
    })
    return { total: found.length, texts: found.slice(0, SHOWN).map(shown) }
  }
}
