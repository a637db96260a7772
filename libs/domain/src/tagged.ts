import { distinctTags, TAGS_OF_PERSON_MAX, type Tagged, tagKey } from '@pathlight/contracts/tag-rules.ts'
import type { Retag } from './item-kind.ts'
import { RuleBroken } from './rule.ts'

/**
 * The editable fields in the form of an event. If the command has no tags, those of `before` stay: the item before the command, or
 * null for a new one. Without tags the field is absent, as in events from before there were tags.
 */
export const withTags = <Text extends Tagged>({ tags, ...text }: Text, before: Tagged | null): Text => {
  const become = tags ?? before?.tags ?? []
  return { ...text, ...(become.length > 0 && { tags: become }) } as Text
}

/** The item without its tags: an event without tags means that there are none. */
export const untagged = <Item extends object>(item: Item): Item => {
  if (!('tags' in item)) return item
  const { tags: _, ...others } = item as Item & Tagged
  return others as unknown as Item
}

/** The tags in an event. */
export const tagsSaid = ({ data }: { readonly data: object }): readonly string[] => (data as Tagged).tags ?? []

/** An item's tags after one of them was renamed or removed. */
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
