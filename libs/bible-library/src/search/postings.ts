/** Which verses of a version hold something, ascending by their places in the version (0 for the first). */
export type Tally = {
  readonly verses: Uint32Array
  /** How often each verse holds it. */
  readonly times: Uint16Array
  /** 1 where at least one of the occurrences is exact: the word as it was asked for, not another form of it. */
  readonly exact: Uint8Array
}

/** Where something is in each of some verses: `places[starts[i]]` up to `places[starts[i + 1]]` are those of the i-th. */
type Places = {
  readonly starts: Uint32Array
  /** The place in the verse (0 for the first word or syllable) times two, plus one if the occurrence is exact. */
  readonly places: Uint16Array
}

/** A tally that also knows where in each verse. */
export type Postings = Tally & {
  /** Read from the file, or worked out, only for the verses asked for (ascending): common words have 60,000 places. */
  readonly placesIn: (verses: Uint32Array) => Places
}

/** Places in a verse from here on are not indexed. The longest verse (Esther 8:9) has 90 words, some 250 syllables. */
export const MAX_PLACES = 1 << 15

export const NOWHERE: Postings = {
  verses: new Uint32Array(0),
  times: new Uint16Array(0),
  exact: new Uint8Array(0),
  placesIn: (verses) => ({ starts: new Uint32Array(verses.length + 1), places: new Uint16Array(0) }),
}

/** What the file keeps of a term: how many verses, the tally as LEB128 numbers, the places as they are. */
export type Packed = { readonly verses: number; readonly tally: Uint8Array; readonly places: Uint8Array }

/** @param verses for each occurrence the verse, ascending; @param places for each occurrence place times two plus exact */
export const packPostings = (verses: readonly number[], places: readonly number[]): Packed => {
  const bytes = new Uint8Array(verses.length * 6)
  let length = 0
  const put = (number: number) => {
    let rest = number
    for (; rest > 0x7f; rest >>>= 7) bytes[length++] = (rest & 0x7f) | 0x80
    bytes[length++] = rest
  }
  let count = 0
  let previous = 0
  for (let i = 0; i < verses.length; ) {
    const verse = verses[i] as number
    let exact = 0
    let end = i
    for (; end < verses.length && verses[end] === verse; end++) exact |= (places[end] as number) & 1
    put(verse - previous)
    put(((end - i) << 1) | exact)
    previous = verse
    count++
    i = end
  }
  return { verses: count, tally: bytes.subarray(0, length), places: new Uint8Array(Uint16Array.from(places).buffer) }
}

/**
 * @param count how many verses were packed
 * @param places reads what was packed of the places
 * @param asAsked whether the term is the word asked for; else none of its occurrences is exact
 */
export const unpackPostings = (
  count: number,
  tally: Uint8Array,
  places: () => Uint8Array,
  asAsked: boolean,
): Postings => {
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
    if (asAsked) exact[i] = number & 1
  }
  const tallied = { verses, times, exact }
  let read: Uint16Array | undefined
  return {
    ...tallied,
    placesIn: (wanted) => {
      read ??= new Uint16Array(places().slice().buffer)
      return pick(tallied, read, wanted, asAsked ? 0xffff : 0xfffe)
    },
  }
}

/** The places of some verses. @param bits what to keep of each */
const pick = (tally: Tally, all: Uint16Array, wanted: Uint32Array, bits: number): Places => {
  const starts = new Uint32Array(wanted.length + 1)
  const places: number[] = []
  let at = 0
  let begin = 0
  for (let i = 0; i < wanted.length; i++) {
    const verse = wanted[i] as number
    for (; at < tally.verses.length && (tally.verses[at] as number) < verse; at++) begin += tally.times[at] as number
    if (tally.verses[at] === verse) {
      const end = begin + (tally.times[at] as number)
      for (let p = begin; p < end; p++) places.push((all[p] as number) & bits)
    }
    starts[i + 1] = places.length
  }
  return { starts, places: Uint16Array.from(places) }
}

/** The index of the first verse from `from` on that is at least `verse`: gallops, then halves. */
const seek = (verses: Uint32Array, verse: number, from: number): number => {
  if (from >= verses.length || (verses[from] as number) >= verse) return from
  let step = 1
  let low = from
  while (low + step < verses.length && (verses[low + step] as number) < verse) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, verses.length)
  low++
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((verses[middle] as number) < verse) low = middle + 1
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
    placesIn: (wanted) => mergePlaces(a.placesIn(wanted), b.placesIn(wanted)),
  }
}

