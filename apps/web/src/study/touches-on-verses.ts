import type { QueryKey } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'

/** The beginnings of the keys of all queries that show an item of the kind `name`, which is on verses. */
export const touchesOnVerses =
  (name: string) =>
  (userId: string, { book }: { readonly book: string }): readonly QueryKey[] => [
    // All chapters of the book: in another version's numbering, a verse may be in the neighbouring chapter.
    [MINE, userId, 'overlay', book],
    [MINE, userId, name],
    [MINE, userId, 'counts'],
    [MINE, userId, 'tags'],
  ]
