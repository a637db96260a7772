import type { DailyVerse } from '@pathlight/contracts/daily-verse.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'
import type { Language } from '../../locales/words.ts'

/** Today's verse in a version of this language, or in the one that is named where it is here. */
export const dailyVerseQuery = (language: Language, version?: string) =>
  queryOptions({
    queryKey: version === undefined ? ['bible', 'daily', language] : ['bible', 'daily', language, version],
    queryFn: ({ signal }) =>
      read<DailyVerse>(
        `/api/bible/daily?${new URLSearchParams({ language, ...(version !== undefined && { version }) })}`,
        signal,
      ),
    staleTime: 60 * 60_000,
  })
