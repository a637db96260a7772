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

/** Where OurManna's daily verse is; the specification's third-party service. */
export const OURMANNA = 'https://beta.ourmanna.com'

/** What OurManna was asked on a day: one call, which all readers share, and for which each waits once at most. */
type Asked = {
  /** Null until it has answered, and where its answer is no use. */
  reference: Reference | null
  /** When to ask again, in milliseconds of the clock: after a failure. */
  again: number
  /** Ends with the answer, or when patience does. */
  wait: Promise<void>
}

/** How long after a failure it is asked again, in milliseconds. */
const AGAIN_MS = 10 * 60_000

/** How long today's first reader may wait for the remote reference, in milliseconds. */
const PATIENCE_MS = 1_500
/** A passage longer than this is no verse of the day. */
const LONGEST_PASSAGE = 6

const answer = z.object({ verse: z.object({ details: z.object({ reference: z.string().max(100) }) }) })

/** The reference that OurManna gives for today; null when its answer names no short passage. @throws ProviderFailure */
const ourMannaReference = async (service: RemoteService): Promise<Reference | null> => {
  const { status, body } = await service.get('/api/v1/get', { format: 'json', order: 'daily' })
  const parsed = status === 200 ? answer.safeParse(JSON.parse(body)) : undefined
  const found = parseReferences(parsed?.data?.verse.details.reference ?? '')
  const [reference] = found.status === 'parsed' ? found.references : []
  if (reference === undefined || reference.verse === null || reference.endVerse === null) return null
  const short = reference.chapter === reference.endChapter && reference.endVerse - reference.verse < LONGEST_PASSAGE
  return short ? reference : null
}

const DAY_MS = 24 * 60 * 60_000
/** The day of a moment, by UTC. */
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export type DailyVerses = {
  /**
   * The verse of a day in the version asked for, or in another where that has not the verse; null when none is here.
   * @param date YYYY-MM-DD; a verse that OurManna chose is known for the day that it is now, by UTC, and for the day before if it was asked then
   * @param asked the version's code, or the language to choose one by
   */
  on(date: string, asked: { version?: string | undefined; language?: string | undefined }): Promise<DailyVerse | null>
}

/**
 * The daily verse: OurManna's reference when it can be had in time, else that of our own list, which never changes; the
 * text always from the library.
 * @param list the reference of our own list for a month (1-12) and day (1-31)
 * @param service null: never ask
 * @param now the clock, in milliseconds
 */
export const dailyVerses = (
  library: Library,
  list: (month: number, day: number) => Reference,
  service: RemoteService | null,
  now: () => number = Date.now,
): DailyVerses => {
  /** By day: in the west a day goes on when UTC has the next one. */
  const asked = new Map<string, Asked>()

  const ask = (of: RemoteService): Asked => {
    const attempt: Asked = { reference: null, again: Number.POSITIVE_INFINITY, wait: Promise.resolve() }
    const answered = ourMannaReference(of).then(
      (reference) => {
        attempt.reference = reference
      },
      (error: unknown) => {
        attempt.again = now() + AGAIN_MS
        if (!(error instanceof ProviderFailure) && !(error instanceof SyntaxError)) throw error
      },
    )
    attempt.wait = pTimeout(answered, { milliseconds: PATIENCE_MS, fallback: () => undefined })
    return attempt
  }

  const remoteReference = async (date: string): Promise<Reference | null> => {
    if (service === null) return null
    const known = asked.get(date)
    if (date !== dayAt(now())) return known?.reference ?? null
    const attempt = known && now() < known.again ? known : ask(service)
    asked.set(date, attempt)
    for (const day of asked.keys()) if (day < dayAt(now() - DAY_MS)) asked.delete(day)
    await attempt.wait
    return attempt.reference
  }

  /** The version that was asked for, then those of its language or the one asked for, then all others. */
  const versionsFor = ({ version, language }: { version?: string | undefined; language?: string | undefined }) => {
    const asked = version === undefined ? null : library.version(version)
    const wanted = language ?? asked?.language.split('-')[0] ?? 'en'
    const installed = library.installed()
    const inLanguage = installed.filter((one) => one.language.split('-')[0] === wanted)
    return new Set([...(asked === null ? [] : [asked]), ...inLanguage, ...installed])
  }

  const verseIn = (version: InstalledVersion, reference: Reference) => {
    const range = passageRange(reference, version.versification)
    const verses = range === null ? [] : library.verses(version.code, range.from, range.through)
    const text = verses.map(({ text }) => text).join(' ')
    return text.trim() === '' ? null : text
  }

  return {
    async on(date, asked) {
      const versions = versionsFor(asked)
      if (versions.size === 0) return null
      const [, month = 1, day = 1] = date.split('-').map(Number)
      const theirs = await remoteReference(date)
      const choices = [
        { reference: theirs, source: 'ourmanna' as const },
        { reference: list(month, day), source: 'list' as const },
      ]
      for (const version of versions)
        for (const { reference, source } of choices) {
          const text = reference === null ? null : verseIn(version, reference)
          if (reference === null || text === null) continue
          const { code, language } = version
          const named: BookLanguage = language.startsWith('ko') ? 'ko' : 'en'
          return {
            ...reference,
            date,
            reference: formatReference(reference, named),
            version: code,
            language,
            text,
            source,
          }
        }
      return null
    },
  }
}
