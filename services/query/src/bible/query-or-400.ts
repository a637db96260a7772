import { HttpProblem } from '@pathlight/http/problem.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'

/** Longest query, in UTF-16 units after trimming. */
const QUERY_MAX = 200
/** As typed, with its blanks. */
const LOOKED_AT = 2_000

const tooLong = () => new HttpProblem(400, 'query_too_long', `A search holds at most ${QUERY_MAX} characters.`)

/**
 * What a person looks for, as it was typed: letters that stand alone (ㅣㅐㅍㄷ) tell of the other keyboard. 400 when it is
 * blank or too long.
 */
export const queryOr400 = (text: string): string => {
  // A character becomes 18 at most, and blanks around it are few: more is too long in any form.
  if (text.length > LOOKED_AT) throw tooLong()
  const query = normalForm(withoutInvisible(text), 'NFKC').trim()
  if (query === '') throw new HttpProblem(400, 'empty_query', 'What are you looking for? Enter a word or a reference.')
  if (query.length <= QUERY_MAX) return text
  throw tooLong()
}
