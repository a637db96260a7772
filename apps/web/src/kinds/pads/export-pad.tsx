import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { plainWords, richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import type { RichText, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { htmlPage } from '../../study/exporting/html-page.ts'
import { RichTextView } from '../../study/rich-text/rich-text-view.tsx'
import type { Gathered } from './gather.ts'

/** A pad for export: its entries as words, in the language of the page. */
export type WrittenPad = {
  readonly title: string
  readonly language: string
  readonly parts: readonly WrittenPart[]
}

/**
 * An entry in words. `words` has Markdown only if `type` is `text`. If `type` is `quoted`, `words` are Bible words, in
 * the language `lang` if that is known. `title` is the title of the person's item, without Markdown. `from` names the
 * source beneath the words, and is '' for a heading or a text of the pad.
 */
export type WrittenPart = {
  readonly type: 'heading' | 'text' | 'quoted'
  readonly title?: string | null
  readonly words: string
  readonly lang?: string | undefined
  readonly from: string
}

/** The entries in words. `say` names the source of an entry, also if the entry was deleted or could not be read. */
export const writtenParts = (
  gathered: readonly Gathered[],
  say: {
    /** The name of a passage with its version, and the language of its text. */
    readonly passage: (one: Extract<Gathered, { words: unknown }>) => { from: string; lang: string | undefined }
    /** The name of an item's kind and of its passage. */
    readonly item: (one: Extract<Gathered, { says: unknown }>) => string
  },
): readonly WrittenPart[] =>
  gathered.map((one): WrittenPart => {
    if ('words' in one) return { type: 'quoted', words: one.words ?? '', ...say.passage(one) }
    if (!('says' in one)) return { type: one.entry.type, words: one.entry.text, from: '' }
    const from = say.item(one)
    if (one.says === null || one.says === 'gone') return { type: 'text', words: '', from }
    const { title, text, color } = one.says
    if (color !== null) return { type: 'quoted', words: text, from }
    // A note is written in full. Of any other item only the title is written, if there is one.
    return one.entry.kind === 'note'
      ? { type: 'text', title, words: text, from }
      : { type: 'text', title: title ?? text, words: '', from }
  })

const isSaid = ({ title, words, from }: WrittenPart): boolean => Boolean(title || words.trim() || from)
const paragraphs = (words: string): readonly string[] => words.split(/\n{2,}/).filter((one) => one.trim() !== '')

/** The pad as rich text, from which all files are made. Texts and notes are formatted as on the page. */
export const asRichText = ({ parts }: Pick<WrittenPad, 'parts'>): RichText => {
  const lines = (words: string): readonly RichTextNode[] =>
    words
      .split('\n')
      .flatMap((text, index): RichTextNode[] => [
        ...(index > 0 ? [{ type: 'hardBreak' }] : []),
        ...(text === '' ? [] : [{ type: 'text', text }]),
      ])
  const line = (text: string, look: 'bold' | 'italic'): RichTextNode => ({
    type: 'paragraph',
    content: [{ type: 'text', text, marks: [{ type: look }] }],
  })
  const nodeOf = ({ type, title, words, lang, from }: WrittenPart): readonly RichTextNode[] => {
    if (type === 'heading')
      return [{ type: 'heading', attrs: { level: 1 }, content: lines(words.trim().replace(/\s+/g, ' ')) }]
    if (type === 'quoted') {
      const content = paragraphs(words).map((one) => ({ type: 'paragraph', content: lines(one) }))
      return [{ type: 'scripture', attrs: { reference: from, ...(lang && { lang }) }, content }]
    }
    return [
      ...(title ? [line(title, 'bold')] : []),
      ...(words.trim() === '' ? [] : (richTextOfMarkdown(words.trimEnd()).content ?? [])),
      ...(from ? [line(from, 'italic')] : []),
    ]
  }
  return { type: 'doc', content: parts.filter(isSaid).flatMap(nodeOf) }
}

/** The pad as Markdown (CommonMark). None of its words can become HTML. */
export const asMarkdown = (pad: WrittenPad): string =>
  `# ${plainWords(pad.title.trim())}\n\n${richTextAsMarkdown(asRichText(pad))}\n`

/** The pad as a web page in a file. */
export const asHtml = (pad: WrittenPad): Blob =>
  htmlPage(pad.title, pad.language, (body) => {
    const main = body.appendChild(body.ownerDocument.createElement('main'))
    const root = createRoot(main)
    flushSync(() => root.render(<RichTextView content={asRichText(pad)} className="free-text" links="written" />))
  })
