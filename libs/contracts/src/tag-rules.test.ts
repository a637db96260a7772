import { describe, expect, it } from 'vitest'
import { reasonFor } from './refusal.ts'
import { asTag, hasTag, readTags, TAG_MAX, TAGS_OF_ITEM_MAX, tagInPath, tagKey } from './tag-rules.ts'

const codeOf = (typed: readonly string[]) => {
  const { refused } = readTags(typed)
  return refused && reasonFor(refused)?.code
}
const many = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)

describe('tags', () => {
  it('are kept without space around them, in one normal form, each once, in their order', () => {
    const typed = ['  Grace ', 'slow\t to\n anger', '은혜'.normalize('NFD'), 'GRACE', '은혜', 'grace']
    expect(readTags(typed)).toEqual({ tags: ['Grace', 'slow to anger', '은혜'], refused: null })
    expect(readTags([])).toEqual({ tags: [], refused: null })
  })

  it.each([
    ['Grace', 'gRACE'],
    ['Straße', 'STRASSE'],
    ['café', 'Cafe\u0301'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['slow to anger', ' Slow  to anger'],
  ])('%s and %s are one', (one, other) => {
    expect(tagKey(one)).toBe(tagKey(other))
    expect(hasTag({ tags: ['other', one] }, tagKey(other))).toBe(true)
    expect(hasTag({ tags: ['other'] }, tagKey(other))).toBe(false)
    expect(hasTag({}, tagKey(other))).toBe(false)
  })

  it.each(['.', '..', '...', '.a', 'a/b', '100%', '은혜', '%2e'])('%s is found again in an address', (tag) => {
    const { pathname } = new URL(`/tags/${tagInPath(tag)}`, 'http://here')
    expect(asTag(decodeURIComponent(pathname.slice('/tags/'.length)))).toBe(tag)
  })

  it.each([
    ['tag_empty', ['grace', '  ']],
    ['tag_empty', ['\u200b\u3164']],
    ['tag_too_long', ['a'.repeat(TAG_MAX + 1)]],
    ['tag_bad_characters', ['gr\u0000ace']],
    ['tag_bad_characters', ['\u0085']],
    ['tag_bad_characters', ['\ud800']],
    ['too_many_tags', many(TAGS_OF_ITEM_MAX + 1)],
  ])('are refused by %s', (code, typed) => expect(codeOf(typed)).toBe(code))

  it('may have as many characters and be as many as the limits say', () => {
    expect(codeOf(['🌿'.repeat(TAG_MAX)])).toBeNull()
    expect(codeOf([...many(TAGS_OF_ITEM_MAX), 'TAG 0'])).toBeNull()
  })
})
