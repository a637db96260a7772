import type { Language } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** The locale for dates. With `en` alone a browser shows dates in the form of the United States. */
export const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : 'ko')

/** A date in words, with the year: 12 November 2026. */
export const formatDate = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(new Date(iso))

/** A day relative to `now`: today, yesterday, 12 Nov, 12 Nov 2025. */
export const formatDay = (iso: string, language: Language, now = new Date()): string => {
  const date = new Date(iso)
  const days = Math.round((startOfDay(date) - startOfDay(now)) / DAY_MS)
  if (days === 0 || days === -1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(localeOf(language), { month: 'short', day: 'numeric', ...year }).format(date)
}

/** A time of day: 10:42. */
export const formatTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(iso),
  )

/** A day and a time of day: yesterday 10:42, 12 Nov 10:42. */
export const formatMoment = (iso: string, language: Language): string =>
  `${formatDay(iso, language)} ${formatTime(iso, language)}`
