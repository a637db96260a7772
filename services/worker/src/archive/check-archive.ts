import { timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate as rest } from 'node:timers/promises'
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
import { ArchiveRefused, explainFile, noArchive } from './archive-refused.ts'
import { readSections } from './read-sections.ts'

/** An archive that was read to its end without an error. */
export type CheckedArchive = {
  readonly name: string
  readonly header: ArchiveHeader
  readonly end: ArchiveEnd
  readonly bytes: number
  /** A SHA-256 (hex) that covers all rows before the end row. */
  readonly digest: string
  readonly counts: ReadonlyMap<PartName, number>
  /**
   * The outcome of the check of the signature. 'unsigned': an older program wrote the archive without a signature.
   * 'unproved': there is no signer, or the archive names another master key.
   */
  readonly proof: 'signed' | 'unsigned' | 'unproved'
  /** Streams whose first events are missing. The value is the version of each stream's first event in the archive. */
  readonly beginLater: ReadonlyMap<string, bigint>
}

type Options = {
  /**
   * The installation whose master key checks the signature. An archive that names this key is refused if its signature
   * is wrong.
   */
  readonly signer?: Signer | null
  /** Called with the part of the file that was read, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

const damaged = (file: string): ArchiveRefused =>
  new ArchiveRefused(
    `${file} is damaged: it was cut off, is being written still, or is not as it was written. Nothing of it was read. Take another archive.`,
  )

const headerOf = (file: string, row: unknown): ArchiveHeader => {
  const header = row as ArchiveHeader | null
  if (header?.format !== FORMAT || !Number.isInteger(header.version)) throw noArchive(file)
  if (header.version > FORMAT_VERSION)
    throw new ArchiveRefused(
      `${file} was written by a newer Pathlight (format ${header.version}; this one reads up to ${FORMAT_VERSION}). Read it with that one.`,
    )
  return header
}

/**
 * Reads an archive from its first row to its last. Throws ArchiveRefused if the file cannot be used, for example
 * because it is damaged, forged, or of a newer program.
 */
export const checkArchive = async (file: string, options: Options = {}): Promise<CheckedArchive> => {
  try {
    return await look(file, options)
  } catch (error) {
    if (error instanceof ArchiveRefused || options.signal?.aborted) throw error
    const explained = explainFile(error, file)
    throw explained === error ? damaged(file) : explained
  }
}

const look = async (
  file: string,
  { signer = null, onProgress = () => undefined, signal }: Options,
): Promise<CheckedArchive> => {
  const { size: bytes } = await stat(file)
  const counts = new Map<PartName, number>()
  const versions = new Map<string, bigint>()
  const beginLater = new Map<string, bigint>()
  let header: ArchiveHeader | null = null
  let position = 0n
  let end: ArchiveEnd | null = null
  let digest = ''
  let before = -1
  const takeEvent = (row: unknown) => {
    if (!isEventRow(row)) throw damaged(file)
    const [at, version, known] = [BigInt(row.position), BigInt(row.version), versions.get(row.stream)]
    if (at <= position || (known !== undefined && version !== known + 1n)) throw damaged(file)
    if (known === undefined && version > 1n) beginLater.set(row.stream, version)
    versions.set(row.stream, version)
    position = at
  }
  for await (const section of readSections(file)) {
    signal?.throwIfAborted()
    const { part, rows } = section
    const order = PART_ORDER.indexOf(part)
    if (order < before || order < 0 || end !== null) throw damaged(file)
    before = order
    if (part === 'archive') header = headerOf(file, rows[0])
    if (part === 'events') rows.forEach(takeEvent)
    if (part === 'end') [end, digest] = [rows[0] as ArchiveEnd, section.digest]
    counts.set(part, (counts.get(part) ?? 0) + rows.length)
    onProgress(section.readBytes / bytes)
    // Pauses, because this process may also serve requests.
    await rest()
  }
  if (header === null || end === null || counts.get('archive') !== 1 || counts.get('end') !== 1) throw damaged(file)
  if (end.digest !== undefined && end.digest !== digest) throw damaged(file)
  for (const part of PART_ORDER.slice(1, -1)) if ((counts.get(part) ?? 0) !== (end.rows[part] ?? 0)) throw damaged(file)
  const proof = proofOf(file, header, end, digest, signer)
  return { name: basename(file), header, end, bytes, digest, counts, proof, beginLater }
}

/**
 * Checks the signature. Throws where the archive names the signer's master key, but has no right signature of that key.
 */
const proofOf = (
  file: string,
  header: ArchiveHeader,
  end: ArchiveEnd,
  digest: string,
  signer: Signer | null,
): CheckedArchive['proof'] => {
  if (header.version < 2) return 'unsigned'
  if (signer === null || signer.check !== header.masterKeyCheck) return 'unproved'
  const signature = Buffer.from(signatureOf(signer.secret, digest, end))
  const its = Buffer.from(String(end.signature))
  if (signature.length === its.length && timingSafeEqual(signature, its)) return 'signed'
  throw new ArchiveRefused(
    `${file} is forged: it says that it was written under the master key that is here, and its signature was not made with it. Nothing of it was read. Take another archive.`,
  )
}
