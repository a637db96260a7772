import { excerptAround } from '@pathlight/contracts/excerpt-rules.ts'
import { wordsToFind } from '@pathlight/contracts/find-rules.ts'
import type { Change, Changes, ItemHistory, Revision } from '@pathlight/contracts/history.ts'
import { askedMention } from '@pathlight/contracts/mentions-rules.ts'
import type { ResourceCounts } from '@pathlight/contracts/overlay.ts'
import { distinctTags, type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { MyTags } from '@pathlight/contracts/tags.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { type Asked, isAskedFor } from '@pathlight/contracts/writing-rules.ts'
import type { DeviceAnswers } from '../api/device-answers.ts'
import { type Item, isRefused, type PendingWrite } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { hasReached } from '../api/position.ts'
import type { Served } from '../api/request.ts'
import { shownItems } from '../api/shown-items.ts'
import { keptItems } from '../device/kept-items.ts'
import { seenAnswer, seenBeneath } from '../device/seen-answers.ts'
import { type StudyKept, studyKept } from './kept-study.ts'
import type { ItemHere, KeptKind } from './offline-kind.ts'

// Answers calls about a person's items from this device, as the query service would. A page calls the same path whether
// the server answers or not.

type Answer<T> = Promise<Served<T> | null>
type Items = { readonly items: readonly Item[]; readonly at: string }

const positionOf = (said: unknown): string => (said as StudyKept).position ?? '0'
const served = <T>(value: T, at: string): Served<T> => ({ value, at, next: null })
const isNewer = (at: string, than: Served<unknown> | undefined): boolean => !than || !hasReached(than.at, at)

/** The lowest of these log positions; '0' if there are none. */
const lowest = (positions: readonly string[]): string =>
  positions.reduce((least, at) => (hasReached(at, least) ? least : at), positions[0] ?? '0')

/**
 * The items of a kind in stored answers of the server: lists, overlays and single items. Each item is in its newest
 * state.
 */
const seenOf = async (person: string, { kind: { onVerses, pathOf, path } }: KeptKind): Promise<Items> => {
  // Older builds stored null as the answer if something other than Pathlight had answered the call.
  const seen = async (path: string) =>
    ((await seenBeneath(person, path)) as readonly Served<unknown>[]).filter(({ value }) => value !== null)
  const lists = (await seen(path.replace(/\?.*/, '?'))) as readonly Served<readonly Item[]>[]
  const alone = pathOf ? await seen(pathOf({ id: '' })) : []
  const overlays = onVerses ? await seen('/api/overlay?') : []
  const found = [
    ...lists.map(({ value, at }) => ({ items: value, at })),
    ...alone.filter(({ value }) => !Array.isArray(value)).map(({ value, at }) => ({ items: [value as Item], at })),
    ...overlays.map(({ value, at }) => ({ items: (value as Record<string, Item[]>)[onVerses?.name ?? ''] ?? [], at })),
  ]
  const items = new Map<string, Item>()
  // A newer answer may lack a field (a sermon's content). The older answer's value then stays.
  for (const { items: some } of found.toSorted((a, b) => (hasReached(a.at, b.at) ? 1 : -1)))
    for (const item of some) items.set(item.id, { ...items.get(item.id), ...item })
  return { items: [...items.values()], at: lowest(found.map(({ at }) => at)) }
}

/** Sorts the items of stored answers by the time at which the items were made, newest first. */
const newestFirst = ({ items, at }: Items): Items => {
  const madeAt = (item: Item) => (item as ItemHere<Item>).created_at
  return { items: items.toSorted((a, b) => madeAt(b).localeCompare(madeAt(a))), at }
}

/**
 * All offline items of a kind, in the order of the person's list. Null if this device keeps no offline items of the
 * person.
 */
const keptOf = async (person: string, { name }: KeptKind): Promise<Items | null> => {
  const kept = await keptItems.ofKind(person, name)
  return kept && { items: kept.found.map(({ item }) => item as Item), at: positionOf(kept.said) }
}

/**
 * A person's items of a kind on this device, unsent changes included. Items of stored answers are used only if there
 * are no offline items.
 */
export const itemsHere = async (person: string, of: KeptKind): Promise<Items> => {
  const { items, at } = (await keptOf(person, of)) ?? (await seenOf(person, of))
  return { items: shownItems(items, at, pendingWrites.of<Item>(of.name, person), () => true), at }
}

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))

