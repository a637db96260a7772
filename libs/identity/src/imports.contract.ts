import { describe, expect, it } from 'vitest'
import { IMPORT_KEPT_MS } from './identity.ts'
import type { IdentityBench } from './identity-bench.contract.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const textOf = (piece: Uint8Array | null) => piece && Buffer.from(piece).toString()

const WAITING = { status: 'waiting', line: 0 }
/** The time without a piece after which a claim lapses, in milliseconds. */
const LAPSES_MS = 60_000

export function importsContract(bench: IdentityBench): void {
  const { clock, newUser } = bench

  describe('an import', () => {
    const receive = async (userId: string, claim: string = crypto.randomUUID()) => {
      expect(await bench.identity.claimImport(userId, claim, LAPSES_MS)).toBe(true)
      expect(await bench.identity.addImportPiece(userId, claim, 0, bytes('first'), LAPSES_MS)).toBe(true)
      expect(await bench.identity.addImportPiece(userId, claim, 1, bytes('second'), LAPSES_MS)).toBe(true)
      return claim
    }
    const begin = async (userId: string) => {
      const claim = await receive(userId)
      const id = crypto.randomUUID()
      expect(await bench.identity.beginImport(userId, { id, state: WAITING }, claim)).toBe(true)
      return { id, claim }
    }

    it('keeps its pieces and how far it is, for every process', async () => {
      const { id: userId } = await newUser()
      const { id, claim } = await begin(userId)
      expect(await bench.other.findImport(userId)).toEqual({ id, state: WAITING })
      expect(textOf(await bench.other.importPiece(claim, 1))).toBe('second')
      expect(await bench.other.importPiece(claim, 2)).toBeNull()
      expect(await bench.identity.saveImport(id, { status: 'running', line: 7 })).toBe(true)
      expect((await bench.other.findImport(userId))?.state).toEqual({ status: 'running', line: 7 })
      await bench.identity.dropImportPieces(claim)
      expect(await bench.other.importPiece(claim, 0)).toBeNull()
      expect(await bench.other.findImport(userId)).not.toBeNull()
    })

    it('takes the place of the one before, and is begun once', async () => {
      const { id: userId } = await newUser()
      const before = await begin(userId)
      const { id, claim } = await begin(userId)
      expect(await bench.identity.saveImport(before.id, {})).toBe(false)
      expect(await bench.other.importPiece(before.claim, 0)).toBeNull()
      await bench.identity.saveImport(id, { status: 'running', line: 7 })
      const repeat = await receive(userId)
      expect(await bench.identity.beginImport(userId, { id, state: WAITING }, repeat)).toBe(false)
      await bench.identity.dropClaim(userId, repeat)
      expect(await bench.other.findImport(userId)).toEqual({ id, state: { status: 'running', line: 7 } })
      expect(textOf(await bench.other.importPiece(claim, 0))).toBe('first')
      expect(await bench.other.findImport((await newUser()).id)).toBeNull()
    })

    it('is claimed by one of all who ask at once, and by the next when that one is over', async () => {
      const { id: userId } = await newUser()
      const claims = [1, 2, 3, 4, 5, 6].map((n) => `${userId}.${n}`)
      const claimed = await Promise.all(
        claims.map((claim, n) => (n % 2 === 0 ? bench.identity : bench.other).claimImport(userId, claim, LAPSES_MS)),
      )
      expect(claimed.filter(Boolean)).toHaveLength(1)
      const mine = claims[claimed.indexOf(true)] ?? ''
      for (const claim of claims.filter((one) => one !== mine)) {
        expect(await bench.other.addImportPiece(userId, claim, 0, bytes('not mine'), LAPSES_MS)).toBe(false)
        expect(await bench.other.beginImport(userId, { id: claim, state: WAITING }, claim)).toBe(false)
        expect(await bench.other.importPiece(claim, 0)).toBeNull()
      }
      expect(await bench.other.addImportPiece(userId, mine, 0, bytes('mine'), LAPSES_MS)).toBe(true)
      await bench.identity.dropClaim(userId, mine)
      expect(await bench.other.importPiece(mine, 0)).toBeNull()
      expect(await bench.other.addImportPiece(userId, mine, 1, bytes('late'), LAPSES_MS)).toBe(false)
      const { id } = await begin(userId)
      expect(await bench.other.findImport(userId)).toEqual({ id, state: WAITING })
      await receive(userId)
    })

    it('whose file comes no further gives way, and what was kept of it goes', async () => {
      const [waiting, gone] = [await newUser(), await newUser()]
      const [lapsed, swept] = [await receive(waiting.id), await receive(gone.id)]
      clock.time += LAPSES_MS - 1
      expect(await bench.other.claimImport(waiting.id, 'too soon', LAPSES_MS)).toBe(false)
      expect(await bench.identity.addImportPiece(waiting.id, lapsed, 2, bytes('third'), LAPSES_MS)).toBe(true)
      clock.time += LAPSES_MS - 1
      await bench.identity.sweep()
      expect(await bench.other.importPiece(swept, 0)).toBeNull()
      expect(textOf(await bench.other.importPiece(lapsed, 2))).toBe('third')
      clock.time += 2
      await receive(waiting.id)
      expect(await bench.other.importPiece(lapsed, 0)).toBeNull()
      expect(await bench.identity.addImportPiece(waiting.id, lapsed, 3, bytes('late'), LAPSES_MS)).toBe(false)
      expect(await bench.identity.beginImport(waiting.id, { id: 'late', state: WAITING }, lapsed)).toBe(false)
      expect(await bench.other.findImport(waiting.id)).toBeNull()
    })

    it('goes with the account, and after a week', async () => {
      const [closed, old] = [await newUser(), await newUser()]
      const [of, oldOne] = [await begin(closed.id), await begin(old.id)]
      const coming = await receive(closed.id)
      await bench.identity.closeUser(closed.id)
      expect(await bench.other.findImport(closed.id)).toBeNull()
      for (const claim of [of.claim, coming]) expect(await bench.other.importPiece(claim, 0)).toBeNull()
      expect(await bench.identity.addImportPiece(closed.id, coming, 2, bytes('late'), LAPSES_MS)).toBe(false)
      await bench.identity.sweep()
      expect(await bench.other.importPiece(oldOne.claim, 0)).not.toBeNull()
      clock.time += IMPORT_KEPT_MS + 1
      await bench.identity.sweep()
      expect(await bench.other.findImport(old.id)).toBeNull()
      expect(await bench.other.importPiece(oldOne.claim, 0)).toBeNull()
    })
  })
}
