import type { ImportStore } from './identity.ts'
import { get, type Records, type Where } from './records.ts'

/** The claim's value while its file becomes an import. If a claim with this value lapses, the pieces stay. */
const BEGUN = 'begun'

/** Removes lapsed claims with their pieces, of one person or of all. */
export const dropLapsedClaims = async (
  records: Records,
  now: Date,
  whose: Where<'import_claims'> = {},
): Promise<void> => {
  const until = { upTo: now }
  // With the condition on `until`, a claim that was extended meanwhile stays.
  for (const { userId, claim } of await records.find('import_claims', { ...whose, until }))
    if ((await records.remove('import_claims', { userId, claim, until })) > 0)
      await records.remove('import_pieces', { importId: claim })
}

/** Imports. A person's claim is one record with the person's id as its key, so one atomic step takes it. */
export const importsOver = (records: Records, now: () => Date, inMs: (ms: number) => Date): ImportStore => ({
  async claimImport(userId, claim, forMs) {
    await dropLapsedClaims(records, now(), { userId })
    return records.add('import_claims', { userId, claim, until: inMs(forMs) })
  },

  async addImportPiece(userId, claim, number, piece, forMs) {
    const isHeld = async () =>
      (await records.change('import_claims', { userId, claim }, { until: inMs(forMs) })) !== null
    if (!(await isHeld())) return false
    await records.put('import_pieces', [{ importId: claim, number, userId, piece, keptAt: now() }])
    if (await isHeld()) return true
    // Another call removed the claim and its pieces, perhaps before this piece was stored. So this piece is removed,
    // too.
    await records.remove('import_pieces', { importId: claim, number })
    return false
  },

  async beginImport(userId, { id, state }, claim) {
    if ((await records.change('import_claims', { userId, claim }, { claim: BEGUN })) === null) return false
    const isBegun = await records.add('imports', { id, userId, state, begunAt: now() })
    if (isBegun) {
      await records.remove('imports', { userId, id: { not: id } })
      await records.remove('import_pieces', { userId, importId: { not: claim } })
    }
    await records.remove('import_claims', { userId, claim: BEGUN })
    return isBegun
  },

  async dropClaim(userId, claim) {
    await records.remove('import_claims', { userId, claim })
    await records.remove('import_pieces', { importId: claim })
  },

  async importPiece(importId, number) {
    return (await get(records, 'import_pieces', { importId, number }))?.piece ?? null
  },

  async findImport(userId) {
    const [latest] = (await records.find('imports', { userId })).toSorted(
      (a, b) => b.begunAt.getTime() - a.begunAt.getTime(),
    )
    return latest ? { id: latest.id, state: latest.state as Readonly<Record<string, unknown>> } : null
  },

  async saveImport(importId, state) {
    return (await records.change('imports', { id: importId }, { state })) !== null
  },

  async dropImportPieces(importId) {
    await records.remove('import_pieces', { importId })
  },
})
