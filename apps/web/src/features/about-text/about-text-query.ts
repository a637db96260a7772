import type { AboutText } from '@pathlight/contracts/about-text.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'

/** The information about a version's text. */
export const aboutTextQuery = (version: string) =>
  queryOptions({
    queryKey: ['bible', 'about', version],
    queryFn: ({ signal }) => read<AboutText>(`/api/bible/about?${new URLSearchParams({ version })}`, signal),
    staleTime: 5 * 60_000,
  })
