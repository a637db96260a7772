import { forMarkdown, LIST_SIGNS } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import type { Node } from '@tiptap/pm/model'
import { defaultMarkdownSerializer, MarkdownSerializer } from 'prosemirror-markdown'
import type { Exported } from '../../study/exporting/exported.ts'
import { proseMirrorNode } from './rich-text-schema.ts'

const { nodes, marks } = defaultMarkdownSerializer

/**
 * Escapes words so that none of them counts as Markdown or HTML. Markdown's escape is a backslash. Some signs are
 * special only at the beginning of a line.
 */
const plainSigns = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#~|&]/g, '\\$&')
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])/gm, '$1\\$2')

/**
 * The index in LIST_SIGNS of the sign of each written list. Two lists of one type that follow each other get different
 * signs, because Markdown would join them otherwise.
 */
const turns = new WeakMap<Node, 0 | 1>()
const turnOf = (list: Node, parent: Node, at: number): 0 | 1 => {
  let before = at - 1
  // An empty paragraph writes nothing, so it does not separate two lists.
  while (before >= 0 && parent.child(before).type.name === 'paragraph' && parent.child(before).childCount === 0)
    before--
  const isSecond = before >= 0 && parent.child(before).type === list.type && turns.get(parent.child(before)) === 0
  turns.set(list, isSecond ? 1 : 0)
  return isSecond ? 1 : 0
}

/** Writes Markdown (CommonMark with GitHub's ~~). Underline and alignment are dropped, because Markdown has neither. */
const serializer = new MarkdownSerializer(
  {
    paragraph: nodes.paragraph as NonNullable<typeof nodes.paragraph>,
    heading: nodes.heading as NonNullable<typeof nodes.heading>,
    blockquote: nodes.blockquote as NonNullable<typeof nodes.blockquote>,
    text: (state, node) => state.text(plainSigns(node.text ?? ''), false),
    bulletList: (state, node, parent, at) => {
      const sign = LIST_SIGNS.bulletList[turnOf(node, parent, at)]
      state.renderList(node, '  ', () => `${sign} `)
    },
    orderedList: (state, node, parent, at) => {
      const sign = LIST_SIGNS.orderedList[turnOf(node, parent, at)]
      const start = Number(node.attrs.start ?? 1)
      const last = `${start + node.childCount - 1}. `
      state.renderList(node, ' '.repeat(last.length), (index) => `${start + index}${sign} `)
    },
    listItem: (state, node) => state.renderContent(node),
    hardBreak: (state) => state.write('\\\n'),
    horizontalRule: (state, node) => {
      state.write('---')
      state.closeBlock(node)
    },
    scripture: (state, node) =>
      state.wrapBlock('> ', null, node, () => {
        state.renderContent(node)
        const { reference, version } = node.attrs
        state.write(`— ${plainSigns(citation(reference ?? '', version))}`)
        state.closeBlock(node)
      }),
  },
  {
    bold: marks.strong as NonNullable<typeof marks.strong>,
    italic: marks.em as NonNullable<typeof marks.em>,
    link: marks.link as NonNullable<typeof marks.link>,
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    underline: { open: '', close: '' },
  },
)

/** A Markdown file: the title as a heading, the speaker, the passage, then the text. */
export const asMarkdown = ({ title, speaker, passage, content }: Exported): Blob => {
  const head = `# ${plainSigns(title)}\n\n${plainSigns(speaker)}  \n${plainSigns(passage)}\n\n`
  return new Blob([head, serializer.serialize(proseMirrorNode(forMarkdown(content))), '\n'], {
    type: 'text/markdown;charset=utf-8',
  })
}
