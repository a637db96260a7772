import type { RichText, RichTextMark, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { changesOf, type Piece, wordsIn } from '../../ui/changed-words.ts'

/** A paragraph without its words: its type and alignment, and the lists and quotations around it. */
export type Frame = {
  readonly type: 'paragraph' | 'heading' | 'reference' | 'rule'
  /** The level of a heading, 1 to 3; 0 for any other type. */
  readonly level: number
  readonly list: 'bullet' | 'ordered' | null
  /** The depth of the list, from 1; 0 outside of lists. */
  readonly depth: number
  readonly quote: 'quote' | 'scripture' | null
  readonly align: string
}
/** A part of a word in one format. */
export type Letters = { readonly text: string; readonly marks: readonly RichTextMark[] }
/** The parts of a word, with the blank before the word. A line break counts as a blank. */
export type Word = readonly Letters[]
/**
 * A paragraph of a rich text. `marker`: the bullet or number of a list item; '' for the item's later paragraphs, and
 * outside of lists.
 */
export type Block = { readonly frame: Frame; readonly marker: string; readonly words: readonly Word[] }

/** A paragraph, and how it changed. `runs`: the changes of an edited paragraph, word by word. */
export type BlockChange =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly block: Block }
  | { readonly kind: 'changed'; readonly block: Block; readonly runs: readonly Run[] }
export type Run = { readonly kind: Piece['kind']; readonly words: readonly Word[] }

type Around = Pick<Frame, 'list' | 'depth' | 'quote'> & { readonly marker: string }
const OUTSIDE: Around = { list: null, depth: 0, quote: null, marker: '' }

/** The words of inline nodes. Words end at blanks; a change of format does not end a word. */
const wordsOf = (nodes: readonly RichTextNode[]): Word[] => {
  const letters = nodes.map(
    ({ type, text = '', marks = [] }): Letters => ({
      text: type === 'hardBreak' ? '\n' : text,
      marks,
    }),
  )
  let [at, within] = [0, 0]
  const take = (length: number): Letters[] => {
    const letter = letters[at]
    if (length === 0 || letter === undefined) return []
    const text = letter.text.slice(within, within + length)
    within += text.length
    if (within === letter.text.length) [at, within] = [at + 1, 0]
    const rest = take(length - text.length)
    return text === '' ? rest : [{ text, marks: letter.marks }, ...rest]
  }
  return wordsIn(letters.map(({ text }) => text).join('')).map(({ length }) => take(length))
}

const blocksIn = (nodes: readonly RichTextNode[], around: Around): Block[] =>
  nodes.flatMap((node, index): Block[] => {
    const { type, attrs = {}, content = [] } = node
    // Only the first paragraph of a list item has the marker.
    const inPlace = index === 0 ? around : { ...around, marker: '' }
    const { marker, ...place } = inPlace
    const block = (own: Pick<Frame, 'type' | 'level'>, words: readonly Word[]): Block => ({
      frame: { ...own, ...place, align: typeof attrs.textAlign === 'string' ? attrs.textAlign : 'left' },
      marker,
      words,
    })
    switch (type) {
      case 'paragraph':
        return [block({ type, level: 0 }, wordsOf(content))]
      case 'heading':
        return [block({ type, level: Number(attrs.level ?? 1) }, wordsOf(content))]
      case 'horizontalRule':
        return [block({ type: 'rule', level: 0 }, [])]
      case 'bulletList':
      case 'orderedList': {
        const list = type === 'bulletList' ? 'bullet' : 'ordered'
        const first = Number(attrs.start ?? 1)
        return content.flatMap((item, at) =>
          blocksIn(item.content ?? [], {
            ...inPlace,
            list,
            depth: inPlace.depth + 1,
            marker: list === 'bullet' ? '•' : `${first + at}.`,
          }),
        )
      }
      case 'blockquote':
        return blocksIn(content, { ...inPlace, quote: 'quote' })
      case 'scripture': {
        const reference = citation(String(attrs.reference ?? ''), String(attrs.version ?? ''))
        const inside = { ...inPlace, quote: 'scripture' } as const
        return [
          ...blocksIn(content, inside),
          {
            frame: { type: 'reference', level: 0, ...place, quote: 'scripture', align: 'left' },
            marker: '',
            words: [[{ text: reference, marks: [] }]],
          },
        ]
      }
      default:
        return blocksIn(content, inPlace)
    }
  })

