import type { RichText, RichTextMark, RichTextNode } from './rich-text-rules.ts'

/** Escapes words so that Markdown finds no markup and no HTML in them. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>#~|&]/g, '\\$&')
    .replaceAll(/^( {0,3})([-+](?=\s)|[-=](?=[-= \t]*$))/gm, '$1\\$2')
    .replaceAll(/^( {0,3}\d{1,9})([.)])(?=\s)/gm, '$1\\$2')

const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  underline: ['<u>', '</u>'],
}

/** The marks whose signs Markdown reads by the characters beside them. */
const isSigned = ({ type }: RichTextMark): boolean => type === 'bold' || type === 'italic' || type === 'strike'
const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign)
const isLetter = (sign: string | undefined): boolean => sign !== undefined && !/[\s\p{P}\p{S}]/u.test(sign)

/**
 * Splits a text node, so that punctuation at the ends of bold, italic and struck words stands outside of them where a
 * letter follows or precedes it. CommonMark reads no sign between punctuation and a letter, as in `**“말씀”**은`.
 */
const besideLetters = (node: RichTextNode, before?: RichTextNode, after?: RichTextNode): readonly RichTextNode[] => {
  const { text = '', marks = [] } = node
  if (marks.length === 0 || !marks.every(isSigned)) return [node]
  const signs = [...text]
  const isInside = (sign: string) => !isPunctuation(sign)
  const from = isLetter([...(before?.text ?? '')].at(-1)) ? signs.findIndex(isInside) : 0
  const to = isLetter([...(after?.text ?? '')][0]) ? signs.findLastIndex(isInside) + 1 : signs.length
  const plain = (part: readonly string[]) => ({ type: 'text', text: part.join('') })
  if (from < 0 || to === 0) return [plain(signs)]
  const parts = [plain(signs.slice(0, from)), { ...plain(signs.slice(from, to)), marks }, plain(signs.slice(to))]
  return parts.filter((part) => part.text !== '')
}

const BLANK: RichTextNode = { type: 'text', text: ' ' }

/**
 * The nodes without line breaks after the last words, where Markdown would show the sign of a break. In a heading every
 * break becomes a blank, because a heading of Markdown has one line.
 */
const withFewerBreaks = (type: string, nodes: readonly RichTextNode[]): readonly RichTextNode[] => {
  const kept = nodes.slice(0, nodes.findLastIndex((node) => node.type !== 'hardBreak') + 1)
  return type === 'heading' ? kept.map((node) => (node.type === 'hardBreak' ? BLANK : node)) : kept
}

/** A node without what Markdown would misread: blanks before a line, breaks at the end, signs beside letters. */
export const forMarkdown = <N extends RichTextNode>(node: N): N => {
  const { content } = node
  if (content === undefined) return node
  const words = content.flatMap((child, n): readonly RichTextNode[] => {
    if (child.text === undefined || (n > 0 && content[n - 1]?.type !== 'hardBreak')) return [child]
    // Markdown ignores blanks before a line's words, or reads a line with four of them as code.
    const text = child.text.replace(/^[ \t]+/, '')
    return text === '' ? [] : [{ ...child, text }]
  })
  const begun = withFewerBreaks(node.type, words)
  return {
    ...node,
    content: begun.flatMap((child, n) => besideLetters(child, begun[n - 1], begun[n + 1])).map(forMarkdown),
  }
}

/**
 * The text with its marks as Markdown. The signs of bold, italic and struck words stand directly beside the words,
 * because Markdown ignores a sign beside a space. They stand inside the signs of links and underlines, because Markdown
 * counts those as punctuation.
 */
const marked = (text: string, marks: readonly RichTextMark[]): string => {
  const words = text.trim()
  if (words === '') return text
  const begins = text.indexOf(words)
  const [before, after] = [text.slice(0, begins), text.slice(begins + words.length)]
  const plain = plainWords(words)
  return (
    before +
    [...marks.filter(isSigned), ...marks.filter((mark) => !isSigned(mark))].reduce((said, { type, attrs }) => {
      if (type === 'link' && attrs?.href === words && said === plain) return `<${words}>`
      if (type === 'link') return `[${said}](<${String(attrs?.href ?? '').replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
      const [begin, end] = AROUND[type] ?? ['', '']
      return begin + said + end
    }, plain) +
    after
  )
}

const inline = (nodes: readonly RichTextNode[] = []): string =>
  nodes.map((node) => (node.type === 'hardBreak' ? '  \n' : marked(node.text ?? '', node.marks ?? []))).join('')

/** Indents a text: `first` before its first line, `others` before each further one. */
export const indented = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, n) => (n === 0 ? first : line === '' ? others.trimEnd() : others) + line)
    .join('\n')

/** `above`: the number of heading levels above these blocks. */
const blocks = (nodes: readonly RichTextNode[] = [], above: number): string => {
  let list: { readonly type: string; readonly turn: 0 | 1 } | null = null
  return nodes
    .map((node) => {
      // An empty paragraph writes nothing, so it does not part two lists.
      if (node.type !== 'paragraph' || node.content?.length)
        list = { type: node.type, turn: list?.type === node.type && list.turn === 0 ? 1 : 0 }
      return block(node, above, list?.turn)
    })
    .join('\n\n')
}

/**
 * The signs of lists. Markdown reads two lists that follow each other as one list if they have the same sign, so the
 * second list of a type gets the other sign.
 */
export const LIST_SIGNS = { bulletList: ['-', '*'], orderedList: ['.', ')'] } as const

/** `turn`: the index of the list's sign. */
const block = (node: RichTextNode, above: number, turn: 0 | 1 = 0): string => {
  const { type, attrs, content = [] } = node
  switch (type) {
    case 'heading':
      return `${'#'.repeat(above + Number(attrs?.level ?? 1))} ${inline(content)}`
    case 'blockquote':
      return indented(blocks(content, above), '> ', '> ')
    case 'scripture': {
      const source = [attrs?.reference, attrs?.version].filter(Boolean).map(String).join(' · ')
      const said = [blocks(content, above), source && `— ${plainWords(source)}`]
      return indented(said.filter(Boolean).join('\n\n'), '> ', '> ')
    }
    case 'bulletList':
      return content
        .map((item) => indented(blocks(item.content, above), `${LIST_SIGNS.bulletList[turn]} `, '  '))
        .join('\n')
    case 'orderedList': {
      const start = Number(attrs?.start ?? 1)
      const written = (item: RichTextNode, sign: string) =>
        indented(blocks(item.content, above), sign, ' '.repeat(sign.length))
      return content.map((item, n) => written(item, `${start + n}${LIST_SIGNS.orderedList[turn]} `)).join('\n')
    }
    case 'horizontalRule':
      return '---'
    default:
      return inline(content)
  }
}

/** Rich text as Markdown. `above`: the number of heading levels above it. */
export const richTextAsMarkdown = (text: RichText, above = 1): string => blocks(forMarkdown(text).content, above)
