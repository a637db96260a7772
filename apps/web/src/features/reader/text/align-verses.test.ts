import type { Verse } from '@pathlight/contracts/bible.ts'
import { describe, expect, it } from 'vitest'
import { type AlignedText, alignVerses } from './align-verses.ts'

const verse = (id: number, through?: number): Verse => ({
  version: 'X',
  book: 'X',
  chapter: Math.floor(id / 1000) % 1000,
  verse: id % 1000,
  verse_id: id,
  text: 'x',
  ...(through !== undefined && { through }),
})
/** The verses from `from` to `to` of a chapter, except those in `without`. Each pair in `joined` is a verse bridge. */
const text = (
  chapter: number,
  from: number,
  to: number,
  { versification = 'eng', without = [] as number[], joined = [] as [number, number][] } = {},
): AlignedText => {
  const verses: Verse[] = []
  for (let number = from; number <= to; number += 1) {
    const bridge = joined.find(([first]) => first === number)
    if (without.includes(number)) continue
    verses.push(verse(chapter * 1000 + number, bridge?.[1]))
    if (bridge) number = bridge[1]
  }
  return { verses, versification }
}
const seen = (...texts: AlignedText[]) =>
  alignVerses(texts).map(({ verses }) =>
    verses.map((list) => list.map(({ verse: number }) => number).join(',')).join(' | '),
  )

const JOHN_3 = 43_003
const ACTS_8 = 44_008

describe('verses beside each other', () => {
  it('stand one a row where the versions number them alike', () => {
    expect(seen(text(JOHN_3, 1, 3), text(JOHN_3, 1, 3))).toEqual(['1 | 1', '2 | 2', '3 | 3'])
  })

  it('leave room where a version leaves a verse out', () => {
    expect(seen(text(ACTS_8, 36, 38), text(ACTS_8, 36, 38, { without: [37] }))).toEqual(['36 | 36', '37 | ', '38 | 38'])
  })

  it('share a row with the verses that another version joins', () => {
    const joined = text(JOHN_3, 1, 5, { joined: [[2, 4]] })
    expect(seen(text(JOHN_3, 1, 5), joined)).toEqual(['1 | 1', '2,3,4 | 2', '5 | 5'])
  })

  it('share a row with everything that overlapping joins hold together', () => {
    const [left, right] = [text(JOHN_3, 1, 4, { joined: [[1, 2]] }), text(JOHN_3, 1, 4, { joined: [[2, 3]] })]
    expect(seen(left, right)).toEqual(['1,3 | 1,2', '4 | 4'])
  })

  it('stand by their words where the versions number them otherwise', () => {
    // In the Hebrew numbering, Psalm 51 has its title as verses 1 and 2.
    const hebrew = text(19_051, 1, 4, { versification: 'org' })
    expect(seen(text(19_051, 1, 2), hebrew).at(-1)).toBe('2 | 4')
    expect(seen(text(19_051, 1, 2), hebrew).slice(-2)).toEqual(['1 | 3', '2 | 4'])
  })

  it('are all there, once and in order, in three versions that agree on nothing', () => {
    const texts = [
      text(JOHN_3, 1, 36, { without: [7, 8] }),
      text(JOHN_3, 1, 30, { joined: [[3, 9]] }),
      text(JOHN_3, 2, 36, { joined: [[9, 10]], versification: 'vul' }),
    ]
    const rows = alignVerses(texts)
    for (const [column, { verses }] of texts.entries())
      expect(rows.flatMap((row) => row.verses[column] ?? [])).toEqual(verses)
  })

  it('stand below those that come before them even if a version has them in another order', () => {
    const turned: AlignedText = {
      versification: 'eng',
      verses: [1, 3, 2, 4].map((number) => verse(JOHN_3 * 1000 + number)),
    }
    expect(seen(text(JOHN_3, 1, 4), turned)).toEqual(['1 | 1', '2,3 | 3,2', '4 | 4'])
  })

  it('are one column’s rows when there is no text beside it', () => {
    expect(seen(text(JOHN_3, 1, 2), { verses: [], versification: 'eng' })).toEqual(['1 | ', '2 | '])
    expect(alignVerses([])).toEqual([])
  })
})
