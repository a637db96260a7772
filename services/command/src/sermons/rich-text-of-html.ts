import { cleanRichText, NoRichText, type RichText, type RichTextMark } from '@pathlight/contracts/rich-text-rules.ts'
import { Parser } from 'htmlparser2'

type Attributes = Readonly<Record<string, string>>
/** Nodes while they are being read. */
type Open = { readonly type: string; readonly attrs?: Record<string, unknown>; readonly content: unknown[] }
type Bare = Omit<Open, 'content'>

/** Where a block says that it stands: by style, or by the class of Quill, whose "snow" editor the specification knows. */
const alignOf = ({ style = '', class: names = '' }: Attributes): string | undefined =>
  /text-align:\s*(left|center|right|justify)/.exec(style)?.[1] ?? /\bql-align-(center|right|justify)\b/.exec(names)?.[1]

const textBlock =
  (type: string, more: Record<string, unknown> = {}) =>
  (attributes: Attributes) => ({
    type,
    attrs: { ...more, textAlign: alignOf(attributes) },
  })
const block = (type: string) => (): Bare => ({ type })
const paragraph = textBlock('paragraph')
const heading = (level: number) => textBlock('heading', { level })

const BLOCKS: ReadonlyMap<string, (attributes: Attributes) => Bare> = new Map<string, (attributes: Attributes) => Bare>(
  [
    ...'p div section article main header footer aside nav address figure figcaption table tr td th caption dl dt dd pre'
      .split(' ')
      .map((name) => [name, paragraph] as const),
    ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(Math.min(level, 3))] as const),
    ['ul', block('bulletList')],
    ['ol', ({ start }: Attributes) => ({ type: 'orderedList', attrs: { start: Number(start ?? 1) } })],
    ['li', block('listItem')],
    ['blockquote', block('blockquote')],
  ],
)
const mark = (type: string) => (): RichTextMark => ({ type })
const MARKS: ReadonlyMap<string, (attributes: Attributes) => RichTextMark> = new Map<
  string,
  (attributes: Attributes) => RichTextMark
>([
  ['b', mark('bold')],
  ['strong', mark('bold')],
  ['i', mark('italic')],
  ['em', mark('italic')],
  ['u', mark('underline')],
  ['s', mark('strike')],
  ['del', mark('strike')],
  ['a', ({ href }: Attributes) => ({ type: 'link', attrs: { href } })],
])
/** What is inside is no text of the page's. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'head', 'template', 'iframe'])
/** Tags in each other, at most: with more, closing them would take its time. */
const DEEPEST = 200

const KNOWN = [...BLOCKS.keys(), ...MARKS.keys(), ...SILENT, 'br', 'hr', 'span', 'html', 'body', 'img', 'svg', 'font']
const TAG = new RegExp(`</?(${KNOWN.join('|')})[\\s/>]`, 'i')

/** Whether a text has tags as editors send them: a `<` or words in `<>` alone are plain text. */
export const looksLikeHtml = (text: string): boolean => TAG.test(text)

/**
 * Rich text of HTML, as editors of the specification's time send it. htmlparser2 reads the tags; what becomes of them is the
 * tables above; everything else goes and leaves its words. Then it is cleaned as whatever is sent.
 */
export const richTextOfHtml = (html: string): RichText => {
  const doc: Open = { type: 'doc', content: [] }
  const open: { readonly name: string; readonly node: Open }[] = []
  const marks: { readonly name: string; readonly mark: RichTextMark }[] = []
  let silent = 0
  let depth = 0
  const here = () => open.at(-1)?.node ?? doc

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > DEEPEST) throw new NoRichText('bad_content', 'The content is nested too deeply.')
      const made = BLOCKS.get(name)?.(attributes)
      const marked = MARKS.get(name)?.(attributes)
      if (SILENT.has(name)) silent += 1
      else if (name === 'br') here().content.push({ type: 'hardBreak' })
      else if (name === 'hr') here().content.push({ type: 'horizontalRule' })
      else if (marked) marks.push({ name, mark: marked })
      else if (made) {
        const node: Open = { ...made, content: [] }
        here().content.push(node)
        open.push({ name, node })
      }
    },
    ontext(words) {
      if (silent > 0) return
      const text = words.replace(/[\t\n\r ]+/g, ' ')
      const { content } = here()
      // Space between blocks is layout of the source.
      const before = content.at(-1) as Open | undefined
      if (text === ' ' && before?.type !== 'text') return
      content.push({ type: 'text', text, marks: marks.map(({ mark }) => mark) })
    },
    onclosetag(name) {
      depth -= 1
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      const marked = marks.findLastIndex((one) => one.name === name)
      if (marked >= 0) marks.splice(marked, 1)
      const closed = open.findLastIndex((one) => one.name === name)
      if (closed >= 0) open.length = closed
    },
  })
  parser.end(html)
  return cleanRichText(doc)
}
