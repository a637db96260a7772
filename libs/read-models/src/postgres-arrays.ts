/** Types of elements, by their object identifier in PostgreSQL's catalogue. */
const OIDS = { text: 25, json: 114 } as const

/**
 * The strings as a one-dimensional array in PostgreSQL's binary form (array_recv), which the driver sends as it is. The
 * text form would have to escape every quote of a JSON document here and unescape it there.
 */
export function binaryArray(type: keyof typeof OIDS, items: readonly string[]): Buffer {
  const header = 20
  let size = header
  for (const item of items) size += 4 + Buffer.byteLength(item)
  const bytes = Buffer.allocUnsafe(size)
  // Dimensions, no nulls, type; then of the one dimension its length and lower bound.
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(OIDS[type], 8)
  bytes.writeInt32BE(items.length, 12)
  bytes.writeInt32BE(1, 16)
  let offset = header
  for (const item of items) {
    const length = bytes.write(item, offset + 4)
    bytes.writeInt32BE(length, offset)
    offset += 4 + length
  }
  return bytes
}
