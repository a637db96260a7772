import { withPlainFigures } from './written-numbers.ts'

/** Matches a verse number (14, 14a, [14 or 1:14) or joined numbers (7-8), and the remaining text. */
const NUMBER =
  /^(?<number>[^\p{L}\p{N}\s\\]*(?:\d{1,3}[:.](?=\d))?\d{1,3}(?:[a-z](?!\p{L}))?(?:[-\u2010-\u2015,;&/+](?:\d{1,3}(?:[a-z](?!\p{L}))?|[a-z](?!\p{L})))*)(?<rest>.*)$/su
/** Matches the punctuation between a number and a space or the end: the dots of 14... */
const MARKS = /^(?<marks>[^\p{L}\p{N}\s]+)(?=\s|$)/u
/** Matches a second number that is joined with spaces: 7, 8 or 7 - 8. */
const JOINED = /^\s*(?<sign>[,;&/+\u2010-\u2015-])\s*(?<next>\d{1,3})(?=\s|$)/u
/**
 * The most verses that are joined with spaces. A second number belongs to the verse's words if it is greater by 10 or
 * more, or not greater.
 */
const JOINED_MAX = 10

/**
 * Splits a verse's number from the words after it; null when there is no number. Files write numbers such as `14...`,
 * `[14]`, `7, 8` or `7 - 8`. In some files the words follow the number without a space.
 */
export const splitNumber = (text: string): { number: string; rest: string } | null => {
  const groups = NUMBER.exec(text.trimStart().replace(/^[^\s\p{L}]+/u, withPlainFigures))?.groups
  if (!groups) return null
  let { number = '', rest = '' } = groups
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
