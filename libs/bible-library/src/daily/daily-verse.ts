import type { DailyVerse } from '@pathlight/contracts/daily-verse.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import type { InstalledVersion, Library } from '../library.ts'
import { passageRange } from '../passage-range.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { RemoteService } from '../providers/remote-service.ts'

/** The address of OurManna, the service that the product's specification names for the daily verse. */
export const OURMANNA = 'https://beta.ourmanna.com'

/** The call to OurManna for one day. All readers share it. */
type Attempt = {
  /** OurManna's verse; null until OurManna has answered, and after an answer that cannot be used. */
  reference: Reference | null
  /** The earliest time of another call for this day, in milliseconds of the clock. Infinity unless the call failed. */
  retryAt: number
  /** Settles when the call has ended, or after TIMEOUT_MS. */
  wait: Promise<void>
}

/** The pause after a failure before OurManna is called again, in milliseconds. */
const RETRY_AFTER_MS = 10 * 60_000

/** How long readers wait for OurManna's answer, in milliseconds. */
const TIMEOUT_MS = 1_500
/** The most verses of a daily passage. A longer passage is not used. */
const LONGEST_PASSAGE = 6

const answer = z.object({ verse: z.object({ details: z.object({ reference: z.string().max(100) }) }) })

/**
 * OurManna's verse for today; null when the answer names no short passage.
 * @throws ProviderFailure
 */
const ourMannaReference = async (service: RemoteService): Promise<Reference | null> => {
  const { status, body } = await service.get('/api/v1/get', { format: 'json', order: 'daily' })
  const parsed = status === 200 ? answer.safeParse(JSON.parse(body)) : undefined
  const result = parseReferences(parsed?.data?.verse.details.reference ?? '')
  const [reference] = result.status === 'parsed' ? result.references : []
  if (reference === undefined || reference.verse === null || reference.endVerse === null) return null
  const short = reference.chapter === reference.endChapter && reference.endVerse - reference.verse < LONGEST_PASSAGE
  return short ? reference : null
}

const DAY_MS = 24 * 60 * 60_000
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export type DailyVerses = {
  /**
   * Returns the verse of a day in the wanted version, or in another version when the wanted one has neither OurManna's
   * verse nor that of Pathlight's list; null when no version has one of them.
   * @param date YYYY-MM-DD. OurManna chooses the verse of today (UTC), and of yesterday if it was called yesterday.
   * @param wish the wanted version's code and the wanted language
   */
  on(date: string, wish: { version?: string | undefined; language?: string | undefined }): Promise<DailyVerse | null>
}

/**
 * Opens the daily verse. OurManna chooses the verse if it answers in time and the version has the verse. Otherwise
 * Pathlight's own list chooses. The text always comes from the library.
 * @param list the verse of Pathlight's list for a month (1-12) and day (1-31)
 * @param service OurManna; null if it must not be called
 * @param now the clock, in milliseconds
 */
export const dailyVerses = (
  library: Library,
  list: (month: number, day: number) => Reference,
  service: RemoteService | null,
  now: () => number = Date.now,
): DailyVerses => {
  /**
   * The calls by date. Yesterday's call stays, because west of Greenwich yesterday ends some hours after UTC's
   * midnight.
   */
  const attempts = new Map<string, Attempt>()

  const ask = (of: RemoteService): Attempt => {
    const attempt: Attempt = { reference: null, retryAt: Number.POSITIVE_INFINITY, wait: Promise.resolve() }
    const answered = ourMannaReference(of).then(
      (reference) => {
        attempt.reference = reference
      },
      (error: unknown) => {
        attempt.retryAt = now() + RETRY_AFTER_MS
        if (!(error instanceof ProviderFailure) && !(error instanceof SyntaxError)) throw error
      },
    )
    attempt.wait = pTimeout(answered, { milliseconds: TIMEOUT_MS, fallback: () => undefined })
    return attempt
  }

  const remoteReference = async (date: string): Promise<Reference | null> => {
    if (service === null) return null
    const previous = attempts.get(date)
    if (date !== dayAt(now())) return previous?.reference ?? null
    const attempt = previous && now() < previous.retryAt ? previous : ask(service)
    attempts.set(date, attempt)
    for (const day of attempts.keys()) if (day < dayAt(now() - DAY_MS)) attempts.delete(day)
    await attempt.wait
    return attempt.reference
  }

  /**
   * The versions in the order in which they are tried: the wanted version, versions in the wanted language, all others.
   * If no language is wanted, the language of the wanted version counts, or else English.
   */
  const versionsFor = ({ version, language }: { version?: string | undefined; language?: string | undefined }) => {
    const first = version === undefined ? null : library.version(version)
    const wanted = language ?? first?.language.split('-')[0] ?? 'en'
    const installed = library.installed()
    const inLanguage = installed.filter((one) => one.language.split('-')[0] === wanted)
    return new Set([...(first === null ? [] : [first]), ...inLanguage, ...installed])
  }

  /** The words of a passage in a version, and the passage in that version's own numbering. Null if it has no words. */
  const verseIn = (version: InstalledVersion, reference: Reference) => {
    const range = passageRange(reference, version.versification)
    const verses = range === null ? [] : library.verses(version.code, range.from, range.through)
    const withWords = verses.filter(({ text }) => text.trim() !== '')
    const [first, last] = [withWords[0], withWords.at(-1)]
    if (first === undefined || last === undefined) return null
    const { book, chapter, verse } = first
    const place = { book, chapter, verse, endChapter: last.chapter, endVerse: last.through ?? last.verse }
    return { place, text: withWords.map(({ text }) => text).join(' ') }
  }

  return {
    async on(date, wish) {
      const versions = versionsFor(wish)
      if (versions.size === 0) return null
      const [, month = 1, day = 1] = date.split('-').map(Number)
      const remote = await remoteReference(date)
      const choices = [
        { reference: remote, source: 'ourmanna' as const },
        { reference: list(month, day), source: 'list' as const },
      ]
      for (const version of versions)
        for (const { reference, source } of choices) {
          const found = reference === null ? null : verseIn(version, reference)
          if (found === null) continue
          const { code, language } = version
          const bookLanguage: BookLanguage = language.startsWith('ko') ? 'ko' : 'en'
          return {
            ...found.place,
            date,
            reference: formatReference(found.place, bookLanguage),
            version: code,
            language,
            text: found.text,
            source,
          }
        }
      return null
    },
  }
}
