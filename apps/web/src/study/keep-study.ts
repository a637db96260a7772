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

/** How much has come so far; `bytes` as JSON. */
export type StudyProgress = { readonly items: number; readonly pages: number; readonly bytes: number }

/** The device refuses to keep it, or the person is not signed in any more. */
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

/** The chapters that an item is on, as its own version numbers them. */
const chaptersOf = (person: string, item: Item, onVerses: NonNullable<OfflineKind['onVerses']>): KeptItem['on'] => {
  const { book = '', version = '' } = item as { book?: string; version?: string }
  const known = findBook(book)
  const chapters = Array.from({ length: known ? chapterCount(known) : 0 }, (_, index) => index + 1)
  return chapters
    .filter((chapter) => onVerses.isOn(item, { version, book, chapter }))
    .map((chapter) => [person, book, chapter] as const)
}

/** An item, whole, as it is kept. */
const asKept = (person: string, { listed, onVerses }: OfflineKind, item: Item, order: number): KeptItem => {
  const inList = listed?.(item) ?? item
  return {
    ...{ item: inList, order, on: onVerses ? chaptersOf(person, item, onVerses) : [] },
    ...(listed && { whole: item }),
    ...(onVerses && { shown: onVerses.shown(inList) }),
  }
}

type Options = {
  /** Whose it is, by their id. */
  readonly person: string
  readonly kinds: readonly Named[]
  /**
   * The kinds, by name, that are fetched again; of the others what is kept stays. `upTo`: how far in the log it was told
   * what changed. Null: all of them.
   */
  readonly changed: { readonly names: ReadonlySet<string>; readonly upTo: string } | null
  readonly say: (progress: StudyProgress) => void
  /** Whether the person is still signed in: what is theirs is not kept after they have left. */
  readonly isStill: () => boolean
  readonly signal: AbortSignal
  /** ISO 8601. */
  readonly now: () => string
}

/**
 * Fetches all that a person has, and keeps it on this device in the place of what was kept before: all of it or nothing.
 * Throws ApiProblem, NotKeptHere, or what `signal` says.
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
      // What the first page does not have yet is told by live sync, and fetched again.
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
      // What comes later has a later position.
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
    // The server may remember the answer for a kind that has not changed since: its position is old, the answer is not.
    latest: [before?.latest ?? '0', ...positions].reduce((last, at) => (hasReached(at, last) ? at : last)),
  }
  signal.throwIfAborted()
  if (!isStill()) throw new NotKeptHere('left')
  await keptItems.keep(person, kept, items).catch(() => {
    throw new NotKeptHere('refused')
  })
  return kept
}

/** A change as a message tells it. `item`: as it is now; null: removed; undefined: the message did not bring it. */
export type StudyChange = Pick<ChangedMessage, 'position' | 'kind' | 'item'> & { readonly id: string | null }

/**
 * Changes what a person keeps on this device with what messages brought. Answers false where that is not all of it, or the device refuses
 * it: then it is fetched again.
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
    await keptItems.change(person, async (said, items) => {
      const kept: { -readonly [Field in keyof StudyKept]: StudyKept[Field] } = { ...(said as StudyKept) }
      for (const { name, kind, position, id, item } of brought) {
        // Another tab has laid it already.
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
    return true
  } catch {
    return false
  }
}
