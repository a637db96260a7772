import { codeFor } from '../catalogue/catalogue-codes.ts'
import { CATALOGUE, type CatalogueEntry, openCatalogue } from '../catalogue/open-catalogue.ts'
import { complain, count, DONE, FAILED, say } from './terminal.ts'

/** The usual tag of a language that the catalogue names by ISO 639-3: kor becomes ko. */
const tagOf = (language: string): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    return language
  }
}

/**
 * The command `catalogue`: lists the texts of the open catalogue whose names, codes and languages contain all of the
 * words. `language`: lists only texts in this language.
 */
export const listCatalogue = async (words: string[], language: string | undefined): Promise<number> => {
  const wanted = words.map((word) => word.toLowerCase())
  const all = await openCatalogue(process.env.BIBLE_CATALOGUE_URL || CATALOGUE, { onRetry: complain }).list()
  const matching = all
    .filter((entry) => language === undefined || tagOf(entry.language) === tagOf(language))
    .filter((entry) => {
      const names = [
        entry.id,
        entry.name,
        entry.englishName,
        entry.shortName,
        entry.languageName,
        entry.languageEnglishName,
      ]
      const text = [...names, codeFor({ id: entry.id, shortName: entry.shortName ?? null })].join(' ').toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .sort((a, b) => tagOf(a.language).localeCompare(tagOf(b.language)) || (a.id < b.id ? -1 : 1))
  for (const entry of matching) {
    const { id, name, englishName, languageEnglishName, numberOfBooks, totalNumberOfVerses } = entry
    const names = englishName && englishName !== name ? `${name} · ${englishName}` : name
    const size = `${numberOfBooks ?? '?'} books, ${totalNumberOfVerses ? count(totalNumberOfVerses) : '?'} verses`
    say(
      `${id.padEnd(14)} ${tagOf(entry.language).padEnd(6)} ${names} (${languageEnglishName ?? entry.language}; ${size})`,
    )
    say(`${' '.repeat(22)}${licenceIn(entry)}`)
  }
  say(
    matching.length === 0
      ? `The catalogue has ${all.length === 1 ? 'one text' : `${count(all.length)} texts`}, and none is called so or in that language.`
      : `${count(matching.length)} of ${count(all.length)}. Bring one: npm run bible -- add ${matching[0]?.id}`,
  )
  return matching.length === 0 ? FAILED : DONE
}

const licenceIn = ({ licenseNotes, licenseUrl }: CatalogueEntry): string =>
  [licenseNotes, licenseUrl].filter(Boolean).join(' ') || 'The catalogue does not say its licence.'
