import { plainTextOf, type RichText, type RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { MOST_WORDS, nameBefore } from './name-before.ts'
import { wordCount } from './sermon-draft.ts'

/** Words on a page, and lines, for whoever chose lines (specification section 9). */
export const WORDS_A_PAGE = 400
export const LINES_A_PAGE = 20

const wordsIn = (node: RichTextNode): number => wordCount(plainTextOf(node))

/** Numbers that belong to the name before them: Rom 8:28, 요한복음 3장 16절. */
const GOES_ON = /^[("'“‘[]?\d{1,3}(?:[:장편절]|[-–~]\d)/

const isText = ({ type }: RichTextNode) => type === 'paragraph' || type === 'heading'
const textOf = (nodes: readonly RichTextNode[]): string =>
  nodes.map(({ type, text }) => (type === 'text' ? text : '\n')).join('')

/** The inline nodes between two offsets into their text. */
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

type Halves = readonly [head: RichTextNode | null, tail: RichTextNode | null]

/** A paragraph's first words, at most `room`, and the rest; between words, and not within a reference. */
const cutText = (node: RichTextNode, room: number, whole: number): Halves => {
  const content = node.content ?? []
  const text = textOf(content)
  const words = [...text.matchAll(/\S+/g)]
  const isNumber = (index: number) => GOES_ON.test(words[index]?.[0] ?? '')
  /** Whether this word and the one before it are of one reference: 8:28 after Rom, John after 1 in 1 John 4:8. */
  const goesOn = (index: number): boolean => {
    if (isNumber(index)) return true
    for (let number = index + 1; number < index + MOST_WORDS; number += 1)
      if (isNumber(number)) {
        const name = nameBefore(text, words[number]?.index ?? 0)
        return name !== null && name < (words[index]?.index ?? 0)
      }
    return false
  }
  let at = Math.min(room, words.length)
  while (at > 0 && goesOn(at)) at -= 1
  // A reference that is longer than a page goes over its foot.
  if (at === 0 && room === whole) for (at = room; goesOn(at); ) at += 1
  const word = words[at]
  if (!word) return [node, null]
  if (at === 0) return [null, node]
  const head = slice(content, 0, word.index)
  return [
    { ...node, content: head },
    { ...node, content: slice(content, word.index, text.length) },
  ]
}

const cut = (node: RichTextNode, room: number, whole: number): Halves => {
  if (wordsIn(node) <= room) return [node, null]
  // A heading stays in one piece, and so does a quotation from the Bible that has room on a page.
  if (node.type === 'heading' || (node.type === 'scripture' && wordsIn(node) <= whole)) return [null, node]
  if (isText(node)) return cutText(node, room, whole)
  const [head, tail] = cutBlocks(node.content ?? [], room, whole)
  const start = node.type === 'orderedList' ? Number(node.attrs?.start ?? 1) + head.length : null
  // An item that goes on after the page has its number on both.
  const goesOn = start !== null && head.at(-1) !== node.content?.[head.length - 1] ? 1 : 0
  return [
    head.length > 0 ? { ...node, content: head } : null,
    {
      ...node,
      content: tail,
      ...(start !== null && { attrs: { ...node.attrs, start: start - goesOn } }),
    },
  ]
}

const cutBlocks = (
  blocks: readonly RichTextNode[],
  room: number,
  whole: number,
): readonly [head: RichTextNode[], tail: RichTextNode[]] => {
  const head: RichTextNode[] = []
  let left = room
  for (const [index, block] of blocks.entries()) {
    const [begin, rest] = cut(block, left, whole)
    if (begin) head.push(begin)
    left -= begin ? wordsIn(begin) : 0
    if (rest) return [head, [rest, ...blocks.slice(index + 1)]]
  }
  return [head, []]
}

/**
 * The pages of a text: at most so many words on each, cut between words, never within a reference, and no heading left alone
 * at the foot. Together they have all that the text has.
 */
export const pagesOfWords = (text: RichText, words = WORDS_A_PAGE): readonly RichText[] => {
  const pages: RichText[] = []
  let rest: readonly RichTextNode[] = text.content ?? []
  while (rest.length > 0) {
    let [head, tail] = cutBlocks(rest, words, words)
    // What fits on no page goes on one of its own.
    if (head.length === 0) [head, tail] = [[...rest.slice(0, 1)], [...rest.slice(1)]]
    while (tail.length > 0 && head.length > 1 && head.at(-1)?.type === 'heading') tail = [...head.splice(-1), ...tail]
    pages.push({ type: 'doc', content: head })
    rest = tail
  }
  return pages.length > 0 ? pages : [text]
}
