import type { ProblemParams, Reason } from './problem.ts'

const reasons = new Map<string, Reason>()

/**
 * Registers the refusal's code for a schema's English sentence. A schema's error has the sentence alone, so whoever answers or
 * shows the error looks up the refusal's code by `reasonFor`. `params`: the values in the sentence.
 */
export const refusal = (code: string, sentence: string, params?: ProblemParams): string => {
  reasons.set(sentence, { code, ...(params && { params }) })
  return sentence
}

/** Registers the refusal of a text or a list with more than `max` characters, or entries. `what`: as the sentence begins. */
export const tooLong = (code: string, what: string, max: number, of = 'characters'): string =>
  refusal(code, `${what} at most ${max.toLocaleString('en')} ${of}.`, { max })

/** The reason of a schema's sentence. Null if the sentence is none of our refusals. */
export const reasonFor = (sentence: string): Reason | null => reasons.get(sentence) ?? null
