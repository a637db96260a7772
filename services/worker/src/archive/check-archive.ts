import { timingSafeEqual } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { EventPlace } from '@pathlight/event-log/event-log.ts'
import {
  type ArchiveEnd,
  type ArchiveHeader,
  FORMAT,
  FORMAT_VERSION,
  isEventRow,
  PART_ORDER,
  type PartName,
  type Signer,
  signatureOf,
} from './archive-format.ts'
import { ArchiveRefused, explainFile } from './archive-refused.ts'
import { type Member, readMember } from './members.ts'

/** A member of an archive: where it begins, and what is in it. */
type Place = { readonly part: PartName; readonly offset: number; readonly rows: number }

/** An archive as far as its members are whole. */
export type CheckedArchive = {
  readonly name: string
  readonly header: ArchiveHeader
  readonly places: readonly Place[]
  /** Null: it does not end here. */
  readonly end: ArchiveEnd | null
  /** Bytes that are whole, and the SHA-256 (hex) of the last member. */
  readonly bytes: number
  readonly digest: string
  /** How many rows each part has. */
  readonly counts: ReadonlyMap<PartName, number>
  /** The last event; null where there is none. */
  readonly last: EventPlace | null
  /** Whether its signature was proved; 'unsigned': it has none, as an older program wrote it; 'unproved': the master key is not at hand. */
  readonly proof: 'signed' | 'unsigned' | 'unproved'
  /** Streams whose first event here is not their first, with its version. */
  readonly beginLater: ReadonlyMap<string, bigint>
}

const orderOf = (part: PartName): number => PART_ORDER.indexOf(part)

const damaged = (file: string, offset: number): ArchiveRefused =>
  new ArchiveRefused(
    `${file} is damaged: it is not as it was written from byte ${offset.toLocaleString('en')} on. Nothing of it was read. Take another archive.`,
  )

const headerOf = (file: string, member: Member): ArchiveHeader => {
  const header = member.rows[0] as ArchiveHeader | undefined
  if (header?.format !== FORMAT || !Number.isInteger(header.version))
    throw new ArchiveRefused(`${file} is no archive of Pathlight.`)
  if (header.version > FORMAT_VERSION)
    throw new ArchiveRefused(
      `${file} was written by a newer Pathlight (format ${header.version}; this one reads up to ${FORMAT_VERSION}). Read it with that one.`,
    )
  return header
}

/**
 * Looks through an archive from its first byte to its last. Throws ArchiveRefused, in words, where it is none, is damaged, or was
 * written by a newer program. `cutShort: 'taken'` also takes the beginning of one, as far as its members are whole.
 */
export const checkArchive = async (
  file: string,
  {
    cutShort = 'refused',
    signer = null,
    onProgress = () => undefined,
    signal,
  }: {
    readonly cutShort?: 'refused' | 'taken'
    /** The installation here: an archive that says it is of the same master key is refused where its signature is not. */
    readonly signer?: Signer | null
    /** From 0 to 1. */
    readonly onProgress?: (part: number) => void
    readonly signal?: AbortSignal
  } = {},
): Promise<CheckedArchive> => {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw explainFile(error, file)
  })
  try {
    return await look(handle, file, { cutShort, signer, onProgress, ...(signal && { signal }) })
  } catch (error) {
    throw explainFile(error, file)
  } finally {
    await handle.close()
  }
}

