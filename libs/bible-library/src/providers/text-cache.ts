/** What a service's licence allows to be cached, and for how long (milliseconds). */
export type CacheLicence = {
  /** The most verses of all chapters together. */
  readonly maxVerses: number
  readonly keepMs: number
  /** Whether at most half of a book's verses may be cached. */
  readonly halfOfBook?: boolean
}

/** The share of a book that an entry has: `verses` of the book's `bookVerses`. */
export type CachedPart = { readonly book: string; readonly verses: number; readonly bookVerses: number }

type Entry<T> = { readonly value: T; readonly part: CachedPart; readonly until: number }

/**
 * An LRU cache of texts in memory that never exceeds the licence.
 * @param now the clock, in milliseconds
 */
export const textCache = <T>(licence: CacheLicence, now: () => number = Date.now) => {
  const entries = new Map<string, Entry<T>>()
  const versesOf = (book?: string): number => {
    let sum = 0
    for (const { part } of entries.values()) if (book === undefined || part.book === book) sum += part.verses
    return sum
  }
  const fits = (part: CachedPart): boolean =>
    versesOf() + part.verses <= licence.maxVerses &&
    (licence.halfOfBook !== true || (versesOf(part.book) + part.verses) * 2 <= part.bookVerses)

  return {
    get(key: string): T | undefined {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry.value
    },
    /**
     * Caches a value, and drops the values used longest ago if the licence requires it. A part that exceeds the licence
     * by itself is not cached.
     */
    set(key: string, value: T, part: CachedPart): void {
      entries.delete(key)
      for (const [old, { until }] of entries) if (until <= now()) entries.delete(old)
      for (const [old, entry] of entries) {
        if (fits(part)) break
        const overOfBook = versesOf() + part.verses <= licence.maxVerses
        if (!overOfBook || entry.part.book === part.book) entries.delete(old)
      }
      if (fits(part)) entries.set(key, { value, part, until: now() + licence.keepMs })
    },
    /** The number of cached verses, of one book or of all books. */
    verses: versesOf,
  }
}
