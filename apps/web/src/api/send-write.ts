import { ApiProblem } from './api-problem.ts'
import type { Any, Item, Outcome, WriteKind } from './pending-write.ts'
import { writeServed } from './request.ts'
import { restoreCall } from './restore-call.ts'

/**
 * Sends a write to the server, once.
 * @throws ApiProblem after a refusal, or without an answer
 */
export const sendWrite = async (kind: WriteKind<Item>, write: Any): Promise<Outcome<Item>> => {
  const { restores, wanted } = write
  const { method, path, body } = restores?.revision
    ? restoreCall(kind.history, write.itemId, restores.revision)
    : kind.call(write)
  const ifMatch = kind.whicheverRevision ? undefined : write.base?.revision
  const { value, at } = await writeServed(method, path, {
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
    idempotencyKey: write.key,
    person: write.userId,
  })
  // The write counts as stored only if the answer has a log position and, except after a removal, the item.
  if (at === null || (wanted !== null && (typeof value !== 'object' || value === null))) throw new ApiProblem(0, {})
  return { status: 'saved', item: wanted && (kind.saved ? kind.saved(value, wanted) : (value as Item)), at }
}
