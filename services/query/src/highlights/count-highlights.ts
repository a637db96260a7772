import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { highlights } from './projection.ts'

/** How many highlights a person has. */
export const countHighlights = (readModels: ReadModelStore) => {
  const documents = readModels.collection(highlights)
  return (userId: string): Promise<number> => documents.count({ user_id: userId })
}
