import { dailyReference } from '@pathlight/scripture/daily-references.ts'
import { openAboutTexts } from './about-text.ts'
import type { BibleEnvironment } from './bible-settings.ts'
import { type BringBibles, bringBibles } from './catalogue/bring-bibles.ts'
import { CATALOGUE } from './catalogue/open-catalogue.ts'
import { type CompareVersions, compareVersions } from './compare/compare-versions.ts'
import { readTranslations, TRANSLATIONS } from './compare/translations.ts'
import {
  type CrossReferencesOf,
  openCrossReferences,
  openReferencedVerses,
  type ReferencedVerses,
} from './cross-references/cross-references.ts'
import { type DailyVerses, dailyVerses, OURMANNA } from './daily/daily-verse.ts'
import type { Library } from './library.ts'
import { openPacks, type Packs } from './pack/make-pack.ts'
import { API_BIBLE, API_BIBLE_CACHE, apiBible, passageText } from './providers/api-bible.ts'
import { BIBLE_SERVICE_CACHE, bibleService } from './providers/bible-service.ts'
import { type Chapters, openChapters, type ProviderWithLicence } from './providers/chapters.ts'
import { ESV_API, ESV_CACHE, esvApi } from './providers/esv-api.ts'
import { NLT_API, NLT_CACHE, nltApi } from './providers/nlt-api.ts'
import { remoteService } from './providers/remote-service.ts'
import { openFindVersesWithPauses } from './search/search-index.ts'
import { openWords, type Words } from './words/open-words.ts'

export type Bible = {
  readonly library: Library
  readonly chapters: Chapters
  readonly packs: Packs
  readonly find: ReturnType<typeof openFindVersesWithPauses>
  readonly crossReferences: CrossReferencesOf
  readonly references: ReferencedVerses
  readonly aboutTexts: ReturnType<typeof openAboutTexts>
  readonly comparison: CompareVersions
  readonly daily: DailyVerses
  readonly words: Words
  readonly bringing: BringBibles
  readonly catalogueAddress: string
}

const apiBibleService = ({ API_BIBLE_KEY: key, API_BIBLE_URL: url }: BibleEnvironment) =>
  key === undefined ? null : remoteService({ name: 'API.Bible', base: url ?? API_BIBLE, headers: { 'api-key': key } })

/**
 * The services for which the environment has keys or addresses. The first service with a version is used for it, so the
 * operator's own service comes first.
 */
const providersOf = (environment: BibleEnvironment): ProviderWithLicence[] => {
  const providers: ProviderWithLicence[] = []
  const { BIBLE_SERVICE_URL, BIBLE_SERVICE_VERSIONS, ESV_API_KEY, ESV_API_URL, NLT_API_KEY, NLT_API_URL } = environment
  if (BIBLE_SERVICE_URL !== undefined) {
    const codes = BIBLE_SERVICE_VERSIONS.split(',').map((code) => code.trim().toUpperCase())
    const service = remoteService({ name: 'Bible service', base: BIBLE_SERVICE_URL })
    providers.push({ provider: bibleService(service, codes.filter(Boolean)), licence: BIBLE_SERVICE_CACHE })
  }
  if (ESV_API_KEY !== undefined) {
    const headers = { authorization: `Token ${ESV_API_KEY}` }
    const service = remoteService({ name: 'ESV API', base: ESV_API_URL ?? ESV_API, headers })
    providers.push({ provider: esvApi(service), licence: ESV_CACHE })
  }
  if (NLT_API_KEY !== undefined) {
    const service = remoteService({ name: 'NLT API', base: NLT_API_URL ?? NLT_API })
    providers.push({ provider: nltApi(service, NLT_API_KEY), licence: NLT_CACHE })
  }
  const service = apiBibleService(environment)
  if (service !== null) {
    const niv = TRANSLATIONS.find(({ code }) => code === 'NIV')
    const provider = apiBible(service, niv === undefined ? {} : { NIV: niv.bibleId })
    providers.push({ provider, licence: API_BIBLE_CACHE })
  }
  return providers
}

/** The passage service for comparisons: BIBLE_PROVIDER_URL if it is set, else API.Bible if there is a key. */
const passagesOf = (environment: BibleEnvironment) => {
  const { BIBLE_PROVIDER_URL, API_BIBLE_KEY } = environment
  if (BIBLE_PROVIDER_URL !== undefined) {
    const headers = API_BIBLE_KEY === undefined ? {} : { 'api-key': API_BIBLE_KEY }
    const service = remoteService({ name: 'Bible provider', base: BIBLE_PROVIDER_URL, headers })
    return { passage: passageText(service, 'parallel'), licence: API_BIBLE_CACHE }
  }
  const service = apiBibleService(environment)
  return service === null ? null : { passage: passageText(service, 'api.bible'), licence: API_BIBLE_CACHE }
}

/**
 * Composes the functions over an open library. No service is called before a reader asks for something that needs the
 * service.
 * @param signal stops running downloads of texts
 */
export const openBible = (
  library: Library,
  environment: BibleEnvironment,
  signal: AbortSignal = new AbortController().signal,
): Bible => {
  const chapters = openChapters(library, providersOf(environment))
  const { COMPARE_TRANSLATIONS_FILE: file, DAILY_VERSE_URL: dailyUrl } = environment
  const translations = file === undefined ? TRANSLATIONS : readTranslations(file)
  const catalogueAddress = environment.BIBLE_CATALOGUE_URL ?? CATALOGUE
  const ourManna =
    dailyUrl === 'off' ? null : remoteService({ name: 'daily verse service', base: dailyUrl ?? OURMANNA })
  return {
    library,
    chapters,
    packs: openPacks(library),
    find: openFindVersesWithPauses(library),
    crossReferences: openCrossReferences(library),
    references: openReferencedVerses(library),
    aboutTexts: openAboutTexts(library),
    words: openWords(library),
    comparison: compareVersions({ library, chapters }, translations, passagesOf(environment)),
    catalogueAddress,
    bringing: bringBibles({
      library: library.db.location() ?? '',
      address: catalogueAddress,
      signal,
    }),
    daily: dailyVerses(library, dailyReference, ourManna),
  }
}
