import { HttpProblem } from '@pathlight/http/problem.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'

/** The longest query, in UTF-16 units after normalization and trimming. */
const QUERY_MAX = 200
/** The longest query before normalization and trimming, in UTF-16 units. */
const RAW_QUERY_MAX = 2_000

const tooLong = () => new HttpProblem(400, 'query_too_long', `A search holds at most ${QUERY_MAX} characters.`)

/**
 * Checks a query, and returns it without normalization. The search recognises Korean typed on the wrong keyboard by its
 * single letters (ㅣㅐㅍㄷ), which the normalization replaces. Throws 400 when the query is blank or too long.
 */
export const queryOr400 = (text: string): string => {
  // The normalization can turn one character into 18, so a very long text is refused before it.
  if (text.length > RAW_QUERY_MAX) throw tooLong()
  const query = normalForm(withoutInvisible(text), 'NFKC').trim()
  if (query === '') throw new HttpProblem(400, 'empty_query', 'What are you looking for? Enter a word or a reference.')
  if (query.length <= QUERY_MAX) return text
  throw tooLong()
}
