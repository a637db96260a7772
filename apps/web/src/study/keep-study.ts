import type { ChangedMessage } from '@pathlight/contracts/sync.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import type { Item } from '../api/pending-write.ts'
import { hasReached } from '../api/position.ts'
import { readSeen } from '../api/read-seen.ts'
import { readServed, type Served } from '../api/request.ts'
import type { KeptItem } from '../device/device-form.ts'
import { keptItems } from '../device/kept-items.ts'
import { type KeptOfKind, type StudyKept, studyKept } from './kept-study.ts'
import type { KeptKind, OfflineKind } from './offline-kind.ts'

/**
 * How much `keepStudy` has fetched so far. `pages`: the pages of lists that the server has sent. `bytes`: the size of
 * the items as JSON.
 */
export type StudyProgress = { readonly items: number; readonly pages: number; readonly bytes: number }

/** `refused`: the device refuses to store the items. `left`: the person has logged out, or switched offline use off. */
export class NotKeptHere extends Error {
  readonly why: 'refused' | 'left'
  constructor(why: 'refused' | 'left') {
    super(why)
    this.name = 'NotKeptHere'
    this.why = why
  }
}

type Named = { readonly name: string; readonly kind: OfflineKind }
type Fetched = { readonly all: readonly Item[]; readonly at: string }

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** The chapters of an item, in the verse numbering of the item's version. */
const chaptersOf = (person: string, item: Item, onVerses: NonNullable<OfflineKind['onVerses']>): KeptItem['on'] => {
  const { book = '', version = '' } = item as { book?: string; version?: string }
  const known = findBook(book)
  const chapters = Array.from({ length: known ? chapterCount(known) : 0 }, (_, index) => index + 1)
  return chapters
    .filter((chapter) => onVerses.isOn(item, { version, book, chapter }))
    .map((chapter) => [person, book, chapter] as const)
}

/** The stored form of a complete item. */
const asKept = (person: string, { listed, onVerses }: OfflineKind, item: Item, order: number): KeptItem => {
  const inList = listed?.(item) ?? item
  return {
    ...{ item: inList, order, on: onVerses ? chaptersOf(person, item, onVerses) : [] },
    ...(listed && { whole: item }),
    ...(onVerses && { shown: onVerses.shown(inList) }),
  }
}

type Options = {
  /** The person's id. */
  readonly person: string
  readonly kinds: readonly Named[]
  /** The kinds to fetch, by name. `upTo`: the log position of the last known change. Null: all kinds are fetched. */
  readonly changed: { readonly names: ReadonlySet<string>; readonly upTo: string } | null
  readonly say: (progress: StudyProgress) => void
  /** Whether the person is still logged in, and offline use on. If not, nothing of theirs is stored. */
  readonly isStill: () => boolean
  readonly signal: AbortSignal
  /** Returns the present time, ISO 8601. */
  readonly now: () => string
}

/**
 * Fetches all of a person's items, or those of the changed kinds. The stored items are replaced all at once or not at
 * all. Throws if a fetch fails or is aborted, and NotKeptHere if the items are not stored.
 */
export const keepStudy = async ({ person, kinds, changed, say, isStill, signal, now }: Options): Promise<StudyKept> => {
  let progress: StudyProgress = { items: 0, pages: 0, bytes: 0 }
  const before = changed && (await studyKept(person))
  const fetched = new Map<string, Fetched>()
  for (const { name, kind } of kinds) {
    if (before && !changed?.names.has(name) && before.kinds[name]) continue
    const all: Item[] = []
    let at = '0'
    for (let path: string | null = kind.path; path !== null; ) {
      const page: Served<readonly Item[]> = await readServed(path, signal)
      // The position of the first page counts, because live sync reports changes after it.
      if (all.length === 0) at = page.at
      all.push(...page.value)
      progress = {
        items: progress.items + page.value.length,
        pages: progress.pages + 1,
        bytes: progress.bytes + sizeOf(page.value),
      }
      say(progress)
      path = page.next
    }
    fetched.set(name, { all, at })
  }
  await readSeen(person, '/api/users/settings', signal)
  const items = new Map(
    kinds.flatMap(({ name, kind }) => {
      const of = fetched.get(name)
      // An item that is added later gets a greater order, because its log position is later.
      const kept = of?.all.map((item, index) => [item.id, asKept(person, kind, item, Number(of.at) - index)] as const)
      return kept ? [[name, kept] as const] : []
    }),
  )
  const ofKinds = Object.fromEntries([
    ...Object.entries(before?.kinds ?? {}),
    ...[...items].map(([name, kept]) => [name, { items: kept.length, bytes: sizeOf(kept) }] as const),
  ])
  const sum = (of: (kind: KeptOfKind) => number) => Object.values(ofKinds).reduce((total, kind) => total + of(kind), 0)
  const positions = [...fetched.values()].map(({ at }) => at)
  const kept: StudyKept = {
    ...{ items: sum(({ items }) => items), bytes: sum(({ bytes }) => bytes), kinds: ofKinds, at: now() },
    position: changed?.upTo ?? positions.reduce((least, at) => (hasReached(at, least) ? least : at)),
    // The newest position of all answers. The server may answer for an unchanged kind from its cache: the position is
    // then old, but the answer is complete.
    latest: [before?.latest ?? '0', ...positions].reduce((last, at) => (hasReached(at, last) ? at : last)),
  }
  signal.throwIfAborted()
  if (!isStill()) throw new NotKeptHere('left')
  await keptItems.keep(person, kept, items).catch(() => {
    throw new NotKeptHere('refused')
  })
  return kept
}

/**
 * A change from a live message. `item`: the item's present state; null if it was removed, undefined if the message
 * lacks it.
 */
export type StudyChange = Pick<ChangedMessage, 'position' | 'kind' | 'item'> & { readonly id: string | null }

/**
 * Applies changes from live messages to the stored items. Returns false if a message lacks its item, if nothing is
 * stored, or if the device refuses. The caller must then fetch the changed kinds.
 */
export const changeStudy = async (
  person: string,
  kinds: readonly KeptKind[],
  changes: readonly StudyChange[],
): Promise<boolean> => {
  const brought = changes.flatMap(({ position, kind: history, id, item }) => {
    const known = kinds.find((kind) => kind.history === history)
    return known && id !== null && item !== undefined ? [{ ...known, position, id, item: item as Item | null }] : []
  })
  if (brought.length < changes.length) return false
  try {
    return await keptItems.change(person, async (said, items) => {
      const kept: { -readonly [Field in keyof StudyKept]: StudyKept[Field] } = { ...(said as StudyKept) }
      for (const { name, kind, position, id, item } of brought) {
        // The change has been applied already, for example by another tab.
        if (hasReached(kept.position ?? '0', position)) continue
        const key: [string, string, string] = [person, name, id]
        const before = await items.get(key)
        const after = item && asKept(person, kind, item, before?.order ?? Number(position))
        await (after ? items.put(after, key) : items.delete(key))
        const more = {
          items: Number(after !== null) - Number(before !== undefined),
          bytes: sizeOf(after) - sizeOf(before ?? null),
        }
        const of = kept.kinds[name] ?? { items: 0, bytes: 0 }
        kept.kinds = { ...kept.kinds, [name]: { items: of.items + more.items, bytes: of.bytes + more.bytes } }
        kept.items += more.items
        kept.bytes += more.bytes
        kept.position = position
        if (hasReached(position, kept.latest)) kept.latest = position
      }
      return kept
    })
  } catch {
    return false
  }
}
