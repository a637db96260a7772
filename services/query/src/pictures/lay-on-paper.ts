/** Pixels, row by row: red, green, blue and how much they cover (0 to 255), in a byte each. */
type Layer = Uint8Array

/** Rows as a PNG has them before it is compressed: a zero, then red, green and blue of each pixel. */
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

/** The rows of `paper` with the layer `ink` upon them; `paper` itself stays as it is. */
export const layOnPaper = (paper: Uint8Array, ink: Layer, width: number): Uint8Array => {
  const rows = paper.slice()
  for (let from = 0, to = 0; from < ink.length; ) {
    to += 1
    for (const end = from + width * 4; from < end; from += 4, to += 3) {
      const covers = ink[from + 3] as number
      if (covers === 0) continue
      const bare = 255 - covers
      rows[to] = ((ink[from] as number) * covers + (rows[to] as number) * bare + 127) / 255
      rows[to + 1] = ((ink[from + 1] as number) * covers + (rows[to + 1] as number) * bare + 127) / 255
      rows[to + 2] = ((ink[from + 2] as number) * covers + (rows[to + 2] as number) * bare + 127) / 255
    }
  }
  return rows
}
