import { readAbout } from '@pathlight/bible-library/about-version.ts'
import { codeFor } from '@pathlight/bible-library/catalogue/catalogue-codes.ts'
import { CROSS_REFERENCES } from '@pathlight/bible-library/cross-references/cross-references.ts'
import type { Library } from '@pathlight/bible-library/library.ts'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { BibleErrand } from '@pathlight/contracts/admin-bibles.ts'

/**
 * Whether a text, or the data set of cross-references, is in the library. `wanted`: its code, or its name in the
 * catalogue.
 */
export const isHere = (library: Library, wanted: string): boolean => {
  if (wanted.toLowerCase() === CROSS_REFERENCES)
    return library.db.prepare('SELECT 1 FROM dataset WHERE name = ?').get(CROSS_REFERENCES) !== undefined
  if (library.version(wanted) !== null || library.version(codeFor({ id: wanted, shortName: null })) !== null)
    return true
  return library.installed().some(({ code }) => {
    const source = readAbout(library.db, code)?.source
    return source?.kind === 'catalogue' && source.id.toLowerCase() === wanted.toLowerCase()
  })
}

/**
 * For KRV, which is added by default, the end of the log line: the text's name, its licence, and how to leave it out.
 * Empty for any other text.
 */
const aboutBringing = (bible: string): string =>
  bible.toUpperCase() === 'KRV'
    ? ' It is the Korean Revised Version, public domain in Korea since 2012. To do without it: BIBLES=none, and npm run bible -- remove KRV'
    : ''

/**
 * Adds the missing texts of the setting BIBLES in the background, and reports the outcome. A text that failed is tried
 * again at the next start.
 */
export const bringMissingBibles = (
  { library, bringing }: Pick<Bible, 'library' | 'bringing'>,
  wanted: readonly string[],
  { say, signal, address }: { say: (line: string) => void; signal: AbortSignal; address: string },
): void => {
  for (const bible of wanted.filter((one) => !isHere(library, one))) {
    const errand = bringing.bring(bible, null, (sentence) => signal.aborted || say(`${bible}: ${sentence}`))
    if (errand === null) {
      say(`${bible} was not asked for: BIBLES names too many at once. The next start brings more.`)
      continue
    }
    say(`Bringing ${bible} from the open catalogue (${address}), in the background ...${aboutBringing(bible)}`)
    const report = ({ state, message }: BibleErrand) => {
      // An operator who stops the app needs no message about the unfinished download.
      if (signal.aborted) return
      const again = `(The next start tries again; or: npm run bible -- add ${bible})`
      say(state === 'done' ? `Brought ${message}` : `${bible} could not be brought: ${message} ${again}`)
    }
    bringing.done(errand.id).then(report, () => undefined)
  }
}

/**
 * A hint in Korean, for an operator whose machine's language is Korean. Null if the library has a Korean text, BIBLES
 * names one, or the machine's language is another.
 */
export const koreanTextHint = (library: Library, wanted: readonly string[], locale: string): string | null => {
  const isKorean = (language: string) => new Intl.Locale(language).language === 'ko'
  if (!isKorean(locale) || library.installed().some(({ language }) => isKorean(language))) return null
  if (wanted.some((one) => ['KRV', 'KOR_OLD'].includes(one.toUpperCase()))) return null
  return '한국어 성경 본문이 아직 없습니다. 개역한글을 들이려면: npm run bible -- add KRV'
}
