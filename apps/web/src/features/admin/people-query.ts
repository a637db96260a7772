import type { People, PersonOfAdmins } from '@pathlight/contracts/admin.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** People by the beginning of a username, or by a whole address. */
export const peopleQuery = (adminId: string, name: string) =>
  queryOptions({
    queryKey: [MINE, adminId, 'people', 'named', name],
    queryFn: async ({ signal }) =>
      (await read<People>(`/api/admin/people?${new URLSearchParams({ name })}`, signal)).people,
    retry: false,
  })

/** How the account of a person stands. */
export const personQuery = (adminId: string, id: string) =>
  queryOptions({
    queryKey: [MINE, adminId, 'people', id],
    queryFn: ({ signal }) => read<PersonOfAdmins>(`/api/admin/people/${encodeURIComponent(id)}`, signal),
    retry: false,
  })
