import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { sermonOutlines } from './projection.ts'

/** How many sermons a person has. */
export const countSermons = (readModels: ReadModelStore) => {
  const documents = readModels.collection(sermonOutlines)
  return (userId: string): Promise<number> => documents.count({ user_id: userId })
}