/**
 * Makes a function that checks an item against a call's search, by the server's rules. Null if the call asks for all
 * items.
 */
const askedBy = (query: URLSearchParams) => {
  const tag = query.get('tag')
  const asked: Asked = {
    words: wordsToFind(query.get('query') ?? ''),
    book: query.get('book'),
    color: query.get('color'),
    tag: tag === null ? null : tagKey(tag),
    begin: timeOf(query.get('from')),
    end: timeOf(query.get('to')),
    mentioned: askedMention(query.get('names'), query.get('links_to')),
  }
  const { words, ...others } = asked
  if (words.length === 0 && Object.values(others).every((one) => one === null)) return null
  return ({ kind }: KeptKind, item: Item): boolean => {
    const searched = kind.searched(item as ItemHere<Item>)
    const { color, changedAt, passage } = searched
    const facts = {
      ...{ color, tags: (item as Tagged).tags, changedAt: Date.parse(changedAt), book: passage?.book ?? null },
      get text() {
        return searched.findable()
      },
      get mentions() {
        return searched.mentions?.()
      },
    }
    return isAskedFor(asked, facts)
  }
}

/**
 * A list, newest first, in one page. Without offline items, the items of stored answers are used, but only for a call
 * with a search or a tag, because its results need not be complete. Null for any other call, and for one that continues
 * after an item that this device lacks.
 */
const listHere = async (person: string, of: KeptKind, query: URLSearchParams): Answer<readonly Item[]> => {
  const isAsked = askedBy(query)
  const here =
    (await keptOf(person, of)) ??
    (query.has('query') || query.has('tag') ? newestFirst(await seenOf(person, of)) : null)
  if (!here) return null
  // The cursor of a call that continues a page ends with the id of that page's last item.
  const after = query.get('after')
  const last = after === null ? -1 : here.items.findIndex(({ id }) => after.endsWith(`.${id}`))
  if (after !== null && last === -1) return null
  return served(
    here.items.slice(last + 1).filter((item) => isAsked?.(of, item) ?? true),
    here.at,
  )
}

/** One complete offline item. Null if this device does not have it. */
const itemHere = async (person: string, { name }: KeptKind, id: string): Answer<Item> => {
  const kept = await keptItems.one(person, name, id)
  return kept?.found ? served((kept.found.whole ?? kept.found.item) as Item, positionOf(kept.said)) : null
}

/**
 * The person's offline items on a chapter, each by the verse numbering of its own version. Null if this device keeps no
 * offline items, if the stored answer of the server is as new, or if the call asks for a further page.
 */
const chapterHere = async (person: string, path: string, query: URLSearchParams): Answer<unknown> => {
  // Offline items cannot continue a page of the server, so the caller begins again.
  if (query.has('after')) return null
  const [book, chapter] = [query.get('book') ?? '', Number(query.get('chapter'))]
  const [kept, seen] = await Promise.all([keptItems.onChapter(person, book, chapter), seenAnswer(person, path)])
  if (!kept) return null
  const { latest, kinds } = kept.said as StudyKept
  if (!isNewer(latest, seen as Served<unknown> | undefined)) return null
  const lists: Record<string, unknown[]> = {}
  for (const name of Object.keys(kinds)) lists[name] = []
  for (const { kind, kept: item } of kept.found) lists[kind]?.push(item.shown)
  return served({ book, chapter, ...lists }, latest)
}

/** The number of items of each kind, as the server counts them. Null if this device keeps no offline items. */
const countsHere = async (person: string, kinds: readonly KeptKind[]): Answer<ResourceCounts> => {
  const kept = await studyKept(person)
  if (!kept) return null
  const counts = kinds.map(({ name }) => [`${name}_count`, kept.kinds[name]?.items ?? 0])
  return served(Object.fromEntries(counts) as ResourceCounts, positionOf(kept))
}

