import type { DailyVerse } from '@pathlight/contracts/bible.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'
import type { Language } from '../../locales/words.ts'

/** Today's verse in a version of this language. */
export const dailyVerseQuery = (language: Language) =>
  queryOptions({
    queryKey: ['bible', 'daily', language],
    queryFn: ({ signal }) => read<DailyVerse>(`/api/bible/daily?${new URLSearchParams({ language })}`, signal),
    staleTime: 60 * 60_000,
  })
