import { distinctTags, TAGS_OF_PERSON_MAX, type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { Retag } from './item-kind.ts'
import { RuleBroken } from './rule.ts'

/**
 * The editable fields as an event stores them. If `tags` is absent, the tags of `before` stay. `before`: the item
 * before the command, or null for a new item. An event of an item without tags lacks the field.
 */
export const withTags = <Text extends Tagged>({ tags, ...text }: Text, before: Tagged | null): Text => {
  const become = tags ?? before?.tags ?? []
  return { ...text, ...(become.length > 0 && { tags: become }) } as Text
}

/**
 * The item without its tags. An event without the field `tags` means that there are none, so older tags must not stay.
 */
export const untagged = <Item extends object>(item: Item): Item => {
  if (!('tags' in item)) return item
  const { tags: _, ...others } = item as Item & Tagged
  return others as unknown as Item
}

export const tagsSaid = ({ data }: { readonly data: object }): readonly string[] => (data as Tagged).tags ?? []

/** An item's tags after one of them was renamed or, if `to` is null, removed. */
export const retagged = ({ tags = [] }: Tagged, { tag, to }: Retag['data']): readonly string[] => {
  const key = tagKey(tag)
  const named = tags.flatMap((one) => (tagKey(one) === key ? (to ?? []) : [one]))
  return distinctTags(named)
}

export const tooManyTags = () =>
  new RuleBroken(
    'too_large',
    'too_many_tags_of_person',
    `You can have at most ${TAGS_OF_PERSON_MAX.toLocaleString('en')} tags.`,
    { max: TAGS_OF_PERSON_MAX },
  )
