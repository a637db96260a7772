import type { KeyObject } from 'node:crypto'
import { sealBytes, unsealBytes } from '@pathlight/event-log/seal.ts'
import type { ImportStore } from '@pathlight/identity/identity.ts'
import { inPieces } from './file-pieces.ts'

/**
 * An upload that gets no new piece for this many milliseconds counts as dead, and the person may begin another upload.
 */
export const LAPSES_MS = 60_000

const sealing = (key: KeyObject, id: string) => {
  const placeOf = (number: number) => Buffer.from(JSON.stringify(['import', id, number]))
  return {
    seal: (piece: Uint8Array, number: number) => sealBytes(piece, key, placeOf(number)),
    unseal: (piece: Uint8Array, number: number) => unsealBytes(piece, key, placeOf(number)),
  }
}

/**
 * Stores each piece of an uploaded file, sealed under the person's key, and yields it. `mayKeep` gets each piece's
 * length in bytes before the piece is stored. `lost` makes the error for a claim that has lapsed.
 */
export async function* keepFile(
  store: Pick<ImportStore, 'addImportPiece'>,
  { userId, claim, key }: { readonly userId: string; readonly claim: string; readonly key: KeyObject },
  file: AsyncIterable<Uint8Array>,
  { mayKeep, lost }: { readonly mayKeep: (bytes: number) => Promise<void>; readonly lost: () => Error },
): AsyncGenerator<Uint8Array> {
  const { seal } = sealing(key, claim)
  let number = 0
  for await (const piece of inPieces(file)) {
    await mayKeep(piece.length)
    if (!(await store.addImportPiece(userId, claim, number, seal(piece, number), LAPSES_MS))) throw lost()
    number += 1
    yield piece
  }
}

/** The decrypted pieces of the stored file with the given id. There are none if the file was deleted. */
export async function* keptFile(
  store: Pick<ImportStore, 'importPiece'>,
  key: KeyObject,
  id: string,
): AsyncGenerator<Uint8Array> {
  const { unseal } = sealing(key, id)
  for (let number = 0; ; number++) {
    const piece = await store.importPiece(id, number)
    if (piece === null) return
    yield unseal(piece, number)
  }
}
