/** How much of a service's text may be kept, and for how long: its licence. */
export type CacheLicence = {
  /** Verses of all chapters together. */
  readonly maxVerses: number
  /** Milliseconds. */
  readonly keepMs: number
  /** Keep at most half of the verses of any book. */
  readonly halfOfBook?: boolean
}

/** Which part of a book an entry is; `verses` of the `bookVerses` that the book has. */
export type CachedPart = { readonly book: string; readonly verses: number; readonly bookVerses: number }

type Entry<T> = { readonly value: T; readonly part: CachedPart; readonly until: number }

/**
 * Keeps texts in memory, the last used longest, never more than their licence allows. Nothing goes to disk.
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
    /** Keeps a value as long as it may; what was used longest ago makes room. A part that may not be kept is not. */
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
    /** Verses that are kept now, of one book or of all. */
    verses: versesOf,
  }
}
