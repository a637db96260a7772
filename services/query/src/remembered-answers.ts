import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { LRUCache } from 'lru-cache'

/** The most characters of all cached answers together, and of one answer. */
const KEPT_LENGTH = 16_000_000
const KEPT_ANSWER_LENGTH = 1_000_000
/**
 * How long an answer is cached, in milliseconds. A change of the installed Bibles does not drop answers, so it shows
 * only after this time.
 */
const KEPT_MS = 60_000

/** `text`: the JSON. `next`: the id after which the next part begins; null: there is no next part. */
type WrittenAnswer = { readonly text: string; readonly next: string | null }

/** Caches the result of `make` until the person's documents change, but at most KEPT_MS. */
type RememberedAnswers = (
  userId: string,
  question: string,
  make: () => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer>

/**
 * Caches answers in memory, as JSON, because people read a chapter far more often than they write on it. Callers must
 * call `reachPosition` first, so that changes are known.
 */
export const rememberAnswers = (readModels: Pick<ReadModelStore, 'stamp'>): RememberedAnswers => {
  const answers = new LRUCache<string, { stamp: string; answer: WrittenAnswer }>({
    maxSize: KEPT_LENGTH,
    maxEntrySize: KEPT_ANSWER_LENGTH,
    sizeCalculation: ({ answer }) => answer.text.length + 200,
    ttl: KEPT_MS,
  })
  return async (userId, question, make) => {
    const key = `${userId} ${question}`
    const stamp = readModels.stamp(userId)
    const known = answers.get(key)
    if (known !== undefined && known.stamp === stamp) return known.answer
    const answer = await make()
    // If a document changes while `make` runs, the person's stamp changes as soon as this process learns of it. From then
    // on this cached answer is not used.
    if (stamp !== null) answers.set(key, { stamp, answer })
    return answer
  }
}
