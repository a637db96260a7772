import type { KeyObject } from 'node:crypto'
import { sealBytes, unsealBytes } from '@pathlight/event-log/seal.ts'
import type { ImportStore } from '@pathlight/identity/identity.ts'
import { inPieces } from './file-pieces.ts'

/**
 * The file of a person's import, kept in pieces that are sealed under the person's key. `id`: of the pieces; two requests
 * that bring a file at the same time have one each.
 */
export const keptFile = (
  store: Pick<ImportStore, 'addImportPiece' | 'importPiece' | 'dropImportPieces'>,
  key: KeyObject,
  id: string,
) => {
  const placeOf = (number: number) => Buffer.from(JSON.stringify(['import', id, number]))
  return {
    /** Keeps each piece of a file, and hands it on. */
    async *keep(userId: string, file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let number = 0
      for await (const piece of inPieces(file)) {
        await store.addImportPiece(id, userId, number, sealBytes(piece, key, placeOf(number)))
        number += 1
        yield piece
      }
    },
    /** The file as it was kept; nothing where it was dropped. */
    async *read(): AsyncGenerator<Uint8Array> {
      for (let number = 0; ; number++) {
        const piece = await store.importPiece(id, number)
        if (piece === null) return
        yield unsealBytes(piece, key, placeOf(number))
      }
    },
    drop: () => store.dropImportPieces(id),
  }
}
