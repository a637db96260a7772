/** The most bytes of a rich text as JSON (UTF-8), and the deepest nesting of nodes. */
export const RICH_TEXT_MAX_BYTES = 200_000
export const MAX_DEPTH = 50
/** The bytes of a short node as JSON, such as `{"type":"hardBreak"},`. They bound the number of nodes. */
const LEAST_BYTES_OF_A_NODE = 20
/** Sent content may have this many times more nodes and marks than can be stored, because unknown ones are dropped. */
const LOOKED_AT_FOR_EACH = 5

export type RichTextMark = { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }
/** A node of Tiptap's (ProseMirror's) JSON, as `cleanRichText` leaves it. */
export type RichTextNode = {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly RichTextNode[]
  readonly marks?: readonly RichTextMark[]
  readonly text?: string
}
export type RichText = RichTextNode & { readonly type: 'doc' }

/** Why a content is not valid rich text. `code`: for programs, and for the web app's translation. */
export class NoRichText extends Error {
  readonly code: 'bad_content' | 'content_too_long' | 'too_deep' | 'not_storable'

  constructor(code: NoRichText['code'], message: string) {
    super(message)
    this.name = 'NoRichText'
    this.code = code
  }
}

export const tooLong = (): NoRichText => new NoRichText('content_too_long', 'The content is longer than 200 KB.')
export const tooDeep = (): NoRichText =>
  new NoRichText('too_deep', `The content is nested too deeply: at most ${MAX_DEPTH} levels.`)

type Attributes = Readonly<Record<string, (value: unknown) => unknown>>

const oneOf =
  (...allowed: readonly unknown[]) =>
  (value: unknown) =>
    allowed.includes(value) ? value : undefined
const wholeNumber = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? value : undefined
const shortText = (value: unknown) =>
  typeof value === 'string' && value.length <= 200 && isStorable(value) ? value : undefined
const align = oneOf('left', 'center', 'right', 'justify')

/** An address of http, https or mail, or a path of this site. Undefined for anything else. */
export const safeLink = (href: unknown): string | undefined => {
  if (typeof href !== 'string' || href.length > 2_000) return undefined
  const trimmed = href.trim()
  if (/^\/(?![/\\])/.test(trimmed)) return trimmed
  try {
    const { protocol, href: whole } = new URL(trimmed)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole : undefined
  } catch {
    return undefined
  }
}

/** The node types that are stored, with the allowed form of each attribute. */
const NODES: Readonly<Record<string, Attributes>> = {
  doc: {},
  paragraph: { textAlign: align },
  heading: { level: wholeNumber(1, 3), textAlign: align },
  bulletList: {},
  orderedList: { start: wholeNumber(1, 9_999) },
  listItem: {},
  blockquote: {},
  /** A quoted passage with its reference, which links back to the reader. */
  scripture: { reference: shortText, version: shortText, verseId: wholeNumber(1_001_001, 66_999_999), lang: shortText },
  horizontalRule: {},
  hardBreak: {},
  text: {},
}
const MARKS: Readonly<Record<string, Attributes>> = {
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  link: { href: safeLink },
}

/** The same check as in libs/stores/src/storable-text.ts, which the browser does not load. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cleanAttributes = (allowed: Attributes, given: unknown): Record<string, unknown> | undefined => {
  if (!isObject(given)) return undefined
  const kept = Object.entries(allowed).flatMap(([name, keep]) => {
    const value = Object.hasOwn(given, name) ? keep(given[name]) : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

const cleanMarks = (given: unknown, budget: Budget): RichTextMark[] => {
  if (!Array.isArray(given)) return []
  spend(budget, given.length)
  const types = new Set<string>()
  return given.flatMap((mark): RichTextMark[] => {
    const allowed = isObject(mark) && typeof mark.type === 'string' && Object.hasOwn(MARKS, mark.type)
    if (!allowed || types.has(mark.type as string)) return []
    const type = mark.type as string
    types.add(type)
    const attrs = cleanAttributes(MARKS[type] ?? {}, mark.attrs)
    // A link without an allowed address is dropped. Its words stay.
    if (type === 'link' && !attrs?.href) return []
    return [{ type, ...(attrs && { attrs }) }]
  })
}

const BLOCKS = new Set([
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'scripture',
  'horizontalRule',
])

/** How many nodes and marks may still be read, and how many bytes may still be stored. */
type Budget = { looks: number; bytes: number }
const budgetOf = (maxBytes: number): Budget => ({
  looks: (LOOKED_AT_FOR_EACH * maxBytes) / LEAST_BYTES_OF_A_NODE,
  bytes: maxBytes,
})
const spend = (budget: Budget, looks: number, bytes = 0): void => {
  budget.looks -= looks
  budget.bytes -= bytes
  if (budget.looks < 0 || budget.bytes < 0) throw tooLong()
}

const cleanNode = (node: unknown, depth: number, into: RichTextNode[], budget: Budget): void => {
  if (depth > MAX_DEPTH) throw tooDeep()
  spend(budget, 1)
  if (!isObject(node) || typeof node.type !== 'string') return
  if (node.type === 'text') {
    if (typeof node.text !== 'string' || node.text === '') return
    // Every UTF-16 unit takes at least one byte of JSON.
    spend(budget, 0, LEAST_BYTES_OF_A_NODE + node.text.length)
    if (!isStorable(node.text))
      throw new NoRichText('not_storable', 'The text contains characters that cannot be stored.')
    const marks = cleanMarks(node.marks, budget)
    into.push({ type: 'text', text: node.text, ...(marks.length > 0 && { marks }) })
    return
  }
  // A node of an unknown kind is dropped. Its words stay.
  const isKept = Object.hasOwn(NODES, node.type) && node.type !== 'doc'
  if (isKept) spend(budget, 0, LEAST_BYTES_OF_A_NODE)
  const children = isKept ? [] : into
  if (Array.isArray(node.content)) for (const child of node.content) cleanNode(child, depth + 1, children, budget)
  if (!isKept) return
  const attrs = cleanAttributes(NODES[node.type] ?? {}, node.attrs)
  into.push({ type: node.type, ...(attrs && { attrs }), ...(children.length > 0 && { content: children }) })
}

