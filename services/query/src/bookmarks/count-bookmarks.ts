import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bookmarks } from './projection.ts'

/** How many bookmarks a person has. */
export const countBookmarks = (readModels: ReadModelStore) => {
  const documents = readModels.collection(bookmarks)
  return (userId: string): Promise<number> => documents.count({ user_id: userId })
}
