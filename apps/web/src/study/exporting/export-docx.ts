import type { RichTextMark, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx'
import type { Exported } from './exported.ts'

const HEADINGS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const
const ALIGN = {
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justify: AlignmentType.JUSTIFIED,
} as const
/** The indent of each level, in twentieths of a point. */
const INDENT = 720
const LEVELS = 9

/** Removes the control characters that XML forbids (XML 1.0, section 2.2). Word would refuse the file as damaged. */
const asXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

const runOf = ({ type, text, marks = [] }: RichTextNode): ParagraphChild => {
  if (type === 'hardBreak') return new TextRun({ break: 1 })
  const has = (name: RichTextMark['type']) => marks.some((mark) => mark.type === name)
  const link = marks.find((mark) => mark.type === 'link')?.attrs?.href
  const run = new TextRun({
    text: asXml(text ?? ''),
    bold: has('bold'),
    italics: has('italic'),
    strike: has('strike'),
    ...(has('underline') && { underline: {} }),
    ...(link !== undefined && { style: 'Hyperlink' }),
  })
  if (typeof link !== 'string') return run
  return new ExternalHyperlink({ link: new URL(link, location.origin).href, children: [run] })
}

/** The context of a block: its depth, the numbering of its list item, and whether it is in a quotation. */
type Around = { readonly depth: number; readonly item: IParagraphOptions | null; readonly quoted: boolean }

const paragraphsOf = (node: RichTextNode, around: Around, lists: number[]): Paragraph[] => {
  const { type, attrs = {}, content = [] } = node
  const within = (next: Around) => content.flatMap((child) => paragraphsOf(child, next, lists))
  const { depth, item, quoted } = around
  const place: IParagraphOptions = {
    spacing: { after: 120 },
    ...(item ?? (depth > 0 && { indent: { left: depth * INDENT } })),
    ...(quoted && { style: 'Quote' }),
  }
  switch (type) {
    case 'paragraph':
    case 'heading': {
      const alignment = ALIGN[attrs.textAlign as keyof typeof ALIGN]
      const heading = type === 'heading' ? HEADINGS[Number(attrs.level) - 1] : undefined
      return [
        new Paragraph({
          ...place,
          ...(alignment && { alignment }),
          ...(heading && { heading }),
          children: content.map(runOf),
        }),
      ]
    }
    case 'bulletList':
    case 'orderedList': {
      const level = Math.min(depth, LEVELS - 1)
      if (type === 'orderedList') lists.push(Number(attrs.start ?? 1))
      const reference = type === 'orderedList' ? `list-${lists.length - 1}` : 'bullets'
      return content.flatMap(({ content: blocks = [] }) =>
        blocks.flatMap((block, index) =>
          paragraphsOf(
            block,
            { depth: depth + 1, quoted, item: index === 0 ? { numbering: { reference, level } } : null },
            lists,
          ),
        ),
      )
    }
    case 'blockquote':
      return within({ depth: depth + 1, item: null, quoted: true })
    case 'scripture': {
      const label = citation(String(attrs.reference ?? ''), String(attrs.version ?? ''))
      const reference = new Paragraph({
        spacing: { after: 240 },
        indent: { left: (depth + 1) * INDENT },
        children: [new TextRun({ text: asXml(`— ${label}`), size: 20 })],
      })
      return [...within({ depth: depth + 1, item: null, quoted: true }), reference]
    }
    case 'horizontalRule':
      return [new Paragraph({ thematicBreak: true })]
    default:
      return within(around)
  }
}

const levels = (format: 'bullet' | 'decimal', start: number) =>
  Array.from({ length: LEVELS }, (_, level) => ({
    level,
    start,
    format: format === 'bullet' ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: format === 'bullet' ? '•' : `%${level + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: (level + 1) * INDENT, hanging: INDENT / 2 } } },
  }))

export const asDocx = async ({ passage, content, ...head }: Exported): Promise<Blob> => {
  const [title, speaker] = [asXml(head.title), asXml(head.speaker)]
  const lists: number[] = []
  const children = (content.content ?? []).flatMap((node) =>
    paragraphsOf(node, { depth: 0, item: null, quoted: false }, lists),
  )
  const document = new Document({
    title,
    creator: speaker,
    numbering: {
      config: [
        { reference: 'bullets', levels: levels('bullet', 1) },
        ...lists.map((start, index) => ({ reference: `list-${index}`, levels: levels('decimal', start) })),
      ],
    },
    styles: {
      paragraphStyles: [{ id: 'Quote', name: 'Quote', basedOn: 'Normal', run: { italics: true } }],
    },
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
          new Paragraph({
            spacing: { after: 360 },
            children: [new TextRun([speaker, passage].filter((part) => part !== '').join(' · '))],
          }),
          ...children,
        ],
      },
    ],
  })
  return Packer.toBlob(document)
}
