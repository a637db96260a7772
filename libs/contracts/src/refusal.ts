import type { ProblemParams, Reason } from './problem.ts'

const reasons = new Map<string, Reason>()

/**
 * Registers a code for the English sentence that a schema gives as its error. `reasonFor` finds the code by the
 * sentence. `params`: the values in the sentence. Returns the sentence.
 */
export const refusal = (code: string, sentence: string, params?: ProblemParams): string => {
  reasons.set(sentence, { code, ...(params && { params }) })
  return sentence
}

/**
 * Registers the refusal of a text or list that is longer than `max`. `what`: the beginning of the sentence. `of`: the
 * unit of `max`.
 */
export const tooLong = (code: string, what: string, max: number, of = 'characters'): string =>
  refusal(code, `${what} at most ${max.toLocaleString('en')} ${of}.`, { max })

/** The code of a schema's sentence. Null if `refusal` never registered the sentence. */
export const reasonFor = (sentence: string): Reason | null => reasons.get(sentence) ?? null
