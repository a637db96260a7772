/** The refusals of tags, which all kinds with tags share: a description, the field, and the message. */
export const TAG_CASES: readonly (readonly [what: string, change: object, message: string])[] = [
  ['51 tags', { tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`) }, 'An item has at most 50 tags.'],
  ['a tag of 41 characters', { tags: ['은'.repeat(41)] }, 'A tag holds at most 40 characters.'],
  ['a tag that shows nothing', { tags: ['love', ' \u200b'] }, 'A tag cannot be empty.'],
  ['a tag with a control character', { tags: ['lo\u0007ve'] }, 'A tag cannot contain control characters.'],
  ['a tag that is no text', { tags: ['love', 5] }, 'A tag is a text.'],
]
