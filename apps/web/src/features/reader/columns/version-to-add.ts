import type { Version } from '@pathlight/contracts/bible.ts'
import type { Versions } from '../../../bible/versions-query.ts'
import type { Language } from '../../../locales/words.ts'

const isIn = (version: Version, language: Language) =>
  version.language === language || version.language.startsWith(`${language}-`)

/**
 * An installed version for a new column, if possible one that is not open. A version in English or Korean comes first
 * if no column has that language. If both languages are missing, the person's own language comes first. Then come
 * versions in the person's language, then all others. Within a language the server's default version comes first. Null
 * if no version is installed.
 */
export const versionToAdd = (
  { versions, default: preferred }: Pick<Versions, 'versions' | 'default'>,
  open: readonly string[],
  language: Language,
): Version | null => {
  const installed = versions.filter(({ available }) => available)
  const others = installed.filter(({ code }) => !open.includes(code))
  const openVersions = installed.filter(({ code }) => open.includes(code))
  const both: readonly Language[] = language === 'ko' ? ['ko', 'en'] : ['en', 'ko']
  const missing = both.filter((one) => !openVersions.some((version) => isIn(version, one)))
  for (const target of [...missing, language]) {
    const candidates = others.filter((version) => isIn(version, target))
    if (candidates[0]) return candidates.find(({ code }) => code === preferred) ?? candidates[0]
  }
  return others[0] ?? installed[0] ?? null
}
