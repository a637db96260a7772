import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { type NoteDocument, notes } from './projection.ts'

/** How many notes a person has. */
export const countNotes = (readModels: ReadModelStore) => {
  const documents = readModels.collection<NoteDocument>(notes.collection, notes.indexes)
  return (userId: string): Promise<number> => documents.count({ user_id: userId })
}
