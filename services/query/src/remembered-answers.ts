import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { LRUCache } from 'lru-cache'

/** Characters of all answers that are kept, and of one. */
const KEPT_LENGTH = 16_000_000
const KEPT_ANSWER_LENGTH = 1_000_000
/** How long an answer is kept, in milliseconds: by then it shows a change of what else it depends on (which Bibles are installed). */
const KEPT_MS = 60_000

/** `text`: as it is sent. `next`: where the next part begins, if there is one. */
type WrittenAnswer = { readonly text: string; readonly next: string | null }

/** Calls `make` once, and repeats its answer until something of the person's changes. */
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
    // If something changed meanwhile, the stamp has changed too, and this answer is never used.
    if (stamp !== null) answers.set(key, { stamp, answer })
    return answer
  }
}