const look = async (
  handle: FileHandle,
  file: string,
  {
    cutShort,
    signer,
    onProgress,
    signal,
  }: { cutShort: string; signer: Signer | null; onProgress: (part: number) => void; signal?: AbortSignal },
): Promise<CheckedArchive> => {
  const { size } = await handle.stat()
  const places: Place[] = []
  const counts = new Map<PartName, number>()
  const versions = new Map<string, bigint>()
  const beginLater = new Map<string, bigint>()
  let header: ArchiveHeader | null = null
  let end: ArchiveEnd | null = null
  let digest: string | null = null
  let last: EventPlace | null = null
  let proof: CheckedArchive['proof'] = 'unproved'
  let offset = 0

  const takeEvents = (rows: readonly unknown[]) => {
    for (const row of rows) {
      if (!isEventRow(row)) throw damaged(file, offset)
      const [position, version, before] = [BigInt(row.position), BigInt(row.version), versions.get(row.stream)]
      if (position <= (last?.position ?? 0n) || (before !== undefined && version !== before + 1n))
        throw damaged(file, offset)
      if (before === undefined && version > 1n) beginLater.set(row.stream, version)
      versions.set(row.stream, version)
      last = { position, id: row.id }
    }
  }
  for (;;) {
    signal?.throwIfAborted()
    const member = await readMember(handle, offset)
    if (offset === 0 && typeof member === 'string' && (member !== 'cut' || size < 20))
      throw new ArchiveRefused(member === 'damaged' ? damaged(file, 0).message : `${file} is no archive of Pathlight.`)
    if (member === 'end' || (member === 'cut' && cutShort === 'taken')) break
    if (member === 'cut') throw cut(file)
    if (typeof member === 'string') {
      if (cutShort === 'taken') break
      throw damaged(file, offset)
    }
    const { part } = member.head
    header ??= headerOf(file, member)
    const before = places.at(-1)?.part ?? 'archive'
    const isNext =
      member.head.member === places.length &&
      member.head.follows === digest &&
      PART_ORDER.includes(part) &&
      orderOf(part) >= orderOf(before) &&
      (part === 'archive') === (offset === 0) &&
      end === null
    if (!isNext) throw damaged(file, offset)
    if (part === 'events') takeEvents(member.rows)
    if (part === 'end') {
      end = member.rows[0] as ArchiveEnd
      proof = proofOf(file, header, end, member.head.follows, signer)
    }
    counts.set(part, (counts.get(part) ?? 0) + member.rows.length)
    places.push({ part, offset, rows: member.rows.length })
    digest = member.digest
    offset += member.bytes
    onProgress(size === 0 ? 1 : offset / size)
  }
  if (header === null) throw cut(file)
  if (end === null && cutShort === 'refused') throw cut(file)
  if (end !== null)
    for (const part of PART_ORDER.slice(1, -1))
      if ((counts.get(part) ?? 0) !== (end.rows[part] ?? 0)) throw damaged(file, offset)
  return {
    ...{ name: basename(file), header, places, end, bytes: offset, digest: digest ?? '', counts, last },
    ...{ proof, beginLater },
  }
}

/** Throws where the archive is not what the holder of the master key here wrote, though it says so. */
const proofOf = (
  file: string,
  header: ArchiveHeader,
  end: ArchiveEnd,
  follows: string | null,
  signer: Signer | null,
): CheckedArchive['proof'] => {
  if (header.version < 2) return 'unsigned'
  if (signer === null || signer.check !== header.masterKeyCheck) return 'unproved'
  const signature = Buffer.from(signatureOf(signer.secret, follows, end))
  const its = Buffer.from(String(end.signature))
  if (signature.length === its.length && timingSafeEqual(signature, its)) return 'signed'
  throw new ArchiveRefused(
    `${file} is forged: it says that it was written under the master key that is here, and its signature was not made with it. Nothing of it was read. Take another archive.`,
  )
}

const cut = (file: string): ArchiveRefused =>
  new ArchiveRefused(
    `${file} ends before its end: it was cut off, or is being written still. Nothing of it was read. Take another archive.`,
  )

/** The rows of a part, a member at a time, from the row of this number on (from 0). */
export async function* rowsOf(
  file: string,
  { places }: Pick<CheckedArchive, 'places'>,
  part: PartName,
  after = 0,
): AsyncGenerator<readonly unknown[]> {
  const handle = await open(file, 'r')
  try {
    let passed = 0
    for (const place of places) {
      if (place.part !== part) continue
      passed += place.rows
      if (passed <= after) continue
      const member = await readMember(handle, place.offset)
      if (typeof member === 'string') throw damaged(file, place.offset)
      yield member.rows.slice(Math.max(0, after - (passed - place.rows)))
    }
  } finally {
    await handle.close()
  }
}
