import type { ProblemParams, Reason } from './problem.ts'

const reasons = new Map<string, Reason>()

/**
 * The English sentence a shape refuses with, made known by its code: shapes carry sentences only, and the code that
 * shows one finds the code of the refusal again by `reasonFor`. `params` are what the sentence names.
 */
export const refusal = (code: string, sentence: string, params?: ProblemParams): string => {
  reasons.set(sentence, { code, ...(params && { params }) })
  return sentence
}

/** The reason that a shape's sentence stands for; null for one that no shape of ours refuses with. */
export const reasonFor = (sentence: string): Reason | null => reasons.get(sentence) ?? null
