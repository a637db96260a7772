import type { DateOrder } from '@pathlight/contracts/import-rules.ts'
import { normalForm } from '@pathlight/scripture/normal-form.ts'

/** The time in a cell, ISO 8601. 'either': the date can be read in two ways. */
export type CellDate = { readonly at: string } | 'either' | 'unreadable'

/** The longest cell that is read, in characters. */
const LONGEST = 60
const DAY_MS = 24 * 60 * 60 * 1000
const FIRST_YEAR = 1900

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
/**
 * The number (1 to 12) of the month with this English name or abbreviation (three letters or more); 0: there is no such
 * month.
 */
const monthNamed = (name: string): number =>
  name.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/
const YEAR_FIRST_KOREAN = /^(\d{4}|\d{2})년(\d{1,2})월(\d{1,2})일$/
const CLOSED_UP = /^(\d{4})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]+([a-z]+)[ .,-]+(\d{4})$/i
const NAME_AND_DAY = /^([a-z]+)[ .-]+(\d{1,2})(?:st|nd|rd|th)?[ ,]+(\d{4})$/i
/** A number of seconds or milliseconds since 1970. */
const COUNTED = /^\d{10}(?:\d{3})?$/
const TIME =
  /(?:,? |T)?(오전|오후|am|pm)? ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(am|pm)?(?: ?(z|(?:gmt|utc)?(?:([+-]\d{2}):?(\d{2}))?))?$/i

type Day = readonly [year: number, month: number, day: number]

const isDay = ([year, month, day]: Day): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= FIRST_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The days that a date may mean: none, one, or two for a date like 05/03. */
const daysOf = (date: string, order: DateOrder | null): readonly Day[] => {
  const closed = date.replaceAll(' ', '')
  const [, yearFirst, month, day] =
    YEAR_FIRST.exec(closed) ?? YEAR_FIRST_KOREAN.exec(closed) ?? CLOSED_UP.exec(closed) ?? []
  if (yearFirst !== undefined)
    return [[Number(yearFirst.length === 2 ? `20${yearFirst}` : yearFirst), Number(month), Number(day)]]
  const last = YEAR_LAST.exec(closed)
  if (last) {
    const [one, sign, other, year] = [Number(last[1]), last[2], Number(last[3]), Number(last[4])]
    const [dayFirst, monthFirst]: readonly Day[] = [
      [year, other, one],
      [year, one, other],
    ]
    const days = [dayFirst, monthFirst].filter((day): day is Day => day !== undefined && isDay(day))
    if (days.length < 2 || one === other) return days.slice(0, 1)
    // In an ambiguous date with points (05.03.2022) the day comes first.
    if (sign === '.' || order === 'day') return days.slice(0, 1)
    return order === 'month' ? days.slice(1) : days
  }
  const named = DAY_AND_NAME.exec(date)
  if (named) return [[Number(named[3]), monthNamed(named[2] ?? ''), Number(named[1])]]
  const after = NAME_AND_DAY.exec(date)
  return after ? [[Number(after[3]), monthNamed(after[1] ?? ''), Number(after[2])]] : []
}

/** The milliseconds from the beginning of the day in UTC; 0 without a time; null: there is no such time. */
const timeOf = (found: RegExpExecArray | null): number | null => {
  if (found === null) return 0
  const [, before = '', hours, minutes, seconds = 0, part = 0, after = '', , ahead = '+00', more = 0] = found
  const half = `${before}${after}`.toLowerCase()
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half === '오후' || half === 'pm' ? 12 : 0)
  if (hour > 23 || Number(hours) > (half === '' ? 23 : 12) || Number(minutes) > 59 || Number(seconds) > 60) return null
  const zone = Number(ahead) * 60 + Number(`${ahead[0]}${more}`)
  return ((hour * 60 + Number(minutes) - zone) * 60 + Number(seconds)) * 1000 + Math.trunc(Number(`0.${part}`) * 1000)
}

/**
 * The time in a cell, as programs write it in English and Korean. A time without a zone is in UTC. `order`: the
 * person's choice for dates like 05/03/2022; null: the person has not chosen. `now`: in milliseconds since 1970. A time
 * up to a day after `now` counts as `now`, and a still later time is unreadable.
 */
export const dateInCell = (cell: string, order: DateOrder | null, now: number): CellDate => {
  if (cell.length > LONGEST) return 'unreadable'
  const plain = normalForm(cell, 'NFKC')
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/ ?\([월화수목금토일]\)| ?[월화수목금토일]요일/, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]? /i, '')
    .replace(/(\d{1,2})시(?: ?(\d{1,2})분)?(?: ?(\d{1,2})초)?$/, (_, hours, minutes = '0', seconds = '0') =>
      [hours, minutes.padStart(2, '0'), seconds.padStart(2, '0')].join(':'),
    )
    .trim()
  const written = (time: number): CellDate => {
    // A date of today in a zone east of UTC may be tomorrow in UTC, so a day of tolerance is given.
    if (Number.isNaN(time) || time > now + DAY_MS) return 'unreadable'
    return { at: new Date(Math.min(time, now)).toISOString() }
  }
  if (COUNTED.test(plain)) return written(Number(plain.padEnd(13, '0')))
  const time = TIME.exec(plain)
  const [day, other] = daysOf(plain.slice(0, time?.index).trim(), order)
  const inDay = timeOf(time)
  if (day === undefined || inDay === null || !isDay(day)) return 'unreadable'
  return other ? 'either' : written(Date.UTC(day[0], day[1] - 1, day[2]) + inDay)
}
