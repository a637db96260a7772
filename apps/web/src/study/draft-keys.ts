import { keptWork } from '../device/kept-work.ts'
import type { Kind, KindName } from './kind.ts'

/** The first builds of notes and sermons began the keys of their drafts so. */
const FIRST_KEYS: { readonly [Name in KindName]?: string } = { notes: 'draft', sermons: 'sermon' }

/**
 * How the keys of a person's drafts of a kind begin on this device. device/kept-work.ts knows a draft by `draft.`, and by
 * `sermon.` those of sermons, and by what follows whose it is.
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

/** The keys under which this device keeps a person's drafts of a kind. */
export const draftKeys = ({ name, drafts }: Pick<Kind, 'name' | 'drafts'>, userId: string): readonly string[] =>
  drafts ? keptWork.keys(draftKeysBegin(name, userId)) : []
