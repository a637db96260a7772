/** Which verses of a version hold something, ascending by their places in the version (0 for the first). */
export type Tally = {
  readonly verses: Uint32Array
  /** How often each verse holds it. */
  readonly times: Uint16Array
  /** 1 where at least one of the occurrences is exact: the word as it was asked for, not another form of it. */
  readonly exact: Uint8Array
}

/** Where something is in each of some verses: in the i-th, `places[begins[i]]` up to, not including, `places[ends[i]]`. */
type Places = {
  readonly begins: Uint32Array
  readonly ends: Uint32Array
  /** The place in the verse (0 for the first word or syllable) times two, plus one if the occurrence is exact. */
  readonly places: Uint16Array
  /** What counts of each place: all bits, or all but the last, where none of the occurrences is exact. */
  readonly bits: number
}

const ALL_BITS = 0xffff
const NOT_EXACT = 0xfffe

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
  placesIn: ({ length }) => ({
    begins: new Uint32Array(length),
    ends: new Uint32Array(length),
    places: new Uint16Array(0),
    bits: ALL_BITS,
  }),
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
      read ??= asUint16(places())
      return { ...pick(tallied, wanted), places: read, bits: asAsked ? ALL_BITS : NOT_EXACT }
    },
  }
}

const asUint16 = (bytes: Uint8Array): Uint16Array => {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice()
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2)
}

/** Where the places of some verses begin and end in those of the whole tally. */
const pick = (tally: Tally, wanted: Uint32Array): Pick<Places, 'begins' | 'ends'> => {
  const begins = new Uint32Array(wanted.length)
  const ends = new Uint32Array(wanted.length)
  const { verses, times } = tally
  let at = 0
  let begin = 0
  for (let i = 0; i < wanted.length; i++) {
    const verse = wanted[i] as number
    for (; at < verses.length && (verses[at] as number) < verse; at++) begin += times[at] as number
    begins[i] = begin
    ends[i] = verses[at] === verse ? begin + (times[at] as number) : begin
  }
  return { begins, ends }
}

/** The index of the first verse from `from` on that is at least `verse`: gallops, then halves. */
const seek = (verses: Uint32Array, verse: number, from: number): number => {
  // Common words are in verse after verse: mostly it is one of the next.
  const near = Math.min(from + 4, verses.length)
  for (let at = from; at < near; at++) if ((verses[at] as number) >= verse) return at
  if (near === verses.length) return near
  let step = 4
  let low = near - 1
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
  const verses = a.begins.length
  const begins = new Uint32Array(verses)
  const ends = new Uint32Array(verses)
  let size = 0
  for (let verse = 0; verse < verses; verse++) {
    size += (a.ends[verse] as number) - (a.begins[verse] as number)
    size += (b.ends[verse] as number) - (b.begins[verse] as number)
  }
  const places = new Uint16Array(size)
  let length = 0
  for (let verse = 0; verse < verses; verse++) {
    begins[verse] = length
    const [endA, endB] = [a.ends[verse] as number, b.ends[verse] as number]
    for (let i = a.begins[verse] as number, j = b.begins[verse] as number; i < endA || j < endB; ) {
      const fromA = j >= endB || (i < endA && (a.places[i] as number) < (b.places[j] as number))
      places[length++] = fromA ? (a.places[i++] as number) & a.bits : (b.places[j++] as number) & b.bits
    }
    ends[verse] = length
  }
  return { begins, ends, places, bits: ALL_BITS }
}

/**
 * Those of `first` after which `next` stands `distance` places further on in the same verse; exact where both are.
 * The answer keeps the places of `first`, so that steps can be chained.
 * @param within the only verses to look at; all when absent
 */
export const followedBy = (first: Postings, next: Postings, distance: number, within?: Uint32Array): Postings => {
  const shorter = first.verses.length <= next.verses.length ? first.verses : next.verses
  const shared = within === undefined || within.length > shorter.length ? shorter : within
  if (shared.length === 0) return NOWHERE
  const [firsts, nexts] = [first.placesIn(shared), next.placesIn(shared)]
  const verses = new Uint32Array(shared.length)
  const times = new Uint16Array(shared.length)
  const exact = new Uint8Array(shared.length)
  const places = new Uint16Array(firsts.places.length)
  let count = 0
  let length = 0
  for (let i = 0; i < shared.length; i++) {
    const before = length
    let n = nexts.begins[i] as number
    const nextEnd = nexts.ends[i] as number
    const end = firsts.ends[i] as number
    for (let f = firsts.begins[i] as number; f < end; f++) {
      const place = (firsts.places[f] as number) & firsts.bits
      const wanted = (place >>> 1) + distance
      while (n < nextEnd && (nexts.places[n] as number) >>> 1 < wanted) n++
      if (n === nextEnd) break
      const found = (nexts.places[n] as number) & nexts.bits
      if (found >>> 1 !== wanted) continue
      const both = place & (found | ~1)
      places[length++] = both
      exact[count] = (exact[count] as number) | (both & 1)
    }
    if (length === before) continue
    verses[count] = shared[i] as number
    times[count++] = length - before
  }
  const tally = {
    verses: verses.subarray(0, count),
    times: times.subarray(0, count),
    exact: exact.subarray(0, count),
  }
  return { ...tally, placesIn: (wanted) => ({ ...pick(tally, wanted), places, bits: ALL_BITS }) }
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
