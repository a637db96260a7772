import type { RichText, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import type { Gathered } from './gather.ts'

/** A pad for export: its entries as words, in the language of the page. */
export type WrittenPad = {
  readonly title: string
  readonly language: string
  readonly parts: readonly WrittenPart[]
}

/** `quoted`: words of the Bible. `lang`: their language. `from`: their source, written beneath them; '' for a heading or a text. */
export type WrittenPart = {
  readonly type: 'heading' | 'text' | 'quoted'
  readonly words: string
  readonly lang?: string | undefined
  readonly from: string
}

/** The words of the entries. `say`: the words for missing ones. */
export const writtenParts = (
  gathered: readonly Gathered[],
  say: {
    /** A passage with its version, and the language of its text. */
    readonly passage: (entry: Extract<Gathered, { words: unknown }>['entry']) => {
      from: string
      lang: string | undefined
    }
    /** The kind and the place of an item. */
    readonly item: (one: Extract<Gathered, { says: unknown }>) => string
  },
): readonly WrittenPart[] =>
  gathered.map((one): WrittenPart => {
    if ('words' in one) return { type: 'quoted', words: one.words ?? '', ...say.passage(one.entry) }
    if (!('says' in one)) return { type: one.entry.type, words: one.entry.text, from: '' }
    const { title, text = '', color } = one.says ?? { title: null }
    const isQuoted = color !== null && color !== undefined
    // A sermon or another item with its own page is only named; a note is complete.
    const words = one.entry.kind === 'note' || isQuoted ? [title, text].filter(Boolean).join('\n\n') : (title ?? text)
    return { type: isQuoted ? 'quoted' : 'text', words, from: say.item(one) }
  })

const isSaid = ({ words, from }: WrittenPart): boolean => words.trim() !== '' || from !== ''
const paragraphs = (words: string): readonly string[] => words.split(/\n{2,}/).filter((one) => one.trim() !== '')

/** A line of words, escaped so that it has no Markdown. */
const plain = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#~|&]/g, '\\$&')

/** The pad as Markdown (CommonMark). Texts and notes are Markdown already, without any HTML. */
export const asMarkdown = ({ title, parts }: Pick<WrittenPad, 'title' | 'parts'>): string => {
  const blocks = parts.filter(isSaid).map(({ type, words, from }) => {
    if (type === 'heading') return `## ${plain(words)}`
    if (type === 'quoted')
      return [...paragraphs(words).map((one) => `> ${plain(one)}\n>`), `> — ${plain(from)}`].join('\n')
    return [words.trim().replaceAll('<', '&lt;'), from && `*${plain(from)}*`].filter(Boolean).join('\n\n')
  })
  return `${[`# ${plain(title)}`, ...blocks].join('\n\n')}\n`
}

const STYLE = `body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 Georgia,'Noto Serif KR',serif}
h1,h2{line-height:1.3}h2{margin-top:2em}blockquote{margin-inline:0;padding-left:1em;border-left:3px solid #b9a58a}cite{display:block;font-size:.8em}p{white-space:pre-wrap}`

/** As a web page of its own. Built as a DOM document, so that its text is never read as markup. */
export const asHtml = ({ title, language, parts }: WrittenPad): Blob => {
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = language
  const add = (parent: Node, name: string, text = '') => {
    const element = page.createElement(name)
    element.textContent = text
    parent.appendChild(element)
    return element
  }
  add(page.head, 'meta').setAttribute('charset', 'utf-8')
  add(page.body, 'h1', title)
  for (const { type, words, lang, from } of parts.filter(isSaid)) {
    if (type === 'heading') {
      add(page.body, 'h2', words)
      continue
    }
    const block = type === 'quoted' ? add(page.body, 'blockquote') : page.body
    for (const said of paragraphs(words)) {
      const paragraph = add(block, 'p', said)
      if (lang) paragraph.lang = lang
    }
    if (from) add(type === 'quoted' ? block : add(page.body, 'p'), 'cite', from)
  }
  // The style is put in as text: the security policy of this page would refuse a style element.
  const html = page.documentElement.outerHTML.replace('</head>', `<style>${STYLE}</style></head>`)
  return new Blob([`<!doctype html>\n${html}\n`], { type: 'text/html;charset=utf-8' })
}

/** The pad as rich text, for a Word document. */
export const asRichText = ({ parts }: Pick<WrittenPad, 'parts'>): RichText => {
  const lines = (words: string): readonly RichTextNode[] =>
    words
      .split('\n')
      .flatMap((text, index): RichTextNode[] => [
        ...(index > 0 ? [{ type: 'hardBreak' }] : []),
        ...(text === '' ? [] : [{ type: 'text', text }]),
      ])
  const blocks = (words: string): readonly RichTextNode[] =>
    paragraphs(words).map((one) => ({ type: 'paragraph', content: lines(one) }))
  const nodeOf = ({ type, words, from }: WrittenPart): readonly RichTextNode[] => {
    if (type === 'heading') return [{ type: 'heading', attrs: { level: 2 }, content: lines(words.trim()) }]
    if (type === 'quoted') return [{ type: 'scripture', attrs: { reference: from }, content: blocks(words) }]
    const source: RichTextNode = {
      type: 'paragraph',
      content: [{ type: 'text', text: from, marks: [{ type: 'italic' }] }],
    }
    return [...blocks(words), ...(from ? [source] : [])]
  }
  return { type: 'doc', content: parts.filter(isSaid).flatMap(nodeOf) }
}
