import { keptWork } from '../device/kept-work.ts'
import type { Kind, KindName } from './kind.ts'

/** The beginnings of draft keys that the first builds chose, and that are still used. */
const FIRST_KEYS: { readonly [Name in KindName]?: string } = { notes: 'draft', sermons: 'sermon' }

/**
 * The beginning of the keys of a person's drafts of a kind. device/kept-work.ts recognises a draft by `draft.` (a sermon's by
 * `sermon.`), and its owner by the user id after that.
 */
const draftKeysBegin = (kind: KindName, userId: string): string => `${FIRST_KEYS[kind] ?? `draft.${kind}`}.${userId}.`

/** The key of a person's draft of something new on a verse. */
export const newDraftKey = (
  kind: KindName,
  userId: string,
  { version, verse_id }: { readonly version: string; readonly verse_id: number },
): string => `${draftKeysBegin(kind, userId)}${version}.${verse_id}`

/** The key of a person's draft of changes to an item. */
export const editDraftKey = (kind: KindName, userId: string, id: string): string =>
  `${draftKeysBegin(kind, userId)}${id}`

/** The key without the part that tells apart the drafts of several tabs. */
export const sharedDraftKey = (key: string): string => key.split('~', 1)[0] ?? key

/** The keys of all drafts at `key`: the first one, and those that other tabs typed beside it. */
export const draftsAt = (key: string): readonly string[] =>
  [key, ...keptWork.keys(`${key}~`)].filter((one) => keptWork.get(one) !== undefined)

/** The keys of a person's drafts of a kind on this device. */
export const draftKeys = ({ name, drafts }: Pick<Kind, 'name' | 'drafts'>, userId: string): readonly string[] =>
  drafts ? keptWork.keys(draftKeysBegin(name, userId)) : []
