import type { Event } from '@event-driven-io/emmett'
import { type Editable, type EditableKind, editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import type { Aggregate, DomainCommand } from './aggregate.ts'
import { type Import, type ItemKind, otherHistory, type Restore, type Retag } from './item-kind.ts'
import { alreadySo, checkImport, evolveLife, type Life, livingItem, noLife } from './life.ts'
import type { RuleBroken } from './rule.ts'
import { retagged, untagged, withTags } from './tagged.ts'
import { capitalized, type Data } from './written-kind.ts'

type Written = { readonly id: string; readonly user_id: string; readonly created_at: string; readonly revision: number }

export type AddCommand<Kind extends EditableKind, Place extends object> = DomainCommand<
  `Add${Capitalize<Kind>}`,
  Place & Editable[Kind] & Data
>
export type EditCommand<Kind extends EditableKind, Facts extends object = object> = DomainCommand<
  `Edit${Capitalize<Kind>}`,
  Editable[Kind] & Data,
  Facts
>
export type RemoveCommand<Kind extends EditableKind> = DomainCommand<`Remove${Capitalize<Kind>}`, Record<string, never>>
/**
 * The commands on an item that people write and edit, for a note: AddNote, EditNote, RemoveNote, Restore, Import,
 * Retag. `Facts`: the metadata of an edit.
 */
export type WrittenCommand<Kind extends EditableKind, Item, Place extends object, Facts extends object = object> =
  | AddCommand<Kind, Place>
  | EditCommand<Kind, Facts>
  | RemoveCommand<Kind>
  | Restore<Item>
  | Import<Item>
  | Retag

/** The rules that differ between kinds. A check that fails throws RuleBroken. */
export type WrittenRules<Kind extends EditableKind, Item, Place extends object, Facts extends object = object> = {
  /** The editable fields of an item, under the names that events use. */
  readonly textOf: (item: Item) => Editable[Kind]
  /**
   * The place of an item, as events store it: its ids and the other fields that an edit cannot change, such as a note's
   * verses.
   */
  readonly placeOf: (item: Item) => object
  /** The place that the event of an `Add…` command stores. If the function is absent, it is the command's place. */
  readonly newPlace?: (place: Place) => object
  /** Fields of the item before an edit or removal, which the event stores as well. */
  readonly beforeEdit?: (item: Item) => object
  readonly beforeRemoval?: (item: Item) => object
  readonly checkText: (text: Editable[Kind]) => void
  readonly checkEdit?: (item: Item, facts: EditCommand<Kind, Facts>['metadata']) => void
  /**
   * Whether an imported item has the same place as the existing one. If the function is absent, places are not
   * compared.
   */
  readonly isSamePlace?: (one: Item, other: Item) => boolean
  readonly exists: () => RuleBroken
  readonly notFound: () => RuleBroken
}

/** The rules of an item that people write: it is added, edited any number of times, removed, and restored. */
export const writtenItem = <
  Kind extends EditableKind,
  Item extends Written,
  E extends Event,
  Place extends object,
  Facts extends object = object,
>(
  item: ItemKind<Item, E> & { readonly kind: Kind },
  rules: WrittenRules<Kind, Item, Place, Facts>,
): Aggregate<Life<Item>, WrittenCommand<Kind, Item, Place, Facts>, E, Item> => {
  const { kind } = item
  const name = capitalized(kind)
  const { textOf, placeOf, newPlace = (place) => place, checkText, isSamePlace = () => true } = rules
  const happened = (what: 'Added' | 'Edited' | 'Removed' | 'Restored', data: object) =>
    ({ type: `${name}${what}`, data }) as unknown as E
  const checked = (text: Editable[Kind], before: Tagged | null = null): Editable[Kind] => {
    checkText(text)
    return withTags<Editable[Kind] & Tagged>(editableOf(kind, text), before)
  }
  const isSame = (one: Item, other: Item) => sameEditable(kind, textOf(one), textOf(other))
  const there = (state: Life<Item>): Item => {
    if (state.status !== 'there') throw rules.notFound()
    return state.item
  }
  const edited = (before: Item, place: object, text: Editable[Kind], editedAt: string) =>
    happened('Edited', { ...place, ...text, ...rules.beforeEdit?.(before), editedAt })
  const changed = (before: Item, text: Editable[Kind], now: string) =>
    sameEditable(kind, textOf(before), text) ? [] : edited(before, placeOf(before), text, now)
  const removed = (before: Item, removedAt: string) =>
    happened('Removed', { ...placeOf(before), ...rules.beforeRemoval?.(before), removedAt })

  const restore = ({ item: wanted }: Restore<Item>['data'], state: Life<Item>, now: string): E => {
    if (state.status === 'none') throw rules.notFound()
    if (state.status === 'there' && isSame(state.item, wanted)) throw alreadySo()
    const data = { ...placeOf(wanted), ...textOf(wanted) }
    return happened('Restored', { ...data, addedAt: state.item.created_at, restoredAt: now })
  }
  const imported = (data: Import<Item>['data'], state: Life<Item>): E => {
    const { item: sent, action, at } = data
    checkImport(state, data, (one, other) => isSamePlace(one, other) && isSame(one, other))
    if (sent === null) return removed(there(state), at)
    const [place, text] = [placeOf(sent), checked(textOf(sent))]
    if (action === 'edited' && state.status === 'there') {
      if (!isSamePlace(state.item, sent)) throw otherHistory()
      return edited(state.item, place, text, at)
    }
    const addedAt = sent.created_at
    if (state.status === 'none' && addedAt === at) return happened('Added', { ...place, ...text, addedAt })
    return happened('Restored', { ...place, ...text, addedAt, restoredAt: at })
  }
  const decide = (command: WrittenCommand<Kind, Item, Place, Facts>, state: Life<Item>): E | E[] => {
    const now = command.metadata.now.toISOString()
    // TypeScript does not narrow a command by a name that is made of the kind, so the cases cast.
    switch (command.type) {
      case 'Restore':
        return restore((command as Restore<Item>).data, state, now)
      case 'Import':
        return imported((command as Import<Item>).data, state)
      case `Add${name}`: {
        if (state.status !== 'none') throw rules.exists()
        const { data } = command as AddCommand<Kind, Place>
        return happened('Added', { ...newPlace(untagged(data)), ...checked(data), addedAt: now })
      }
      case `Edit${name}`: {
        const { data, metadata } = command as unknown as {
          readonly data: Editable[Kind]
          readonly metadata: EditCommand<Kind, Facts>['metadata']
        }
        const before = there(state)
        rules.checkEdit?.(before, metadata)
        return changed(before, checked(data, textOf(before) as Tagged), now)
      }
      case 'Retag': {
        const before = there(state)
        const text: Editable[Kind] & Tagged = textOf(before)
        return changed(before, withTags({ ...text, tags: retagged(text, (command as Retag).data) }, null), now)
      }
      default:
        return removed(there(state), now)
    }
  }
  return {
    ...item,
    initialState: () => noLife,
    evolve: evolveLife(item.itemAfter),
    decide,
    item: livingItem,
  }
}
