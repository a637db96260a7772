import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { experimental_streamedQuery, queryOptions } from '@tanstack/react-query'
import { readLines } from '../../api/read-lines.ts'
import { read } from '../../api/request.ts'
import { readOrKept } from '../../bible/kept-texts/read-or-kept.ts'

/** A passage in a translation. */
export type Compared = Comparison['results'][number]

const path = (params: Record<string, string>) => `/api/bible/compare?${new URLSearchParams(params)}`

/** `offline`: found without the server, in the versions that this device keeps. */
export type ComparedHere = Comparison & { readonly offline?: true }

/** A passage in every translation that is here. Each other translation says whether it is worth asking for. */
export const comparedHereQuery = (reference: string) =>
  queryOptions({
    queryKey: ['bible', 'compare', reference],
    queryFn: ({ signal }) => readOrKept<ComparedHere>(path({ reference, from: 'library' }), signal),
    // What was found without the server is asked for again when it may be back.
    staleTime: ({ state }) => (state.data?.offline ? 0 : Number.POSITIVE_INFINITY),
  })

/** The same in those that are to be asked for, each as it comes. */
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

/** The same in one translation, from wherever it comes. */
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
