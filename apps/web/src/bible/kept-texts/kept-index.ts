import { indexVerses, type VersionIndex } from '@pathlight/bible-library/search/collect-terms.ts'
import { type Packed, unpackPostings } from '@pathlight/bible-library/search/postings.ts'
import {
  type SearchIndex,
  searchableVersion,
  slotsOf,
  sortedWords,
  wordCounts,
} from '@pathlight/bible-library/search/searchable.ts'
import type { PackedChapter, PackedVersion, PackHead } from '@pathlight/contracts/pack-rules.ts'

/** The format of indexes on devices. An index of another format is made again. */
const FORM = 2

/**
 * The search index of a version on this device. All fields about terms have the terms in the same order. A term's tally
 * and places are bytes as in bible-library/search/postings.ts. `tallyEnds` and `placeEnds` are the offsets at which
 * each term's bytes end.
 */
export type KeptIndex = VersionIndex & {
  readonly form: number
  /** `stems` and `terms` have one line for each term. */
  readonly stems: string
  readonly terms: string
  readonly counts: Uint32Array<ArrayBuffer>
  readonly tallies: Uint8Array<ArrayBuffer>
  readonly tallyEnds: Uint32Array<ArrayBuffer>
  readonly places: Uint8Array<ArrayBuffer>
  readonly placeEnds: Uint32Array<ArrayBuffer>
}

export const isKeptIndex = (index: unknown): index is KeptIndex =>
  typeof index === 'object' && index !== null && 'form' in index && index.form === FORM

const together = (pieces: readonly Uint8Array[]) => {
  const ends = new Uint32Array(pieces.length)
  let length = 0
  pieces.forEach((piece, at) => {
    length += piece.length
    ends[at] = length
  })
  const bytes = new Uint8Array(length)
  pieces.forEach((piece, at) => {
    bytes.set(piece, (ends[at] ?? 0) - piece.length)
  })
  return { bytes, ends }
}

function* versesOf(lines: readonly string[]) {
  for (const line of lines) {
    const [book, chapter, texts, numbers, rest] = JSON.parse(line) as PackedChapter
    const first = book * 1_000_000 + chapter * 1_000
    for (const [place, text] of texts.entries()) {
      const verse = numbers === 0 ? place + 1 : (numbers[place] ?? 0)
      yield { id: first + verse, text, through: rest[place]?.through ?? null }
    }
  }
}

/** The search index of a version, from the lines of its pack. Null if the pack is not of a version. */
export const indexPack = (head: PackHead, lines: readonly string[]): KeptIndex | null => {
  if (head.kind !== 'version') return null
  const stems: string[] = []
  const terms: string[] = []
  const packed: Packed[] = []
  const index = indexVerses(versesOf(lines), head.version, (stem, term, one) => {
    stems.push(stem)
    terms.push(term)
    // `tally` is a view of a longer list. `slice` copies it, because the view would keep the whole list in memory.
    packed.push({ ...one, tally: one.tally.slice() })
  })
  const tallies = together(packed.map(({ tally }) => tally))
  const places = together(packed.map(({ places }) => places))
  return {
    ...index,
    form: FORM,
    stems: stems.join('\n'),
    terms: terms.join('\n'),
    counts: Uint32Array.from(packed, ({ verses }) => verses),
    tallies: tallies.bytes,
    tallyEnds: tallies.ends,
    places: places.bytes,
    placeEnds: places.ends,
  }
}

const termsOf = (index: KeptIndex) => {
  const terms = index.terms.split('\n')
  const byStem = new Map<string, number[]>()
  index.stems.split('\n').forEach((stem, at) => {
    const known = byStem.get(stem)
    if (known) known.push(at)
    else byStem.set(stem, [at])
  })
  const piece = (bytes: Uint8Array, ends: Uint32Array, at: number) => bytes.subarray(ends[at - 1] ?? 0, ends[at])
  return (stem: string) =>
    (byStem.get(stem) ?? []).map((at) => ({
      term: terms[at] ?? '',
      postings: unpackPostings(index.counts[at] ?? 0, piece(index.tallies, index.tallyEnds, at), () =>
        piece(index.places, index.placeEnds, at),
      ),
    }))
}

export type IndexedText = { readonly version: PackedVersion; readonly index: KeptIndex }

/**
 * Opens the versions on this device as an index for the search.
 * @param textOf the text of a verse, or '' if it is not in memory
 */
export const openKeptIndex = (
  texts: readonly IndexedText[],
  textOf: (version: string, id: number) => string,
): SearchIndex => {
  const sorted = texts.toSorted((a, b) => (a.version.code < b.version.code ? -1 : 1))
  const rows = sorted.map(({ version, index }, at) => {
    return { ...index, number: at, version: version.code, language: version.language }
  })
  const slots = slotsOf(rows)
  const versions = rows.map((row) => searchableVersion(row, slots))
  const terms = new Map(sorted.map(({ version, index }) => [version.code, termsOf(index)]))
  const nothing = () => []
  const english = sorted.filter(({ version }) => /^en(-|$)/.test(version.language))
  const words = wordCounts(english.map(({ index }) => index.words))
  const sortedOf = new Map<string, readonly string[]>()
  const view = {
    slots,
    versions,
    termsIn: (version: string) => terms.get(version) ?? nothing,
    wordsIn: (version: string) => {
      const own =
        sortedOf.get(version) ?? sortedWords(sorted.find((one) => one.version.code === version)?.index.words ?? '')
      sortedOf.set(version, own)
      return own
    },
    textOf: (number: number, id: number) => textOf(sorted[number]?.version.code ?? '', id),
    // A device does not search for Hebrew or Greek words (asks-for-originals.ts).
    wordsOf: () => [],
    numbersOfLemma: () => [],
    englishWords: () => words,
  }
  return { reading: (work) => work(view) }
}
