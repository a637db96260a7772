import { type Editable, type EditableKind, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import { hashKey } from '@tanstack/react-query'
import { newId } from '../../api/new-id.ts'
import type { Item } from '../../api/pending-write.ts'
import { keptWork } from '../../device/kept-work.ts'
import { sharedDraftKey } from '../draft-keys.ts'

/**
 * The fields of every draft. `id`: the id of the item. `base`: the saved item that the draft began from; null for a new
 * item.
 */
export type Draft<I extends Item = Item> = { readonly id: string; readonly base: I | null }

/** The rules for the drafts of a kind. `Typed`: the kind's own fields of a draft. */
type DraftRules<Kind extends EditableKind, I extends Item, Typed extends object> = {
  readonly kind: Kind
  /**
   * The name of `id` in drafts of older builds. Tabs with an older build may still be open, so drafts are stored with
   * both names.
   */
  readonly olderId?: string
  /** For each field, whether a stored value is valid. */
  readonly fields: { readonly [Field in keyof Typed]: (value: unknown) => boolean }
  /** Adds fields that an older build did not store. */
  readonly mend?: (kept: Typed) => Typed
  /** The fields of an item, in the form of an editor's inputs. */
  readonly typed: (item: I) => Typed
  /** The fields that a new draft takes from the saved item that it continues. */
  readonly fromSaved?: (typed: Typed, item: I) => Partial<Typed>
  /** The editable fields of a draft. Null if the draft cannot be saved yet. */
  readonly editable: (typed: Typed) => Editable[Kind] | null
  /** The visible texts of a draft, the title first. */
  readonly texts: (typed: Typed) => readonly string[]
}

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u
/** Whether a text has at least one visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Checks for `DraftRules.fields`. */
export const isText = (value: unknown): boolean => typeof value === 'string'
export const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** Makes the functions that make, compare and store the drafts of a kind. */
export const draftsOf = <Kind extends EditableKind, I extends Item, Typed extends object>(
  rules: DraftRules<Kind, I, Typed>,
) => {
  type Written = Draft<I> & Typed

  /** The `typed` fields of items. They are cached, because each typed letter compares the draft with its base. */
  const known = new WeakMap<I, Typed>()
  const typedOf = (item: I): Typed => {
    const typed = known.get(item) ?? rules.typed(item)
    known.set(item, typed)
    return typed
  }

  /** A draft with an item's words. `base`: the item that the words will replace, by default the item itself. */
  const of = (item: I, base: I | null = item): Written => ({ ...typedOf(item), id: item.id, base })

  /** Whether a draft and an item have the same editable fields. False if the draft cannot be saved yet. */
  const says = (draft: Written, item: I | null): boolean => {
    const [mine, theirs] = [rules.editable(draft), item && rules.editable(typedOf(item))]
    return mine !== null && theirs !== null && sameEditable(rules.kind, mine, theirs)
  }

  /** Whether the person would lose words without the draft. */
  const isUnsaved = (draft: Written): boolean =>
    draft.base ? !says(draft, draft.base) : rules.texts(draft).some(isVisible)

  /** A new draft that continues a saved item with the same id. The draft gets the fields that only the item has. */
  const continuing = (draft: Written, item: I): Written => ({ ...draft, ...rules.fromSaved?.(draft, item) })

  /** Parses a stored draft. Null if it is invalid. */
  const parse = (kept: unknown): Written | null => {
    if (typeof kept !== 'object' || kept === null) return null
    const { [rules.olderId ?? 'id']: olderId, ...fields } = kept as Record<string, unknown>
    const read = { ...fields, id: olderId ?? fields.id } as unknown as Written
    const draft = rules.mend ? { ...read, ...rules.mend(read) } : read
    const isBase = draft.base === null || isText((draft.base as I | undefined)?.id)
    const names = Object.keys(rules.fields) as (keyof Typed)[]
    return isText(draft.id) && isBase && names.every((name) => rules.fields[name](draft[name])) ? draft : null
  }

  return {
    of,
    says,
    isUnsaved,
    continuing,
    parse,
    editable: rules.editable,
    /** The first visible text of the draft: its title, its words or a tag. '' if there is none. */
    title: (draft: Written): string => rules.texts(draft).find(isVisible)?.trim() ?? '',
    /** The stored draft at `key`, with unsaved words from before a crash or a reload. Null if there is none. */
    kept: (key: string): Written | null => parse(keptWork.get(key)),
    /**
     * Stores the draft at `key` in the next pause of typing. If the draft has no unsaved words, deletes the stored
     * draft.
     */
    keep: (key: string, draft: Written): void => {
      // A tab with an older build deletes drafts that lack the older name of `id`.
      const both = rules.olderId === undefined ? draft : { ...draft, [rules.olderId]: draft.id }
      if (isUnsaved(draft)) keptWork.set(key, both, 'soon')
      else keptWork.remove(key)
    },
  }
}

export type Drafts<I extends Item, D extends Draft<I>> = {
  of(item: I, base?: I | null): D
  says(draft: D, item: I | null): boolean
  isUnsaved(draft: D): boolean
  continuing(draft: D, item: I): D
  /**
   * The fields of the item that a person edits. Null while the draft lacks a required field, such as a sermon's
   * passage.
   */
  editable(draft: D): object | null
  kept(key: string): D | null
  keep(key: string, draft: D): void
}

export const forgetDraft = (key: string): void => keptWork.remove(key)

/** A new key for a draft beside another tab's draft at `key`. */
export const draftKeyBeside = (key: string): string => `${sharedDraftKey(key)}~${newId()}`

/**
 * The stored draft of one open editor. At first its key is `key`. If another tab stores other words there, this editor
 * continues at a key of its own.
 */
export const openDraft = <D>({ keep }: { keep(key: string, draft: D): void }, key: string) => {
  let at = key
  /** The draft that this editor stored last, or began with. */
  let own = keptWork.get(at)
  /**
   * Whether a stored value is this editor's. A tab that only opens the draft stores an equal value, which counts too.
   */
  const isOwn = (value: unknown) => value === own || hashKey([value]) === hashKey([own])
  return {
    key: (): string => at,
    keep: (draft: D): void => {
      const there = keptWork.get(at)
      if (there !== undefined && !isOwn(there)) at = draftKeyBeside(at)
      keep(at, draft)
      own = keptWork.get(at)
    },
    forget: (): void => {
      if (isOwn(keptWork.get(at))) forgetDraft(at)
    },
  }
}
