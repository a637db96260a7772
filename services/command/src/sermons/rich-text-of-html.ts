import {
  cleanRichText,
  RICH_TEXT_MAX_BYTES,
  type RichText,
  type RichTextMark,
  safeLink,
  tooDeep,
  tooLong,
} from '@pathlight/contracts/rich-text-rules.ts'
import { Parser } from 'htmlparser2'

type Attributes = Readonly<Record<string, string>>
/** A node whose tag is still open. */
type Open = { readonly type: string; readonly attrs?: Record<string, unknown>; readonly content: unknown[] }
type Bare = Omit<Open, 'content'>

/** The alignment of a block, from its style, or from the class that the Quill editor gives the block. */
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
/** The mark with its link checked. The check runs once for all words inside the mark. */
const safeMark = (mark: RichTextMark): RichTextMark =>
  mark.type === 'link' ? { type: 'link', attrs: { href: safeLink(mark.attrs?.href) } } : mark
/** Tags whose content is no text of the page. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'head', 'template', 'iframe'])
/** The deepest nesting of tags. Closing more tags would take too long. */
const DEEPEST = 200
/** How many UTF-16 units are parsed at once. */
const PIECE = 20_000

const KNOWN = [...BLOCKS.keys(), ...MARKS.keys(), ...SILENT, 'br', 'hr', 'span', 'html', 'body', 'img', 'svg', 'font']
const TAG = new RegExp(`</?(${KNOWN.join('|')})[\\s/>]`, 'i')

/** Whether a text has tags that editors send. A lone `<`, or words in `<>`, are plain text. */
export const looksLikeHtml = (text: string): boolean => TAG.test(text)

/** The marks around a text, one of each kind, and a lower bound for their JSON, in bytes. */
type Marked = { readonly marks: readonly RichTextMark[]; readonly bytes: number }
const NO_MARKS: Marked = { marks: [], bytes: 0 }
/** A lower bound for the JSON of a node or mark, in bytes. */
const LEAST_BYTES = 20

/** The stack of open tags with marks. `current` computes the marks anew only after a tag has opened or closed. */
const openMarks = () => {
  const open: { readonly name: string; readonly mark: RichTextMark }[] = []
  const counts = new Map<string, number>()
  let current: Marked | null = NO_MARKS
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  return {
    open: (name: string, mark: RichTextMark) => {
      open.push({ name, mark })
      count(name, 1)
      current = null
    },
    close: (name: string) => {
      if (!counts.get(name)) return
      open.splice(
        open.findLastIndex((one) => one.name === name),
        1,
      )
      count(name, -1)
      current = null
    },
    current: (): Marked => {
      if (current !== null) return current
      const byType = new Map<string, RichTextMark>()
      for (const { mark } of open) if (!byType.has(mark.type)) byType.set(mark.type, mark)
      const marks = [...byType.values()]
      const bytes = marks.reduce((sum, { attrs }) => sum + LEAST_BYTES + String(attrs?.href ?? '').length, 0)
      current = { marks, bytes }
      return current
    },
  }
}

/**
 * Converts the HTML of an editor to rich text. htmlparser2 parses the tags, and the tables above map them. Of any other
 * tag only the words stay. Parsing stops with an error as soon as the result is longer than may be stored.
 */
export const richTextOfHtml = (html: string): RichText => {
  const doc: Open = { type: 'doc', content: [] }
  const open: { readonly name: string; readonly node: Open }[] = []
  const marks = openMarks()
  let silent = 0
  let depth = 0
  let bytes = 0
  const spend = (more: number) => {
    bytes += more
    if (bytes > RICH_TEXT_MAX_BYTES) throw tooLong()
  }
  const here = () => open.at(-1)?.node ?? doc
  const add = (node: object) => {
    spend(LEAST_BYTES)
    here().content.push(node)
  }
  /** The last text node, and its marks. A text that follows with the same marks is appended to this node. */
  let last: { readonly node: { text: string }; readonly marked: Marked; readonly content: readonly unknown[] } | null =
    null

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > DEEPEST) throw tooDeep()
      const made = BLOCKS.get(name)?.(attributes)
      const marked = MARKS.get(name)?.(attributes)
      if (SILENT.has(name)) silent += 1
      else if (name === 'br') add({ type: 'hardBreak' })
      else if (name === 'hr') add({ type: 'horizontalRule' })
      else if (marked) marks.open(name, safeMark(marked))
      else if (made) {
        const node: Open = { ...made, content: [] }
        add(node)
        open.push({ name, node })
      }
    },
    ontext(words) {
      if (silent > 0) return
      const text = words.replace(/[\t\n\r ]+/g, ' ')
      const { content } = here()
      // White space between blocks is only layout of the HTML.
      const before = content.at(-1) as Open | undefined
      if (text === ' ' && before?.type !== 'text') return
      const marked = marks.current()
      spend(text.length)
      if (last?.content === content && last.marked === marked && last.node === (before as object | undefined)) {
        last.node.text += text
        return
      }
      spend(LEAST_BYTES + marked.bytes)
      const node = { type: 'text', text, marks: marked.marks }
      content.push(node)
      last = { node, marked, content }
    },
    onclosetag(name) {
      depth -= 1
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      marks.close(name)
      const closed = BLOCKS.has(name) ? open.findLastIndex((one) => one.name === name) : -1
      if (closed >= 0) open.length = closed
    },
  })
  // The HTML is parsed in pieces, so that parsing can stop early.
  for (let from = 0; from < html.length; from += PIECE) parser.write(html.slice(from, from + PIECE))
  parser.end()
  return cleanRichText(doc)
}
