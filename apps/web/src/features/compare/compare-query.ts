import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { experimental_streamedQuery, queryOptions } from '@tanstack/react-query'
import { readLines } from '../../api/read-lines.ts'
import { read } from '../../api/request.ts'
import { readOrKept } from '../../bible/kept-texts/read-or-kept.ts'

/** A passage in one translation. */
export type Compared = Comparison['results'][number]

const path = (params: Record<string, string>) => `/api/bible/compare?${new URLSearchParams(params)}`

/** A comparison. `offline`: the texts on this device answered, not the server. */
export type ComparedHere = Comparison & { readonly offline?: true }

/**
 * The query for a passage in every installed translation. For every other translation the answer says whether its text
 * can be fetched.
 */
export const comparedHereQuery = (reference: string) =>
  queryOptions({
    queryKey: ['bible', 'compare', reference],
    queryFn: ({ signal }) => readOrKept<ComparedHere>(path({ reference, from: 'library' }), signal),
    // A comparison made by the device is fetched again, because the server may be back.
    staleTime: ({ state }) => (state.data?.offline ? 0 : Number.POSITIVE_INFINITY),
  })

/** The query for the passage in the translations of remote providers. Each translation is added as it arrives. */
export const comparedElsewhereQuery = (reference: string) =>
  queryOptions({
    queryKey: ['bible', 'compare', reference, 'elsewhere'],
    queryFn: experimental_streamedQuery({
      streamFn: ({ signal }) =>
        readLines<Compared>(`/api/bible/compare/others?${new URLSearchParams({ reference })}`, signal),
    }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** The query for the passage in one translation, whether installed or remote. */
export const comparedQuery = (reference: string, version: string) =>
  queryOptions({
    queryKey: ['bible', 'compare', reference, version],
    queryFn: async ({ signal }) => {
      const { results } = await read<Comparison>(path({ reference, version }), signal)
      return results[0] ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
