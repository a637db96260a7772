/** The verses that have a term, as ascending indexes in the version. */
export type Tally = {
  readonly verses: Uint32Array
  /** How often each verse has the term. */
  readonly times: Uint16Array
  /** 1 for a verse with an exact occurrence: a word in the query's form, or a syllable that begins a word. */
  readonly exact: Uint8Array
}

/** A tally with all occurrences. */
export type Postings = Tally & {
  /**
   * Ascending numbers: the verse's index times 65,536, plus twice the position in the verse (0 for the first word or
   * syllable), plus one if the occurrence is exact. The function reads or computes them at its first call, because
   * common words have 60,000 occurrences.
   */
  readonly occurrences: () => Uint32Array
}

const PER_VERSE = 1 << 16
/** Every distance in a query is less than this number of words or syllables. */
const MAX_DISTANCE = 1 << 8
/**
 * The most words or syllables of a verse that are indexed. The longest verse (Esther 8:9) has 90 words, or about 250
 * syllables.
 */
export const MAX_PLACES = PER_VERSE / 2 - MAX_DISTANCE

const NONE = new Uint32Array(0)
export const NOWHERE: Postings = {
  verses: NONE,
  times: new Uint16Array(0),
  exact: new Uint8Array(0),
  occurrences: () => NONE,
}

/** Postings in the form of the file: the number of verses, the tally as LEB128 numbers, and the positions as uint16. */
export type Packed = { readonly verses: number; readonly tally: Uint8Array; readonly places: Uint8Array }

/** Encodes one occurrence as a number: see {@link Postings.occurrences}. */
export const occurrence = (verse: number, place: number, exact: boolean): number =>
  verse * PER_VERSE + ((place << 1) | (exact ? 1 : 0))

/**
 * Packs the occurrences of one term.
 * @param occurrences ascending
 */
export const packPostings = (occurrences: Uint32Array): Packed => {
  const bytes = new Uint8Array(occurrences.length * 6)
  let length = 0
  const put = (number: number) => {
    let remaining = number
    for (; remaining > 0x7f; remaining >>>= 7) bytes[length++] = (remaining & 0x7f) | 0x80
    bytes[length++] = remaining
  }
  let count = 0
  let previous = 0
  for (let i = 0; i < occurrences.length; ) {
    const verse = (occurrences[i] as number) >>> 16
    let exact = 0
    let end = i
    for (; end < occurrences.length && (occurrences[end] as number) >>> 16 === verse; end++)
      exact |= (occurrences[end] as number) & 1
    put(verse - previous)
    put(((end - i) << 1) | exact)
    previous = verse
    count++
    i = end
  }
  // Uint16Array keeps the lower half of each number: the position in the verse, and whether the occurrence is exact.
  const places = new Uint16Array(occurrences)
  return { verses: count, tally: bytes.subarray(0, length), places: new Uint8Array(places.buffer) }
}

/**
 * The inverse of `packPostings`.
 * @param count the number of verses
 * @param places reads the packed places
 */
export const unpackPostings = (count: number, tally: Uint8Array, places: () => Uint8Array): Postings => {
  const verses = new Uint32Array(count)
  const times = new Uint16Array(count)
  const exact = new Uint8Array(count)
  let at = 0
  let verse = 0
  for (let i = 0; i < count; i++) {
    let byte = tally[at++] as number
    let number = byte & 0x7f
    for (let shift = 7; byte > 0x7f && shift < 32; shift += 7) {
      byte = tally[at++] as number
      number |= (byte & 0x7f) << shift
    }
    verse += number
    verses[i] = verse
    byte = tally[at++] as number
    number = byte & 0x7f
    for (let shift = 7; byte > 0x7f && shift < 32; shift += 7) {
      byte = tally[at++] as number
      number |= (byte & 0x7f) << shift
    }
    times[i] = number >>> 1
    exact[i] = number & 1
  }
  const occurrences = once(() => {
    const packed = asUint16(places())
    const all = new Uint32Array(packed.length)
    for (let i = 0, n = 0; i < count; i++) {
      const base = (verses[i] as number) * PER_VERSE
      for (const end = n + (times[i] as number); n < end; n++) all[n] = base + (packed[n] as number)
    }
    return all
  })
  return { verses, times, exact, occurrences }
}

/** Roughly the memory of postings with all occurrences, in bytes. */
export const sizeOf = ({ verses, times, exact }: Postings): number =>
  verses.byteLength + times.byteLength + exact.byteLength + 4 * times.reduce((sum, often) => sum + often, 0)

