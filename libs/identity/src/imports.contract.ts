import { describe, expect, it } from 'vitest'
import { IMPORT_KEPT_MS } from './identity.ts'
import type { IdentityBench } from './identity-bench.contract.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const textOf = (piece: Uint8Array | null) => piece && Buffer.from(piece).toString()

/** What people bring from elsewhere. */
export function importsContract(bench: IdentityBench): void {
  const { clock, newUser } = bench

  describe('an import', () => {
    const begin = async (userId: string, id = crypto.randomUUID()) => {
      await bench.identity.beginImport(userId, { id, state: { status: 'waiting', line: 0 } })
      await bench.identity.addImportPiece(id, userId, 0, bytes('first'))
      await bench.identity.addImportPiece(id, userId, 1, bytes('second'))
      return id
    }

    it('keeps its pieces and how far it is, for every process', async () => {
      const { id: userId } = await newUser()
      const id = await begin(userId)
      expect(await bench.other.findImport(userId)).toEqual({ id, state: { status: 'waiting', line: 0 } })
      expect(textOf(await bench.other.importPiece(id, 1))).toBe('second')
      expect(await bench.other.importPiece(id, 2)).toBeNull()
      await bench.identity.addImportPiece(id, userId, 1, bytes('again'))
      expect(textOf(await bench.other.importPiece(id, 1))).toBe('again')
      expect(await bench.identity.saveImport(id, { status: 'running', line: 7 })).toBe(true)
      expect((await bench.other.findImport(userId))?.state).toEqual({ status: 'running', line: 7 })
      await bench.identity.dropImportPieces(id)
      expect(await bench.other.importPiece(id, 0)).toBeNull()
      expect(await bench.other.findImport(userId)).not.toBeNull()
    })

    it('takes the place of the one before, and is begun once', async () => {
      const { id: userId } = await newUser()
      const before = await begin(userId)
      const id = await begin(userId)
      await bench.identity.saveImport(id, { status: 'running', line: 7 })
      await bench.identity.addImportPiece('another file', userId, 0, bytes('another'))
      const again = { id, state: { status: 'waiting', line: 0 } }
      expect(await bench.identity.beginImport(userId, again, 'another file')).toBe(false)
      expect(await bench.other.findImport(userId)).toEqual({ id, state: { status: 'running', line: 7 } })
      expect(textOf(await bench.other.importPiece(id, 0))).toBe('first')
      expect(await bench.identity.beginImport(userId, { ...again, id: crypto.randomUUID() }, 'another file')).toBe(true)
      expect(textOf(await bench.other.importPiece('another file', 0))).toBe('another')
      expect(await bench.other.importPiece(id, 0)).toBeNull()
      expect(await bench.other.importPiece(before, 0)).toBeNull()
      expect(await bench.identity.saveImport(before, {})).toBe(false)
      expect(await bench.other.findImport((await newUser()).id)).toBeNull()
    })

    it('goes with the account, and after a week', async () => {
      const [closed, old] = [await newUser(), await newUser()]
      const [closedId, oldId] = [await begin(closed.id), await begin(old.id)]
      await bench.identity.closeUser(closed.id)
      expect(await bench.other.findImport(closed.id)).toBeNull()
      expect(await bench.other.importPiece(closedId, 0)).toBeNull()
      await bench.identity.sweep()
      expect(await bench.other.importPiece(oldId, 0)).not.toBeNull()
      clock.time += IMPORT_KEPT_MS + 1
      await bench.identity.sweep()
      expect(await bench.other.findImport(old.id)).toBeNull()
      expect(await bench.other.importPiece(oldId, 0)).toBeNull()
    })
  })
}
