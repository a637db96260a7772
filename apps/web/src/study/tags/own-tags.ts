import type { User } from '@pathlight/contracts/accounts.ts'
import { distinctTags, type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { MyTags } from '@pathlight/contracts/tags.ts'
import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { useQuery } from '@tanstack/react-query'
import { type Any, type Item, isOpen, type WriteKind } from '../../api/pending-write.ts'
import { useUnsent } from '../use-unsent.ts'
import { tagsQuery } from './tags-query.ts'

/** A person's tag with its number of items and its colour (#rrggbb or null). */
export type OwnTag = Omit<MyTags['tags'][number], 'kinds'>

type OneKind = Pick<WriteKind<Item>, 'name' | 'history'>

/**
 * The tags with the number of items of one kind. An answer stored by an older build has only the number for all kinds.
 */
const countedOf = (tags: MyTags['tags'], { history }: OneKind): readonly OwnTag[] =>
  tags.map(({ kinds, ...tag }) => (kinds ? { ...tag, count: kinds[history] ?? 0 } : tag))

/** The tags in alphabetical order, regardless of case. */
const byLetters = (tags: readonly OwnTag[]): readonly OwnTag[] => tags.toSorted((a, b) => a.tag.localeCompare(b.tag))

/**
 * The tags, counted as if the unsent writes were saved. The tags of an item before its first write are subtracted, and
 * those after its last write are added.
 */
export const withUnsent = (tags: readonly OwnTag[], writes: readonly Any[]): readonly OwnTag[] => {
  const items = new Map<string, { readonly was: Tagged; readonly is: Tagged }>()
  for (const { kind, itemId, base, wanted } of writes) {
    const id = `${kind} ${itemId}`
    items.set(id, { was: items.get(id)?.was ?? ((base ?? {}) as Tagged), is: (wanted ?? {}) as Tagged })
  }
  if (items.size === 0) return byLetters(tags)
  const counted = new Map(tags.map((one) => [tagKey(one.tag), one]))
  const count = (of: Tagged, by: number) => {
    for (const tag of distinctTags(of.tags ?? [])) {
      const known = counted.get(tagKey(tag)) ?? { tag, count: 0, color: null }
      counted.set(tagKey(tag), { ...known, count: Math.max(0, known.count + by) })
    }
  }
  for (const { was, is } of items.values()) {
    count(was, -1)
    count(is, 1)
  }
  return byLetters([...counted.values()].filter((one) => one.count > 0 || tags.includes(one)))
}

/**
 * The person's tags in alphabetical order, unsent changes included. `tags` is undefined until they have loaded or
 * failed to load. `kind`: only the items of this kind are counted.
 */
export const useTags = (user: Pick<User, 'id'>, kind?: OneKind) => {
  const { data, error, refetch } = useQuery(tagsQuery(user))
  const unsent = useUnsent(user.id).filter((write) => isOpen(write) && (!kind || write.kind === kind.name))
  const served = data?.value.tags ?? (error ? [] : undefined)
  const known = served && kind ? countedOf(served, kind) : served
  return {
    tags: known && withUnsent(known, unsent),
    isHere: data?.here ?? false,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}

/** The form of a tag for completion. Hangul syllables are decomposed, so that a half-typed syllable matches too. */
const letters = (text: string): string => normalForm(tagKey(text), 'NFKD')

/**
 * At most `most` tags that contain the typed text, first those that begin with it, and the most frequent ones first.
 * Tags in `chosen` are left out.
 */
export const completions = (
  tags: readonly OwnTag[],
  typed: string,
  chosen: readonly string[],
  most: number,
): readonly OwnTag[] => {
  const taken = new Set(chosen.map(tagKey))
  const free = tags.filter(({ tag }) => !taken.has(tagKey(tag)))
  const begin = letters(typed)
  if (begin === '') return free.toSorted((a, b) => b.count - a.count).slice(0, most)
  const rank = ({ tag }: OwnTag) => {
    const all = letters(tag)
    if (all.startsWith(begin)) return 0
    return all.includes(begin) ? 1 : 2
  }
  return free
    .filter((one) => rank(one) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || b.count - a.count)
    .slice(0, most)
}