/**
 * The tags of a person's offline items in their most frequent spelling, with the number of items. The colours are from
 * the server's last answer. Null if this device keeps no offline items.
 */
const tagsHere = async (person: string, kinds: readonly KeptKind[], path: string): Answer<MyTags> => {
  const kept = await studyKept(person)
  if (!kept) return null
  const ofKind = async (of: KeptKind) =>
    ((await keptOf(person, of))?.items ?? []).flatMap((item) =>
      distinctTags((item as Tagged).tags ?? []).map((tag) => ({ tag, kind: of.history })),
    )
  const named = (await Promise.all(kinds.map(ofKind))).flat()
  const seen = ((await seenAnswer(person, path)) as Served<MyTags> | undefined)?.value.tags ?? []
  const colors = new Map(seen.map(({ tag, color }) => [tagKey(tag), color]))
  const tags = [...Map.groupBy(named, ({ tag }) => tagKey(tag))].map(([key, items]) => {
    const spellings = [...Map.groupBy(items, ({ tag }) => tag)].toSorted(([, a], [, b]) => b.length - a.length)
    const byKind = [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length] as const)
    const counts = { count: items.length, kinds: Object.fromEntries(byKind) }
    return { tag: spellings[0]?.[0] ?? key, ...counts, color: colors.get(key) ?? null }
  })
  return served({ tags }, positionOf(kept))
}

/** All items of these kinds that match the call's search, sorted by `sortedBy`, greatest first. */
const findHere = async <T>(
  person: string,
  kinds: readonly KeptKind[],
  query: URLSearchParams,
  found: (of: KeptKind, item: ItemHere<Item>) => { readonly sortedBy: string; readonly value: T },
): Promise<Served<readonly T[]>> => {
  const isAsked = askedBy(query)
  const here = await Promise.all(kinds.map(async (of) => ({ of, ...(await itemsHere(person, of)) })))
  const all = here.flatMap(({ of, items }) =>
    items.filter((item) => isAsked?.(of, item) ?? true).map((item) => found(of, item as ItemHere<Item>)),
  )
  const sorted = all.toSorted((a, b) => b.sortedBy.localeCompare(a.sortedBy)).map(({ value }) => value)
  return served(sorted, lowest(here.filter(({ items }) => items.length > 0).map(({ at }) => at)))
}

/** Searches the person's writing on this device, unsent changes included. */
const writingHere = (person: string, kinds: readonly KeptKind[], query: URLSearchParams) => {
  const words = wordsToFind(query.get('query') ?? '')
  const asked = kinds.filter(({ name }) => (query.get('kind') ?? name) === name)
  return findHere(person, asked, query, ({ name, kind }, item): { sortedBy: string; value: FoundWriting } => {
    const { passage, title, text, color, changedAt } = kind.searched(item)
    const { id, created_at, style, tags = [] } = item as typeof item & Pick<FoundWriting, 'style' | 'tags'>
    const excerpt = excerptAround(text, words)
    return {
      sortedBy: created_at,
      value: {
        kind: name,
        id,
        passage,
        title,
        excerpt,
        color,
        ...(style && { style }),
        tags,
        at: changedAt,
        created_at,
      },
    }
  })
}

/** The last change of an item, as far as this device knows. `isOwn`: this device made it. */
const lastChange = ({ kind }: KeptKind, item: Item, isOwn: boolean) => {
  const revision = item.revision ?? 1
  return {
    ...{ revision, at: kind.searched(item as ItemHere<Item>).changedAt },
    action: revision === 1 ? ('added' as const) : ('edited' as const),
    device: { id: null, label: '', current: isOwn },
  }
}

/**
 * The last change of each item on this device. Null if the call asks for removed items, for one device, or for older
 * changes, because only the server knows them. Null also if the stored answer of the server is as new, or if no item
 * matches.
 */
