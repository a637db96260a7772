import type { QueryKey } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'

/** The beginnings of the keys of the queries that a write of an item on verses changes. `name`: the item's kind. */
export const touchesOnVerses =
  (name: string) =>
  (userId: string, { book }: { readonly book: string }): readonly QueryKey[] => [
    // All chapters of the book, because another version may number the verse in a neighbouring chapter.
    [MINE, userId, 'overlay', book],
    [MINE, userId, name],
    [MINE, userId, 'counts'],
    [MINE, userId, 'tags'],
  ]