/** The same occurrences, all marked as exact (1) or as inexact (0). */
export const withExact = ({ verses, times, occurrences }: Postings, exact: 0 | 1): Postings => ({
  verses,
  times,
  exact: new Uint8Array(verses.length).fill(exact),
  occurrences: once(() => occurrences().map((occurrence) => occurrence - (occurrence & 1) + exact)),
})

const once = <T>(make: () => T): (() => T) => {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

const asUint16 = (bytes: Uint8Array): Uint16Array => {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice()
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2)
}

/**
 * The first index from `from` on with a value of at least `least`; the list's length if there is none. The list is
 * ascending.
 */
const seek = (list: Uint32Array, least: number, from: number): number => {
  // Common words are in many neighbouring verses, so the next few entries are tested first.
  const near = Math.min(from + 4, list.length)
  for (let at = from; at < near; at++) if ((list[at] as number) >= least) return at
  if (near === list.length) return near
  let step = 4
  let low = near - 1
  while (low + step < list.length && (list[low + step] as number) < least) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, list.length)
  low++
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The union of two postings that have no occurrence in common. */
export const union = (a: Postings, b: Postings): Postings => {
  if (a.verses.length === 0) return b
  if (b.verses.length === 0) return a
  const size = a.verses.length + b.verses.length
  const verses = new Uint32Array(size)
  const times = new Uint16Array(size)
  const exact = new Uint8Array(size)
  let length = 0
  for (let i = 0, j = 0; i < a.verses.length || j < b.verses.length; length++) {
    const left = i < a.verses.length ? (a.verses[i] as number) : Number.MAX_SAFE_INTEGER
    const right = j < b.verses.length ? (b.verses[j] as number) : Number.MAX_SAFE_INTEGER
    verses[length] = Math.min(left, right)
    let count = 0
    let isExact = 0
    if (left <= right) {
      count += a.times[i] as number
      isExact |= a.exact[i++] as number
    }
    if (right <= left) {
      count += b.times[j] as number
      isExact |= b.exact[j++] as number
    }
    times[length] = count
    exact[length] = isExact
  }
  return {
    verses: verses.subarray(0, length),
    times: times.subarray(0, length),
    exact: exact.subarray(0, length),
    occurrences: once(() => merge(a.occurrences(), b.occurrences())),
  }
}

/**
 * The union of many postings of a version that have no occurrence in common, in one pass over each.
 * @param size the version's number of verses
 */
export const unionOfMany = (lists: readonly Postings[], size: number): Postings => {
  const [allTimes, allExact] = [new Uint16Array(size), new Uint8Array(size)]
  let count = 0
  for (const { verses, times, exact } of lists)
    for (let i = 0; i < verses.length; i++) {
      const verse = verses[i] as number
      if (allTimes[verse] === 0) count++
      allTimes[verse] = (allTimes[verse] as number) + (times[i] as number)
      allExact[verse] = (allExact[verse] as number) | (exact[i] as number)
    }
  const verses = new Uint32Array(count)
  const times = new Uint16Array(count)
  const exact = new Uint8Array(count)
  for (let verse = 0, at = 0; at < count; verse++) {
    if (allTimes[verse] === 0) continue
    verses[at] = verse
    times[at] = allTimes[verse] as number
    exact[at++] = allExact[verse] as number
  }
  return {
    verses,
    times,
    exact,
    occurrences: once(() => {
      const all = lists.map(({ occurrences }) => occurrences())
      const together = new Uint32Array(all.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const one of all) {
        together.set(one, at)
        at += one.length
      }
      return together.sort()
    }),
  }
}

/** Only the exact occurrences. An occurrence of a syllable is exact if it begins a word. */
export const exactOnly = ({ occurrences }: Postings): Postings => withTally(occurrences().filter((one) => one & 1))

/**
 * The occurrences of `others` near an occurrence of `those`: in the same verse, and at most `distance` words or
 * syllables before or after it.
 * @param distance 1 to 255
 */
export const nearEachOther = (those: Postings, others: Postings, distance: number): Postings => {
  const [left, right] = [those.occurrences(), others.occurrences()]
  const matches = new Uint32Array(right.length)
  const reach = 2 * distance
  let length = 0
  let from = 0
  // Because of MAX_PLACES, no distance reaches into another verse.
  let first = left[0] ?? Number.POSITIVE_INFINITY
  for (let i = 0; i < right.length; i++) {
    const own = right[i] as number
    const place = own - (own & 1)
    while (first < place - reach) first = ++from < left.length ? (left[from] as number) : Number.POSITIVE_INFINITY
    if (first > place + reach + 1) continue
    // An occurrence at the same position is the same word, and not a neighbour.
    let at = from
    let near = first
    while (near - (near & 1) === place) near = ++at < left.length ? (left[at] as number) : Number.POSITIVE_INFINITY
    if (near <= place + reach + 1) matches[length++] = own
  }
  return withTally(matches.subarray(0, length))
}

