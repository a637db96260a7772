import type { Version } from '@pathlight/contracts/bible.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/request.ts'
import type { Language } from '../locales/words.ts'

export type Versions = { readonly versions: readonly Version[]; readonly default: string }

export const versionsQuery = queryOptions({
  queryKey: ['bible', 'versions'],
  queryFn: ({ signal }) => read<Versions>('/api/bible/versions', signal),
  staleTime: 5 * 60_000,
  // An admin may add or remove a text while a page is open.
  refetchInterval: 30_000,
})

/**
 * The first of these versions that the server has: a Korean one (only if `language` is Korean), the server's default,
 * any other. Null if the server has none.
 */
export const readableVersion = ({ versions, default: preferred }: Versions, language: Language): Version | null => {
  const installed = versions.filter(({ available }) => available)
  const inLanguage = language === 'ko' ? installed.find((version) => version.language.startsWith('ko')) : undefined
  return inLanguage ?? installed.find(({ code }) => code === preferred) ?? installed[0] ?? null
}
