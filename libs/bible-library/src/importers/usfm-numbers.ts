import { withPlainFigures } from './written-numbers.ts'

/** A number with what may be glued to it: 14..., [14], 7-8; and what follows it, glued or not. */
const NUMBER =
  /^(?<number>[^\p{L}\p{N}\s\\]*(?:\d{1,3}[:.](?=\d))?\d{1,3}(?:[a-z](?!\p{L}))?(?:[-\u2010-\u2015,;&/+](?:\d{1,3}(?:[a-z](?!\p{L}))?|[a-z](?!\p{L})))*)(?<rest>.*)$/su
/** Marks after a number that is set off from the words: 14... */
const MARKS = /^(?<marks>[^\p{L}\p{N}\s]+)(?=\s|$)/u
/** What joins a number to the next with a blank between: 7, 8 and 7 - 8. */
const JOINED = /^\s*(?<sign>[,;&/+\u2010-\u2015-])\s*(?<next>\d{1,3})(?=\s|$)/u
/** Verses that are joined are a few. */
const JOINED_MAX = 10

/**
 * A verse's number and the words after it. Files write 14... and [14], 7, 8 and 7 - 8, and words with no blank before
 * them; null where no number is.
 */
export const splitNumber = (text: string): { number: string; rest: string } | null => {
  const found = NUMBER.exec(text.trimStart().replace(/^[^\s\p{L}]+/u, withPlainFigures))?.groups
  if (!found) return null
  let { number = '', rest = '' } = found
  const marks = MARKS.exec(rest)?.groups?.marks ?? ''
  const joined = JOINED.exec(rest)
  const step = Number(joined?.groups?.next) - Number.parseInt(number.replace(/^\D+/, ''), 10)
  if (joined && step > 0 && step < JOINED_MAX) {
    number += (joined.groups?.sign ?? '') + (joined.groups?.next ?? '')
    rest = rest.slice(joined[0].length)
  } else if (marks !== '') {
    number += marks
    rest = rest.slice(marks.length)
  }
  return { number, rest: rest.replace(/^\s/, '') }
}
