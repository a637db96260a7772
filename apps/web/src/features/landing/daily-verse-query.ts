import type { DailyVerse } from '@pathlight/contracts/daily-verse.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'
import type { Language } from '../../locales/words.ts'

/** The reader's own date, and a version where it is to be read in that one. */
type Wanted = { readonly date?: string; readonly version?: string }

/** A day's verse in a version of this language. Without a date that of today by UTC, as the server knows it. */
export const dailyVerseQuery = (language: Language, wanted: Wanted = {}) =>
  queryOptions({
    queryKey: ['bible', 'daily', language, ...(wanted.date === undefined ? [] : [wanted])],
    queryFn: ({ signal }) =>
      read<DailyVerse>(`/api/bible/daily?${new URLSearchParams({ language, ...wanted })}`, signal),
    staleTime: 60 * 60_000,
  })
