import type { Document, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { kinds } from './kinds.ts'

type Owned = Document & { readonly user_id: string }

/** The read models whose documents are counted. */
export const countedModels = kinds.flatMap(({ counted: name }) => (name === null ? [] : [{ name }]))

/** Counts a person's items of all kinds in the read models, for quotas. */
export const itemCounter = (readModels: Pick<ReadModelStore, 'collection'>) => {
  const counted = countedModels.map((model) => readModels.collection<Owned>(model))
  return async (userId: string): Promise<number> => {
    const counts = await Promise.all(counted.map((documents) => documents.count({ user_id: userId })))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}
