import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { LRUCache } from 'lru-cache'

/** Characters of all answers that are kept, and of one. */
const KEPT_LENGTH = 16_000_000
const KEPT_ANSWER_LENGTH = 1_000_000
/** How long an answer is kept, in milliseconds: it also depends on the Bibles that are installed. */
const KEPT_MS = 60_000

/** `text`: as it is sent. `next`: where the next part begins, if there is one. */
type WrittenAnswer = { readonly text: string; readonly next: string | null }

/** Returns the kept answer while nothing of the person's has changed, else makes it. */
type RememberedAnswers = (
  userId: string,
  question: string,
  make: () => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer>

/**
 * Keeps the last answers in memory, as the text that is sent. People read a chapter far more often than they write on it, and to find,
 * open and serialise a hundred items costs more than the rest of the request. Callers ask for `position` first, so that changes are
 * known.
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
    // A change during `make` has changed the stamp, so this answer is never returned.
    if (stamp !== null) answers.set(key, { stamp, answer })
    return answer
  }
}
