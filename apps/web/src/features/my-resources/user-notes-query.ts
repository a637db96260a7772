import type { User } from '@pathlight/contracts/accounts.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { queryOptions } from '@tanstack/react-query'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'

/** All notes of this person, newest first. */
export const userNotesQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'notes'],
    queryFn: ({ signal }) => read<Note[]>('/api/note/user', signal),
  })
