import type { User } from '@pathlight/contracts/accounts.ts'
import { namesOfVerses } from '@pathlight/contracts/find-rules.ts'
import type { Editable, PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { areTexts, type Draft, draftsOf, isText, isVisible } from '../../study/editor/drafts.ts'
import type { KeptWords } from '../../study/kind.ts'

type Typed = Required<Pick<Editable['pad'], 'title' | 'entries'>> & {
  readonly tags: readonly string[]
  /** The text in the field that adds entries. It is no entry yet. */
  readonly adding: string
}
export type PadDraft = Draft<Pad> & Typed

const isEntry = (value: unknown): boolean => isText((value as PadEntry | null)?.type)

/** The entries to save. A person who saves the pad also saves the text in the field that adds entries. */
export const entriesOf = ({ entries, adding }: Pick<Typed, 'entries' | 'adding'>): readonly PadEntry[] =>
  isVisible(adding) ? [...entries, { type: 'text', text: adding.trim() }] : entries

/** The words of an entry, for the title of a draft and for the check whether the draft is unsaved. */
const wordsOf = (entry: PadEntry): string => {
  if ('text' in entry) return entry.text
  return entry.type === 'item'
    ? entry.kind
    : (namesOfVerses(entry.verse_id, entry.end_verse_id ?? entry.verse_id)[0] ?? '')
}

export const padDrafts = draftsOf<'pad', Pad, Typed>({
  kind: 'pad',
  fields: {
    ...{ title: isText, entries: (value) => Array.isArray(value) && value.every(isEntry) },
    ...{ tags: areTexts, adding: isText },
  },
  // A draft of an older build may lack `tags` and `adding`.
  mend: (kept) => ({ ...kept, tags: kept.tags ?? [], adding: kept.adding ?? '' }),
  typed: ({ title, entries, tags = [] }) => ({ title, entries, tags, adding: '' }),
  editable: ({ title, tags, ...typed }) =>
    isVisible(title) ? { title: title.trim(), entries: entriesOf(typed), tags } : null,
  texts: ({ title, tags, ...typed }) => [title, ...entriesOf(typed).map(wordsOf), ...tags],
})

export const newPadDraft = (id: string, entries: readonly PadEntry[] = []): PadDraft => ({
  ...{ id, title: '', entries, tags: [], adding: '', base: null },
})

/** The pad that results from the draft. `now`: ISO 8601, UTC. */
export const asPad = ({ id, title, tags, base, ...typed }: PadDraft, owner: Pick<User, 'id'>, now: string): Pad => ({
  ...(base ?? { created_at: now, revision: 1 }),
  ...{ id, user_id: owner.id, title: title.trim(), entries: [...entriesOf(typed)], tags, updated_at: now },
})

/** Removes the signs of Markdown from an entry's text. */
const plain = (entry: PadEntry): PadEntry =>
  entry.type === 'text' ? { ...entry, text: plainTextOfMarkdown(entry.text) } : entry

/** Parses a stored draft of a pad for lists of drafts. Null if it is not a valid draft. */
export const keptWords = (_userId: string, key: string, kept: unknown): KeptWords | null => {
  const draft = padDrafts.parse(kept)
  if (!draft) return null
  const path = `/my-memos/pads/${draft.id}${draft.base ? '' : '?new'}`
  const words = padDrafts.title({ ...draft, entries: draft.entries.map(plain) })
  return { key, words, verseId: 0, endVerseId: 0, version: '', path }
}
