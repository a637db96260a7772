import type { CopyStyle } from './copy-rules.ts'
import type { HighlightStyle } from './highlight-rules.ts'
import type { TagColor, Tagged } from './tag-rules.ts'
import type { Theme } from './theme-rules.ts'

/** All kinds of items, as histories and exports name them. A new kind is added in this file and in kind-shapes.ts. */
export const HISTORY_KINDS = ['note', 'highlight', 'sermon', 'bookmark', 'pad', 'settings'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** The kinds that the search in all of a person's writing finds, by the names of their lists. */
export const WRITING_KINDS = ['notes', 'highlights', 'sermons', 'bookmarks', 'pads'] as const
export type WritingKind = (typeof WRITING_KINDS)[number]

/** The kinds whose items a study pad can contain. */
export type PadItemKind = Exclude<HistoryKind, 'settings'>
/**
 * An entry of a study pad in the form of the calls. Verses are in the numbering of `version`. A null `end_verse_id`
 * means one verse.
 */
export type PadEntry =
  | {
      readonly type: 'passage'
      readonly version: string
      readonly verse_id: number
      readonly end_verse_id: number | null
    }
  | { readonly type: 'heading' | 'text'; readonly text: string }
  | { readonly type: 'item'; readonly kind: PadItemKind; readonly id: string }

/**
 * The fields that a person can edit, by kind. Events, items, bodies of calls and drafts take their types from here. The
 * functions below copy and compare the fields that FIELDS names. FIELDS does not compile if it lacks a field.
 */
export type Editable = {
  readonly note: Tagged & { readonly title: string | null; readonly text: string }
  readonly sermon: Tagged & {
    readonly title: string
    readonly speaker: string
    /** Rich text (rich-text-rules.ts). */
    readonly content: object
    readonly version: string
    /** The book's English name. */
    readonly book: string
    readonly startChapter: number
    readonly startVerseId: number
    readonly endChapter: number
    readonly endVerseId: number
  }
  readonly highlight: Tagged & {
    /** #RRGGBB, or null for the colour of the person's settings. */
    readonly color: string | null
    /** Absent if the colour lies behind the words. */
    readonly style?: HighlightStyle | undefined
  }
  readonly bookmark: Tagged
  readonly pad: Tagged & { readonly title: string; readonly entries: readonly PadEntry[] }
  /** A setting is null if the person never chose it. */
  readonly settings: {
    readonly defaultVersion: string | null
    /** A colour as #RRGGBB. */
    readonly highlightColor: string | null
    readonly defaultLanguage: 'en' | 'ko' | null
    readonly theme: Theme | null
    readonly copyStyle: CopyStyle | null
    /** The tags that have a colour, in the order of their keys. Absent if there are none. */
    readonly tagColors?: readonly TagColor[] | undefined
  }
}
export type EditableKind = keyof Editable

/** Each field of a type by name. An object that lacks one of the fields does not compile. */
type EveryField<Fields> = { readonly [Name in keyof Fields]-?: true }
const FIELDS: { readonly [Kind in EditableKind]: EveryField<Editable[Kind]> } = {
  note: { title: true, text: true, tags: true },
  sermon: {
    title: true,
    speaker: true,
    content: true,
    version: true,
    book: true,
    startChapter: true,
    startVerseId: true,
    endChapter: true,
    endVerseId: true,
    tags: true,
  },
  highlight: { color: true, style: true, tags: true },
  bookmark: { tags: true },
  pad: { title: true, entries: true, tags: true },
  settings: {
    defaultVersion: true,
    highlightColor: true,
    defaultLanguage: true,
    theme: true,
    copyStyle: true,
    tagColors: true,
  },
}

const NAMES = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, Object.keys(fields)]))

/** The names of a kind's editable fields, in the order of FIELDS. */
export const editableFields = <Kind extends EditableKind>(kind: Kind): readonly (keyof Editable[Kind] & string)[] =>
  NAMES.get(kind) as (keyof Editable[Kind] & string)[]

/** A copy of `from` with only its editable fields. An absent field stays absent. */
export const editableOf = <Kind extends EditableKind>(kind: Kind, from: Editable[Kind]): Editable[Kind] => {
  const fields: Partial<Record<keyof Editable[Kind], unknown>> = {}
  for (const field of editableFields(kind)) {
    const value = from[field]
    if (value !== undefined) fields[field] = value
  }
  return fields as Editable[Kind]
}

/** An empty list equals an absent one, as for tags. */
const said = (value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : JSON.stringify(value))

/**
 * Compares lists entry by entry. Identical objects need no further comparison, which saves time, because an editor
 * compares at every keystroke.
 */
const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other)) return said(one) === said(other)
  return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
}

/**
 * Whether two objects have the same editable fields. Objects within the fields are equal only if their keys have the
 * same order, too.
 */
export const sameEditable = <Kind extends EditableKind>(
  kind: Kind,
  one: Editable[Kind],
  other: Editable[Kind],
): boolean => editableFields(kind).every((field) => isSame(one[field], other[field]))
