import type { Verse } from '@pathlight/contracts/bible.ts'

type SpanKind = NonNullable<Verse['spans']>[number]['kind']
type Heading = NonNullable<Verse['headings']>[number]
type Break = NonNullable<Verse['breaks']>[number]

/** Successive words in one style, or the place of a footnote. */
export type Part =
  | {
      readonly kind: 'text'
      readonly key: string
      /** The UTF-16 offset of the words in the verse's text. */
      readonly start: number
      readonly text: string
      readonly styles: readonly SpanKind[]
    }
  | { readonly kind: 'footnote'; readonly key: string; readonly text: string }

/** The part of a verse in one block. */
export type Piece = {
  readonly key: string
  readonly verse: Verse
  /** Whether the verse begins in this piece. If so, the piece has the verse's number. */
  readonly opens: boolean
  /** Whether the verse ends in this piece. If so, the piece has the marks of the verse's items. */
  readonly closes: boolean
  readonly parts: readonly Part[]
}

/** A heading, a paragraph of prose, or a line of poetry. Its key is unique in the chapter. */
export type Block = { readonly key: string } & (
  | { readonly kind: 'heading'; readonly heading: Heading }
  | { readonly kind: 'paragraph'; readonly pieces: Piece[] }
  | { readonly kind: 'line'; readonly indent: number; readonly stanza: boolean; readonly pieces: Piece[] }
)

/**
 * The parts of `verse.text` from `start` to `end`. The text is cut wherever a style begins or ends, and at each
 * footnote.
 */
const partsOf = (verse: Verse, start: number, end: number, closes: boolean): Part[] => {
  const spans = verse.spans ?? []
  // A footnote at the end of a piece belongs to that piece, not to the next one.
  const footnotes = (verse.notes ?? []).filter(
    ({ at }) => (at > start || (at === 0 && start === 0)) && (at <= end || closes),
  )
  const cuts = new Set([start, end])
  for (const span of spans) for (const at of [span.start, span.end]) if (at > start && at < end) cuts.add(at)
  for (const { at } of footnotes) if (at > start && at < end) cuts.add(at)

  const parts: Part[] = []
  const placeFootnotes = (from: number, to: number) => {
    for (const note of footnotes)
      if (note.at >= from && note.at <= to)
        parts.push({ kind: 'footnote', key: `${note.at} ${note.text}`, text: note.text })
  }
  const places = [...cuts].sort((a, b) => a - b)
  for (const [index, from] of places.entries()) {
    const last = index === places.length - 1
    // Adds the footnotes before the first word, between two parts, or after the last part.
    placeFootnotes(from, last ? Number.POSITIVE_INFINITY : from)
    const to = places[index + 1]
    if (to === undefined) break
    const styles = spans.filter((span) => span.start <= from && span.end >= to).map(({ kind }) => kind)
    parts.push({ kind: 'text', key: `${from}`, start: from, text: verse.text.slice(from, to), styles })
  }
  return parts
}

const newBlock = (key: string, { kind, indent }: Break): Extract<Block, { pieces: Piece[] }> =>
  kind === 'paragraph'
    ? { key, kind: 'paragraph', pieces: [] }
    : { key, kind: 'line', indent: Math.max(0, (indent ?? 1) - 1), stanza: kind === 'stanza', pieces: [] }

/**
 * The blocks of a chapter, from top to bottom. If the text has no paragraphs, as in older printings, each verse becomes
 * a paragraph. `prefix` makes the keys of several lists different.
 */
export const layOutChapter = (verses: readonly Verse[], prefix = ''): Block[] => {
  const unbroken = verses.every(({ breaks }) => !breaks || breaks.length === 0)
  const blocks: Block[] = []
  let current: Extract<Block, { pieces: Piece[] }> | null = null
  const begin = (at: Break) => {
    current = newBlock(`${prefix}b${blocks.length}`, at)
    blocks.push(current)
    return current
  }
  for (const verse of verses) {
    for (const heading of verse.headings ?? []) {
      blocks.push({ key: `${prefix}h${blocks.length}`, kind: 'heading', heading })
      current = null
    }
    const paragraph: Break = { at: 0, kind: 'paragraph' }
    const breaks = unbroken ? [paragraph] : (verse.breaks ?? []).toSorted((a, b) => a.at - b.at)
    let start = 0
    const add = (end: number, closes: boolean) => {
      const key = `${verse.verse}.${start}`
      const piece = { key, verse, opens: start === 0, closes, parts: partsOf(verse, start, end, closes) }
      ;(current ?? begin(paragraph)).pieces.push(piece)
      start = end
    }
    for (const at of breaks) {
      if (at.at > start && at.at < verse.text.length) add(at.at, false)
      if (at.at < verse.text.length) begin(at)
    }
    add(verse.text.length, true)
  }
  // Two breaks in one place make an empty block, which is left out.
  return blocks.filter((block) => block.kind === 'heading' || block.pieces.length > 0)
}
