import { keptWork } from '../device/kept-work.ts'
import type { Kind, KindName } from './kind.ts'

/** The beginnings of the draft keys of two kinds. The first builds chose them, and stored drafts still have them. */
const FIRST_KEYS: { readonly [Name in KindName]?: string } = { notes: 'draft', sermons: 'sermon' }

/**
 * The beginning of the keys of a person's drafts of a kind. Code in device/ recognises drafts by `draft.` or `sermon.`,
 * and finds the user id in the second or third part of the key.
 */
const draftKeysBegin = (kind: KindName, userId: string): string => `${FIRST_KEYS[kind] ?? `draft.${kind}`}.${userId}.`

/** The key of a person's draft of a new item on a verse. */
export const newDraftKey = (
  kind: KindName,
  userId: string,
  { version, verse_id }: { readonly version: string; readonly verse_id: number },
): string => `${draftKeysBegin(kind, userId)}${version}.${verse_id}`

/** The key of a person's draft of the item with this id, saved or new. */
export const editDraftKey = (kind: KindName, userId: string, id: string): string =>
  `${draftKeysBegin(kind, userId)}${id}`

/** The draft key without the suffix that tells several tabs apart. */
export const sharedDraftKey = (key: string): string => key.split('~', 1)[0] ?? key

/** The keys of all drafts at `key`: the first tab's, and those of other tabs beside it. */
export const draftsAt = (key: string): readonly string[] =>
  [key, ...keptWork.keys(`${key}~`)].filter((one) => keptWork.get(one) !== undefined)

/** The keys of a person's drafts of a kind on this device. */
export const draftKeys = ({ name, drafts }: Pick<Kind, 'name' | 'drafts'>, userId: string): readonly string[] =>
  drafts ? keptWork.keys(draftKeysBegin(name, userId)) : []
