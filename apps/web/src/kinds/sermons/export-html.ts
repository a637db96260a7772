import { DOMSerializer } from '@tiptap/pm/model'
import type { Exported } from '../../study/exporting/exported.ts'
import { proseMirrorNode } from './rich-text-schema.ts'

const STYLE = `body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 Georgia,'Noto Serif KR',serif}
h1,h2,h3,h4{line-height:1.3}blockquote{margin-inline:0;padding-left:1em;border-left:3px solid #b9a58a}cite{display:block;font-size:.8em}
[data-align=center]{text-align:center}[data-align=right]{text-align:right}[data-align=justify]{text-align:justify}`

/** The sermon as a web page of its own. Built as a DOM document, so that its text is never read as markup. */
export const asHtml = ({ title, speaker, passage, language, content }: Exported): Blob => {
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = language
  const add = (parent: Node, name: string, text: string) => {
    const element = page.createElement(name)
    element.textContent = text
    parent.appendChild(element)
    return element
  }
  add(page.head, 'meta', '').setAttribute('charset', 'utf-8')
  add(page.body, 'h1', title)
  add(page.body, 'p', `${speaker} · ${passage}`)
  const node = proseMirrorNode(content)
  DOMSerializer.fromSchema(node.type.schema).serializeFragment(node.content, { document: page }, page.body)
  // A path of this site leads nowhere from a file.
  for (const link of page.body.querySelectorAll<HTMLAnchorElement>('a[href^="/"]'))
    link.href = new URL(link.getAttribute('href') ?? '/', location.origin).href
  for (const element of page.body.querySelectorAll('[contenteditable]')) element.removeAttribute('contenteditable')
  // The style is put in as text: the security policy of this page would refuse a style element.
  const html = page.documentElement.outerHTML.replace('</head>', `<style>${STYLE}</style></head>`)
  return new Blob([`<!doctype html>\n${html}\n`], { type: 'text/html;charset=utf-8' })
}
