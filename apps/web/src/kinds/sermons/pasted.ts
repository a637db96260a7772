import { DOMParser, Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** The look of words. Other programs write it as HTML elements or as styles. */
type Look = { readonly bold: boolean; readonly italic: boolean; readonly underline: boolean; readonly strike: boolean }

const PLAIN: Look = { bold: false, italic: false, underline: false, strike: false }
const ELEMENTS: Readonly<Record<string, Partial<Look>>> = {
  ...{ B: { bold: true }, STRONG: { bold: true }, I: { italic: true }, EM: { italic: true } },
  ...{ U: { underline: true }, INS: { underline: true } },
  ...{ S: { strike: true }, DEL: { strike: true }, STRIKE: { strike: true } },
}
const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

/**
 * The styles of an element, parsed from its `style` attribute, because the content security policy leaves
 * `element.style` empty.
 */
const stylesOf = (element: Element): ReadonlyMap<string, string> =>
  new Map(
    (element.getAttribute('style') ?? '')
      .toLowerCase()
      .split(';')
      .map((one) => {
        const at = one.indexOf(':')
        return [
          one.slice(0, at).trim(),
          one
            .slice(at + 1)
            .replace('!important', '')
            .trim(),
        ]
      }),
  )

const lookIn = (element: Element, around: Look): Look => {
  const styles = stylesOf(element)
  const look: { -readonly [one in keyof Look]: boolean } = { ...around, ...ELEMENTS[element.tagName] }
  const weight = styles.get('font-weight') ?? ''
  if (/^(?:bold|bolder|[6-9]\d\d|1000)$/.test(weight)) look.bold = true
  else if (/^(?:normal|lighter|[1-5]\d\d)$/.test(weight)) look.bold = false
  const slant = styles.get('font-style') ?? ''
  if (/^(?:italic|oblique)/.test(slant)) look.italic = true
  else if (slant === 'normal') look.italic = false
  const line = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`
  if (/\bnone\b/.test(line)) Object.assign(look, { underline: false, strike: false })
  if (line.includes('underline')) look.underline = true
  if (line.includes('line-through')) look.strike = true
  // Every link is underlined anyway, so its words get no underline mark.
  if (element.closest('a')) look.underline = false
  return look
}

/**
 * Wraps words in one element for each property of their look, in place of inline styles and elements like `b`. The look
 * of an inner element overrides the look around it.
 */
const sayLook = (parent: Element, around: Look): void => {
  for (const child of [...parent.childNodes]) {
    if (child.nodeType === child.TEXT_NODE && /\S/.test(child.textContent ?? '')) {
      let inner: ChildNode = child
      for (const one of ['bold', 'italic', 'underline', 'strike'] as const) {
        if (!around[one]) continue
        const outer = parent.ownerDocument.createElement(TAGS[one])
        inner.replaceWith(outer)
        outer.append(inner)
        inner = outer
      }
    } else if (child.nodeType === child.ELEMENT_NODE) {
      const element = child as Element
      sayLook(element, lookIn(element, around))
      if (element.tagName in ELEMENTS) element.replaceWith(...element.childNodes)
    }
  }
}

const ALIGNED = 'p, h1, h2, h3, h4, h5, h6'
/** Sets the attribute by which the editor reads the alignment of paragraphs. */
const sayAlign = (root: ParentNode): void => {
  for (const element of root.querySelectorAll('[style*="text-align" i]')) {
    const align = stylesOf(element).get('text-align') ?? ''
    const its = element.matches(ALIGNED) ? [element] : [...element.querySelectorAll(ALIGNED)]
    // Inner elements come later, and their alignment replaces the outer one's.
    for (const one of its) one.setAttribute('data-align', align.replace('end', 'right'))
  }
}

/** The level of a paragraph in a Word list, from 1 on. 0 for a paragraph outside of lists. */
const levelInWord = (element: Element | null): number =>
  element?.tagName === 'P'
    ? Number(/mso-list:\s*l\d+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1] ?? 0)
    : 0

/** The marker of an item in an ordered list: 1. or (a) or 가) or iv. */
const ORDERED = /^[([]?(?:\d{1,3}|[a-z]{1,5}|[가-하])[.)\]]/i

/** Word writes lists as paragraphs with typed markers. This function turns the paragraphs into lists. */
const makeLists = (root: ParentNode): void => {
  let open: Element[] = []
  let before: Element | null = null
  for (const paragraph of root.querySelectorAll('p')) {
    const level = levelInWord(paragraph)
    if (level === 0) continue
    const sign = [...paragraph.querySelectorAll('[style*="mso-list" i]')].find((one) =>
      /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
    )
    const said = sign?.textContent?.trim() ?? ''
    sign?.remove()
    const tag = ORDERED.test(said) ? 'OL' : 'UL'
    const goesOn = before !== null && paragraph.previousElementSibling === before
    open = goesOn ? open.slice(0, level) : []
    if (open.length === level && open.at(-1)?.tagName !== tag) open = open.slice(0, -1)
    while (open.length < level) {
      const list = paragraph.ownerDocument.createElement(tag)
      const number = Number.parseInt(said.replace(/^[([]/, ''), 10)
      if (tag === 'OL' && number > 1) list.setAttribute('start', String(number))
      const outer = open.at(-1)
      if (outer === undefined) paragraph.before(list)
      else {
        if (outer.lastElementChild === null) outer.append(paragraph.ownerDocument.createElement('li'))
        outer.lastElementChild?.append(list)
      }
      open.push(list)
    }
    const item = paragraph.ownerDocument.createElement('li')
    open.at(-1)?.append(item)
    item.append(paragraph)
    before = open[0] ?? null
  }
}

/**
 * Makes a paragraph of each table row, because a sermon has no tables. A row that contains paragraphs, lists, headings
 * or a table stays as it is.
 */
const makeRows = (root: ParentNode): void => {
  for (const row of root.querySelectorAll('tr')) {
    if (row.querySelector('p, ul, ol, h1, h2, h3, h4, h5, h6, table') !== null) continue
    const paragraph = row.ownerDocument.createElement('p')
    for (const cell of row.cells) {
      if (paragraph.hasChildNodes()) paragraph.append(' ')
      paragraph.append(...cell.childNodes)
    }
    row.replaceWith(paragraph)
  }
}

/** Parses pasted HTML of any program. Styles are kept as far as a sermon can express them. */
export class PasteParser extends DOMParser {
  constructor(schema: Schema) {
    super(schema, DOMParser.fromSchema(schema).rules)
  }

  override parseSlice(dom: globalThis.Node, options?: Parameters<DOMParser['parseSlice']>[1]): Slice {
    const root = dom as Element
    // HTML that was copied from the editor itself needs no change.
    if (root.querySelector('[data-pm-slice]') === null) {
      makeLists(root)
      makeRows(root)
      sayAlign(root)
      sayLook(root, PLAIN)
    }
    return super.parseSlice(dom, options)
  }
}

const HEADING = /^(#{1,3}) +(\S.*)$/
const BULLET = /^[-*•] +(\S.*)$/
const NUMBER = /^(\d{1,3})[.)] +(\S.*)$/

/**
 * Pasted text as blocks: each line is a paragraph, also a blank line. Headings and lists are read as Markdown, unless
 * `plain`. A numbered list needs at least two lines with consecutive numbers.
 */
export const pastedText = (text: string, at: Pick<ResolvedPos, 'marks'>, plain: boolean, schema: Schema): Slice => {
  const lines = text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/)
  const around = at.marks()
  const words = (line: string) => (line === '' ? [] : [schema.text(line, around)])
  const paragraph = (line: string): Node => schema.node('paragraph', null, words(line))
  const blocks: Node[] = []
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] ?? ''
    const heading = plain ? null : HEADING.exec(line)
    const items: string[] = []
    if (!plain) {
      for (let bullet = BULLET.exec(line); bullet; bullet = BULLET.exec(lines[n + items.length] ?? ''))
        items.push(bullet[1] ?? '')
    }
    const first = plain ? Number.NaN : Number(NUMBER.exec(line)?.[1])
    const numbered: string[] = []
    for (;;) {
      const [, number, rest = ''] = NUMBER.exec(lines[n + numbered.length] ?? '') ?? []
      if (number === undefined || Number(number) !== first + numbered.length) break
      numbered.push(rest)
    }
    const listed = (some: readonly string[]) => some.map((one) => schema.node('listItem', null, [paragraph(one)]))
    if (heading) blocks.push(schema.node('heading', { level: heading[1]?.length }, words(heading[2] ?? '')))
    else if (items.length > 0) blocks.push(schema.node('bulletList', null, listed(items)))
    else if (numbered.length > 1) blocks.push(schema.node('orderedList', { start: first }, listed(numbered)))
    else blocks.push(paragraph(line))
    n += Math.max(items.length, numbered.length > 1 ? numbered.length : 0, 1) - 1
  }
  const openAt = (block: Node | undefined) => (block?.type.name === 'paragraph' ? 1 : 0)
  return new Slice(Fragment.from(blocks), openAt(blocks[0]), openAt(blocks.at(-1)))
}

/** Copied content as plain text, with one line for each line of a paragraph. */
export const copiedText = ({ content }: Slice): string => {
  const lines: string[] = []
  let isInText = false
  content.descendants((node) => {
    if (node.isTextblock) lines.push(node.textBetween(0, node.content.size, '\n', '\n'))
    else if (node.isText || node.type.name === 'hardBreak') {
      // If only a part of one paragraph was copied, its texts and line breaks are outside of any block. They form one
      // text.
      const said = node.isText ? (node.text ?? '') : '\n'
      if (isInText) lines.push(`${lines.pop() ?? ''}${said}`)
      else lines.push(said)
      isInText = true
    }
    return !node.isTextblock
  })
  return lines.join('\n')
}

/** The editor's clipboard: parses pasted content, and writes copied content. */
export const clipboard = (schema: Schema): Plugin =>
  new Plugin({
    props: {
      clipboardParser: new PasteParser(schema),
      clipboardTextParser: (text, $context, plain) => pastedText(text, $context, plain, schema),
      clipboardTextSerializer: copiedText,
    },
  })
