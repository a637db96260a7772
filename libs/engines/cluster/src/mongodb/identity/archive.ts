import { type ArchivedKeys, forArchive, fromArchive } from '@pathlight/identity/archived-accounts.ts'
import {
  type ArchivedRow,
  type FieldKind,
  fieldsOf,
  IDENTITY_PARTS,
  type IdentityArchive,
  type IdentityPart,
  ROWS,
  type SharedText,
} from '@pathlight/identity/identity-archive.ts'
import { Binary, type Db, type Document } from 'mongodb'
import {
  type AddressDocument,
  type CountDocument,
  type DeviceDocument,
  type ImportDocument,
  type ImportPieceDocument,
  type MessageDocument,
  reach,
  type UserDocument,
} from './documents.ts'

/** All fields of a document but its id and those that its id is made of: one added to a document must be added to archives. */
type FieldsOf<D> = { readonly fields: Readonly<Record<Exclude<keyof D, '_id'> & string, FieldKind>> }

const PARTS = IDENTITY_PARTS satisfies {
  readonly users: FieldsOf<UserDocument>
  readonly devices: FieldsOf<DeviceDocument>
  readonly addresses: FieldsOf<Omit<AddressDocument, 'lastSeenAt'>>
  readonly counts: FieldsOf<CountDocument>
  readonly messages: FieldsOf<MessageDocument>
  readonly imports: FieldsOf<ImportDocument>
  readonly import_pieces: FieldsOf<ImportPieceDocument>
}

type Row = Record<string, unknown>
type Stored = Document & { _id: string }

const base64 = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64')
const base64url = (bytes: unknown): string => Buffer.from(String(bytes), 'base64').toString('base64url')

const byId = { fieldsIn: (id: string): Row => ({ id }), idOf: ({ id }: ArchivedRow) => String(id) }

/** What an id says, by part: these fields are not in the document beside it. */
const IDS: Readonly<
  Record<
    IdentityPart,
    { fieldsIn: (id: string) => Row; idOf: (row: ArchivedRow) => string; rename?: readonly [string, string] }
  >
> = {
  imports: byId,
  import_pieces: {
    fieldsIn: (id) => ({ number: Number(id.slice(id.lastIndexOf('.') + 1)) }),
    idOf: ({ importId, number }) => `${importId}.${number}`,
  },
  devices: byId,
  addresses: {
    fieldsIn: (id) => ({ addressHash: base64(id.slice(id.lastIndexOf('.') + 1)) }),
    idOf: ({ userId, addressHash }) => `${userId}.${base64url(addressHash)}`,
    // The same time under two names.
    rename: ['seenAt', 'lastSeenAt'],
  },
  counts: { fieldsIn: (id) => ({ name: id }), idOf: ({ name }) => String(name) },
  messages: byId,
  users: byId,
}

/** A value as the archive has it. */
const archived = (value: unknown, kind: FieldKind): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'bytes') return Buffer.from((value as Binary).value()).toString('base64')
  if (kind === 'time') return (value as Date).toISOString()
  return kind === 'json' ? JSON.parse(String(value)) : value
}
/** A value as a document has it. */
const stored = (value: unknown, kind: FieldKind): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'bytes') return new Binary(Buffer.from(String(value), 'base64'))
  if (kind === 'time') return new Date(String(value))
  return kind === 'json' ? JSON.stringify(value) : value
}

