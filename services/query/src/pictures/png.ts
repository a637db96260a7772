import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const deflated = promisify(deflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (type: string, body: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(body.length + 12)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(body, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, body.length + 8)), body.length + 8)
  return bytes
}

/**
 * Encodes rows of pixels as a PNG. The compression is the fastest, because the client waits while the server draws the
 * picture.
 *
 * @param rows for each row a zero (no filter), then red, green and blue of each pixel, a byte each
 */
export const pngOf = async (
  { width, height }: { width: number; height: number },
  rows: Uint8Array,
): Promise<Buffer> => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Bit depth 8, RGB, the only compression method and filter method, no interlacing.
  head.set([8, 2, 0, 0, 0], 8)
  const body = await deflated(rows, { level: 1 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}
