import { wordsToFind } from '@pathlight/contracts/find-rules.ts'

/**
 * The choices of the filter by the last change, in days, today included. A further choice, `days`, is the time between
 * two chosen days.
 */
export const SPANS = { week: 7, month: 30, year: 365 } as const
export type Span = '' | keyof typeof SPANS | 'days'

/**
 * The filters of the search in all items of a person. An empty string matches everything. `first` and `last` are days
 * (2026-11-23), both included.
 */
export type WritingFilter = {
  readonly kind: string
  /** The English name of the book. */
  readonly book: string
  /** The colour as #RRGGBB, or SETTINGS_COLOR. */
  readonly color: string
  readonly tag: string
  readonly span: Span
  readonly first: string
  readonly last: string
}
export const NO_FILTER: WritingFilter = { kind: '', book: '', color: '', tag: '', span: '', first: '', last: '' }

/** Midnight at the beginning of the day `days` days after `day`, in this device's time zone. */
const dayAfter = (day: Date, days: number): string =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).toISOString()

/** The beginning of the day in a date field. Null if the field is empty or the day is invalid. */
const dayOf = (text: string): Date | null => {
  const day = new Date(`${text}T00:00:00`)
  return Number.isNaN(day.getTime()) ? null : day
}

const timeAsked = ({ span, first, last }: WritingFilter, now: Date): { from?: string; to?: string } => {
  if (span === '') return {}
  if (span !== 'days') return { from: dayAfter(now, 1 - SPANS[span]) }
  const [begin, end] = [dayOf(first), dayOf(last)]
  return { ...(begin && { from: dayAfter(begin, 0) }), ...(end && { to: dayAfter(end, 1) }) }
}

/** The parameters of the search on the server. Without any, the server finds all items of the person. */
export const writingAsked = (query: string, filter: WritingFilter, now: Date): Readonly<Record<string, string>> => {
  const words = wordsToFind(query).join(' ')
  const { kind, book, color, tag } = filter
  return {
    ...(words && { query: words }),
    ...(kind && { kind }),
    ...(book && { book }),
    ...(color && { color }),
    ...(tag && { tag }),
    ...timeAsked(filter, now),
  }
}
