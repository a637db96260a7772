import { Binary } from 'mongodb'
import type { ImportStore } from './identity.ts'
import { inserts, reach } from './mongodb-documents.ts'
import type { MongoParts } from './mongodb-parts.ts'

type Parts = Pick<MongoParts, 'imports' | 'importPieces' | 'now'>

/** Imports in MongoDB. */
export const mongoImports = ({ imports, importPieces, now }: Parts): ImportStore => ({
  beginImport: (userId, { id, state }, pieces = id) =>
    reach(async () => {
      const begun = { _id: id, userId, state: JSON.stringify(state), begunAt: now() }
      if (!(await inserts(() => imports.insertOne(begun)))) return false
      await imports.deleteMany({ userId, _id: { $ne: id } })
      await importPieces.deleteMany({ userId, importId: { $ne: pieces } })
      return true
    }),

  addImportPiece: (importId, userId, number, piece) =>
    reach(async () => {
      const document = { importId, userId, piece: new Binary(piece), keptAt: now() }
      await importPieces.replaceOne({ _id: `${importId}.${number}` }, document, { upsert: true })
    }),

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
})
