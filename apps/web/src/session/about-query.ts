import type { About } from '@pathlight/contracts/about.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/request.ts'
import type { Language } from '../locales/words.ts'

/** The operator's own texts about this Pathlight in a language, who may sign up, and the ways to log in. */
export const aboutQuery = (language: Language) =>
  queryOptions({
    queryKey: ['about', language],
    queryFn: ({ signal }) => read<About>(`/api/about?${new URLSearchParams({ language })}`, signal),
    staleTime: 60 * 60_000,
  })
