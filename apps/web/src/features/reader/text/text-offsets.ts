import type { ChosenWords } from '../columns/reader-state.ts'

// Between what the browser selects and paints (text nodes) and what is kept (a verse's number and UTF-16 offsets into its
// plain text). The words of a verse are its text nodes in order; numbers, footnotes and marks are buttons and none of it.

/** The pieces of a verse, or of all verses, within a column. */
const piecesWithin = (root: ParentNode, verse?: number): NodeListOf<HTMLElement> =>
  root.querySelectorAll<HTMLElement>(verse === undefined ? '.verse' : `.verse[data-verse='${verse}']`)

/** The text nodes of a piece that are words of the verse. */
const wordsOf = (piece: HTMLElement): Text[] => {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element) return node.matches('button') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
    return NodeFilter.FILTER_ACCEPT
  })
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** The part of a text node that a range covers, or null. */
const coveredPart = (range: Range, text: Text): readonly [number, number] | null => {
  if (!range.intersectsNode(text)) return null
  const start = text === range.startContainer ? range.startOffset : 0
  const end = text === range.endContainer ? range.endOffset : text.length
  return start < end ? [start, end] : null
}

/** Without the blanks at both ends, which people select without meaning them; null when nothing is left. */
const trimmed = ({ verse, start, end }: ChosenWords, text: string): ChosenWords | null => {
  const words = text.slice(start, end)
  const from = start + (words.length - words.trimStart().length)
  const to = end - (words.length - words.trimEnd().length)
  return from < to ? { verse, start: from, end: to } : null
}

/** The words that a range covers within a column, one stretch a verse, in the order of the text. */
export const wordsInRange = (column: ParentNode, range: Range): ChosenWords[] => {
  const found = new Map<number, { start: number; end: number }>()
  /** How much of each verse has been passed. */
  const passed = new Map<number, string>()
  for (const piece of piecesWithin(column)) {
    const verse = Number(piece.dataset.verse)
    const covered = range.intersectsNode(piece)
    for (const text of wordsOf(piece)) {
      const before = passed.get(verse) ?? ''
      passed.set(verse, before + text.data)
      const part = covered ? coveredPart(range, text) : null
      if (!part) continue
      const start = found.get(verse)?.start ?? before.length + part[0]
      found.set(verse, { start, end: before.length + part[1] })
    }
  }
  return [...found].flatMap(([verse, { start, end }]) => trimmed({ verse, start, end }, passed.get(verse) ?? '') ?? [])
}

/** The words of a verse on the page: a range for each text node that they touch; none where the verse is not shown. */
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

/** The lines on the page that words take, as the window sees them. */
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

/** The lines on the page that whole verses take. */
export const linesOfVerses = (column: ParentNode, [from, to]: readonly [number, number]): DOMRect[] =>
  [...piecesWithin(column)]
    .filter(({ dataset }) => Number(dataset.verse) >= from && Number(dataset.verse) <= to)
    .flatMap((piece) => [...piece.getClientRects()])
