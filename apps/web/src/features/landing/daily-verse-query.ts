import type { DailyVerse } from '@pathlight/contracts/daily-verse.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'
import type { Language } from '../../locales/words.ts'

/** The date in the reader's time zone, and the version that the reader prefers. */
type Choice = { readonly date?: string; readonly version?: string }

/** The query for the verse of a day, in a version of this language. Without a date it is the server's day (UTC). */
export const dailyVerseQuery = (language: Language, choice: Choice = {}) =>
  queryOptions({
    queryKey: ['bible', 'daily', language, ...(choice.date === undefined ? [] : [choice])],
    queryFn: ({ signal }) =>
      read<DailyVerse>(`/api/bible/daily?${new URLSearchParams({ language, ...choice })}`, signal),
    staleTime: 60 * 60_000,
  })
