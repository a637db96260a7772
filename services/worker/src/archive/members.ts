import { hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'
import type { PartName } from './archive-format.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)

/** A file is a row of gzip members (RFC 1952); each says by the extra field `PL` how many bytes it has itself. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x50, 0x4c, 4, 0])
const HEAD_BYTES = HEAD.length + 4
const TAIL_BYTES = 8
/** No member is nearly as long: an event has a megabyte at most. */
const MOST_BYTES = 64_000_000

/** The first line of a member. */
export type MemberHead = {
  /** From 0. */
  readonly member: number
  readonly part: PartName
  /** SHA-256 (hex) of the bytes of the member before; null for the first. */
  readonly follows: string | null
}
export type Member = {
  readonly head: MemberHead
  readonly rows: readonly unknown[]
  readonly bytes: number
  readonly digest: string
}

export const packMember = async (head: MemberHead, lines: readonly string[]): Promise<Buffer> => {
  const text = Buffer.from(`${[JSON.stringify(head), ...lines].join('\n')}\n`)
  const packed = await deflate(text)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(HEAD_BYTES + packed.length + TAIL_BYTES)
  const tail = Buffer.alloc(TAIL_BYTES)
  tail.writeUInt32LE(crc32(text))
  tail.writeUInt32LE(text.length % 2 ** 32, 4)
  return Buffer.concat([HEAD, size, packed, tail])
}

export const digestOf = (member: Uint8Array): string => hash('sha256', member, 'hex')

const readAt = async (file: FileHandle, offset: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  let got = 0
  while (got < length) {
    const { bytesRead } = await file.read(bytes, got, length - got, offset + got)
    if (bytesRead === 0) break
    got += bytesRead
  }
  return bytes.subarray(0, got)
}

/**
 * The member that begins there. 'end': the file ends there; 'cut': it ends within the member; 'foreign': no member begins there;
 * 'damaged': it is not as it was written.
 */
export const readMember = async (
  file: FileHandle,
  offset: number,
): Promise<Member | 'end' | 'cut' | 'foreign' | 'damaged'> => {
  const begin = await readAt(file, offset, HEAD_BYTES)
  if (begin.length === 0) return 'end'
  if (!begin.subarray(0, HEAD.length).equals(HEAD.subarray(0, begin.length))) return 'foreign'
  if (begin.length < HEAD_BYTES) return 'cut'
  const size = begin.readUInt32LE(HEAD.length)
  if (size < HEAD_BYTES + TAIL_BYTES || size > MOST_BYTES) return 'damaged'
  const bytes = await readAt(file, offset, size)
  if (bytes.length < size) return 'cut'
  try {
    const packed = bytes.subarray(HEAD_BYTES, size - TAIL_BYTES)
    const text = await inflate(packed, { maxOutputLength: MOST_BYTES })
    const isWhole =
      crc32(text) === bytes.readUInt32LE(size - TAIL_BYTES) && text.length === bytes.readUInt32LE(size - 4)
    if (!isWhole) return 'damaged'
    const [head, ...rows] = text
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    return { head: head as MemberHead, rows, bytes: size, digest: digestOf(bytes) }
  } catch {
    return 'damaged'
  }
}
