/** RGBA pixels, row by row, one byte a channel. */
type Layer = Uint8Array

/** The uncompressed rows of a PNG: a zero (no filter), then red, green and blue of each pixel. */
export const rowsOf = (layer: Layer, width: number): Uint8Array => {
  const rows = new Uint8Array((layer.length / (width * 4)) * (width * 3 + 1))
  for (let from = 0, to = 0; from < layer.length; ) {
    to += 1
    for (const end = from + width * 4; from < end; from += 4) {
      rows[to++] = layer[from] as number
      rows[to++] = layer[from + 1] as number
      rows[to++] = layer[from + 2] as number
    }
  }
  return rows
}

/** Blends the layer `ink` onto a copy of the rows of `paper`. */
export const layOnPaper = (paper: Uint8Array, ink: Layer, width: number): Uint8Array => {
  const rows = paper.slice()
  for (let from = 0, to = 0; from < ink.length; ) {
    to += 1
    for (const end = from + width * 4; from < end; from += 4, to += 3) {
      const alpha = ink[from + 3] as number
      if (alpha === 0) continue
      const rest = 255 - alpha
      rows[to] = ((ink[from] as number) * alpha + (rows[to] as number) * rest + 127) / 255
      rows[to + 1] = ((ink[from + 1] as number) * alpha + (rows[to + 1] as number) * rest + 127) / 255
      rows[to + 2] = ((ink[from + 2] as number) * alpha + (rows[to + 2] as number) * rest + 127) / 255
    }
  }
  return rows
}
