import { describe, expect, it } from 'vitest'
import type { Any } from '../../api/pending-write.ts'
import { completions, type OwnTag, withUnsent } from './own-tags.ts'

const own = (tag: string, count = 1): OwnTag => ({ tag, count, color: null })
const write = (itemId: string, base: object | null, wanted: object | null): Any =>
  ({ kind: 'notes', itemId, base, wanted }) as unknown as Any
const said = (tags: readonly OwnTag[]) => tags.map(({ tag, count }) => `${tag} ${count}`)

describe('the tags that complete what is typed', () => {
  const tags = [own('faith', 2), own('Fasting', 5), own('믿음', 3), own('good faith', 9)]
  const found = (typed: string, chosen: readonly string[] = []) =>
    completions(tags, typed, chosen, 3).map(({ tag }) => tag)

  it('begin so, those used most first; then those that have it within', () => {
    expect(found('fa')).toEqual(['Fasting', 'faith', 'good faith'])
    expect(found('FAI')).toEqual(['faith', 'good faith'])
    expect(found('x')).toEqual([])
  })

  it('are found within a Hangul syllable that is not finished', () => {
    expect(found('ㅁ')).toEqual(['믿음'])
    expect(found('미')).toEqual(['믿음'])
    expect(found('믿으')).toEqual(['믿음'])
  })

  it('are those used most where nothing is typed, without those of the item', () => {
    expect(found('')).toEqual(['good faith', 'Fasting', '믿음'])
    expect(found('', ['GOOD FAITH', '믿음'])).toEqual(['Fasting', 'faith'])
  })
})

describe('the tags with what waits to be sent', () => {
  it('are counted from the first write of an item to its last', () => {
    const tags = [own('faith', 2), own('hope', 1)]
    const writes = [
      write('a', { tags: ['faith'] }, { tags: ['faith', 'love'] }),
      write('a', { tags: ['faith', 'love'] }, { tags: ['LOVE'] }),
      write('b', null, { tags: ['Faith', '사랑'] }),
      write('c', { tags: ['hope'] }, null),
    ]
    expect(said(withUnsent(tags, writes))).toEqual(['faith 2', 'LOVE 1', '사랑 1'])
    expect(said(withUnsent(tags.toReversed(), []))).toEqual(['faith 2', 'hope 1'])
  })
})
