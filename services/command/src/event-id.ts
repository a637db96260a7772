import { createHash } from 'node:crypto'

/** Our own namespace for name-based UUIDs; any fixed UUID does. */
const NAMESPACE = Buffer.from('5d0e1c1f3ab84f0f9d0a6f2c6a1b7e44', 'hex')

/** The UUID (version 5, RFC 9562) of these words: the same words, the same id, on every machine and for ever. */
export const nameBasedId = (...words: readonly string[]): string => {
  const bytes = createHash('sha1').update(NAMESPACE).update(JSON.stringify(words)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
