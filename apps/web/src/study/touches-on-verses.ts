import type { QueryKey } from '@tanstack/react-query'
import { MINE } from '../api/query-client.ts'

/** Beginnings of the keys of all queries that show an item of a kind on verses. */
export const touchesOnVerses =
  (name: string) =>
  (userId: string, { book }: { readonly book: string }): readonly QueryKey[] => [
    // The whole book: a verse of one chapter may be in the neighbouring one in another version's numbering.
    [MINE, userId, 'overlay', book],
    [MINE, userId, name],
    [MINE, userId, 'counts'],
    [MINE, userId, 'tags'],
  ]
