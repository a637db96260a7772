import type { RichText, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { MOST_WORDS, nameBefore } from '@pathlight/scripture/name-before.ts'

/** The number of words on a page, or of lines if the person chose pages of lines (specification section 9). */
export const WORDS_A_PAGE = 400
export const LINES_A_PAGE = 20

/** Makes a function that returns the text's word at an index. The function reads the text only up to that word. */
const wordsOf = (text: string): ((index: number) => RegExpExecArray | undefined) => {
  const words: RegExpExecArray[] = []
  const matches = text.matchAll(/\S+/g)
  return (index) => {
    while (words.length <= index) {
      const { value, done } = matches.next()
      if (done) return undefined
      words.push(value)
    }
    return words[index]
  }
}

/** The texts of a node's innermost blocks, from the first to the last. A text is made only when it is asked for. */
function* textsIn(node: RichTextNode): Generator<string> {
  if (node.content?.some(({ type }) => type !== 'text' && type !== 'hardBreak'))
    for (const child of node.content) yield* textsIn(child)
  else yield textOf(node.content ?? [])
}

/** The number of words in a node, but at most `most` + 1. */
const wordsUpTo = (node: RichTextNode, most: number): number => {
  let count = 0
  for (const text of textsIn(node)) {
    const words = wordsOf(text)
    for (let index = 0; words(index); index += 1) {
      count += 1
      if (count > most) return count
    }
  }
  return count
}

/** A word that continues a reference after the book's name, with or without an opening bracket: 8:28, 8-10, 3장, 16절. */
const GOES_ON = /^[("'“‘[]?\d{1,3}(?:[:장편절]|[-–~]\d)/

/** The number of characters at a word's beginning on which GOES_ON is tried. */
const LOOKED_AT = 20

const isText = ({ type }: RichTextNode) => type === 'paragraph' || type === 'heading'
const textOf = (nodes: readonly RichTextNode[]): string =>
  nodes.map(({ type, text }) => (type === 'text' ? text : '\n')).join('')

/** The inline nodes, or their parts, between two offsets into the text of all nodes. */
const slice = (nodes: readonly RichTextNode[], from: number, to: number): RichTextNode[] => {
  let at = 0
  return nodes.flatMap((node) => {
    const length = node.type === 'text' ? (node.text?.length ?? 0) : 1
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)]
    at += length
    if (start >= end) return []
    return node.type === 'text' ? [{ ...node, text: node.text?.slice(start, end) ?? '' }] : [node]
  })
}

/**
 * A node that is cut in two. `head`: the part for this page, with `words` words; null if nothing fits. `tail`: the
 * rest; null if all fits.
 */
type Halves = { readonly head: RichTextNode | null; readonly tail: RichTextNode | null; readonly words: number }

/**
 * Cuts a paragraph between words, not inside a reference. `room`: how many words still fit on the page. `whole`: how
 * many fit on an empty page.
 */
const cutText = (node: RichTextNode, room: number, whole: number): Halves => {
  const content = node.content ?? []
  const text = textOf(content)
  const words = wordsOf(text)
  const isNumber = (index: number) => GOES_ON.test(words(index)?.[0].slice(0, LOOKED_AT) ?? '')
  /** Whether the word at `index` continues a reference: 8:28 after Rom, or John after 1 in 1 John 4:8. */
  const goesOn = (index: number): boolean => {
    if (isNumber(index)) return true
    for (let number = index + 1; number < index + MOST_WORDS; number += 1)
      if (isNumber(number)) {
        const name = nameBefore(text, words(number)?.index ?? 0)
        return name !== null && name < (words(index)?.index ?? 0)
      }
    return false
  }
  if (!words(room)) {
    let count = 0
    while (words(count)) count += 1
    return { head: node, tail: null, words: count }
  }
  let at = room
  while (at > 0 && goesOn(at)) at -= 1
  // If a reference is longer than a page, this page takes all of it, because a reference is not cut.
  if (at === 0 && room === whole) for (at = room; goesOn(at); ) at += 1
  const word = words(at)
  if (!word) return { head: node, tail: null, words: at }
  if (at === 0) return { head: null, tail: node, words: 0 }
  return {
    head: { ...node, content: slice(content, 0, word.index) },
    tail: { ...node, content: slice(content, word.index, text.length) },
    words: at,
  }
}

const cut = (node: RichTextNode, room: number, whole: number): Halves => {
  // A heading is never cut. An inserted passage is cut only if it does not fit on an empty page.
  if (node.type === 'heading' || node.type === 'scripture') {
    const words = wordsUpTo(node, whole)
    if (words <= room) return { head: node, tail: null, words }
    if (node.type === 'heading' || words <= whole) return { head: null, tail: node, words: 0 }
  }
  if (isText(node)) return cutText(node, room, whole)
  const { head, tail, words } = cutBlocks(node.content ?? [], room, whole)
  if (tail.length === 0) return { head: node, tail: null, words }
  const start = node.type === 'orderedList' ? Number(node.attrs?.start ?? 1) + head.length : null
  // A list item that continues on the next page has its number on both pages.
  const goesOn = start !== null && head.at(-1) !== node.content?.[head.length - 1] ? 1 : 0
  return {
    head: head.length > 0 ? { ...node, content: head } : null,
    tail: {
      ...node,
      content: tail,
      ...(start !== null && { attrs: { ...node.attrs, start: start - goesOn } }),
    },
    words,
  }
}

const cutBlocks = (
  blocks: readonly RichTextNode[],
  room: number,
  whole: number,
): { readonly head: RichTextNode[]; readonly tail: readonly RichTextNode[]; readonly words: number } => {
  const head: RichTextNode[] = []
  let left = room
  for (const [index, block] of blocks.entries()) {
    const piece = cut(block, left, whole)
    if (piece.head) head.push(piece.head)
    left -= piece.words
    if (piece.tail) return { head, tail: [piece.tail, ...blocks.slice(index + 1)], words: room - left }
  }
  return { head, tail: [], words: room - left }
}

/**
 * The pages of a text, which together have the whole text. A page has at most `words` words, unless a heading or a
 * reference is longer. No reference is cut. A heading ends a page only if the page has nothing else or ends the text.
 */
export const pagesOfWords = (text: RichText, words = WORDS_A_PAGE): readonly RichText[] => {
  const pages: RichText[] = []
  let rest: readonly RichTextNode[] = text.content ?? []
  while (rest.length > 0) {
    const { head: page, tail: left } = cutBlocks(rest, words, words)
    // If the first block fits on no page, it gets a page of its own.
    const isNone = page.length === 0
    const head = isNone ? [...rest.slice(0, 1)] : page
    let tail = isNone ? rest.slice(1) : left
    while (tail.length > 0 && head.length > 1 && head.at(-1)?.type === 'heading') tail = [...head.splice(-1), ...tail]
    pages.push({ type: 'doc', content: head })
    rest = tail
  }
  return pages.length > 0 ? pages : [text]
}
