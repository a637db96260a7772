import { type ArchivedKeys, forArchive, fromArchive } from './archived-accounts.ts'
import type { ArchivedKind, ArchivedRow, IdentityArchive, MailTest, SharedText } from './identity-archive.ts'
import { type Field, type KindName, kindOf, type RecordOf, typeOf } from './kinds.ts'
import { get, type Records } from './records.ts'
import { hasNoAccount, type UserRecord } from './users.ts'

/**
 * The values for fields that a row of an older archive lacks, by type. Records have no null in fields of these types.
 */
const MISSING: Readonly<Record<string, unknown>> = { texts: [], whole: 0 }

const archived = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value instanceof Date ? value.toISOString() : value
}
const stored = (value: unknown, field: Field): unknown => {
  if (value === null || value === undefined) return MISSING[field] ?? null
  const type = typeOf(field)
  if (type === 'bytes') return Buffer.from(String(value), 'base64')
  return type === 'time' ? new Date(String(value)) : value
}
/** A record in the form that archives have. */
const rowOf = (record: object): ArchivedRow =>
  Object.fromEntries(Object.entries(record).map(([field, value]) => [field, archived(value)]))
const recordOf = <K extends KindName>(kind: K, row: ArchivedRow): RecordOf<K> => {
  const fields = Object.entries(kindOf(kind).fields)
  return Object.fromEntries(fields.map(([name, field]) => [name, stored(row[name], field)])) as RecordOf<K>
}

/**
 * Reads all accounts page by page, while accounts may change. An account may give up its name after it was read, and an
 * account of a later page may have taken the name. In that case the first account is read again, and comes before the
 * second.
 */
async function* users(records: Records): AsyncGenerator<UserRecord[]> {
  const owners = new Map<string, string>()
  for await (const page of records.pages('users')) {
    const whole: UserRecord[] = []
    for (const user of page) {
      for (const key of [`name ${user.usernameKey}`, `email ${user.emailKey}`]) {
        const before = owners.get(key)
        owners.set(key, user.id)
        const again = before === undefined || before === user.id ? null : await get(records, 'users', { id: before })
        if (again === null) continue
        if (whole.length > 0) yield whole.splice(0)
        yield [again]
      }
      whole.push(user)
    }
    yield whole
  }
}

/** The names of the records of an admin's last test mail, and of the test mail that the admin dismissed last. */
export const mailTestNames = (adminId: string) => [`mail-test:${adminId}`, `mail-test-dismissed:${adminId}`] as const

/** The identity store as archives use it. */
export const archiveOver = (records: Records, keys: ArchivedKeys): IdentityArchive => {
  const remembered = async <T>(name: string): Promise<T | null> =>
    ((await get(records, 'archives', { name }))?.value as T | undefined) ?? null
  const remember = (name: string, value: object) => records.put('archives', [{ name, value }])
  return {
    async *rows(kind) {
      for await (const page of kind === 'users' ? users(records) : records.pages(kind))
        yield page.map((record) => forArchive(keys, kind, rowOf(record))).filter((row) => row !== null)
    },

    async put(kind: ArchivedKind, rows) {
      const known = new Map<string, ArchivedRow>()
      for (const row of rows) known.set(JSON.stringify(kindOf(kind).key.map((field) => row[field])), row)
      const all = await Promise.all([...known.values()].map((row) => fromArchive(keys, kind, row)))
      await records.put(
        kind,
        all.map((row) => recordOf(kind, row)),
      )
    },

    isEmpty: () => hasNoAccount(records),

    async masterKeyCheck() {
      return (await get(records, 'master_key', { onlyRow: true }))?.check ?? new Uint8Array()
    },

    lastWritten: () => remembered('last-written'),
    noteWritten: (archive) => remember('last-written', archive),
    lastFolder: async () => (await remembered<{ folder: string | null }>('last-folder'))?.folder ?? null,
    noteFolder: (folder) => remember('last-folder', { folder }),
    reading: () => remembered('reading'),
    noteReading: (archive) => remember('reading', archive),
    async sharedTexts() {
      const notes = await records.find('archives', { name: { after: 'text:' } })
      return notes.filter(({ name }) => name.startsWith('text:')).map(({ value }) => value as SharedText)
    },
    noteSharedText: (text) => remember(`text:${text.code}`, text),
    async mailTest(adminId) {
      const [name, dismissedName] = mailTestNames(adminId)
      const [test, dismissed] = await Promise.all([
        remembered<MailTest>(name),
        remembered<Pick<MailTest, 'id'>>(dismissedName),
      ])
      return test?.id === dismissed?.id ? null : test
    },
    noteMailTest: (adminId, test) => remember(mailTestNames(adminId)[0], test),
    dismissMailTest: (adminId, id) => remember(mailTestNames(adminId)[1], { id }),
  }
}
