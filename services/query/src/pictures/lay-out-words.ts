/** How wide a text is, in parts of the size of its letters. */
type Width = (text: string) => number

type Room = {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Sizes of letters in pixels, the largest first, and the distance of lines in parts of them. */
  readonly sizes: readonly number[]
  readonly leading: number
}

/** A text in lines of `width` parts of its size, broken between words; a word that is wider is broken anywhere. */
const linesOf = (text: string, width: number, widthOf: Width): string[] => {
  const lines: string[] = []
  let line = ''
  const put = (word: string): void => {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      return
    }
    if (line !== '') {
      lines.push(line)
      line = ''
      put(word)
      return
    }
    const letters = [...word]
    let fits = 1
    while (fits < letters.length && widthOf(letters.slice(0, fits + 1).join('')) <= width) fits += 1
    lines.push(letters.slice(0, fits).join(''))
    if (fits < letters.length) put(letters.slice(fits).join(''))
  }
  for (const word of text.split(/\s+/).filter(Boolean)) put(word)
  return line === '' ? lines : [...lines, line]
}

/**
 * Lays a text out in the largest letters in which all of it has room. A text that has no room in the smallest letters
 * is cut, and ends with an ellipsis.
 */
export const layOutWords = (text: string, { width, height, sizes, leading }: Room, widthOf: Width) => {
  let least: { size: number; lines: string[] } = { size: 0, lines: [] }
  for (const size of sizes) {
    const lines = linesOf(text, width / size, widthOf)
    if (lines.length * size * leading <= height) return { size, lines }
    least = { size, lines }
  }
  const room = Math.max(1, Math.floor(height / (least.size * leading)))
  const kept = least.lines.slice(0, room)
  let last = `${kept.at(-1) ?? ''}…`
  while (last.includes(' ') && widthOf(last) > width / least.size)
    last = `${last.slice(0, last.lastIndexOf(' ')).trimEnd()}…`
  return { size: least.size, lines: [...kept.slice(0, -1), last] }
}
