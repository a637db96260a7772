import { wordsToFind } from '@pathlight/contracts/find-rules.ts'

/** When something was last changed: within so many days, today included. 'days': between two days. */
export const SPANS = { week: 7, month: 30, year: 365 } as const
export type Span = '' | keyof typeof SPANS | 'days'

/** What is looked for in all of one's writing; '' for any. `first` and `last` are days (2026-11-23), both included. */
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

/** The beginning of a day where the person is, so many days after this one. */
const dayAfter = (day: Date, days: number): string =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).toISOString()

/** A day as a date field has it; null for none. */
const dayOf = (text: string): Date | null => (text === '' ? null : new Date(`${text}T00:00:00`))

const timeAsked = ({ span, first, last }: WritingFilter, now: Date): { from?: string; to?: string } => {
  if (span === '') return {}
  if (span !== 'days') return { from: dayAfter(now, 1 - SPANS[span]) }
  const [begin, end] = [dayOf(first), dayOf(last)]
  return { ...(begin && { from: dayAfter(begin, 0) }), ...(end && { to: dayAfter(end, 1) }) }
}

/** What the server is asked by; nothing for all that the person wrote. */
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

/** Where these words (as wordsToFind gives them) stand in a text: ascending, without overlaps. */
export const placesOf = (text: string, words: readonly string[]): (readonly [number, number])[] => {
  const small = text.toLowerCase()
  // A text that is longer in small letters has other places.
  if (small.length !== text.length) return []
  const all = words.flatMap((word) => {
    const places: [number, number][] = []
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length))
      places.push([at, at + word.length])
    return places
  })
  const apart: [number, number][] = []
  for (const place of all.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = apart.at(-1)
    if (!last || place[0] >= last[1]) apart.push(place)
    else last[1] = Math.max(last[1], place[1])
  }
  return apart
}
