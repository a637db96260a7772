import type { AdminBiblesAnswer, BibleErrand, BibleUse, CatalogueAnswer } from '@pathlight/contracts/admin-bibles.ts'
import { queryOptions } from '@tanstack/react-query'
import { askServer } from '../../api/own-answer.ts'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** While a text is on its way it is asked again after so long, in milliseconds; else now and then, for what others do. */
const PROGRESS_EVERY_MS = 1_000
const LOOK_EVERY_MS = 15_000

export const isOver = ({ state }: BibleErrand): boolean => state === 'done' || state === 'failed'

/** The texts that are here, and those that were asked for. */
export const biblesQuery = (adminId: string) =>
  queryOptions({
    queryKey: [MINE, adminId, 'bibles'],
    queryFn: ({ signal }) => read<AdminBiblesAnswer>('/api/admin/bibles', signal),
    refetchInterval: ({ state }) => (state.data?.errands.every(isOver) === false ? PROGRESS_EVERY_MS : LOOK_EVERY_MS),
    retry: false,
  })

export const catalogueQuery = (adminId: string, words: string) =>
  queryOptions({
    queryKey: [MINE, adminId, 'bibles', 'catalogue', words],
    queryFn: ({ signal }) =>
      read<CatalogueAnswer>(`/api/admin/bibles/catalogue?${new URLSearchParams({ words })}`, signal),
    enabled: words !== '',
    retry: false,
  })

/** Whose items stand in a text: it is asked anew each time. */
export const bibleUseQuery = (adminId: string, code: string) =>
  queryOptions({
    queryKey: [MINE, adminId, 'bibles', 'use', code],
    queryFn: ({ signal }) => read<BibleUse>(`/api/admin/bibles/${encodeURIComponent(code)}/use`, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Hands a file in; `said` is what the form says of it. Throws ApiProblem. */
export const sendBible = async (file: File, said: Readonly<Record<string, string>>): Promise<void> => {
  const query = new URLSearchParams({ file: file.name })
  for (const [name, value] of Object.entries(said)) if (value.trim() !== '') query.set(name, value.trim())
  await askServer(`/api/admin/bibles/import?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
}
