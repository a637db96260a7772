import { describe, expect, it } from 'vitest'
import { passageRange } from './passage-range.ts'

const verses = (book: string, chapter: number, verse: number | null, endVerse = verse, endChapter = chapter) => ({
  book,
  chapter,
  verse,
  endChapter,
  endVerse,
})

describe('where a passage is in a text', () => {
  it('is where the standard has it, in a text of the standard numbering', () => {
    expect(passageRange(verses('John', 3, 16, 18), 'eng')).toEqual({ from: 43003016, through: 43003018 })
  })

  it('is a verse or two further on in psalms whose title is numbered', () => {
    expect(passageRange(verses('Psalms', 51, 1), 'org')).toEqual({ from: 19051003, through: 19051003 })
    expect(passageRange(verses('Psalms', 51, 10, 12), 'org')).toEqual({ from: 19051012, through: 19051014 })
  })

  it('is in another chapter where the chapters are cut otherwise', () => {
    expect(passageRange(verses('Joel', 2, 28), 'org')).toEqual({ from: 29003001, through: 29003001 })
    expect(passageRange(verses('Malachi', 4, 1, 2), 'org')).toEqual({ from: 39003019, through: 39003020 })
  })

  it('is all of a whole chapter, title and added verses included', () => {
    expect(passageRange(verses('Psalms', 51, null), 'org')).toEqual({ from: 19051000, through: 19051999 })
    expect(passageRange(verses('3 John', 1, null), 'org')).toEqual({ from: 64001000, through: 64001999 })
    expect(passageRange(verses('Genesis', 1, null, null, 3), 'eng')).toEqual({ from: 1001000, through: 1003999 })
  })

  it('has no verse of a neighbouring chapter, where the text cuts its chapters otherwise', () => {
    expect(passageRange(verses('Malachi', 3, null), 'org')).toEqual({ from: 39003000, through: 39003018 })
    expect(passageRange(verses('Malachi', 3, null, null, 4), 'org')).toEqual({ from: 39003000, through: 39003999 })
    expect(passageRange(verses('Leviticus', 5, null), 'org')).toEqual({ from: 3005000, through: 3005019 })
    expect(passageRange(verses('1 Samuel', 24, null), 'org')).toEqual({ from: 9024002, through: 9024999 })
    expect(passageRange(verses('Psalms', 9, null), 'vul')).toEqual({ from: 19009000, through: 19009021 })
    expect(passageRange(verses('Psalms', 10, null), 'vul')).toEqual({ from: 19009022, through: 19009999 })
    expect(passageRange(verses('Daniel', 3, null), 'vul')).toEqual({ from: 27003000, through: 27003097 })
  })

  it('reaches to the last of its verses, where the text has them in another order', () => {
    expect(passageRange(verses('Romans', 1, null, null, 16), 'byz')).toEqual({ from: 45001000, through: 45016999 })
    expect(passageRange(verses('Romans', 16, null), 'byz')).toEqual({ from: 45016000, through: 45016999 })
    expect(passageRange(verses('Romans', 16, 25, 27), 'byz')).toEqual({ from: 45014024, through: 45014026 })
  })

  it('is nowhere for a book that is none of the 66', () => {
    expect(passageRange(verses('Hezekiah', 1, 1), 'eng')).toBeNull()
  })
})
