import { type Editable, type EditableKind, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import type { Item } from '../../api/pending-write.ts'
import { keptWork } from '../../device/kept-work.ts'

/** What every draft has. `id`: of the item that it is to become. `base`: the saved item that it began from; null: it is new. */
export type Draft<I extends Item = Item> = { readonly id: string; readonly base: I | null }

/** How an item of a kind is typed. `Typed`: the fields of its draft. */
type DraftRules<Kind extends EditableKind, I extends Item, Typed extends object> = {
  readonly kind: Kind
  /** The name of `id` in drafts of older builds, whose tabs may be open. Drafts are kept with both names. */
  readonly olderId?: string
  /** Whether a value that the device kept can be the field's. A field that is missing here does not compile. */
  readonly fields: { readonly [Field in keyof Typed]: (value: unknown) => boolean }
  /** Completes what an older build kept. */
  readonly mend?: (kept: Typed) => Typed
  /** An item's fields, as they are typed. */
  readonly typed: (item: I) => Typed
  /** What is saved of a draft; null: it cannot be saved yet. */
  readonly editable: (typed: Typed) => Editable[Kind] | null
  /** What a person reads in a draft, the title first. */
  readonly texts: (typed: Typed) => readonly string[]
}

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u
/** Whether there is something to see in a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** For `DraftRules.fields`. */
export const isText = (value: unknown): boolean => typeof value === 'string'
export const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** The drafts of a kind: how they are made, compared, and kept on this device. */
export const draftsOf = <Kind extends EditableKind, I extends Item, Typed extends object>(
  rules: DraftRules<Kind, I, Typed>,
) => {
  type Written = Draft<I> & Typed

  /** A draft of an item's words. `base`: the item that they replace, where it is another one. */
  const of = (item: I, base: I | null = item): Written => ({ ...rules.typed(item), id: item.id, base })

  /** Whether a draft and an item agree in all that can be edited. */
  const says = (draft: Written, item: I | null): boolean => {
    const [mine, theirs] = [rules.editable(draft), item && rules.editable(rules.typed(item))]
    return mine !== null && theirs !== null && sameEditable(rules.kind, mine, theirs)
  }

  /** Whether something would be lost without the draft. */
  const isUnsaved = (draft: Written): boolean =>
    draft.base ? !says(draft, draft.base) : rules.texts(draft).some(isVisible)

  /** Reads a draft that was kept on the device; null: it is none. */
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
    parse,
    editable: rules.editable,
    /** Its title, or its first words; '' where nothing is written. */
    title: (draft: Written): string => rules.texts(draft).find(isVisible)?.trim() ?? '',
    /** What a crash or a reload left unsaved at `key`, or null. */
    kept: (key: string): Written | null => parse(keptWork.get(key)),
    /** Keeps unsaved words at `key` in the next pause of typing. Forgets them once there are none. */
    keep: (key: string, draft: Written): void => {
      // A tab of an older build, which may be open beside this one, drops what has no `olderId`.
      const both = rules.olderId === undefined ? draft : { ...draft, [rules.olderId]: draft.id }
      if (isUnsaved(draft)) keptWork.set(key, both, 'soon')
      else keptWork.remove(key)
    },
  }
}

/** The drafts of any kind, as an editor uses them. */
export type Drafts<I extends Item, D extends Draft<I>> = {
  of(item: I, base?: I | null): D
  says(draft: D, item: I | null): boolean
  isUnsaved(draft: D): boolean
  kept(key: string): D | null
  keep(key: string, draft: D): void
}

export const forgetDraft = (key: string): void => keptWork.remove(key)
