import type { Version } from '@pathlight/contracts/bible.ts'
import type { Versions } from '../../../bible/versions-query.ts'
import type { Language } from '../../../locales/words.ts'

const isIn = (version: Version, language: Language) =>
  version.language === language || version.language.startsWith(`${language}-`)

/**
 * The version that a further column opens with. First comes a language that no column has yet, the person's own before
 * the other; then the person's own language. Within a language, the `preferred` version comes first. It is always a
 * version that is here and not open yet, if there is one. Null when no version is here.
 */
export const versionToAdd = (
  { versions, default: preferred }: Pick<Versions, 'versions' | 'default'>,
  open: readonly string[],
  language: Language,
): Version | null => {
  const here = versions.filter(({ available }) => available)
  const others = here.filter(({ code }) => !open.includes(code))
  const shown = here.filter(({ code }) => open.includes(code))
  const both: readonly Language[] = language === 'ko' ? ['ko', 'en'] : ['en', 'ko']
  const missing = both.filter((one) => !shown.some((version) => isIn(version, one)))
  for (const wanted of [...missing, language]) {
    const found = others.filter((version) => isIn(version, wanted))
    if (found[0]) return found.find(({ code }) => code === preferred) ?? found[0]
  }
  return others[0] ?? here[0] ?? null
}