const merge = (a: Uint32Array, b: Uint32Array): Uint32Array => {
  const merged = new Uint32Array(a.length + b.length)
  for (let i = 0, j = 0, at = 0; at < merged.length; at++) {
    const fromA = j >= b.length || (i < a.length && (a[i] as number) < (b[j] as number))
    merged[at] = (fromA ? a[i++] : b[j++]) as number
  }
  return merged
}

/**
 * The occurrences of `those` that have an occurrence of `others` exactly `distance` words or syllables after them. With
 * a negative distance, the occurrence of `others` comes before. An occurrence in the result is exact if the two
 * occurrences are exact.
 * @param distance -255 to 255
 */
export const besideEachOther = (those: Uint32Array, others: Uint32Array, distance: number): Uint32Array => {
  // The loop runs over the shorter list and searches the longer one.
  const swapped = those.length > others.length
  const [short, long] = swapped ? [others, those] : [those, others]
  const step = 2 * (swapped ? -distance : distance)
  // In lists of similar length the next few entries are tested. In a much longer list the match is far away, so `seek`
  // gallops.
  const gallops = long.length > 16 * short.length
  const matches = new Uint32Array(short.length)
  let length = 0
  for (let i = 0, at = 0; i < short.length; i++) {
    const own = short[i] as number
    const isExact = own & 1
    const wanted = own - isExact + step
    if (gallops) at = seek(long, wanted, at)
    else while (at < long.length && (long[at] as number) < wanted) at++
    if (at === long.length) break
    const other = long[at] as number
    if (other - (other & 1) !== wanted) continue
    // From the start of a verse, a negative distance would lead into the verse before.
    if (Math.floor(wanted / PER_VERSE) !== Math.floor(own / PER_VERSE)) continue
    matches[length++] = (swapped ? wanted : own - isExact) + (isExact & other)
  }
  return matches.subarray(0, length)
}

/**
 * Finds rows: occurrences of the lists that follow each other directly, in the order of the lists. The result has the
 * beginning of each row.
 * @param places for each list, how many words or syllables an occurrence covers
 */
export const inARow = (lists: readonly Postings[], places: readonly number[]): Postings => {
  let offset = 0
  const steps = lists.map((list, i) => {
    const step = { list, offset }
    offset += places[i] as number
    return step
  })
  const [first, ...others] = steps.sort((a, b) => a.list.verses.length - b.list.verses.length)
  if (first === undefined) return NOWHERE
  if (others.length === 0) return first.list
  let matches = first.list.occurrences()
  for (const { list, offset: at } of others) {
    if (matches.length > 0) matches = besideEachOther(matches, list.occurrences(), at - first.offset)
  }
  return withTally(first.offset === 0 ? matches : matches.map((occurrence) => occurrence - 2 * first.offset))
}

const withTally = (occurrences: Uint32Array): Postings => {
  const verses = new Uint32Array(occurrences.length)
  const times = new Uint16Array(occurrences.length)
  const exact = new Uint8Array(occurrences.length)
  let last = -1
  for (const occurrence of occurrences) {
    const verse = Math.floor(occurrence / PER_VERSE)
    if (last < 0 || verses[last] !== verse) verses[++last] = verse
    times[last] = (times[last] as number) + 1
    exact[last] = (exact[last] as number) | (occurrence & 1)
  }
  const count = last + 1
  return {
    verses: verses.subarray(0, count),
    times: times.subarray(0, count),
    exact: exact.subarray(0, count),
    occurrences: () => occurrences,
  }
}

/** Calls `each` for every value that both ascending lists have, with its indexes in the lists. */
export const forShared = (a: Uint32Array, b: Uint32Array, each: (atA: number, atB: number) => void): void => {
  let at = 0
  for (let i = 0; i < a.length && at < b.length; i++) {
    at = seek(b, a[i] as number, at)
    if (b[at] === a[i]) each(i, at)
  }
}

/** The index of the first value in an ascending list that is at least `least`; the list's length when there is none. */
export const indexOf = (list: Uint32Array, least: number): number => seek(list, least, 0)
