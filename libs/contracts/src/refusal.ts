import type { ProblemParams, Reason } from './problem.ts'

const reasons = new Map<string, Reason>()

/**
 * Registers the code of a schema's English sentence. Schemas carry sentences only, so the code that shows an error looks up its
 * code by `reasonFor`. `params`: the values in the sentence.
 */
export const refusal = (code: string, sentence: string, params?: ProblemParams): string => {
  reasons.set(sentence, { code, ...(params && { params }) })
  return sentence
}

/** The reason of a schema's sentence; null: not one of our refusals. */
export const reasonFor = (sentence: string): Reason | null => reasons.get(sentence) ?? null
