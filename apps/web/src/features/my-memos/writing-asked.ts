import { wordsToFind } from '@pathlight/contracts/find-rules.ts'

/** The filter by the time of the last change: within this many days, today included. The span 'days' is between two days. */
export const SPANS = { week: 7, month: 30, year: 365 } as const
export type Span = '' | keyof typeof SPANS | 'days'

/** The filters of the search in all of one's writing; '' for any. `first` and `last`: days (2026-11-23), inclusive. */
export type WritingFilter = {
  readonly kind: string
  /** The English name. */
  readonly book: string
  /** #RRGGBB, or SETTINGS_COLOR. */
  readonly color: string
  readonly tag: string
  readonly span: Span
  readonly first: string
  readonly last: string
}
export const NO_FILTER: WritingFilter = { kind: '', book: '', color: '', tag: '', span: '', first: '', last: '' }

/** The beginning of the day that is `days` days after `day`, in this device's zone. */
const dayAfter = (day: Date, days: number): string =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).toISOString()

/** The day of a date field. Null if the field is empty. */
const dayOf = (text: string): Date | null => (text === '' ? null : new Date(`${text}T00:00:00`))

const timeAsked = ({ span, first, last }: WritingFilter, now: Date): { from?: string; to?: string } => {
  if (span === '') return {}
  if (span !== 'days') return { from: dayAfter(now, 1 - SPANS[span]) }
  const [begin, end] = [dayOf(first), dayOf(last)]
  return { ...(begin && { from: dayAfter(begin, 0) }), ...(end && { to: dayAfter(end, 1) }) }
}

/** The parameters for the server. Without any, it finds everything that the person wrote. */
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