/** The paragraphs of a rich text from top to bottom, each with the lists and quotations around it. */
export const blocksOf = (text: RichText): readonly Block[] => blocksIn(text.content ?? [], OUTSIDE)

export const textOf = (word: Word): string => word.map(({ text }) => text).join('')
/** A key to compare words with their formats. Of the blank before a word, only a line break counts. */
const wordKey = (word: Word): string => {
  const blank = /^\s*/.exec(textOf(word))?.[0] ?? ''
  const formats = word.filter(({ text }) => text.trim() !== '')
  return JSON.stringify([blank.includes('\n'), formats.map(({ text, marks }) => [text.trim(), marks])])
}
const frameKey = ({ frame }: Block): string => JSON.stringify(frame)
const keyOf = (block: Block): string => `${frameKey(block)}${JSON.stringify(block.words)}`

/**
 * Two paragraphs with the same frame count as one edited paragraph if this share of the shorter one's words is in both.
 */
const ALIKE = 0.4
/** The most pairs of a removed and an added paragraph to compare. If there are more, no paragraph counts as edited. */
const PAIRS_MAX = 10_000

const isAlike = (one: Block, other: Block): boolean => {
  if (frameKey(one) !== frameKey(other)) return false
  const words = new Set(one.words.map((word) => textOf(word).trim()))
  const both = other.words.filter((word) => words.has(textOf(word).trim())).length
  return both > 0 && both >= ALIKE * Math.min(one.words.length, other.words.length)
}

const wordChanges = (before: readonly Word[], after: readonly Word[]): readonly Run[] => {
  const keyed = (words: readonly Word[]) => words.map((word) => ({ word, key: wordKey(word) }))
  const runs = changesOf(keyed(before), keyed(after), (one, other) => one.key === other.key)
  return runs.map(({ kind, words }) => ({ kind, words: words.map(({ word }) => word) }))
}

/**
 * The changes between `removed` paragraphs and the `added` ones in their place. An added paragraph counts as the edited
 * form of the first similar removed paragraph below those that are matched already.
 */
const replaced = (removed: readonly Block[], added: readonly Block[]): readonly BlockChange[] => {
  const changes: BlockChange[] = []
  const tries = removed.length * added.length <= PAIRS_MAX
  let from = 0
  for (const block of added) {
    const at = tries ? removed.findIndex((old, index) => index >= from && isAlike(old, block)) : -1
    const old = removed[at]
    if (old === undefined) changes.push({ kind: 'added', block })
    else {
      for (const gone of removed.slice(from, at)) changes.push({ kind: 'removed', block: gone })
      changes.push({ kind: 'changed', block, runs: wordChanges(old.words, block.words) })
      from = at + 1
    }
  }
  return [...changes, ...removed.slice(from).map((block): BlockChange => ({ kind: 'removed', block }))]
}

/**
 * The changes of a rich text, paragraph by paragraph. Changed headings, lists, quotations and formats count as changes
 * too.
 */
export const richTextChanges = (before: RichText, after: RichText): readonly BlockChange[] => {
  const keyed = (text: RichText) => blocksOf(text).map((block) => ({ block, key: keyOf(block) }))
  const runs = changesOf(keyed(before), keyed(after), (one, other) => one.key === other.key)
  return runs.flatMap(({ kind, words }, index): readonly BlockChange[] => {
    const blocks = words.map(({ block }) => block)
    const next = runs[index + 1]
    if (kind === 'removed' && next?.kind === 'added')
      return replaced(
        blocks,
        next.words.map(({ block }) => block),
      )
    if (kind === 'added' && runs[index - 1]?.kind === 'removed') return []
    return blocks.map((block) => ({ kind, block }))
  })
}
