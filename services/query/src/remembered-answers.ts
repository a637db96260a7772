import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { LRUCache } from 'lru-cache'

/** Characters of all answers that are kept, and of one. */
const KEPT_LENGTH = 16_000_000
const KEPT_ANSWER_LENGTH = 1_000_000
/** What an answer depends on besides the person's documents (which Bibles are here) shows after this long. */
const KEPT_MS = 60_000

/** `text`: as it is sent. `next`: where the next part begins, if there is one. */
type WrittenAnswer = { readonly text: string; readonly next: string | null }

/** Answers `make` the first time, then what it answered, for as long as nothing of the person's has changed. */
type RememberedAnswers = (
  userId: string,
  question: string,
  make: () => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer>

/**
 * Keeps the last answers in memory, as the text that is sent. A chapter is read far more often than written on. To
 * find, open and write out a hundred items costs more than all the rest of the request. Ask for `position` first, so
 * that what changed is known.
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
    // What changed while it was made has changed the stamp: this one is then never asked for again.
    if (stamp !== null) answers.set(key, { stamp, answer })
    return answer
  }
}
