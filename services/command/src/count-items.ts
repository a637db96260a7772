import type { Document, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { kinds } from './kinds.ts'

type Owned = Document & { readonly user_id: string }

/** The read models whose documents are counted. */
export const countedModels = kinds.flatMap(({ counted: name }) => (name === null ? [] : [{ name }]))

/** How many items of every kind a person has, for quotas: the read models are asked. */
export const itemCounter = (readModels: Pick<ReadModelStore, 'collection'>) => {
  const counted = countedModels.map((model) => readModels.collection<Owned>(model))
  return async (userId: string): Promise<number> => {
    const counts = await Promise.all(counted.map((documents) => documents.count({ user_id: userId })))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}
