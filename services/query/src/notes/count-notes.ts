import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { notes } from './projection.ts'

/** How many notes a person has. */
export const countNotes = (readModels: ReadModelStore) => {
  const documents = readModels.collection(notes)
  return (userId: string): Promise<number> => documents.count({ user_id: userId })
}