const changesHere = async (
  person: string,
  kinds: readonly KeptKind[],
  path: string,
  query: URLSearchParams,
): Answer<Changes> => {
  if (['removed', 'device', 'before'].some((name) => query.has(name))) return null
  const asked = kinds.filter(({ history }) => (query.get('kind') ?? history) === history)
  const { value: changes, at } = await findHere(
    person,
    asked,
    query,
    (of, item): { sortedBy: string; value: Change } => {
      const { passage, title, text } = of.kind.searched(item)
      const isOwn = pendingWrites
        .of<Item>(of.name, person)
        .some((write) => write.itemId === item.id && !isRefused(write))
      const change = lastChange(of, item, isOwn)
      const excerpt = excerptAround(title ?? text, [])
      return {
        sortedBy: change.at,
        value: { ...change, position: `${of.name} ${item.id}`, kind: of.history, id: item.id, passage, excerpt },
      }
    },
  )
  const seen = (await seenAnswer(person, path)) as Served<unknown> | undefined
  if (changes.length === 0 || !isNewer(at, seen)) return null
  return served({ changes: [...changes], next: null, removed_count: null }, at)
}

/** An item with all the fields that a revision has. Null if this device lacks the item or some of its fields. */
const wholeHere = async (person: string, of: KeptKind, id: string): Answer<Item> => {
  const kept = await itemHere(person, of, id)
  if (kept) return kept
  const alone = of.kind.pathOf?.({ id })
  const seen = alone && ((await seenAnswer(person, alone)) as Served<Item> | undefined)
  // The lists of a kind with `listed` lack fields, so they are not used.
  if (seen || of.kind.listed) return seen || null
  const { items, at } = await seenOf(person, of)
  const item = items.find((one) => one.id === id)
  return item ? served(item, at) : null
}

/**
 * The revisions in the server's last answer, preceded by the item's present state. Null if that answer already has the
 * present state, or if this device lacks the item.
 */
const historyHere = async (person: string, of: KeptKind, id: string, path: string): Answer<ItemHistory> => {
  const seen = (await seenAnswer(person, path)) as Served<ItemHistory> | undefined
  const item = await wholeHere(person, of, id)
  // Older builds stored null as the answer if something other than Pathlight had answered the call.
  if (!item?.value) return null
  const isSaved = ({ itemId, state }: PendingWrite<Item>) =>
    itemId === id && state.status === 'saved' && state.item?.revision === item.value.revision
  const isOwn = pendingWrites.of<Item>(of.name, person).some(isSaved)
  const newest: Revision = { ...lastChange(of, item.value, isOwn), item: item.value }
  const { revisions = [], next = null } = seen?.value ?? {}
  if (revisions[0] && revisions[0].revision >= newest.revision) return null
  return served({ revisions: [newest, ...revisions], next }, item.at)
}

/** Makes the function that answers calls of the query service from this device. */
export const answersHere =
  (kinds: readonly KeptKind[]): DeviceAnswers =>
  async (person, path) => {
    const { pathname, searchParams: query } = new URL(path, 'http://here')
    if (pathname === '/api/overlay') return chapterHere(person, path, query)
    if (pathname === '/api/resource-counts') return countsHere(person, kinds)
    if (pathname === '/api/tags') return tagsHere(person, kinds, path)
    if (pathname === '/api/writing') return writingHere(person, kinds, query)
    if (pathname === '/api/history') return changesHere(person, kinds, path, query)
    for (const of of kinds) {
      const { path: list, pathOf } = of.kind
      const within = (beginning: string | undefined) =>
        beginning !== undefined && pathname.startsWith(beginning)
          ? decodeURIComponent(pathname.slice(beginning.length))
          : null
      if (pathname === list.replace(/\?.*/, '')) return listHere(person, of, query)
      const past = within(`/api/history/${of.history}/`)
      if (past !== null) return query.has('before') ? null : historyHere(person, of, past, path)
      const alone = within(pathOf?.({ id: '' }))
      if (alone !== null) return itemHere(person, of, alone)
    }
    return null
  }
