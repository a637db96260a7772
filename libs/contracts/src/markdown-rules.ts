import { plainTextOf, type RichText, type RichTextMark, type RichTextNode, safeLink } from './rich-text-rules.ts'

// The browser, exports and searches read the Markdown of notes with this module. The server stores the text as it was
// written.

/** The deepest nesting of quotes and lists. A quote or list below this level becomes plain text. */
const MOST_LEVELS = 4

const HEADING = /^(#{1,3}) +(\S.*)$/
const QUOTED = /^>(?: |$)/
const ITEM = /^( *)([-*+]|\d{1,4}[.)]) +(\S.*)$/
/** Matches the indentation of a line that belongs to the list item above. */
const INDENTED = /^(?: {2}|\t)/

/**
 * Matches `[words](address)`. The words have no line break and no brackets. Parentheses in the address are not nested.
 */
const LINK = /\[([^[\]\n]{1,500})\]\(((?:[^()\s]|\([^()\s]*\)){1,2000})\)/y
/** Matches a bare address. `withoutEnd` removes a sentence's punctuation from its end. */
const ADDRESS = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]{3,2000}/y
const ENDS_SENTENCE = new Set(".,:;!?'*_)]")
/** Matches a run of characters that cannot begin markup. The run becomes one piece. */
const PLAIN = /(?:[^\\*_[h]|h(?!ttps?:\/\/))+/y
const RUN = /\*+|_+/y

/** A part of a line: words, or a sign that may begin or end bold or italic words. */
type Piece =
  | { readonly node: RichTextNode }
  | { readonly sign: string; readonly opens: boolean; readonly closes: boolean }

const words = (text: string, marks: readonly RichTextMark[] = []): RichTextNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const linkTo = (href: string): RichTextMark => ({ type: 'link', attrs: { href } })

/**
 * A sign (`*`, `**` or `_`) as a piece. An opening sign before a space, a closing sign after a space, and a sign inside
 * a word are plain text. A Korean particle may follow a closing sign directly.
 */
const signPiece = (line: string, at: number, sign: string): Piece => {
  const before = line[at - 1] ?? ' '
  const after = line[at + sign.length] ?? ' '
  const isWord = (letter: string) => (sign === '**' ? /[A-Za-z\d]/ : /[\p{L}\p{N}]/u).test(letter)
  return {
    sign,
    opens: !/\s/.test(after) && !isWord(before),
    closes: !/\s/.test(before) && !/[A-Za-z\d]/.test(after),
  }
}

/** An address without a sentence's punctuation at its end. A parenthesis that it opens stays: /John_(apostle). */
const withoutEnd = (address: string): string => {
  let end = address.length
  let unopened = address.split(')').length - address.split('(').length
  for (let last = address[end - 1]; last !== undefined && ENDS_SENTENCE.has(last); last = address[end - 1]) {
    if (last === ')' && unopened <= 0) break
    if (last === ')') unopened -= 1
    end -= 1
  }
  return address.slice(0, end)
}

/**
 * Splits a line into pieces. Each expression is tried only where the last piece ended, so the time is linear in the
 * line's length.
 */
const piecesOf = (line: string): Piece[] => {
  const pieces: Piece[] = []
  /** Words that are not in a piece yet. */
  let plain = ''
  const take = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(line)
  }
  const put = (...next: readonly Piece[]) => {
    if (plain !== '') pieces.push({ node: words(plain) })
    plain = ''
    pieces.push(...next)
  }
  for (let at = 0; at < line.length; ) {
    const letter = line[at] as string
    const next = line[at + 1] ?? ''
    if (letter === '*' || letter === '_') {
      const [run = letter] = take(RUN, at) ?? []
      if (run === '***') put(...threeSigns(line, at))
      else if (run === '*' || run === '**' || run === '_') put(signPiece(line, at, run))
      else plain += run
      at += run.length
      continue
    }
    if (letter === '\\' && next !== '' && '*_['.includes(next)) {
      plain += next
      at += 2
      continue
    }
    if (letter === '[' && next !== '[') {
      const [whole, said = '', given] = take(LINK, at) ?? []
      const href = given === undefined ? undefined : safeLink(given)
      if (whole !== undefined && href !== undefined) {
        put({ node: words(said, [linkTo(href)]) })
        at += whole.length
        continue
      }
    }
    const address = letter === 'h' ? withoutEnd(take(ADDRESS, at)?.[0] ?? '') : ''
    const leadsTo = address === '' ? undefined : safeLink(address)
    if (leadsTo !== undefined) put({ node: words(address, [linkTo(leadsTo)]) })
    const text = leadsTo === undefined ? (take(PLAIN, at)?.[0] ?? letter) : address
    if (leadsTo === undefined) plain += text
    at += text.length
  }
  put()
  return pieces
}

