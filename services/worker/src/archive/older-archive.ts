import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Section } from './archive-format.ts'

/**
 * The first bytes of each member of an archive of version 1 or 2: a gzip header with an extra field `PL`. The member's
 * length in bytes follows.
 */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x50, 0x4c, 4, 0])
export const isOlder = (begins: Buffer): boolean => begins.subarray(0, 4).equals(HEAD.subarray(0, 4))
/** The longest allowed member, in bytes. Real members are far shorter, because an event has at most a megabyte. */
const MOST_BYTES = 64_000_000

type MemberHead = { readonly member: number; readonly part: Section['part']; readonly follows: string | null }

/**
 * The rows of an archive of version 1 or 2. Each member has the SHA-256 (hex) of the member before, so the last member
 * covers all. Throws where a byte was changed.
 */
export async function* readOlderSections(file: string): AsyncGenerator<Section> {
  const handle = await open(file, 'r')
  try {
    const { size: fileBytes } = await handle.stat()
    let follows: string | null = null
    for (let [offset, nth] = [0, 0]; offset < fileBytes; nth += 1) {
      const begin = Buffer.alloc(HEAD.length + 4)
      await handle.read(begin, 0, begin.length, offset)
      const size = begin.readUInt32LE(HEAD.length)
      const isMember = begin.subarray(0, HEAD.length).equals(HEAD) && size <= Math.min(MOST_BYTES, fileBytes - offset)
      if (!isMember) throw new Error('No member begins here')
      const bytes = Buffer.alloc(size)
      await handle.read(bytes, 0, size, offset)
      const lines = gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8').trimEnd().split('\n')
      const [head, ...rows] = lines.map((line): unknown => JSON.parse(line))
      const { member, part, follows: named } = head as MemberHead
      if (member !== nth || named !== follows) throw new Error('It does not follow the member before')
      offset += size
      yield { part, rows, readBytes: offset, digest: follows ?? '' }
      follows = hash('sha256', bytes, 'hex')
    }
  } finally {
    await handle.close()
  }
}
