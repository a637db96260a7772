import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { refusal, tooLong } from './refusal.ts'

/** The longest tag, in characters (code points). */
export const TAG_MAX = 40
export const TAGS_OF_ITEM_MAX = 50
/** The most different tags of a person. */
export const TAGS_OF_PERSON_MAX = 1_000

/** The tags of an item. Absent or empty if it has none. */
export type Tagged = { readonly tags?: readonly string[] | undefined }

/** A tag and its own colour, as #rrggbb. */
export type TagColor = { readonly tag: string; readonly color: string }

const EMPTY = refusal('tag_empty', 'A tag cannot be empty.')
const TOO_LONG = tooLong('tag_too_long', 'A tag holds', TAG_MAX)
const CONTROL = refusal('tag_bad_characters', 'A tag cannot contain control characters.')
const TOO_MANY = tooLong('too_many_tags', 'An item has', TAGS_OF_ITEM_MAX, 'tags')

/** Matches a character that people can see: no space, zero-width joiner, Hangul filler or the like. */
export const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u
/** Matches control characters and halves of surrogate pairs. A tag has none of these. */
const NO_CHARACTERS = /[\p{Cc}\p{Cs}]/gu

/** A tag as it is stored: NFC, trimmed, with one space between words. */
export const asTag = (typed: string): string => normalForm(typed, 'NFC').trim().replace(/\s+/g, ' ')

/**
 * A tag as a segment of an address's path. Browsers resolve the segments "." and "..", so these tags get a leading
 * space, which `asTag` removes.
 */
export const tagInPath = (tag: string): string => encodeURIComponent(/^\.\.?$/.test(tag) ? ` ${tag}` : tag)

/** The key of a tag. Tags with the same key, which differ in case or normal form, are one tag. */
export const tagKey = (tag: string): string => normalForm(asTag(tag).toUpperCase().toLowerCase(), 'NFC')

/**
 * The colours of tags as the settings store them, in the order of the tags' keys. If a tag has two colours, the last
 * one counts.
 */
export const tagColorsInOrder = (colors: readonly TagColor[]): TagColor[] => {
  const byKey = new Map(colors.map((one) => [tagKey(one.tag), one]))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/**
 * The refusal of an invalid tag as a sentence, whose code `reasonFor` knows. Null if the tag is valid. `tag`: from
 * `asTag`.
 */
export const tagRefusal = (tag: string): string | null => {
  if (tag.search(NO_CHARACTERS) !== -1) return CONTROL
  if (!VISIBLE.test(tag)) return EMPTY
  return [...tag].length > TAG_MAX ? TOO_LONG : null
}

/** The tags in their order without duplicates. Of tags with the same key the first stays. */
export const distinctTags = (tags: readonly string[]): string[] => {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  return [...byKey.values()]
}

/**
 * The tags that a person typed, as they are stored. `refused`: the refusal of an invalid tag or of too many tags,
 * otherwise null.
 */
export const readTags = (typed: readonly string[]): { readonly tags: string[]; readonly refused: string | null } => {
  const read = typed.map(asTag)
  const refused = read.map(tagRefusal).find((why) => why !== null) ?? null
  const tags = refused === null ? distinctTags(read) : []
  return { tags, refused: refused ?? (tags.length > TAGS_OF_ITEM_MAX ? TOO_MANY : null) }
}

/**
 * Another app's tags, labels or categories as tags. Long names are shortened, names without visible characters are left
 * out, and only the first TAGS_OF_ITEM_MAX stay.
 */
export const tagsFrom = (names: readonly string[]): string[] => {
  const cut = (name: string) => asTag([...asTag(name.replaceAll(NO_CHARACTERS, ' '))].slice(0, TAG_MAX).join(''))
  const tags = names.map(cut).filter((tag) => tagRefusal(tag) === null)
  return distinctTags(tags).slice(0, TAGS_OF_ITEM_MAX)
}

/** Whether an item has a tag with this key (`tagKey`). */
export const hasTag = ({ tags }: Tagged, key: string): boolean => tags?.some((tag) => tagKey(tag) === key) ?? false