/** Splits `***` into a sign for bold and one for italics, in the order of their nesting. */
const threeSigns = (line: string, at: number): Piece[] => {
  const opens = !/\s/.test(line[at + 3] ?? ' ') && !/[\p{L}\p{N}]/u.test(line[at - 1] ?? ' ')
  const closes = !/\s/.test(line[at - 1] ?? ' ') && !/[A-Za-z\d]/.test(line[at + 3] ?? ' ')
  const signs = opens ? ['**', '*'] : ['*', '**']
  return signs.map((sign) => ({ sign, opens, closes: closes && !opens }))
}

/** The nodes of a line. A sign without its other half stays plain text. */
const inline = (line: string): RichTextNode[] => {
  const pieces = piecesOf(line)
  /** The last open sign of each kind. A pair that closes discards all signs that opened inside it. */
  const open = new Map<string, number>()
  const ends = new Map<number, number>()
  pieces.forEach((piece, index) => {
    if (!('sign' in piece)) return
    const begin = open.get(piece.sign)
    if (piece.closes && begin !== undefined && begin < index - 1) {
      ends.set(begin, index)
      for (const [sign, at] of open) if (at >= begin) open.delete(sign)
    } else if (piece.opens) open.set(piece.sign, index)
  })
  const closing = new Set(ends.values())
  const nodes: RichTextNode[] = []
  let marks: readonly RichTextMark[] = []
  pieces.forEach((piece, index) => {
    if ('node' in piece) {
      const { text = '', marks: own = [] } = piece.node
      nodes.push(words(text, [...own, ...marks]))
    } else if (ends.has(index)) marks = [...marks, { type: piece.sign === '**' ? 'bold' : 'italic' }]
    else if (closing.has(index)) marks = marks.slice(0, -1)
    else nodes.push(words(piece.sign, marks))
  })
  return joined(nodes)
}

const sameMarks = (one: RichTextNode, other: RichTextNode): boolean =>
  JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? [])

/** Joins neighbouring nodes with the same marks, so that a reference to a verse across them is found. */
const joined = (nodes: readonly RichTextNode[]): RichTextNode[] => {
  const runs: { readonly first: RichTextNode; readonly texts: string[] }[] = []
  for (const node of nodes) {
    const last = runs.at(-1)
    if (last && sameMarks(last.first, node)) last.texts.push(node.text ?? '')
    else runs.push({ first: node, texts: [node.text ?? ''] })
  }
  return runs.map(({ first, texts }) => ({ ...first, text: texts.join('') }))
}

/** One paragraph that keeps the line breaks between the lines. */
const paragraph = (lines: readonly string[]): RichTextNode => {
  const content = lines.flatMap((line, n) => [...(n > 0 ? [{ type: 'hardBreak' }] : []), ...inline(line)])
  return { type: 'paragraph', ...(content.length > 0 && { content }) }
}

type Item = { readonly indent: number; readonly number: number | null; readonly text: string }
const itemOf = (line: string): Item | null => {
  const [, indent, sign = '', text] = ITEM.exec(line.replaceAll('\t', '  ')) ?? []
  if (indent === undefined || text === undefined) return null
  return { indent: indent.length, number: /\d/.test(sign) ? Number.parseInt(sign, 10) : null, text }
}

/** Whether `item` continues the list that `before` belongs to: bullets, or numbers that go up by one. */
const goesOn = (before: Item, item: Item): boolean =>
  before.indent === item.indent && (before.number === null ? item.number === null : item.number === before.number + 1)