const isInline = ({ type }: RichTextNode): boolean => type === 'text' || type === 'hardBreak'

const EMPTY: RichTextNode = { type: 'paragraph' }
const LIST: RichTextNode = { type: 'bulletList' }

/** Puts words that stand among blocks into paragraphs of their own, and items without a list into a list. */
const inBlocks = (nodes: readonly RichTextNode[], around = EMPTY): RichTextNode[] => {
  const blocks: RichTextNode[] = []
  const made = new Set<RichTextNode>()
  for (const node of nodes) {
    const wrapper = isInline(node) ? around : node.type === 'listItem' ? LIST : null
    const last = blocks.at(-1)
    if (wrapper === null) blocks.push(node)
    else if (last?.type === wrapper.type && made.has(last)) (last.content as RichTextNode[]).push(node)
    else {
      const block = { ...wrapper, content: [node] }
      made.add(block)
      blocks.push(block)
    }
  }
  return blocks
}

const isBareInline = (node: RichTextNode): boolean => isInline(node) && node.content === undefined
/** Whether a node needs no rearranging: text, or a paragraph or heading of text. Most nodes are of these types. */
const isInOrder = (node: RichTextNode): boolean =>
  isBareInline(node) ||
  ((node.type === 'paragraph' || node.type === 'heading') && (node.content ?? []).every(isBareInline))

/** A list item with children that `arranged` has returned. An item must begin with a paragraph. */
const itemOf = (bare: RichTextNode, children: readonly RichTextNode[]): RichTextNode => {
  const blocks = inBlocks(children)
  return { ...bare, content: blocks[0]?.type === 'paragraph' ? blocks : [EMPTY, ...blocks] }
}

/**
 * The node in a form that the editor accepts, with only allowed children. What a rule or a line break contains follows
 * it. Each node is arranged once, and added wrappers are not visited again.
 */
const arranged = (node: RichTextNode): RichTextNode[] => {
  if (isInOrder(node)) return [node]
  const { content = [], ...bare } = node
  const children = content.flatMap(arranged)
  const having = (inside: readonly RichTextNode[]): RichTextNode => ({
    ...bare,
    ...(inside.length > 0 && { content: inside }),
  })
  switch (node.type) {
    case 'doc':
    case 'blockquote':
    case 'scripture': {
      const blocks = inBlocks(children)
      return [having(blocks.length > 0 ? blocks : [EMPTY])]
    }
    case 'listItem':
      return [itemOf(bare, children)]
    case 'bulletList':
    case 'orderedList': {
      const items = children.flatMap((child) =>
        child.type === 'listItem' ? [child] : [itemOf({ type: 'listItem' }, [child])],
      )
      return items.length > 0 ? [having(items)] : []
    }
    case 'paragraph':
    case 'heading':
      return children.every(isInline) ? [having(children)] : inBlocks(children, bare)
    default:
      return [bare, ...children]
  }
}

/**
 * Rich text as we store it: the nodes, marks and attributes of NODES and MARKS, links to safe addresses, and the words
 * of all other nodes. Nothing is parsed as HTML. Throws NoRichText if the content is no document, nested deeper than 50
 * levels, longer than `maxBytes` (infinite for a draft), or has characters that no store can hold. Content beyond the
 * limits is refused while it is read.
 */
export const cleanRichText = (sent: unknown, maxBytes = RICH_TEXT_MAX_BYTES): RichText => {
  if (!isObject(sent) || sent.type !== 'doc') throw new NoRichText('bad_content', 'The content is no rich text.')
  const content: RichTextNode[] = []
  const budget = budgetOf(maxBytes)
  if (Array.isArray(sent.content)) for (const node of sent.content) cleanNode(node, 1, content, budget)
  const [doc] = arranged({ type: 'doc', content }) as [RichText]
  // `arranged` adds levels where it wraps words and items.
  if (isDeeper(doc, MAX_DEPTH)) throw tooDeep()
  if (maxBytes < Number.POSITIVE_INFINITY && richTextBytes(doc) > maxBytes) throw tooLong()
  return doc
}

const isDeeper = ({ content = [] }: RichTextNode, levels: number): boolean =>
  content.length > 0 && (levels === 0 || content.some((child) => isDeeper(child, levels - 1)))

/** The length of a rich text as JSON, in bytes. */
export const richTextBytes = (text: RichText): number => new TextEncoder().encode(JSON.stringify(text)).length

/** Plain text as rich text, with a paragraph for each line. */
export const richTextOf = (plain: string): RichText => {
  if (plain.length > RICH_TEXT_MAX_BYTES) throw tooLong()
  return cleanRichText({
    type: 'doc',
    content: plain
      .split(/\r?\n/)
      .map((line) => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) })),
  })
}

/** The plain words of a node: one line for each block, with an empty line between a heading and the block beside it. */
export const plainTextOf = (node: RichTextNode): string => {
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'hardBreak') return '\n'
  const { content = [] } = node
  const parts = content.map((child, at) => {
    const words = plainTextOf(child)
    if (child.type !== 'heading') return words
    return `${at > 0 ? '\n' : ''}${words}${at < content.length - 1 ? '\n' : ''}`
  })
  return parts.join(content.some(({ type }) => BLOCKS.has(type) || type === 'listItem') ? '\n' : '')
}