const mergePlaces = (a: Places, b: Places): Places => {
  if (a.places.length === 0) return b
  if (b.places.length === 0) return a
  const starts = a.starts.map((start, i) => start + (b.starts[i] as number))
  const places = new Uint16Array(a.places.length + b.places.length)
  let i = 0
  let j = 0
  for (let verse = 1; verse < starts.length; verse++) {
    const [endA, endB] = [a.starts[verse] as number, b.starts[verse] as number]
    while (i < endA || j < endB) {
      const fromA = j >= endB || (i < endA && (a.places[i] as number) < (b.places[j] as number))
      places[i + j] = (fromA ? a.places[i] : b.places[j]) as number
      if (fromA) i++
      else j++
    }
  }
  return { starts, places }
}

/** A growing list of occurrences, for answers whose size is not known before. */
const collector = () => {
  const verses: number[] = []
  const times: number[] = []
  const exact: number[] = []
  const places: number[] = []
  return {
    add(verse: number, place: number) {
      const last = verses.length - 1
      if (verses[last] === verse) {
        times[last] = (times[last] as number) + 1
        exact[last] = (exact[last] as number) | (place & 1)
      } else {
        verses.push(verse)
        times.push(1)
        exact.push(place & 1)
      }
      places.push(place)
    },
    postings: (): Postings => {
      const tally = { verses: Uint32Array.from(verses), times: Uint16Array.from(times), exact: Uint8Array.from(exact) }
      const all = Uint16Array.from(places)
      return { ...tally, placesIn: (wanted) => pick(tally, all, wanted, 0xffff) }
    },
  }
}

/**
 * Those of `first` after which `next` stands `distance` places further on in the same verse; exact where both are.
 * The answer keeps the places of `first`, so that steps can be chained.
 * @param within the only verses to look at; all when absent
 */
export const followedBy = (first: Postings, next: Postings, distance: number, within?: Uint32Array): Postings => {
  const shared = versesInBoth(first.verses, within === undefined ? next.verses : versesInBoth(within, next.verses))
  if (shared.length === 0) return NOWHERE
  const [firsts, nexts] = [first.placesIn(shared), next.placesIn(shared)]
  const both = collector()
  for (let i = 0; i < shared.length; i++) {
    let n = nexts.starts[i] as number
    const nextEnd = nexts.starts[i + 1] as number
    const end = firsts.starts[i + 1] as number
    for (let f = firsts.starts[i] as number; f < end; f++) {
      const place = firsts.places[f] as number
      const wanted = (place >>> 1) + distance
      while (n < nextEnd && (nexts.places[n] as number) >>> 1 < wanted) n++
      if (n === nextEnd) break
      const found = nexts.places[n] as number
      if (found >>> 1 === wanted) both.add(shared[i] as number, place & (found | ~1))
    }
  }
  return both.postings()
}

/** The verses of the first list that are in the second (`wanted` true) or are not (false); both ascending. */
const select = (a: Uint32Array, b: Uint32Array, wanted: boolean): Uint32Array => {
  const kept = new Uint32Array(a.length)
  let length = 0
  let at = 0
  for (let i = 0; i < a.length; i++) {
    const verse = a[i] as number
    at = seek(b, verse, at)
    if ((b[at] === verse) === wanted) kept[length++] = verse
  }
  return kept.subarray(0, length)
}

/** The verses in both lists. @param a the shorter one */
export const versesInBoth = (a: Uint32Array, b: Uint32Array): Uint32Array =>
  a.length <= b.length ? select(a, b, true) : select(b, a, true)

/** The verses of the first list that the second has not. */
export const versesWithout = (a: Uint32Array, b: Uint32Array): Uint32Array => select(a, b, false)

/** For each verse, all of which the tally has, its index there. */
export const indexesIn = (verses: Uint32Array, tally: Pick<Tally, 'verses'>): Uint32Array => {
  const indexes = new Uint32Array(verses.length)
  let at = 0
  if (verses.length === tally.verses.length) {
    for (; at < indexes.length; at++) indexes[at] = at
    return indexes
  }
  for (let i = 0; i < verses.length; i++) {
    at = seek(tally.verses, verses[i] as number, at)
    indexes[i] = at
  }
  return indexes
}

/** The part of an ascending list from `from` up to, not including, `to`. */
export const between = (verses: Uint32Array, from: number, to: number): Uint32Array =>
  verses.subarray(seek(verses, from, 0), seek(verses, to, 0))