/** Identity in MongoDB as archives know it; its collections are there already (mongoIdentity). */
export const mongoArchive = (db: Db, keys: ArchivedKeys): IdentityArchive => {
  const collectionOf = (part: IdentityPart) => db.collection<Stored>(`identity_${part}`)
  const notes = db.collection<{ _id: string; value: string }>('identity_archives')

  const rowOf = (part: IdentityPart, document: Stored): ArchivedRow => {
    const { fieldsIn, rename = ['', ''] } = IDS[part]
    const ofId = fieldsIn(document._id)
    return Object.fromEntries(
      fieldsOf(part).map(([field, kind]) => {
        if (field in ofId) return [field, ofId[field]]
        return [field, archived(document[field === rename[0] ? rename[1] : field], kind)]
      }),
    )
  }
  const documentOf = (part: IdentityPart, row: ArchivedRow): Stored => {
    const { fieldsIn, idOf, rename = ['', ''] } = IDS[part]
    const id = idOf(row)
    const ofId = fieldsIn(id)
    const fields = fieldsOf(part).flatMap(([field, kind]) => {
      // A count without values lacks the field.
      const isMissing = row[field] === null && field === 'by'
      return field in ofId || isMissing
        ? []
        : [[field === rename[0] ? rename[1] : field, stored(row[field], kind)] as const]
    })
    return { _id: id, ...Object.fromEntries(fields) }
  }

  async function* documents(part: IdentityPart): AsyncGenerator<Stored[]> {
    for (let after: string | null = null; ; ) {
      const filter: Document = after === null ? {} : { _id: { $gt: after } }
      const page: Stored[] = await reach(() =>
        collectionOf(part).find<Stored>(filter).sort({ _id: 1 }).limit(ROWS).toArray(),
      )
      if (page.length > 0) yield page
      after = page.at(-1)?._id ?? null
      if (page.length < ROWS) return
    }
  }

  /**
   * Users are read page by page while they change. A name that was free again may be met twice: at the account that had it,
   * and at the one that took it. Then the first is read once more, before the other.
   */
  async function* users(): AsyncGenerator<ArchivedRow[]> {
    const owners = new Map<string, string>()
    for await (const page of documents('users')) {
      const rows: ArchivedRow[] = []
      for (const document of page) {
        for (const key of [`name ${document.usernameKey}`, `email ${document.emailKey}`]) {
          const before = owners.get(key)
          owners.set(key, document._id)
          if (before === undefined || before === document._id) continue
          const again = await reach(() => collectionOf('users').findOne({ _id: before }))
          if (again === null) continue
          if (rows.length > 0) yield rows.splice(0)
          yield [rowOf('users', again as Stored)]
        }
        rows.push(rowOf('users', document))
      }
      yield rows
    }
  }

  const remembered = async <T>(name: string): Promise<T | null> => {
    const found = await reach(() => notes.findOne({ _id: name }))
    return found === null ? null : JSON.parse(found.value)
  }
  const remember = (name: string, value: object) =>
    reach(async () => {
      await notes.replaceOne({ _id: name }, { value: JSON.stringify(value) }, { upsert: true })
    })

  return {
    async *rows(part) {
      if (part === 'users') {
        for await (const rows of users()) yield rows.map((row) => forArchive(keys, row))
        return
      }
      for await (const page of documents(part)) yield page.map((document) => forArchive(keys, rowOf(part, document)))
    },

    async put(part, rows) {
      const key: readonly string[] = PARTS[part].key
      const known = new Map<string, ArchivedRow>()
      for (const row of rows) known.set(JSON.stringify(key.map((name) => row[name])), row)
      const all = await Promise.all([...known.values()].map((row) => fromArchive(keys, row)))
      for (let from = 0; from < all.length; from += ROWS) {
        const operations = all.slice(from, from + ROWS).map((row) => {
          const { _id, ...replacement } = documentOf(part, row)
          return { replaceOne: { filter: { _id }, replacement, upsert: true } }
        })
        await reach(() => collectionOf(part).bulkWrite(operations, { ordered: true }))
      }
    },

    isEmpty: () => reach(async () => (await collectionOf('users').countDocuments({}, { limit: 1 })) === 0),

    masterKeyCheck: () =>
      reach(async () => {
        const checks = db.collection<{ _id: string; check: Binary }>('identity_master_key')
        return (await checks.findOne({ _id: 'master-key' }))?.check.value() ?? new Uint8Array()
      }),

    lastWritten: () => remembered('last-written'),
    noteWritten: (archive) => remember('last-written', archive),
    reading: () => remembered('reading'),
    noteReading: (archive) => remember('reading', archive),
    sharedTexts: () =>
      reach(async () => {
        // Every name that begins with "text:": the semicolon is the next character.
        const found = await notes.find({ _id: { $gte: 'text:', $lt: 'text;' } }).toArray()
        return found.map(({ value }) => JSON.parse(value) as SharedText)
      }),
    noteSharedText: (text) => remember(`text:${text.code}`, text),
  }
}
