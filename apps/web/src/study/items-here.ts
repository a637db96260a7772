import type { Item } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { hasReached } from '../api/position.ts'
import type { Served } from '../api/request.ts'
import { shownItems } from '../api/shown-items.ts'
import { seenBeneath } from '../device/seen-answers.ts'
import { keptList } from './kept-study.ts'
import type { ItemHere, OfflineKind } from './offline-kind.ts'

type Here<I extends Item> = { readonly items: readonly I[]; readonly at: string }

/** The lowest of these positions; '0' of none. */
const lowest = (positions: readonly string[]): string =>
  positions.reduce((least, at) => (hasReached(at, least) ? least : at), positions[0] ?? '0')

/** What of a kind was seen on this device: in lists, on chapters, by itself. Of an item the newest counts. */
const seenOf = async <I extends Item>(person: string, kind: OfflineKind<I>): Promise<Here<I>> => {
  const { onVerses, pathOf, path } = kind
  // Older builds kept answers that were not ours as null.
  const seen = async (path: string) =>
    ((await seenBeneath(person, path)) as readonly Served<unknown>[]).filter(({ value }) => value !== null)
  const lists = (await seen(path.replace(/\?.*/, '?'))) as readonly Served<readonly I[]>[]
  const alone = pathOf ? await seen(pathOf({ id: '' } as I)) : []
  const overlays = onVerses ? await seen('/api/overlay?') : []
  const found = [
    ...lists.map(({ value, at }) => ({ items: value, at })),
    ...alone.filter(({ value }) => !Array.isArray(value)).map(({ value, at }) => ({ items: [value as I], at })),
    ...overlays.map(({ value, at }) => ({ items: (value as Record<string, I[]>)[onVerses?.name ?? ''] ?? [], at })),
  ]
  const items = new Map<string, I>()
  // What only one of its answers has (all of a sermon) stays.
  for (const { items: some } of found.toSorted((a, b) => (hasReached(a.at, b.at) ? 1 : -1)))
    for (const item of some) items.set(item.id, { ...items.get(item.id), ...item })
  return { items: [...items.values()], at: lowest(found.map(({ at }) => at)) }
}

/** What a person has of a kind on this device, with what they have changed since. What they keep goes before what they have seen. */
export const itemsHere = async <I extends Item>(
  person: string,
  name: string,
  kind: OfflineKind<I>,
): Promise<Here<ItemHere<I>>> => {
  const kept = await keptList<I>(person, name, () => true)
  const { items, at } = kept ? { items: kept.value, at: kept.at } : await seenOf(person, kind)
  const shown = shownItems(items, at, pendingWrites.of<I>(name, person), () => true)
  return { items: shown as readonly ItemHere<I>[], at }
}
