import type { AuditEntry } from '@pathlight/contracts/admin.ts'
import { bookByIndex, bookName } from '@pathlight/scripture/books.ts'
import type { AuditDocument } from './projection.ts'

/** The present names of people and labels of devices, by id. Ids of closed accounts and removed devices are missing. */
export type Names = {
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  labelsOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

const wholeChapter = (verse: number | null): number | null =>
  verse === null || verse % 1_000 === 0 || verse % 1_000 === 999 ? null : verse

/** The passage of a document; null: the document has no passage. The passage of a whole chapter names no verses. */
export const passageOf = ({ book, version, first_verse, last_verse }: AuditDocument): AuditEntry['passage'] => {
  const known = book === null ? null : bookByIndex(book)
  if (known === null || first_verse === null) return null
  return {
    book: bookName(known, 'en'),
    chapter: Math.floor(first_verse / 1_000) % 1_000,
    version: version ?? '',
    verse_id: wholeChapter(first_verse),
    end_verse_id: wholeChapter(last_verse),
  }
}

/** The documents as the API's rows. A closed account has the name null, and a removed device the label ''. */
export const auditEntries = async (
  { namesOf, labelsOf }: Names,
  documents: readonly AuditDocument[],
): Promise<AuditEntry[]> => {
  const people = new Set(documents.flatMap(({ person, actor }) => [person, actor]))
  const devices = new Set(documents.flatMap(({ device }) => device ?? []))
  const [names, labels] = await Promise.all([namesOf([...people]), labelsOf([...devices])])
  const somebody = (id: string) => ({ id, name: names.get(id) ?? null })
  return documents.map((document) => {
    const { position, at, actor, person, kind, item, action, revision, device, bytes } = document
    return {
      position,
      at,
      actor: somebody(actor),
      person: somebody(person),
      kind,
      id: item,
      action,
      revision,
      passage: passageOf(document),
      device: device === null ? null : { id: device, label: labels.get(device) ?? '' },
      bytes,
    }
  })
}
