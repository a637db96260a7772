import type { User } from '@pathlight/contracts/accounts.ts'
import { type ItemKind, itemQuery, useItem } from '../../study/use-item.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

export const sermons: ItemKind<SermonItem> = {
  name: 'sermons',
  writes: sermonWrites,
  pathOf: (id) => `/api/sermon/${id}`,
}

/** A complete sermon, without unsent changes. */
export const sermonQuery = (userId: string, id: string) => itemQuery(sermons, userId, id)

/** Like `useItem`, with `sermon` instead of `item`. */
export const useSermon = (user: User, id: string) => {
  const { item: sermon, ...rest } = useItem(sermons, user, id)
  return { sermon, ...rest }
}
