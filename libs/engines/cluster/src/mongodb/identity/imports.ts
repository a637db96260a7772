import type { ImportStore } from '@pathlight/identity/identity.ts'
import { Binary } from 'mongodb'
import { inserts, reach } from './documents.ts'
import type { MongoParts } from './parts.ts'

type Parts = Pick<MongoParts, 'imports' | 'importPieces' | 'importClaims' | 'now' | 'inMs'>

/** The claim of a file that became an import: where it lapses, it takes no pieces along. */
const BEGUN = 'begun'

type Importing = ImportStore & {
  /** Claims of all people that lapsed go, with what was kept under them. */
  readonly dropLapsedClaims: () => Promise<void>
}

/** Imports in MongoDB. A person's claim is one document under their id, so one step decides who has it. */
export const mongoImports = ({ imports, importPieces, importClaims, now, inMs }: Parts): Importing => {
  const dropLapsed = async (whose: { _id?: string }) => {
    for (const { _id, claim } of await importClaims.find({ ...whose, until: { $lte: now() } }).toArray()) {
      // Whoever held it may have kept another piece just now.
      const lapsed = await importClaims.deleteOne({ _id, claim, until: { $lte: now() } })
      if (lapsed.deletedCount > 0) await importPieces.deleteMany({ importId: claim })
    }
  }
  return {
    claimImport: (userId, claim, forMs) =>
      reach(async () => {
        await dropLapsed({ _id: userId })
        return inserts(() => importClaims.insertOne({ _id: userId, claim, until: inMs(forMs) }))
      }),

    addImportPiece: (userId, claim, number, piece, forMs) =>
      reach(async () => {
        const held = await importClaims.updateOne({ _id: userId, claim }, { $set: { until: inMs(forMs) } })
        if (held.matchedCount === 0) return false
        const document = { importId: claim, userId, piece: new Binary(piece), keptAt: now() }
        await importPieces.replaceOne({ _id: `${claim}.${number}` }, document, { upsert: true })
        return true
      }),

    beginImport: (userId, { id, state }, claim) =>
      reach(async () => {
        const held = await importClaims.updateOne({ _id: userId, claim }, { $set: { claim: BEGUN } })
        if (held.matchedCount === 0) return false
        const begun = { _id: id, userId, state: JSON.stringify(state), begunAt: now() }
        const isBegun = await inserts(() => imports.insertOne(begun))
        if (isBegun) {
          await imports.deleteMany({ userId, _id: { $ne: id } })
          await importPieces.deleteMany({ userId, importId: { $ne: claim } })
        }
        await importClaims.deleteOne({ _id: userId, claim: BEGUN })
        return isBegun
      }),

    dropClaim: (userId, claim) =>
      reach(async () => {
        await importClaims.deleteOne({ _id: userId, claim })
        await importPieces.deleteMany({ importId: claim })
      }),

    dropLapsedClaims: () => reach(() => dropLapsed({})),

    importPiece: (importId, number) =>
      reach(async () => {
        const found = await importPieces.findOne({ _id: `${importId}.${number}` })
        return found?.piece.value() ?? null
      }),

    findImport: (userId) =>
      reach(async () => {
        const [found] = await imports.find({ userId }).sort({ begunAt: -1 }).limit(1).toArray()
        return found ? { id: found._id, state: JSON.parse(found.state) } : null
      }),

    saveImport: (importId, state) =>
      reach(async () => {
        const saved = await imports.updateOne({ _id: importId }, { $set: { state: JSON.stringify(state) } })
        return saved.matchedCount > 0
      }),

    dropImportPieces: (importId) =>
      reach(async () => {
        await importPieces.deleteMany({ importId })
      }),
  }
}
