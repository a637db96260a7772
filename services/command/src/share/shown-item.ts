import { setImmediate as turn } from 'node:timers/promises'
import type { PadEntry, PadItemKind } from '@pathlight/contracts/kind-rules.ts'
import { SHOWN_OF_KIND, type SharedEntry } from '@pathlight/contracts/share.ts'
import type { ShareableKind } from '@pathlight/contracts/share-rules.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Kind } from '../kind.ts'
import type { KnownTexts } from '../verse-place.ts'

type Parts = { readonly log: EventLog; readonly kinds: readonly Kind[] } & Pick<KnownTexts, 'verseText'>

/** How many words a shared pad quotes, of the Bible and of its owner, in characters. A later entry has only its title and place. */
const MOST_WORDS = 200_000

/** A person's present item with its revision; null: it does not exist any more. */
export const itemNow = async (
  { log, kinds }: Omit<Parts, 'verseText'>,
  userId: string,
  name: PadItemKind,
  id: string,
) => {
  const kind = kinds.find(({ item }) => item.kind === name)
  const key = kind?.item.keyOf(id) ?? null
  if (!kind || key === null) return null
  const { itemAfter, itemOf, streams } = kind.item
  const { events, version } = await log.readEnds(streams.name(userId, key))
  const item = events.reduce(
    (before, event) => (itemOf ? itemOf(event, id) : itemAfter(before, event)),
    null as Item | null,
  )
  return item && { revision: Number(version), item }
}

/** The fields of items of all kinds that a share uses. */
type Item = {
  readonly title?: string | null
  readonly text?: string
  readonly selected_text?: string
  readonly version?: string
  readonly chapter?: number
  readonly verse_id?: number | null
  readonly start_verse_id?: number
  readonly end_verse_id?: number | null
  readonly entries?: readonly PadEntry[]
}

/**
 * One's own words in a pad. Of a long item (a sermon, another pad) only the title, because its owner did not choose to share it.
 */
const ownWords = ({ title, text, selected_text, ...place }: Item): SharedEntry & { readonly type: 'own' } => {
  const { version = null, verse_id = null, start_verse_id = verse_id, end_verse_id = null } = place
  return {
    ...{ type: 'own', title: title ?? null, text: selected_text ?? text ?? '', isQuoted: selected_text !== undefined },
    ...{ version, verse_id: start_verse_id, end_verse_id },
  }
}

/** The verses of a passage that the version's text has. */
const versesOf = ({ verseText }: Pick<Parts, 'verseText'>, version: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => first + step).flatMap((verseId) => {
    const text = verseText(version, verseId)
    return text ? [{ verse: verseId % 1000, text }] : []
  })

/** The entries of a pad with their present words. Removed items are left out. */
const sharedEntries = async (parts: Parts, userId: string, entries: readonly PadEntry[]): Promise<SharedEntry[]> => {
  const shared: SharedEntry[] = []
  let left = MOST_WORDS
  for (const entry of entries) {
    if ('text' in entry) shared.push(entry)
    else if (entry.type === 'item') {
      const now = await itemNow(parts, userId, entry.kind, entry.id)
      if (now === null) continue
      const own = ownWords(now.item)
      shared.push(left > 0 ? own : { ...own, text: '' })
      left -= own.text.length
    } else {
      // A pad may have a thousand passages: other requests run between them.
      await turn()
      const { verse_id, end_verse_id, version } = entry
      const verses = left > 0 ? versesOf(parts, version, verse_id, end_verse_id ?? verse_id) : []
      left -= verses.reduce((length, { text }) => length + text.length, 0)
      shared.push({ ...entry, verses })
    }
  }
  return shared
}

/** The content of a person's present item for everybody with the link, with its revision; null: it does not exist any more. */
export const shownNow = async (parts: Parts, userId: string, name: ShareableKind, id: string) => {
  const now = await itemNow(parts, userId, name, id)
  if (now === null) return null
  const { entries } = now.item
  const item = entries ? { ...now.item, entries: await sharedEntries(parts, userId, entries) } : now.item
  // The schema drops every field that is not shown.
  return { revision: now.revision, item: SHOWN_OF_KIND[name].parse(item) }
}
