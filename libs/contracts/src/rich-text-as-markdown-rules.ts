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

/**
 * The text with its marks as Markdown. The marks stand next to letters, because Markdown ignores one beside a space.
 */
const marked = (text: string, marks: readonly RichTextMark[]): string => {
  const words = text.trim()
  if (words === '') return text
  const begins = text.indexOf(words)
  const [before, after] = [text.slice(0, begins), text.slice(begins + words.length)]
  return (
    before +
    marks.reduce((said, { type, attrs }) => {
      if (type === 'link' && attrs?.href === words) return `<${words}>`
      if (type === 'link') return `[${said}](<${String(attrs?.href ?? '').replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
      const [begin, end] = AROUND[type] ?? ['', '']
      return begin + said + end
    }, plainWords(words)) +
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
const blocks = (nodes: readonly RichTextNode[] = [], above: number): string =>
  nodes.map((node) => block(node, above)).join('\n\n')

const block = (node: RichTextNode, above: number): string => {
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
      return content.map((item) => indented(blocks(item.content, above), '- ', '  ')).join('\n')
    case 'orderedList': {
      const start = Number(attrs?.start ?? 1)
      return content.map((item, n) => indented(blocks(item.content, above), `${start + n}. `, '   ')).join('\n')
    }
    case 'horizontalRule':
      return '---'
    default:
      return inline(content)
  }
}

/** Rich text as Markdown. `above`: the number of heading levels above it. */
export const richTextAsMarkdown = (text: RichText, above = 1): string => blocks(text.content, above)
