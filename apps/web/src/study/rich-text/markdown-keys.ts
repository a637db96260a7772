/**
 * A change of a field's text: `insert` replaces the range from `from` to `to`, then `select` is selected. Offsets in
 * UTF-16 units.
 */
export type Edit = {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly select: readonly [start: number, end: number]
}

/**
 * The beginning of a line in a list or a quotation: `> ` signs and an indent, if any, then a bullet, a number or the
 * last `>`, then spaces. A Korean date (2026. 11. 27., 11. 27.) does not begin a list.
 */
const BEGINNING = /^((?:> )* *)(?:([-*+])|(\d{1,4})([.)])(?! +\d{1,2}\.(?!\d))|>)( +)/

/**
 * The words inside the signs. Null if there are no signs, or more than one pair (`*a* *b*`). Three stars count as `**`
 * and as `*`.
 */
const within = (words: string, sign: string): string | null => {
  const stars = words.length - words.replace(/^\*+/, '').length
  const core = words.slice(stars, -stars)
  const around = '*'.repeat(stars)
  const hasSign = (stars === sign.length || stars === 3) && core !== '' && words === `${around}${core}${around}`
  const isOne = !(sign === '*' ? core.replaceAll('**', '') : core).includes(sign)
  return hasSign && isOne ? words.slice(sign.length, -sign.length) : null
}

/**
 * Puts signs around the words of each line, after a bullet, a number or heading signs. If all lines with words have the
 * signs already, removes them.
 */
const withSigns = (lines: readonly string[], sign: string): readonly string[] => {
  const parts = lines.map((line) => {
    const begin = (BEGINNING.exec(line) ?? /^(?:#{1,3} +|\s*)/.exec(line))?.[0] ?? ''
    return { begin, words: line.slice(begin.length).trimEnd() }
  })
  const isUnmarked = parts.some(({ words }) => words !== '' && within(words, sign) === null)
  return parts.map(({ begin, words }) => {
    const inner = within(words, sign)
    if (words === '' || (isUnmarked && inner !== null)) return `${begin}${words}`
    return begin + (isUnmarked ? `${sign}${words}${sign}` : inner)
  })
}

/**
 * Puts signs (`**`, `*`) around the selection, or removes them if they are there. White space at the ends of the
 * selection stays outside the signs. Markdown needs a pair of signs on each line, so each selected line gets its own
 * pair.
 */
export const turnSigns = (text: string, start: number, end: number, sign: string): Edit => {
  const chosen = text.slice(start, end)
  const from = start + (chosen.length - chosen.trimStart().length)
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length))
  const words = text.slice(from, to)
  if (words.includes('\n')) {
    const insert = withSigns(words.split('\n'), sign).join('\n')
    return { from, to, insert, select: [from, from + insert.length] }
  }
  const size = sign.length
  const inner = within(words, sign)
  if (inner !== null) return { from, to, insert: inner, select: [from, from + inner.length] }
  const hasAround = text.slice(from - size, from) === sign && text.slice(to, to + size) === sign
  // A star that belongs to `**` does not mean italics.
  const isLonger = sign === '*' && (text[from - 2] === '*' || text[to + 1] === '*')
  if (hasAround && !isLonger)
    return { from: from - size, to: to + size, insert: words, select: [from - size, to - size] }
  return { from, to, insert: `${sign}${words}${sign}`, select: [from + size, to + size] }
}

/**
 * The edit that Enter makes in a list or a quotation: the next line begins in the same way, with the next number. In an
 * empty item, Enter ends the list. Null if Enter is a plain line break.
 */
export const breakLine = (text: string, caret: number): Edit | null => {
  const begin = text.lastIndexOf('\n', caret - 1) + 1
  const [mark, indent = '', point, number, stop, room = ' '] = BEGINNING.exec(text.slice(begin, caret)) ?? []
  if (mark === undefined) return null
  const lineEnd = text.indexOf('\n', caret)
  const rest = text.slice(begin + mark.length, lineEnd < 0 ? text.length : lineEnd)
  if (rest.trim() === '') return { from: begin, to: caret, insert: '', select: [begin, begin] }
  const next = number === undefined ? (point ?? '>') : `${Number(number) + 1}${stop}`
  const insert = `\n${indent}${next}${room}`
  return { from: caret, to: caret, insert, select: [caret + insert.length, caret + insert.length] }
}

/** Applies a change as if it were typed, so that the browser's undo works. */
export const applyEdit = (field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void => {
  field.focus()
  field.setSelectionRange(from, to)
  const isDone =
    typeof document.execCommand === 'function' &&
    (insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert))
  if (!isDone) {
    field.setRangeText(insert, from, to, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(...select)
}