/** The list that begins at a line, and its number of lines. Null if there is none with `least` items or more. */
const listAt = (
  lines: readonly string[],
  at: number,
  levels: number,
  least: number,
): { readonly node: RichTextNode; readonly taken: number } | null => {
  const first = itemOf(lines[at] ?? '')
  if (!first || levels === 0) return null
  const items: RichTextNode[] = []
  let [end, last] = [at, first]
  for (;;) {
    const item = itemOf(lines[end] ?? '')
    if (!item || (end > at && !goesOn(last, item))) break
    last = item
    end += 1
    const own = [item.text]
    const below: RichTextNode[] = []
    for (let line = lines[end]; line !== undefined && line.trim() !== '' && INDENTED.test(line); line = lines[end]) {
      const inner = itemOf(line)
      if (inner && inner.indent <= item.indent) break
      const nested = inner ? listAt(lines, end, levels - 1, 1) : null
      if (nested) below.push(nested.node)
      else own.push(line.trim())
      end += nested?.taken ?? 1
    }
    items.push({ type: 'listItem', content: [paragraph(own), ...below] })
  }
  if (items.length < least) return null
  const type = first.number === null ? 'bulletList' : 'orderedList'
  const attrs = first.number !== null && first.number !== 1 && { attrs: { start: first.number } }
  return { node: { type, ...attrs, content: items }, taken: end - at }
}

const blocksOf = (lines: readonly string[], levels: number): RichTextNode[] => {
  const blocks: RichTextNode[] = []
  let plain: string[] = []
  /**
   * Makes a paragraph of the plain lines collected so far. Empty lines inside the paragraph stay. Empty lines beside
   * another block are dropped, because the page itself puts space between blocks.
   */
  const endPlain = (isLast: boolean) => {
    const from = blocks.length === 0 ? 0 : plain.findIndex((line) => line.trim() !== '')
    const to = isLast ? plain.length : plain.findLastIndex((line) => line.trim() !== '') + 1
    const kept = from < 0 ? [] : plain.slice(from, to)
    if (kept.length > 0) blocks.push(paragraph(kept))
    plain = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string
    const heading = HEADING.exec(line)
    let end = at
    while (levels > 0 && QUOTED.test(lines[end] ?? '')) end += 1
    const quote = lines.slice(at, end).map((quoted) => quoted.replace(QUOTED, ''))
    // An indented line begins no list. Otherwise `listAt` would scan from each line below a single bullet to the end,
    // in quadratic time.
    const list = heading || quote.length > 0 || INDENTED.test(line) ? null : listAt(lines, at, levels, 2)
    if (!heading && quote.length === 0 && !list) {
      plain.push(line)
      at += 1
      continue
    }
    endPlain(false)
    if (heading) {
      const [, signs = '', text = ''] = heading
      blocks.push({ type: 'heading', attrs: { level: signs.length }, content: inline(text.trimEnd()) })
    } else if (list) blocks.push(list.node)
    else blocks.push({ type: 'blockquote', content: blocksOf(quote, levels - 1) })
    at += list?.taken ?? Math.max(1, quote.length)
  }
  endPlain(true)
  return blocks.length > 0 ? blocks : [{ type: 'paragraph' }]
}

/**
 * A note's text as rich text. Markdown is read only where it is clearly meant: `# ` to `### `, `> `, lists of two or
 * more consecutive items, `**bold**`, `*italics*`, `_italics_`, bare addresses of http and https, `[words](address)`
 * with an address of http, https or mail, or a path of this site, and a backslash before `*`, `_` or `[`. All other
 * text, HTML too, stays as it was written. The time is linear in the length of the text.
 */
export const richTextOfMarkdown = (text: string): RichText => ({
  type: 'doc',
  content: blocksOf(text.split(/\r?\n/), MOST_LEVELS),
})

/** The words of a note without the signs of Markdown, as excerpts show them. */
export const plainTextOfMarkdown = (text: string): string => plainTextOf(richTextOfMarkdown(text))
