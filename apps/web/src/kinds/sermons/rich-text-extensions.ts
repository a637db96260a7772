import { safeLink } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { Extension, Node } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { StarterKit } from '@tiptap/starter-kit'
import { scripturePath } from '../../study/rich-text/scripture-path.ts'

export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
const isAlignment = (value: unknown) => ALIGNMENTS.some((one) => one === value)

/**
 * The alignment of a paragraph or heading. It is a data attribute, because the content security policy refuses styles
 * in HTML.
 */
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

/**
 * An inserted passage: its words, and the reference below them. The reference links to the reader and cannot be edited.
 */
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
    const label = citation(reference ?? '', version)
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

/** Pasting and copying (pasted.ts). The code is fetched after the editor has opened. */
const Clipboard = Extension.create({
  name: 'clipboard',
  onCreate() {
    const { editor } = this
    import('./pasted.ts')
      .then(({ clipboard }) => {
        // The plugin takes precedence over Tiptap's own clipboard, because it comes first.
        if (!editor.isDestroyed) editor.registerPlugin(clipboard(editor.schema), (own, others) => [own, ...others])
      })
      // If the code cannot be fetched, Tiptap's own clipboard is used.
      .catch(() => undefined)
  },
})

const kit = ({ isWritten }: { readonly isWritten: boolean }) =>
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: 'noopener noreferrer nofollow' },
      isAllowedUri: (href) => safeLink(href) !== undefined,
    },
    // A sermon's text has no code (libs/contracts/src/rich-text-rules.ts).
    code: false,
    codeBlock: false,
    // The text is stored as written, so the editor must not add an empty last line.
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
    ...(!isWritten && { undoRedo: false, listKeymap: false }),
  })

/** The nodes and marks of a sermon's text for Tiptap, as in libs/contracts/src/rich-text-rules.ts. */
export const richTextExtensions = [kit({ isWritten: false }), Align, Scripture]

/** `richTextExtensions`, and the extensions for writing. */
export const writingExtensions = (placeholder: string) => [
  kit({ isWritten: true }),
  Align,
  Scripture,
  Clipboard,
  Placeholder.configure({ placeholder }),
]
