import { describe, expect, it } from 'vitest'
import { NOTHING_ON_CHAPTER, type OnChapter, type StudyKind } from '../../../study/study-kind.ts'
import { PencilLine } from '../../../ui/icons.ts'
import { gatherOnChapter } from './use-study-on-chapter.tsx'

const kind = (name: string): StudyKind => ({
  name,
  fetchOnChapter: async () => ({ default: () => null }),
  action: { icon: PencilLine, label: () => name, run: () => undefined },
})
const marked = (label: string, ...verses: number[]): OnChapter => ({
  ...NOTHING_ON_CHAPTER,
  marks: new Map(verses.map((verse) => [verse, { icon: PencilLine, count: 1, label }])),
})

describe('what all kinds have on a chapter', () => {
  it('stands on each verse in the order of the kinds, whichever came first', () => {
    const { marks } = gatherOnChapter(
      [kind('notes'), kind('sermons')],
      [marked('a note', 16), marked('a sermon', 3, 16)],
    )
    expect(marks.get(16)?.map(({ kind, mark }) => [kind.name, mark.label])).toEqual([
      ['notes', 'a note'],
      ['sermons', 'a sermon'],
    ])
    expect(marks.get(3)?.map(({ kind }) => kind.name)).toEqual(['sermons'])
  })

  it('paints the words of every kind and leaves what a kind gave as it is', () => {
    const mine = [{ name: 'highlights', start: 0, end: 4, says: '' }]
    const painted = (paints: typeof mine): OnChapter => ({ ...NOTHING_ON_CHAPTER, paints: new Map([[1, paints]]) })
    const { paints } = gatherOnChapter(
      [kind('highlights'), kind('found')],
      [painted(mine), painted([{ name: 'found', start: 2, end: 6, says: '' }])],
    )
    expect(paints.get(1)?.map(({ name }) => name)).toEqual(['highlights', 'found'])
    expect(mine).toHaveLength(1)
  })
})
