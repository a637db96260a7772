import { setImmediate as turn } from 'node:timers/promises'
import type { PadEntry, PadItemKind } from '@pathlight/contracts/kind-rules.ts'
import { padQuotes } from '@pathlight/contracts/pad-rules.ts'
import { SHOWN_OF_KIND, type SharedEntry } from '@pathlight/contracts/share.ts'
import { firstWords, type ShareableKind } from '@pathlight/contracts/share-rules.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import pLimit from 'p-limit'
import type { Kind } from '../kind.ts'
import type { KnownPassages } from '../verse-place.ts'

type Parts = { readonly log: EventLog; readonly kinds: readonly Kind[] } & KnownPassages

/** How many items are read at the same time. The number is small, because each item may be long. */
const AT_ONCE = 8

/** A person's present item with its revision; null: there is no such item, or it was removed. */
const itemNow = async ({ log, kinds }: Omit<Parts, 'versesBetween'>, userId: string, name: PadItemKind, id: string) => {
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

/** The fields that a share uses, from items of all kinds. */
type Item = {
  readonly title?: string | null
  readonly text?: string
  readonly selected_text?: string
  readonly version?: string
  readonly book?: string
  readonly chapter?: number
  readonly verse_id?: number | null
  readonly start_verse_id?: number
  readonly end_verse_id?: number | null
  readonly entries?: readonly PadEntry[]
}

type Own = SharedEntry & { readonly type: 'own' }
/**
 * The words of an item that a pad quotes. For a sermon or another pad only the title is shown, because the owner did
 * not choose to share its content.
 */
const ownWords = ({ title, text, selected_text, ...place }: Item): Own => {
  const { version = null, verse_id, start_verse_id, end_verse_id = null } = place
  // A bookmark can have a chapter as its place, without a verse.
  const onChapter = place.chapter ? verseId(findBook(place.book ?? '')?.index ?? 0, place.chapter, 0) : null
  return {
    ...{ type: 'own', title: title ?? null, text: selected_text ?? text ?? '', isQuoted: selected_text !== undefined },
    ...{ version, verse_id: start_verse_id ?? verse_id ?? onChapter, end_verse_id },
  }
}

/** The present title, or else the first words, of each item, in the same order; null: the item was removed. */
export const titlesNow = (
  parts: Omit<Parts, 'versesBetween'>,
  userId: string,
  items: readonly { readonly kind: PadItemKind; readonly id: string }[],
): Promise<(string | null)[]> => {
  const few = pLimit(AT_ONCE)
  const titleNow = async (kind: PadItemKind, id: string) => {
    const now = await itemNow(parts, userId, kind, id)
    return now && (now.item.title || firstWords(now.item.text ?? ''))
  }
  return Promise.all(items.map(({ kind, id }) => few(titleNow, kind, id)))
}

/**
 * The entries of a pad with their present words. Removed items are left out. An entry beyond the limit of quotations
 * has no quoted words.
 */
const sharedEntries = async (parts: Parts, userId: string, entries: readonly PadEntry[]): Promise<SharedEntry[]> => {
  const shared: SharedEntry[] = []
  const quotes = padQuotes()
  const known = new Map<string, Own | null>()
  const keyOf = ({ kind, id }: PadEntry & { readonly type: 'item' }) => `${kind} ${id}`
  const readItems = async (some: readonly PadEntry[]) => {
    const asked = new Map(some.flatMap((entry) => (entry.type === 'item' ? [[keyOf(entry), entry] as const] : [])))
    const read = [...asked].map(async ([key, { kind, id }]) => {
      if (known.has(key)) return
      const now = await itemNow(parts, userId, kind, id)
      known.set(key, now && { ...ownWords(now.item), ...(quotes.isOver() && { text: '' }) })
    })
    await Promise.all(read)
  }
  for (const [nth, entry] of entries.entries()) {
    if (nth % AT_ONCE === 0) await readItems(entries.slice(nth, nth + AT_ONCE))
    if ('text' in entry) shared.push(entry)
    else if (entry.type === 'item') {
      const own = known.get(keyOf(entry))
      if (own) shared.push(quotes.takes(own.text.length) ? own : { ...own, text: '' })
    } else {
      // A pad may have a thousand passages. Other requests run between two of them.
      await turn()
      const { verse_id, end_verse_id, version } = entry
      const found = quotes.isOver() ? [] : parts.versesBetween(version, verse_id, end_verse_id ?? verse_id)
      const verses = found.map(({ verse_id: id, text }) => ({ verse: id % 1000, text }))
      const length = verses.reduce((sum, { text }) => sum + text.length, 0)
      shared.push({ ...entry, verses: quotes.takes(length) ? verses : [] })
    }
  }
  return shared
}

/**
 * The content of a person's present item for everybody who has the link, with the item's revision; null: the item was
 * removed.
 */
export const shownNow = async (parts: Parts, userId: string, name: ShareableKind, id: string) => {
  const now = await itemNow(parts, userId, name, id)
  if (now === null) return null
  const { entries } = now.item
  const item = entries ? { ...now.item, entries: await sharedEntries(parts, userId, entries) } : now.item
  // The schema drops every field that is not shown.
  return { revision: now.revision, item: SHOWN_OF_KIND[name].parse(item) }
}
