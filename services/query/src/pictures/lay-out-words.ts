/** The width of a text as a multiple of the font size. */
type Width = (text: string) => number

type Room = {
  /** `width` and `height`: in pixels. */
  readonly width: number
  readonly height: number
  /**
   * `sizes`: the allowed font sizes in pixels, the largest first. `leading`: the distance of lines as a multiple of the
   * font size.
   */
  readonly sizes: readonly number[]
  readonly leading: number
}

/**
 * Breaks a text into lines between words. A word wider than a line is broken anywhere. `width`: a multiple of the font
 * size.
 */
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
 * Lays a text out in the largest font size in which all of it fits. A text that does not fit in the smallest size is
 * cut and ends with an ellipsis.
 */
export const layOutWords = (text: string, { width, height, sizes, leading }: Room, widthOf: Width) => {
  let least: { size: number; lines: string[] } = { size: 0, lines: [] }
  for (const size of sizes) {
    const lines = linesOf(text, width / size, widthOf)
    if (lines.length * size * leading <= height) return { size, lines }
    least = { size, lines }
  }
  const most = Math.max(1, Math.floor(height / (least.size * leading)))
  const lines = least.lines.slice(0, most)
  let last = `${lines.at(-1) ?? ''}…`
  while (last.includes(' ') && widthOf(last) > width / least.size)
    last = `${last.slice(0, last.lastIndexOf(' ')).trimEnd()}…`
  return { size: least.size, lines: [...lines.slice(0, -1), last] }
}
