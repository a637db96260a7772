import type { Version } from '@pathlight/contracts/bible.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/request.ts'
import type { Language } from '../locales/words.ts'

export type Versions = { readonly versions: readonly Version[]; readonly default: string }

export const versionsQuery = queryOptions({
  queryKey: ['bible', 'versions'],
  queryFn: ({ signal }) => read<Versions>('/api/bible/versions', signal),
  staleTime: 5 * 60_000,
  // An admin may add or remove a text while this page is open.
  refetchInterval: 30_000,
})

/** A version that can be read here: one in the person's language, else the server's default, else any. */
export const readableVersion = ({ versions, default: preferred }: Versions, language: Language): Version | null => {
  const here = versions.filter(({ available }) => available)
  const own = language === 'ko' ? here.find((version) => version.language.startsWith('ko')) : undefined
  return own ?? here.find(({ code }) => code === preferred) ?? here[0] ?? null
}
