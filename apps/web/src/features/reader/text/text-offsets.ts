import type { ChosenWords } from '../columns/reader-state.ts'

// Converts between text nodes, which the browser selects and paints, and stored places. A stored place is a verse's
// number and UTF-16 offsets into the verse's plain text. Numbers, footnotes and marks are buttons, whose text nodes do
// not count.

/** The elements of a verse or, without `verse`, of all verses in a column. */
const piecesWithin = (root: ParentNode, verse?: number): NodeListOf<HTMLElement> =>
  root.querySelectorAll<HTMLElement>(verse === undefined ? '.verse' : `.verse[data-verse='${verse}']`)

/** The text nodes of an element that are the verse's words. */
const wordsOf = (piece: HTMLElement): Text[] => {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element) return node.matches('button') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
    return NodeFilter.FILTER_ACCEPT
  })
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** The offsets of the part of a text node that a range covers. Null if it covers no part. */
const coveredPart = (range: Range, text: Text): readonly [number, number] | null => {
  if (!range.intersectsNode(text)) return null
  const start = text === range.startContainer ? range.startOffset : 0
  const end = text === range.endContainer ? range.endOffset : text.length
  return start < end ? [start, end] : null
}

/** Removes the blanks at both ends, which people select by accident. Null if only blanks were selected. */
const trimmed = ({ verse, start, end }: ChosenWords, text: string): ChosenWords | null => {
  const words = text.slice(start, end)
  const from = start + (words.length - words.trimStart().length)
  const to = end - (words.length - words.trimEnd().length)
  return from < to ? { verse, start: from, end: to } : null
}

/**
 * The words that a range covers, in a column or in one of its verses. The result has one entry for each verse, in the
 * order of the text.
 */
export const wordsInRange = (column: ParentNode, range: Range, only?: number): ChosenWords[] => {
  const runs = new Map<number, { start: number; end: number }>()
  /** For each verse, its text before the current node. */
  const textBefore = new Map<number, string>()
  for (const piece of piecesWithin(column, only)) {
    const verse = Number(piece.dataset.verse)
    const covered = range.intersectsNode(piece)
    for (const text of wordsOf(piece)) {
      const before = textBefore.get(verse) ?? ''
      textBefore.set(verse, before + text.data)
      const part = covered ? coveredPart(range, text) : null
      if (!part) continue
      const start = runs.get(verse)?.start ?? before.length + part[0]
      runs.set(verse, { start, end: before.length + part[1] })
    }
  }
  return [...runs].flatMap(
    ([verse, { start, end }]) => trimmed({ verse, start, end }, textBefore.get(verse) ?? '') ?? [],
  )
}

/** The ranges of a verse's words on the page, one for each text node. Empty if the verse is not shown. */
export const rangesOf = (column: ParentNode, { verse, start, end }: ChosenWords): StaticRange[] => {
  const ranges: StaticRange[] = []
  let at = 0
  for (const piece of piecesWithin(column, verse))
    for (const text of wordsOf(piece)) {
      const [from, to] = [Math.max(start - at, 0), Math.min(end - at, text.length)]
      at += text.length
      if (from < to)
        ranges.push(new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to }))
    }
  return ranges
}

/** The boxes of words, one or more for each line, in pixels of the window. */
export const linesOfWords = (column: ParentNode, words: readonly ChosenWords[]): DOMRect[] => {
  const range = document.createRange()
  return words
    .flatMap((one) => rangesOf(column, one))
    .flatMap(({ startContainer, startOffset, endContainer, endOffset }) => {
      range.setStart(startContainer, startOffset)
      range.setEnd(endContainer, endOffset)
      return [...range.getClientRects()]
    })
}

/** The boxes of whole verses, one or more for each line, in pixels of the window. */
export const linesOfVerses = (column: ParentNode, [from, to]: readonly [number, number]): DOMRect[] =>
  [...piecesWithin(column)]
    .filter(({ dataset }) => Number(dataset.verse) >= from && Number(dataset.verse) <= to)
    .flatMap((piece) => [...piece.getClientRects()])
