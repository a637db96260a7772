import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const deflated = promisify(deflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (type: string, body: Uint8Array): Buffer => {
  const made = Buffer.alloc(body.length + 12)
  made.writeUInt32BE(body.length, 0)
  made.write(type, 4, 'latin1')
  made.set(body, 8)
  made.writeUInt32BE(crc32(made.subarray(4, body.length + 8)), body.length + 8)
  return made
}

/**
 * Rows of pixels as a PNG. It is compressed beside the event loop, quickly: drawing waits for it.
 *
 * @param rows for each row a zero (the row is not filtered), then red, green and blue of each pixel, in a byte each
 */
export const pngOf = async (
  { width, height }: { width: number; height: number },
  rows: Uint8Array,
): Promise<Buffer> => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits a colour, three colours, the one way of compressing, the one way of filtering, rows from above to below.
  head.set([8, 2, 0, 0, 0], 8)
  const body = await deflated(rows, { level: 1 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}
