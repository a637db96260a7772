/** Which verses of a version hold something, ascending by their places in the version (0 for the first). */
export type Tally = {
  readonly verses: Uint32Array
  /** How often each verse holds it. */
  readonly times: Uint16Array
  /** 1 where at least one of the occurrences is exact: the word as it was asked for, not another form of it. */
  readonly exact: Uint8Array
}

/** A tally that also knows each occurrence. */
export type Postings = Tally & {
  /**
   * Ascending: the verse times 65,536, plus the place in it (0 for the first word or syllable) times two, plus one if the
   * occurrence is exact. Read from the file, or worked out, when first asked for: common words have 60,000.
   */
  readonly occurrences: () => Uint32Array
}

const PER_VERSE = 1 << 16
/** Longest distance of two words of a query. */
const MAX_DISTANCE = 1 << 8
/** Places in a verse from here on are not indexed. The longest verse (Esther 8:9) has 90 words, some 250 syllables. */
export const MAX_PLACES = PER_VERSE / 2 - MAX_DISTANCE

const NONE = new Uint32Array(0)
export const NOWHERE: Postings = {
  verses: NONE,
  times: new Uint16Array(0),
  exact: new Uint8Array(0),
  occurrences: () => NONE,
}

/** What the file keeps of a term: how many verses, the tally as LEB128 numbers, the places as they are. */
export type Packed = { readonly verses: number; readonly tally: Uint8Array; readonly places: Uint8Array }

/** One occurrence as a number: {@link Postings.occurrences} says what it is made of. */
export const occurrence = (verse: number, place: number, exact: boolean): number =>
  verse * PER_VERSE + ((place << 1) | (exact ? 1 : 0))

/** @param occurrences of one term, verses ascending */
export const packPostings = (occurrences: Uint32Array): Packed => {
  const bytes = new Uint8Array(occurrences.length * 6)
  let length = 0
  const put = (number: number) => {
    let rest = number
    for (; rest > 0x7f; rest >>>= 7) bytes[length++] = (rest & 0x7f) | 0x80
    bytes[length++] = rest
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
  const places = Uint16Array.from(occurrences, (one) => one & 0xffff)
  return { verses: count, tally: bytes.subarray(0, length), places: new Uint8Array(places.buffer) }
}

/**
 * What was packed, as it is worked with; every occurrence as exact as it was packed.
 * @param count how many verses were packed
 * @param places reads what was packed of the places
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

/** About what they take in memory, in bytes, with their occurrences. */
export const sizeOf = ({ verses, times, exact }: Postings): number =>
  verses.byteLength + times.byteLength + exact.byteLength + 4 * times.reduce((sum, often) => sum + often, 0)

/** The same occurrences, every one exact or none. */
export const withExact = ({ verses, times, occurrences }: Postings, exact: 0 | 1): Postings => ({
  verses,
  times,
  exact: new Uint8Array(verses.length).fill(exact),
  occurrences: once(() => occurrences().map((occurrence) => occurrence - (occurrence & 1) + exact)),
})

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const asUint16 = (bytes: Uint8Array): Uint16Array => {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice()
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2)
}

/** The index of the first from `from` on, in an ascending list, that is at least `least`: gallops, then halves. */
const seek = (list: Uint32Array, least: number, from: number): number => {
  // Common words are in verse after verse: mostly it is one of the next.
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

/** Both together. No occurrence may be in both. */
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

const merge = (a: Uint32Array, b: Uint32Array): Uint32Array => {
  const merged = new Uint32Array(a.length + b.length)
  for (let i = 0, j = 0, at = 0; at < merged.length; at++) {
    const fromA = j >= b.length || (i < a.length && (a[i] as number) < (b[j] as number))
    merged[at] = (fromA ? a[i++] : b[j++]) as number
  }
  return merged
}

/**
 * Those of `those` that have one of `others` `distance` places further on (or, below 0, before) in the same verse; exact
 * where both are. The answer keeps the places of `those`, so that steps can be chained.
 * @param distance -255 to 255
 */
export const besideEachOther = (those: Uint32Array, others: Uint32Array, distance: number): Uint32Array => {
  // The shorter list is gone through, the longer one searched.
  const swapped = those.length > others.length
  const [short, long] = swapped ? [others, those] : [those, others]
  const step = 2 * (swapped ? -distance : distance)
  // Mostly it is one of the next few; where the other list is much longer, it is far away.
  const gallops = long.length > 16 * short.length
  const found = new Uint32Array(short.length)
  let length = 0
  for (let i = 0, at = 0; i < short.length; i++) {
    const here = short[i] as number
    const isExact = here & 1
    const wanted = here - isExact + step
    if (gallops) at = seek(long, wanted, at)
    else while (at < long.length && (long[at] as number) < wanted) at++
    if (at === long.length) break
    const there = long[at] as number
    if (there - (there & 1) !== wanted) continue
    // Places begin anew in each verse: one before the first of a verse would be in the verse before.
    if (Math.floor(wanted / PER_VERSE) !== Math.floor(here / PER_VERSE)) continue
    found[length++] = (swapped ? wanted : here - isExact) + (isExact & there)
  }
  return found.subarray(0, length)
}

/** Where lists stand one after the other. @param places how many places each covers */
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
  let found = first.list.occurrences()
  for (const { list, offset: at } of others) {
    if (found.length > 0) found = besideEachOther(found, list.occurrences(), at - first.offset)
  }
  return tallied(first.offset === 0 ? found : found.map((occurrence) => occurrence - 2 * first.offset))
}

/** Occurrences with the tally that follows from them. */
const tallied = (occurrences: Uint32Array): Postings => {
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

/** Calls `each` with the indexes, in both lists, of every verse that is in both; both ascending. */
export const forShared = (a: Uint32Array, b: Uint32Array, each: (atA: number, atB: number) => void): void => {
  let at = 0
  for (let i = 0; i < a.length && at < b.length; i++) {
    at = seek(b, a[i] as number, at)
    if (b[at] === a[i]) each(i, at)
  }
}

/** The index of the first in an ascending list that is at least `least`; its length when there is none. */
export const indexOf = (list: Uint32Array, least: number): number => seek(list, least, 0)
