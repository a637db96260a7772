import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/request.ts'
import type { Versions } from '../../bible/versions-query.ts'

/** The texts for newcomers, by the language of the interface. */
export const FIRST_TEXTS = { en: ['KJV', 'WEB'], ko: ['KRV', 'KJV', 'WEB'] } as const
const CODES: readonly string[] = FIRST_TEXTS.ko

/**
 * The query for the codes in FIRST_TEXTS whose texts are installed. The first HTML includes the answer, so that
 * browsers do not fetch it.
 */
export const firstTextsQuery = queryOptions({
  queryKey: ['bible', 'first-texts'],
  queryFn: async ({ signal }) => {
    const { versions } = await read<Versions>('/api/bible/versions', signal)
    return versions.flatMap(({ code, available }) => (available && CODES.includes(code) ? [code] : []))
  },
  staleTime: Number.POSITIVE_INFINITY,
})
