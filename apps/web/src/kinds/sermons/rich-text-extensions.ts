import { safeLink } from '@pathlight/contracts/rich-text-rules.ts'
import { Extension, Node } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { scripturePath } from './scripture-path.ts'

export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
const isAlignment = (value: unknown) => ALIGNMENTS.some((one) => one === value)

/** Where a paragraph or heading stands. By a data attribute: the content security policy refuses styles in HTML. */
const Align = Extension.create({
  name: 'align',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => {
            const align = element.dataset.align ?? element.style.textAlign
            return isAlignment(align) && align !== 'left' ? align : null
          },
          renderHTML: ({ textAlign }) => (textAlign ? { 'data-align': textAlign } : {}),
        },
      },
    },
  ],
})

/** A passage that was put in: its words, and beneath them its reference, which leads to the reader and is not written in. */
const Scripture = Node.create({
  name: 'scripture',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => {
    const text = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
      rendered: false,
    })
    return {
      reference: text('reference'),
      version: text('version'),
      verseId: {
        default: null,
        parseHTML: (element: HTMLElement) => Number(element.getAttribute('data-verse')) || null,
        rendered: false,
      },
      lang: text('lang'),
    }
  },
  parseHTML: () => [{ tag: 'blockquote[data-reference]', contentElement: '.quoted', priority: 60 }],
  renderHTML: ({ node: { attrs } }) => {
    const { reference, version, verseId, lang } = attrs
    const path = scripturePath(attrs)
    const label = `${reference ?? ''}${version ? ` (${version})` : ''}`
    return [
      'blockquote',
      {
        class: 'scripture-quote',
        'data-reference': reference ?? '',
        'data-version': version ?? '',
        'data-verse': verseId ?? '',
        'data-lang': lang ?? '',
        ...(lang && { lang }),
      },
      ['div', { class: 'quoted' }, 0],
      [
        'cite',
        { contenteditable: 'false' },
        path ? ['a', { href: path, target: '_blank', rel: 'noopener' }, label] : label,
      ],
    ]
  },
})

/** Everything that a sermon may have in it: the tables of libs/contracts/src/rich-text-rules.ts, as Tiptap knows it. */
export const richTextExtensions = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [1, 2, 3] }),
  Bold,
  Italic,
  Underline,
  Strike,
  BulletList,
  OrderedList,
  ListItem,
  Blockquote,
  HardBreak,
  HorizontalRule,
  Align,
  Scripture,
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: 'noopener noreferrer nofollow' },
    isAllowedUri: (href) => safeLink(href) !== undefined,
  }),
]

/** What is for writing alone. */
export const writingExtensions = (placeholder: string) => [
  ...richTextExtensions,
  ListKeymap,
  UndoRedo,
  Placeholder.configure({ placeholder }),
]
